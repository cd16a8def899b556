//! Moments of floating-point numbers, in constant space.

use average::{Estimate, Merge, Variance};

use crate::{Confidence, Interval, StatsError};

/// Number, mean, variance, minimum and maximum of floating-point observations.
///
/// Observations are added by Welford's recurrence (1962), and partial results are merged by the
/// formula of Chan, Golub and `LeVeque` (1979), both from the crate `average`. Neither formula
/// computes a sum of squares, so a large common offset costs few digits. However, both formulas
/// round. **The same observations in the same order, split into the same parts, merged in the same
/// order, give the same bits** on every machine and any number of threads; another split or order
/// may change the last digits. Therefore, split into shards by a fixed rule, and merge in the order
/// of the shards. For whole numbers, [`Counts`](crate::Counts) has no such condition.
///
/// For n observations, the error of the mean is about 10⁻¹⁶·√n times the largest magnitude of an
/// observation. The variance of a million observations with mean 10⁶ and standard deviation 1 has
/// ten correct digits.
///
/// ```
/// use quadrille_stats::Moments;
///
/// let mut first = Moments::new();
/// let mut second = Moments::new();
/// [1.0, 2.0].into_iter().try_for_each(|x| first.record(x))?;
/// [3.0, 6.0].into_iter().try_for_each(|x| second.record(x))?;
/// first.merge(&second)?;
/// assert_eq!(first.count(), 4);
/// assert_eq!(first.mean(), Some(3.0));
/// assert_eq!(first.variance(), Some(14.0 / 3.0));
/// assert_eq!((first.min(), first.max()), (Some(1.0), Some(6.0)));
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Stored"))]
pub struct Moments {
    variance: Variance,
    /// The smallest observation; 0 while there are none.
    min: f64,
    /// The largest observation; 0 while there are none.
    max: f64,
}

impl Moments {
    /// Minimum number of observations for a reliable interval if all observations are equal.
    const ALIKE: u64 = 1_000_000;
    /// Reciprocal of the maximum share of one observation in the sum of squared deviations.
    const CARRIERS: f64 = 30.0;
    /// The multiple of the mean squared deviation up to which every squared deviation is allowed.
    /// The multiple 16 allows deviations of four standard deviations, which small samples of a
    /// normal distribution can contain.
    const FURTHEST: f64 = 16.0;

    /// Maximum magnitude of an observation, so that squares and their sums stay within the range of
    /// floats.
    pub const LIMIT: f64 = 1e120;

