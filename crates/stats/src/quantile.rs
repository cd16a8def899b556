//! Quantiles as fractions, so that ranks are computed in integers.

use crate::StatsError;

/// A quantile between 0 and 1, as an exact fraction.
///
/// Quantiles in this crate are *nearest-rank*: the quantile k/d of n observations is the
/// observation of rank ⌈n·k/d⌉ in ascending order (rank 1, the smallest, for k = 0). It is always
/// one of the observations, without interpolation. The rank is computed in integers, because 0.1 as
/// a floating-point number is slightly more than a tenth: taken literally, the 0.1-quantile of ten
/// observations would be the second.
///
/// ```
/// use quadrille_stats::{Counts, Quantile};
///
/// let counts = Counts::of([15, 20, 35, 40, 50])?;
/// assert_eq!(counts.quantile(Quantile::percent(5)?), Some(15));
/// assert_eq!(counts.quantile(Quantile::percent(30)?), Some(20));
/// assert_eq!(counts.quantile(Quantile::percent(40)?), Some(20));
/// assert_eq!(counts.quantile(Quantile::MEDIAN), Some(35));
/// assert_eq!(counts.quantile(Quantile::new(999, 1000)?), Some(50));
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantile {
    numerator: u64,
    denominator: u64,
}

impl Quantile {
    /// The median: the middle observation, or the lower of the two middle observations if the
    /// number of observations is even.
    pub const MEDIAN: Self = Self { numerator: 1, denominator: 2 };

    /// Creates the quantile `numerator / denominator`.
    ///
    /// # Errors
    /// [`StatsError::Quantile`] if the denominator is 0 or the fraction exceeds 1.
    pub const fn new(numerator: u64, denominator: u64) -> Result<Self, StatsError> {
        if denominator == 0 || numerator > denominator {
            return Err(StatsError::Quantile { numerator, denominator });
        }
        Ok(Self { numerator, denominator })
    }

    /// Creates the quantile `percent / 100`.
    ///
    /// # Errors
    /// [`StatsError::Quantile`] if `percent` exceeds 100.
    pub const fn percent(percent: u64) -> Result<Self, StatsError> {
        Self::new(percent, 100)
    }

    /// Returns the rank, from 1 to `total`, of this quantile among `total` observations; `None` for
    /// `total` 0.
    ///
    /// ```
    /// use quadrille_stats::Quantile;
    ///
    /// assert_eq!(Quantile::percent(10)?.rank(10), Some(1));
    /// assert_eq!(Quantile::percent(10)?.rank(11), Some(2));
    /// assert_eq!(Quantile::MEDIAN.rank(0), None);
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    pub const fn rank(self, total: u64) -> Option<u64> {
        if total == 0 {
            return None;
        }
        let rank = (total as u128 * self.numerator as u128).div_ceil(self.denominator as u128);
        Some(if rank == 0 { 1 } else { rank as u64 })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fractions_outside_zero_to_one_are_refused() {
        for (numerator, denominator) in [(0, 0), (1, 0), (2, 1), (u64::MAX, u64::MAX - 1)] {
            let refused = StatsError::Quantile { numerator, denominator };
            assert_eq!(Quantile::new(numerator, denominator), Err(refused));
        }
        assert!(Quantile::percent(101).is_err());
    }

    #[test]
    fn ranks_at_the_limits() {
        let whole = Quantile::new(u64::MAX, u64::MAX).expect("1");
        assert_eq!(whole.rank(u64::MAX), Some(u64::MAX));
        let nothing = Quantile::new(0, u64::MAX).expect("0");
        assert_eq!(nothing.rank(u64::MAX), Some(1));
    }

    proptest! {
        /// The rank is by definition the smallest r with r/total ≥ the quantile.
        #[test]
        fn the_rank_is_the_smallest_that_reaches(total in 1..500u64, denominator in 1..500u64, part in 0..=500u64) {
            let numerator = part.min(denominator);
            let rank = Quantile::new(numerator, denominator).expect("a fraction").rank(total);
            prop_assert_eq!(rank, (1..=total).find(|rank| rank * denominator >= numerator * total));
        }
    }
}
