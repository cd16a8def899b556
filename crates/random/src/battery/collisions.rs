//! Collisions: the number of balls that fall into an occupied urn.
//!
//! Source: the collision test in D. E. Knuth, *The Art of Computer Programming*, volume 2, third
//! edition 1998, section 3.3.2 I, with Knuth's 2¹⁴ balls in 2²⁰ urns. An urn is selected by one bit
//! of each of twenty values, as Knuth proposes, or by ten bits of each of two values. Both
//! selections are made with the leading bits and with the trailing bits.
//!
//! The selection by twenty values uses half of the 2^size values, rounded down to whole rounds, but
//! at least one round. The selection by two values uses all whole rounds of the remaining values.
//! At the default size there are 25 rounds with twenty values and 262 rounds with two values, with
//! 127.3 collisions expected in each round. The collisions of all rounds together are compared with
//! the Poisson distribution. Its variance is 2 % larger than the exact variance, so p-values are
//! slightly too large. The test detects balls that coincide too rarely or too often. Congruential
//! generators with short periods have one of these defects.

use quadrille_progress::{Cancelled, Observer};

use super::blocks;
use super::size::Size;
use super::statistic::{Null, Statistic};
use super::steps::step;
use super::values::{Values, Width};

/// Number of balls in a round.
const BALLS: u32 = 1 << 14;

/// Number of bits in the number of an urn.
const URN_BITS: u32 = 20;

/// A way to select an urn.
struct Choice {
    /// The names of the two statistics, for the leading bits and for the trailing bits. Each name
    /// describes the bits that select an urn.
    names: [&'static str; 2],
    /// Number of values that select an urn.
    values: usize,
    /// Number of bits taken from each value.
    bits: u32,
}

const CHOICES: [Choice; 2] = [
    Choice {
        names: ["one leading bit of each of 20 values", "one trailing bit of each of 20 values"],
        values: 20,
        bits: 1,
    },
    Choice {
        names: ["10 leading bits of each of 2 values", "10 trailing bits of each of 2 values"],
        values: 2,
        bits: 10,
    },
];

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let mut statistics = Vec::new();
    let steps = CHOICES.len() as u32;
    let mut left = size.values();
    for (place, choice) in (0..).zip(CHOICES) {
        let round = u64::from(BALLS) * choice.values as u64;
        // The remaining values are divided equally among the remaining choices, so the second
        // choice also uses the values that are left over from the whole rounds of the first choice.
        // There is at least one round, so that the statistic is defined.
        let rounds = (left / u64::from(steps - place) / round).max(1);
        left -= rounds * round;
        statistics.extend(collide(values, &choice, rounds as u32, &step(observer, place, steps))?);
    }
    Ok(statistics)
}

fn collide(
    values: &mut Values<'_>,
    choice: &Choice,
    rounds: u32,
    observer: &dyn Observer,
) -> Result<[Statistic; 2], Cancelled> {
    let width = values.width();
    let (mut leading, mut trailing) = (Urns::new(), Urns::new());
    let balls = u64::from(rounds) * u64::from(BALLS);
    blocks::read(values, balls, choice.values, observer, |block| {
        for group in block.chunks_exact(choice.values) {
            let urn = |part: &dyn Fn(u64) -> u64| {
                // The bits of all values, concatenated, are the number of the urn.
                group.iter().fold(0, |urn, &value| urn << choice.bits | part(value))
            };
            leading.throw(urn(&|value| width.leading(value, choice.bits)));
            trailing.throw(urn(&|value| Width::trailing(value, choice.bits)));
        }
    })?;
    let null = Null::Poisson { mean: f64::from(rounds) * expected() };
    let [first, second] = choice.names;
    Ok([
        Statistic::new(first, leading.collisions.into(), null),
        Statistic::new(second, trailing.collisions.into(), null),
    ])
}

/// Returns the expected number of collisions in a round of n balls and m urns: the number of balls
/// minus the expected number of occupied urns, n − m(1 − (1 − 1/m)ⁿ).
fn expected() -> f64 {
    let (n, m) = (f64::from(BALLS), f64::from(1u32 << URN_BITS));
    // An urn stays empty with probability (1 − 1/m)ⁿ, which is nearly 1. `expm1` and `log1p` keep
    // the digits that a subtraction from 1 would lose.
    n + m * libm::expm1(n * libm::log1p(-1.0 / m))
}

/// The urns of a round, and the number of collisions in all rounds.
struct Urns {
    taken: Vec<u64>,
    balls: u32,
    collisions: u32,
}

impl Urns {
    fn new() -> Self {
        Self { taken: vec![0; 1 << (URN_BITS - 6)], balls: 0, collisions: 0 }
    }

    #[inline]
    fn throw(&mut self, urn: u64) {
        // One bit per urn, 64 in a word: 128 KiB, which fit the second-level cache.
        let (word, bit) = (&mut self.taken[(urn >> 6) as usize], urn & 63);
        self.collisions += (*word >> bit & 1) as u32;
        *word |= 1 << bit;
        self.balls += 1;
        if self.balls == BALLS {
            self.balls = 0;
            self.taken.fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BALLS, Urns, expected};

    #[test]
    fn the_expectation_is_knuths() {
        // The same formula computed with 60 digits.
        assert!((expected() - 127.328_237_999_849_21).abs() < 1e-9, "{}", expected());
    }

    #[test]
    fn urns_are_emptied_after_each_round() {
        let mut urns = Urns::new();
        (0..BALLS).for_each(|ball| urns.throw(ball.into()));
        assert_eq!(urns.collisions, 0);
        (0..BALLS).for_each(|ball| urns.throw((ball / 2).into()));
        assert_eq!(urns.collisions, BALLS / 2);
    }
}