    /// Creates moments without observations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one observation.
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] for a value that is infinite or not a number,
    /// [`StatsError::TooLarge`] beyond ±[`Moments::LIMIT`], [`StatsError::TooMany`] after
    /// `u64::MAX` observations; nothing changes in that case.
    pub fn record(&mut self, value: f64) -> Result<(), StatsError> {
        if !value.is_finite() {
            return Err(StatsError::NotFinite(value));
        }
        if value.abs() > Self::LIMIT {
            return Err(StatsError::TooLarge(value));
        }
        if self.count() == u64::MAX {
            return Err(StatsError::TooMany);
        }
        let empty = self.is_empty();
        self.min = if empty { value } else { lower(self.min, value) };
        self.max = if empty { value } else { upper(self.max, value) };
        self.variance.add(value);
        Ok(())
    }

    /// Appends the observations of `later`. The order of merging affects the last digits.
    ///
    /// # Errors
    /// [`StatsError::TooMany`] if the number of observations would exceed `u64::MAX`; nothing
    /// changes in that case.
    pub fn merge(&mut self, later: &Self) -> Result<(), StatsError> {
        if self.count().checked_add(later.count()).is_none() {
            return Err(StatsError::TooMany);
        }
        if later.is_empty() {
            return Ok(());
        }
        let empty = self.is_empty();
        self.min = if empty { later.min } else { lower(self.min, later.min) };
        self.max = if empty { later.max } else { upper(self.max, later.max) };
        self.variance.merge(&later.variance);
        Ok(())
    }

    /// Returns the number of observations.
    pub fn count(&self) -> u64 {
        self.variance.len()
    }

    /// Returns whether there are no observations.
    pub fn is_empty(&self) -> bool {
        self.variance.is_empty()
    }

    /// Returns the mean; `None` if there are no observations.
    pub fn mean(&self) -> Option<f64> {
        (!self.is_empty()).then(|| self.variance.mean())
    }

    /// Returns the sample variance (divisor n − 1 for n observations); `None` if there are fewer
    /// than two observations.
    pub fn variance(&self) -> Option<f64> {
        (self.count() >= 2).then(|| self.variance.sample_variance())
    }

    /// Returns the square root of [`Moments::variance`].
    pub fn standard_deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Returns the standard error of the mean: √(variance / n) for n observations.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count() as f64).sqrt())
    }

    /// Returns the smallest observation; `None` if there are none.
    pub fn min(&self) -> Option<f64> {
        (!self.is_empty()).then_some(self.min)
    }

    /// Returns the largest observation; `None` if there are none.
    pub fn max(&self) -> Option<f64> {
        (!self.is_empty()).then_some(self.max)
    }

    /// Returns the t interval of the mean, see [`Interval::t`]; `None` if there are fewer than two
    /// observations.
    pub fn mean_interval(&self, confidence: Confidence) -> Option<Interval> {
        Interval::t(self.mean()?, self.standard_error()?, self.count() - 1, confidence).ok()
    }

    /// Returns whether the sample is informative enough for an interval of the mean to be reliable.
    ///
    /// A t interval estimates the spread of the distribution by the spread of the sample. If rare
    /// outcomes determine the mean, the sample contains few of them or none, and the interval is
    /// too short or has no width at all. Therefore no single observation may account for more than
    /// a thirtieth of the sum of the squared deviations. If a sample satisfies this condition, a
    /// rare outcome that determines the mean has occurred about thirty times. For fewer than 480
    /// observations, a squared deviation may instead be up to sixteen times the mean squared
    /// deviation, because a normal sample of 200 has an observation beyond four standard deviations
    /// with probability 1/80. If all observations are equal, there must be a million of them: an
    /// outcome with probability 1/200,000 would have been missed with probability e⁻⁵.
    ///
    /// ```
    /// use quadrille_stats::Moments;
    ///
    /// let (mut coin, mut jackpot) = (Moments::new(), Moments::new());
    /// for toss in 0..1000 {
    ///     coin.record(f64::from(toss % 2))?;
    ///     jackpot.record(if toss == 17 { 1e6 } else { 1.0 })?;
    /// }
    /// assert!(coin.is_informative() && !jackpot.is_informative());
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    pub fn is_informative(&self) -> bool {
        let (Some(mean), Some(variance), Some(least), Some(most)) =
            (self.mean(), self.variance(), self.min(), self.max())
        else {
            return false;
        };
        // All observations are equal.
        if least >= most {
            return self.count() >= Self::ALIKE;
        }
        let furthest = (most - mean).max(mean - least);
        let carriers = Self::CARRIERS.min(self.count() as f64 / Self::FURTHEST);
        carriers * furthest * furthest <= variance * (self.count() - 1) as f64
    }
}

/// Returns the smaller of two numbers. −0 counts as smaller than 0, so that the sign of a minimum
/// does not depend on the order of merging.
fn lower(a: f64, b: f64) -> f64 {
    if b.total_cmp(&a).is_lt() { b } else { a }
}

/// Returns the larger of two numbers; 0 counts as larger than −0.
fn upper(a: f64, b: f64) -> f64 {
    if b.total_cmp(&a).is_gt() { b } else { a }
}

/// The serialised form before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Moments")]
struct Stored {
    variance: Variance,
    min: f64,
    max: f64,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for Moments {
    type Error = StatsError;

    fn try_from(stored: Stored) -> Result<Self, StatsError> {
        let Stored { variance, min, max } = stored;
        let restored = Self { variance, min, max };
        if restored.is_empty() {
            return Ok(Self::new());
        }
        for value in [min, max, restored.variance.mean()] {
            if !value.is_finite() {
                return Err(StatsError::NotFinite(value));
            }
            if value.abs() > Self::LIMIT {
                return Err(StatsError::TooLarge(value));
            }
        }
        if min > max {
            return Err(StatsError::Contradiction("the smallest observation exceeds the largest"));
        }
        let variance = restored.variance.population_variance();
        if !(variance.is_finite() && variance >= 0.0) {
            return Err(StatsError::Contradiction("the variance is negative or not a number"));
        }
        Ok(restored)
    }
}
