//! A mean over games that come in deals: the games of one deal share their cards, so the deal is what was sampled.

use quadrille_stats::{Confidence, Interval};
/// Sums over deals of a figure and of the games it was summed over: all whole numbers, so merging is exact in any order.
///
/// The mean a game is the ratio of two sums. Its standard error comes from how the deals' sums scatter about it (the ratio estimator of
/// cluster sampling; W. G. Cochran, "Sampling Techniques", 3rd ed. 1977, § 6.4): games of one deal may be as correlated as they
/// like. Where each deal has the same number of games it is the ordinary standard error of the deals' means.
///
/// ```
/// use quadrille_doudizhu::arena::Clustered;
/// use quadrille_stats::Confidence;
///
/// let mut wins = Clustered::default();
/// for won in [1, 2, 1, 3] {
///     wins.record(3, won);
/// }
/// assert_eq!(wins.mean(), Some(7.0 / 12.0));
/// let interval = wins.interval(Confidence::new(0.95)?).unwrap();
/// assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "0.076 1.091");
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clustered {
    /// Deals with at least one game.
    deals: u64,
    /// Σ games, Σ games².
    games: u64,
    games_squared: u64,
    /// Σ value, Σ value², Σ value · games.
    sum: i64,
    squares: u128,
    products: i128,
}

impl Clustered {
    /// Takes in a deal: its games, and the figure summed over them. A deal without games counts for nothing.
    pub fn record(&mut self, games: u64, value: i64) {
        if games == 0 {
            return;
        }
        self.deals += 1;
        self.games += games;
        self.games_squared += games * games;
        self.sum += value;
        self.squares += u128::from(value.unsigned_abs()) * u128::from(value.unsigned_abs());
        self.products += i128::from(value) * i128::from(games);
    }

    /// Adds other deals. Sums that a file has made up may wrap; see [`is_sound`](Self::is_sound).
    pub const fn merge(&mut self, other: &Self) {
        self.deals = self.deals.wrapping_add(other.deals);
        self.games = self.games.wrapping_add(other.games);
        self.games_squared = self.games_squared.wrapping_add(other.games_squared);
        self.sum = self.sum.wrapping_add(other.sum);
        self.squares = self.squares.wrapping_add(other.squares);
        self.products = self.products.wrapping_add(other.products);
    }

    /// Deals that had a game.
    pub const fn deals(&self) -> u64 {
        self.deals
    }

    /// Games in all.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The figure, summed over all games.
    pub const fn sum(&self) -> i64 {
        self.sum
    }

