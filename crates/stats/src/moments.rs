//! Moments of floating-point numbers, in constant space.

use average::{Estimate, Merge, Variance};

use crate::{Confidence, Interval, StatsError};

/// Number, mean, variance, smallest and largest of floating-point observations.
///
/// Observations are taken in by Welford's recurrence (1962) and partial results merged by the formula of
/// Chan, Golub and `LeVeque` (1979), both from the crate `average`: no sum of squares is ever formed, so a
/// large common offset costs few digits. They do round, however. **The same observations in the same order,
/// cut into the same parts, merged in the same order, give the same bits** on every machine and any number of
/// threads; another cut or another order may change the last digits. So: cut into shards by a fixed rule and
/// merge in the order of the shards. Where values are whole numbers, [`Counts`](crate::Counts) has no such
/// condition.
///
/// The error of the mean is about 10⁻¹⁶ of the largest magnitude for each √n observations, and the variance
/// of a million observations with mean 10⁶ and standard deviation 1 is right to ten digits.
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
    /// Smallest and largest; both 0 as long as there are no observations.
    min: f64,
    max: f64,
}

impl Moments {
    /// Observations that are all alike are believed to be all there is from so many on.
    const ALIKE: u64 = 1_000_000;
    /// No single observation may carry more of the sum of squares than one part in so many.
    const CARRIERS: f64 = 30.0;
    /// Of few observations the furthest of a normal sample carries more than that: it may be four standard
    /// deviations away.
    const FURTHEST: f64 = 16.0;

    /// The largest magnitude of an observation: squares and their sums stay far inside the range of floats.
    pub const LIMIT: f64 = 1e120;

    /// No observations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in one observation.
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] for an infinity or what is not a number, [`StatsError::TooLarge`] beyond
    /// ±[`Moments::LIMIT`], [`StatsError::TooMany`] after `u64::MAX` observations; nothing changes then.
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

    /// Puts the observations of `later` after those already here. The order matters for the last digits.
    ///
    /// # Errors
    /// [`StatsError::TooMany`] if the number of observations would exceed `u64::MAX`; nothing changes then.
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

    /// Returns the variance with n − 1; `None` if there are fewer than two observations.
    pub fn variance(&self) -> Option<f64> {
        (self.count() >= 2).then(|| self.variance.sample_variance())
    }

    /// Returns the square root of [`Moments::variance`].
    pub fn standard_deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Returns the standard deviation of the mean: √(variance / n).
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

    /// Returns the t interval of the mean, see [`Interval::t`]; `None` if there are fewer than two observations.
    pub fn mean_interval(&self, confidence: Confidence) -> Option<Interval> {
        Interval::t(self.mean()?, self.standard_error()?, self.count() - 1, confidence).ok()
    }

    /// Returns whether the observations tell enough about their distribution for an interval of the mean to be believed.
    ///
    /// A t interval takes the spread of the sample for that of the distribution. Where what matters is rare, the
    /// sample has seen it a few times or never, and the interval is too short, down to no width at all. So no
    /// single observation may carry more than a thirtieth of the squared deviations: a rare outcome has come some
    /// thirty times then. (Of fewer than 480 observations, it may be sixteen times as much as the mean square: a
    /// normal sample of 200 has one beyond four standard deviations with a chance of 1 in 80.) And if all are alike there must be a million of them: an outcome that one in 200,000 has
    /// would have been missed with a chance of e⁻⁵.
    ///
    /// ```
    /// use quadrille_stats::Moments;
    ///
    /// let (mut coin, mut jackpot) = (Moments::new(), Moments::new());
    /// for toss in 0..1000 {
    ///     coin.record(f64::from(toss % 2))?;
    ///     jackpot.record(if toss == 17 { 1e6 } else { 1.0 })?;
    /// }
    /// assert!(coin.is_telling() && !jackpot.is_telling());
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    pub fn is_telling(&self) -> bool {
        let (Some(mean), Some(variance), Some(least), Some(most)) =
            (self.mean(), self.variance(), self.min(), self.max())
        else {
            return false;
        };
        // What all are, up to the rounding of the moments.
        if least >= most {
            return self.count() >= Self::ALIKE;
        }
        let furthest = (most - mean).max(mean - least);
        let carriers = Self::CARRIERS.min(self.count() as f64 / Self::FURTHEST);
        carriers * furthest * furthest <= variance * (self.count() - 1) as f64
    }
}

/// Returns the smaller of two numbers; −0 is smaller than 0, so that the order of a merge cannot show in the sign.
fn lower(a: f64, b: f64) -> f64 {
    if b.total_cmp(&a).is_lt() { b } else { a }
}

/// Returns the larger of two numbers; 0 is larger than −0.
fn upper(a: f64, b: f64) -> f64 {
    if b.total_cmp(&a).is_gt() { b } else { a }
}

/// What is written to the store, before it has been checked.
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
            return Err(StatsError::Contradiction("the variance is not a number of at least 0"));
        }
        Ok(restored)
    }
}
