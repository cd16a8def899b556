//! Frequencies of whole numbers.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::{Confidence, Interval, Quantile, StatsError, ratio::nearest};

/// Frequencies of whole numbers. Sums and quantiles are exact. Means and variances are the exact
/// values, rounded once.
///
/// A value may be any `i64`, and the number of observations any `u64`. Within these ranges nothing
/// overflows: sums of values fit an `i128`, and sums of squares are computed in integers of
/// arbitrary length. More than 2⁶⁴ − 1 observations in total are an error.
///
/// Merging is exact, associative and commutative: any split of the same observations, merged in any
/// order, gives an equal `Counts` and the same bytes when serialised (as the map from values to
/// counts, in ascending order).
///
/// Recording costs O(log d) for d different values; every statistic costs O(d).
///
/// ```
/// use quadrille_stats::Counts;
///
/// let mut counts = Counts::new();
/// counts.record(3)?;
/// counts.record_many(5, 1_000_000_000_000)?;
/// assert_eq!(counts.count(5), 1_000_000_000_000);
/// assert_eq!(counts.sum(), 5_000_000_000_003);
/// assert_eq!(counts.iter().collect::<Vec<_>>(), [(3, 1), (5, 1_000_000_000_000)]);
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "BTreeMap<i64, u64>"))]
pub struct Counts {
    /// The count of each observed value. Counts of 0 are never stored, so that equal observations
    /// give equal maps.
    counts: BTreeMap<i64, u64>,
    total: u64,
}

impl Counts {
    /// Creates empty counts.
    pub const fn new() -> Self {
        Self { counts: BTreeMap::new(), total: 0 }
    }

    /// Counts the given values.
    ///
    /// # Errors
    /// [`StatsError::TooMany`] if there are more than `u64::MAX` values.
    pub fn of(values: impl IntoIterator<Item = i64>) -> Result<Self, StatsError> {
        let mut counts = Self::new();
        values.into_iter().try_for_each(|value| counts.record(value))?;
        Ok(counts)
    }

    /// Counts one observation.
    ///
    /// # Errors
    /// [`StatsError::TooMany`] if the total would exceed `u64::MAX`; nothing is counted in that
    /// case.
    pub fn record(&mut self, value: i64) -> Result<(), StatsError> {
        self.record_many(value, 1)
    }

    /// Counts `times` observations of the same value.
    ///
    /// # Errors
    /// [`StatsError::TooMany`] if the total would exceed `u64::MAX`; nothing is counted in that
    /// case.
    pub fn record_many(&mut self, value: i64, times: u64) -> Result<(), StatsError> {
        self.total = self.total.checked_add(times).ok_or(StatsError::TooMany)?;
        if times > 0 {
            *self.counts.entry(value).or_default() += times;
        }
        Ok(())
    }

    /// Adds the observations of `other`.
    ///
    /// # Errors
    /// [`StatsError::TooMany`] if the total would exceed `u64::MAX`; nothing is added in that case.
    pub fn merge(&mut self, other: &Self) -> Result<(), StatsError> {
        self.total = self.total.checked_add(other.total).ok_or(StatsError::TooMany)?;
        for (&value, &times) in &other.counts {
            *self.counts.entry(value).or_default() += times;
        }
        Ok(())
    }

    /// Returns the number of observations.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns whether there are no observations.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns the number of times that `value` was observed.
    pub fn count(&self, value: i64) -> u64 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// Returns the observed values in ascending order, each with its count, which is never 0.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// Returns the smallest observation; `None` if there are none.
    pub fn min(&self) -> Option<i64> {
        self.counts.first_key_value().map(|(&value, _)| value)
    }

    /// Returns the largest observation; `None` if there are none.
    pub fn max(&self) -> Option<i64> {
        self.counts.last_key_value().map(|(&value, _)| value)
    }

    /// Returns the exact sum of all observations, which is at most 2⁶³ · (2⁶⁴ − 1) in magnitude.
    pub fn sum(&self) -> i128 {
        self.iter().map(|(value, count)| i128::from(value) * i128::from(count)).sum()
    }

    /// Returns the mean: the exact fraction, rounded once to the nearest float; `None` without
    /// observations.
    pub fn mean(&self) -> Option<f64> {
        if self.is_empty() {
            return None;
        }
        let sum = self.sum();
        let magnitude = nearest(&sum.unsigned_abs().into(), &self.total.into());
        Some(if sum < 0 { -magnitude } else { magnitude })
    }

    /// Returns the sample variance of the n observations x: the exact fraction (n·Σx² − (Σx)²) /
    /// (n·(n − 1)), rounded once to the nearest float; `None` for fewer than two observations.
    ///
    /// ```
    /// use quadrille_stats::Counts;
    ///
    /// // A one-pass sum of squares in floats has no correct digit here.
    /// let counts = Counts::of([4, 7, 13, 16].map(|x| x + 1_000_000_000_000_000))?;
    /// assert_eq!(counts.variance(), Some(30.0));
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    pub fn variance(&self) -> Option<f64> {
        if self.total < 2 {
            return None;
        }
        let squares: BigUint =
            self.iter().map(|(value, count)| BigUint::from(value.unsigned_abs()).pow(2) * count).sum();
        let sum = BigUint::from(self.sum().unsigned_abs());
        // The numerator is not negative, by the Cauchy–Schwarz inequality.
        let numerator = squares * self.total - sum.pow(2);
        Some(nearest(&numerator, &(BigUint::from(self.total) * (self.total - 1))))
    }

    /// Returns the square root of [`Counts::variance`].
    pub fn standard_deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Returns the standard error of the mean: √(variance / n) for n observations.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.total as f64).sqrt())
    }

    /// Returns the exact nearest-rank quantile; `None` if there are no observations.
    pub fn quantile(&self, quantile: Quantile) -> Option<i64> {
        let rank = quantile.rank(self.total)?;
        let mut reached = 0;
        self.iter().find_map(|(value, count)| {
            reached += count;
            (reached >= rank).then_some(value)
        })
    }

    /// Returns the t interval of the mean, see [`Interval::t`]; `None` if there are fewer than two
    /// observations.
    pub fn mean_interval(&self, confidence: Confidence) -> Option<Interval> {
        Interval::t(self.mean()?, self.standard_error()?, self.total - 1, confidence).ok()
    }
}

impl TryFrom<BTreeMap<i64, u64>> for Counts {
    type Error = StatsError;

    /// # Errors
    /// [`StatsError::TooMany`] if the sum of the counts exceeds `u64::MAX`.
    fn try_from(mut counts: BTreeMap<i64, u64>) -> Result<Self, StatsError> {
        counts.retain(|_, &mut count| count > 0);
        let total = counts.values().try_fold(0u64, |total, &count| total.checked_add(count));
        Ok(Self { total: total.ok_or(StatsError::TooMany)?, counts })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Counts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.counts.serialize(serializer)
    }
}