    /// The mean a game; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum as f64 / self.games as f64)
    }

    /// The standard error of [`mean`](Self::mean); `None` below two deals.
    pub fn standard_error(&self) -> Option<f64> {
        if self.deals < 2 {
            return None;
        }
        // Σ (value − mean · games)², over the common denominator games²: exact until the last step.
        let (g, s) = (i128::from(self.games), i128::from(self.sum));
        let scattered = || {
            let squares = i128::try_from(self.squares).ok()?.checked_mul(g)?.checked_mul(g)?;
            let products = self.products.checked_mul(2)?.checked_mul(s)?.checked_mul(g)?;
            let games = i128::from(self.games_squared).checked_mul(s)?.checked_mul(s)?;
            squares.checked_sub(products)?.checked_add(games)
        };
        let (deals, games) = (self.deals as f64, self.games as f64);
        let scatter = if let Some(exact) = scattered() {
            exact as f64 / (games * games)
        } else {
            // Beyond 10¹² games: rounding no longer shows in so small an error.
            let mean = self.sum as f64 / games;
            let (squares, products) = (self.squares as f64, self.products as f64);
            squares - 2.0 * mean * products + mean * mean * self.games_squared as f64
        };
        Some((scatter.max(0.0) * deals / (deals - 1.0)).sqrt() / games)
    }

    /// Student's t interval of the mean with the deals as observations; `None` below two deals.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        Interval::t(self.mean()?, self.standard_error()?, self.deals - 1, confidence).ok()
    }

    /// The interval of a share, where the figure counts games of a kind: never beyond 0 and 1. When all games were of that kind, or
    /// none, the deals do not scatter at all; then it is Wilson's interval for so many deals. From one deal nothing can be said: 0 to 1.
    pub fn share_interval(&self, confidence: Confidence) -> Interval {
        let nothing_known = Interval { low: 0.0, high: 1.0 };
        if self.deals < 2 {
            return nothing_known;
        }
        let extreme = match self.sum {
            0 => Some(0),
            sum if sum == self.games as i64 => Some(self.deals),
            _ => None,
        };
        let interval = match extreme {
            Some(successes) => Interval::wilson(successes, self.deals, confidence).ok(),
            None => self.interval(confidence),
        };
        interval.map_or(nothing_known, |interval| Interval {
            low: interval.low.max(0.0),
            high: interval.high.min(1.0),
        })
    }

    /// Whether these can be sums of anything (they may come from a file): at most `most` games a deal, of at most `largest` a game.
    pub fn is_sound(&self, most: u64, largest: u64) -> bool {
        let games = u128::from(self.games);
        let largest = u128::from(largest);
        self.deals <= self.games
            && games <= u128::from(self.deals) * u128::from(most)
            && self.games <= self.games_squared
            && u128::from(self.sum.unsigned_abs()) <= games.saturating_mul(largest)
            && self.squares
                <= games.saturating_mul(largest).saturating_mul(largest).saturating_mul(u128::from(most))
            && u128::from(self.sum.unsigned_abs()) <= self.squares
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ninety_five() -> Confidence {
        Confidence::new(0.95).unwrap()
    }

    proptest! {
        /// With as many games in every deal it is the interval of the deals' means.
        #[test]
        fn equal_deals_are_observations(values in prop::collection::vec(-1000i64..1000, 2..50), games in 1u64..5) {
            let mut clustered = Clustered::default();
            let mut moments = quadrille_stats::Moments::new();
            for &value in &values {
                clustered.record(games, value);
                moments.record(value as f64 / games as f64).unwrap();
            }
            let (ours, plain) = (clustered.interval(ninety_five()).unwrap(), moments.mean_interval(ninety_five()).unwrap());
            prop_assert!((ours.low - plain.low).abs() < 1e-9 * (1.0 + plain.low.abs()), "{:?} {:?}", ours, plain);
            prop_assert!((ours.high - plain.high).abs() < 1e-9 * (1.0 + plain.high.abs()));
            prop_assert!(clustered.is_sound(games, 1000));
        }

        /// The definition, deal by deal, with unequal deals; in two parts as in one.
        #[test]
        fn the_scatter_is_that_about_the_ratio(deals in prop::collection::vec((0u64..4, -50i64..50), 1..40), cut in any::<prop::sample::Index>()) {
            let (mut whole, mut first, mut second) = <(Clustered, Clustered, Clustered)>::default();
            let cut = cut.index(deals.len());
            for (place, &(games, value)) in deals.iter().enumerate() {
                whole.record(games, value);
                if place < cut { first.record(games, value) } else { second.record(games, value) }
            }
            first.merge(&second);
            prop_assert_eq!(first, whole);
            let counted: Vec<_> = deals.iter().filter(|(games, _)| *games > 0).collect();
            if counted.len() < 2 {
                prop_assert_eq!(whole.standard_error(), None);
                return Ok(());
            }
            let n = counted.len() as f64;
            let games: f64 = counted.iter().map(|(games, _)| *games as f64).sum();
            let mean = counted.iter().map(|(_, value)| *value as f64).sum::<f64>() / games;
            let scatter: f64 = counted.iter().map(|(games, value)| *value as f64 - mean * *games as f64).map(|d| d * d).sum();
            let expected = (scatter * n / (n - 1.0)).sqrt() / games;
            prop_assert!((whole.standard_error().unwrap() - expected).abs() < 1e-9 * (1.0 + expected));
        }
    }

    #[test]
    fn a_share_stays_a_share() {
        let share = |deals: &[(u64, i64)]| {
            let mut clustered = Clustered::default();
            for &(games, won) in deals {
                clustered.record(games, won);
            }
            clustered.share_interval(ninety_five())
        };
        assert_eq!(share(&[]), Interval { low: 0.0, high: 1.0 });
        assert_eq!(share(&[(3, 3)]), Interval { low: 0.0, high: 1.0 });
        let all = share(&[(3, 3); 10]);
        assert_eq!(all, Interval::wilson(10, 10, ninety_five()).unwrap());
        let none = share(&[(3, 0); 10]);
        assert!(none.low == 0.0 && none.high > 0.2);
        let few = share(&[(3, 3), (3, 1)]);
        assert_eq!((few.low, few.high), (0.0, 1.0));
    }
}
