//! Analysis of populations: periodicity and regular growth.

/// The minimum number of periods of the growth in the second half of the generations observed. With
/// fewer periods, the growth is not recognised.
const PERIODS_SEEN: usize = 4;
/// The number of generations of regular growth after which the observation ends early.
const PLAIN: u64 = 1024;

/// The growth of a pattern, as far as it was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Growth {
    /// The kind of growth.
    pub kind: GrowthKind,
    /// The shortest period in generations.
    pub period: u64,
    /// Linear: the number of cells added per period. Quadratic: the increase of this number from
    /// one period to the next.
    pub cells: u64,
    /// The generation at which the first period of this growth begins.
    pub from: u64,
    /// The last generation observed; the growth was regular from `from` to this generation.
    pub to: u64,
}

/// The kind of growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum GrowthKind {
    /// The same number of cells is added every period: guns, puffers.
    Linear,
    /// The number of cells added per period increases by a constant every period: breeders,
    /// patterns that fill the plane.
    Quadratic,
}

impl Growth {
    /// Returns the growth, if the population grows regularly throughout the second half of these
    /// generations; otherwise `None`. The second half must contain at least four periods of the
    /// growth.
    pub(super) fn seen(populations: &[u64]) -> Option<Self> {
        let last = populations.len() - 1;
        let linear = |at: usize, period: usize| difference(populations, at, period);
        let quadratic = |at: usize, period: usize| {
            difference(populations, at, period) - difference(populations, at - period, period)
        };
        let found = |kind, reach: usize, change: &dyn Fn(usize, usize) -> i128| {
            (1..=last / (2 * PERIODS_SEEN)).find_map(|period| {
                let cells = change(last, period);
                let least = (last / 2).max(reach * period);
                if cells <= 0 || (least..last).rev().any(|at| change(at, period) != cells) {
                    return None;
                }
                let mut from = least;
                while from > reach * period && change(from - 1, period) == cells {
                    from -= 1;
                }
                Some(Self {
                    kind,
                    period: period as u64,
                    cells: u64::try_from(cells).ok()?,
                    from: (from - reach * period) as u64,
                    to: last as u64,
                })
            })
        };
        found(GrowthKind::Linear, 1, &linear).or_else(|| found(GrowthKind::Quadratic, 2, &quadratic))
    }

    /// Returns whether the growth has been regular for long enough to end the observation.
    pub(super) const fn is_plain(&self) -> bool {
        self.to - self.from >= PLAIN
    }
}

/// Returns the change of the population over the period that ends at generation `at`.
fn difference(populations: &[u64], at: usize, period: usize) -> i128 {
    i128::from(populations[at]) - i128::from(populations[at - period])
}

/// Returns the period of the last populations; `None` if they are not periodic. Periodic means that
/// each of the last populations equals the one a period earlier. The number of populations compared
/// is the largest of the period, an eighth of the generations, and `least`.
pub(super) fn repeats(populations: &[u64], least: usize) -> Option<u64> {
    let last = populations.len() - 1;
    let window = least.max(last / 8);
    let repeat = |period: usize| {
        let from = last.checked_sub(window.max(period))?;
        let same = (from.checked_sub(period)? < last)
            && (from + 1..=last).rev().all(|at| populations[at] == populations[at - period]);
        same.then_some(period as u64)
    };
    (1..=last / 2).find_map(repeat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn populations_that_repeat_themselves() {
        let of = |population: fn(u64) -> u64| (0..200).map(population).collect::<Vec<u64>>();
        assert_eq!(repeats(&of(|_| 5), 32), Some(1));
        assert_eq!(repeats(&of(|t| t % 7), 32), Some(7));
        assert_eq!(repeats(&of(|t| if t < 150 { t } else { 3 }), 32), Some(1));
        assert_eq!(repeats(&of(|t| if t < 180 { t } else { 3 }), 32), None);
        assert_eq!(repeats(&of(|t| t), 32), None);
        assert_eq!(repeats(&of(|t| t % 101), 32), None);
        assert_eq!(repeats(&[4], 32), None);
    }

    #[test]
    fn growth_has_a_beginning() {
        let of = |population: fn(u64) -> u64| (0..=1000).map(population).collect::<Vec<u64>>();
        let growth = |kind, period, cells, from| Some(Growth { kind, period, cells, from, to: 1000 });
        // Five cells per thirty generations, after a different beginning.
        let gun = of(|t| if t < 100 { 900 - t } else { t / 30 * 5 + t % 30 });
        assert_eq!(Growth::seen(&gun), growth(GrowthKind::Linear, 30, 5, 100));
        let square = of(|t| (2 * t + 1) * (2 * t + 1));
        assert_eq!(Growth::seen(&square), growth(GrowthKind::Quadratic, 1, 8, 0));
        assert_eq!(Growth::seen(&of(|_| 7)), None);
        assert_eq!(Growth::seen(&of(|t| 5000 - t)), None);
        assert_eq!(Growth::seen(&of(|t| t * t * t)), None);
        // The observed growth is too short.
        assert_eq!(Growth::seen(&of(|t| if t < 600 { 3 } else { t })), None);
        assert_eq!(Growth::seen(&[1]), None);
    }
}
