//! Random walk: the end, the highest point and the returns of walks with one step up or down per
//! value.
//!
//! Source: the tests H, M and R of P. L'Ecuyer and R. Simard, "`TestU01`: A C Library for Empirical
//! Testing of Random Number Generators", ACM Transactions on Mathematical Software 33(4), 2007
//! (`swalk_RandomWalk1`; `SmallCrush` uses walks of 150 steps), with the exact distributions of W.
//! Feller, *An Introduction to Probability Theory and Its Applications*, volume 1, third edition
//! 1968, chapter III. The test here counts 2^(size−7) walks of 128 steps, in which the leading bit
//! of each value decides the direction of a step, and as many in which the trailing bit decides.
//! The probabilities for one walk are:
//!
//! - The walk ends at 2k − 128, after k steps up: C(128, k)/2¹²⁸.
//! - The highest point is y: P(end at y) + P(end at y + 1), one of which is zero.
//! - The walk returns to the start r times: C(128 − r, 64)/2^(128−r).
//!
//! The test detects bits that depend on several of the previous hundred bits, even if the
//! dependence on each of them is weak.

use quadrille_progress::{Cancelled, Observer};

use super::size::Size;
use super::statistic::Statistic;
use super::values::Values;
use super::{blocks, cells};

/// Number of steps of a walk; even.
const STEPS: usize = 128;

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let width = values.width();
    let (mut leading, mut trailing) = (Walks::new(), Walks::new());
    blocks::read(values, size.values() / STEPS as u64, STEPS, observer, |block| {
        for walk in block.chunks_exact(STEPS) {
            leading.walk(walk.iter().map(|&value| width.leading(value, 1)));
            trailing.walk(walk.iter().map(|&value| value & 1));
        }
    })?;
    let leading =
        leading.statistics(["leading bits: end", "leading bits: highest point", "leading bits: returns"]);
    let trailing =
        trailing.statistics(["trailing bits: end", "trailing bits: highest point", "trailing bits: returns"]);
    Ok([leading, trailing].concat())
}

/// Walks counted by the number of steps up, the highest point and the number of returns.
struct Walks {
    ups: [u32; STEPS + 1],
    highest: [u32; STEPS + 1],
    returns: [u32; STEPS / 2 + 1],
}

impl Walks {
    const fn new() -> Self {
        Self { ups: [0; STEPS + 1], highest: [0; STEPS + 1], returns: [0; STEPS / 2 + 1] }
    }

    #[inline]
    fn walk(&mut self, steps: impl Iterator<Item = u64>) {
        let (mut place, mut highest, mut returns) = (0i32, 0, 0);
        for step in steps {
            place += 2 * step as i32 - 1;
            highest = highest.max(place);
            returns += usize::from(place == 0);
        }
        // With u steps up and 128 − u steps down, the end is 2u − 128.
        self.ups[(place + STEPS as i32) as usize / 2] += 1;
        self.highest[highest as usize] += 1;
        self.returns[returns] += 1;
    }

    fn statistics(&self, names: [&'static str; 3]) -> [Statistic; 3] {
        // 128 steps end at an even position.
        let end =
            |place: usize| if place > STEPS || place % 2 == 1 { 0.0 } else { ends(STEPS / 2 + place / 2) };
        let ups: Vec<_> = (0..=STEPS).map(|k| (self.ups[k], ends(k))).collect();
        // Reflection principle: of the walks that reach y, as many end above y as below y, because
        // each walk can be reflected from its first visit to y on. So P(highest ≥ y) = P(end ≥ y) +
        // P(end > y), and the probability of exactly y is the difference of two such sums.
        let highest: Vec<_> = (0..=STEPS).map(|y| (self.highest[y], end(y) + end(y + 1))).collect();
        // The probability of no return is C(128, 64)/2¹²⁸, which equals the probability of an end
        // at position 0.
        let mut probability = ends(STEPS / 2);
        let returns = self.returns.iter().enumerate().map(|(r, &count)| {
            let cell = (count, probability);
            // C(128 − r − 1, 64)/C(128 − r, 64) = (64 − r)/(128 − r)
            probability *= 2.0 * (STEPS / 2 - r) as f64 / (STEPS - r) as f64;
            cell
        });
        let returns: Vec<_> = returns.collect();
        [
            cells::weighted(names[0], &ups),
            cells::weighted(names[1], &highest),
            cells::weighted(names[2], &returns),
        ]
    }
}

/// Returns the probability of `ups` steps up: C(128, ups)/2¹²⁸.
fn ends(ups: usize) -> f64 {
    // 2⁻¹²⁸ is an exact number, and C(n, i + 1) = C(n, i) · (n − i) / (i + 1).
    (0..ups).fold(libm::ldexp(1.0, -(STEPS as i32)), |p, i| p * (STEPS - i) as f64 / (i + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::{STEPS, Walks, ends};

    #[test]
    fn a_walk_is_counted_once_in_each_table() {
        let mut walks = Walks::new();
        // Up, up, down, down, and so on: 32 times to height 2 and back.
        walks.walk((0..STEPS).map(|i| u64::from(i % 4 < 2)));
        assert_eq!((walks.ups[STEPS / 2], walks.highest[2], walks.returns[STEPS / 4]), (1, 1, 1));
        walks.walk((0..STEPS).map(|_| 0));
        assert_eq!((walks.ups[0], walks.highest[0], walks.returns[0]), (1, 1, 1));
        walks.walk((0..STEPS).map(|_| 1));
        assert_eq!((walks.ups[STEPS], walks.highest[STEPS], walks.returns[0]), (1, 1, 2));
    }

    #[test]
    fn probabilities_of_ends_sum_to_one() {
        assert!(((0..=STEPS).map(ends).sum::<f64>() - 1.0).abs() < 1e-13);
        assert!((ends(STEPS) * 2f64.powi(128) - 1.0).abs() < 1e-13);
    }
}
