//! Confidence intervals.

use crate::StatsError;
use crate::critical::{Confidence, normal_critical, t_critical};

/// A confidence interval: the range from `low` to `high`, in the unit of the observations.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Interval {
    /// The lower limit.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
}

impl Interval {
    /// Returns the normal interval: mean ± z standard errors. Use it if the standard error is
    /// known, or was estimated from very many observations.
    ///
    /// ```
    /// use quadrille_stats::{Confidence, Interval};
    ///
    /// let interval = Interval::normal(10.0, 0.5, Confidence::new(0.95)?)?;
    /// assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "9.020 10.980");
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] if the mean, the standard error or a limit is not finite;
    /// [`StatsError::StandardError`] if the standard error is negative.
    pub fn normal(mean: f64, standard_error: f64, confidence: Confidence) -> Result<Self, StatsError> {
        Self::around(mean, standard_error, normal_critical(confidence))
    }

    /// Returns Student's t interval (1908): mean ± t standard errors.
    ///
    /// Use it if the standard error was estimated from the same observations as the mean. For a
    /// mean of n observations there are n − 1 degrees of freedom. The interval is exact for normal
    /// observations, and a good approximation for means of many observations of any distribution.
    ///
    /// # Errors
    /// The errors of [`Interval::normal`], and [`StatsError::TooFew`] for 0 degrees of freedom.
    pub fn t(
        mean: f64,
        standard_error: f64,
        degrees_of_freedom: u64,
        confidence: Confidence,
    ) -> Result<Self, StatsError> {
        Self::around(mean, standard_error, t_critical(confidence, degrees_of_freedom)?)
    }

    /// Returns Wilson's score interval (1927) for the probability of success.
    ///
    /// The interval contains each probability under which the expected number of successes differs
    /// from the observed number by at most z standard deviations. Unlike the normal interval of a
    /// proportion, it stays within [0, 1], and is accurate if there are few trials, or if none or
    /// all of them are successful. The lower limit is exactly 0 without successes, and the upper
    /// limit exactly 1 without failures.
    ///
    /// ```
    /// use quadrille_stats::{Confidence, Interval};
    ///
    /// let interval = Interval::wilson(0, 10, Confidence::new(0.95)?)?;
    /// assert_eq!(interval.low, 0.0);
    /// assert_eq!(format!("{:.4}", interval.high), "0.2775");
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// [`StatsError::TooFew`] without trials, [`StatsError::Successes`] with more successes than
    /// trials.
    pub fn wilson(successes: u64, trials: u64, confidence: Confidence) -> Result<Self, StatsError> {
        if trials == 0 {
            return Err(StatsError::TooFew { what: "trials", have: 0, need: 1 });
        }
        if successes > trials {
            return Err(StatsError::Successes { successes, trials });
        }
        let z = normal_critical(confidence);
        let (n, s, f) = (trials as f64, successes as f64, (trials - successes) as f64);
        let centre = (s + z * z / 2.0) / (n + z * z);
        let half = z / (n + z * z) * (s * (f / n) + z * z / 4.0).sqrt();
        Ok(Self {
            low: if successes == 0 { 0.0 } else { (centre - half).max(0.0) },
            high: if successes == trials { 1.0 } else { (centre + half).min(1.0) },
        })
    }

    /// Returns half the width, which for an interval around a mean is the number after "±".
    pub fn half_width(self) -> f64 {
        self.high / 2.0 - self.low / 2.0
    }

    /// Returns whether the value lies in the interval, which includes its limits.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    fn around(mean: f64, standard_error: f64, critical: f64) -> Result<Self, StatsError> {
        if standard_error < 0.0 {
            return Err(StatsError::StandardError(standard_error));
        }
        let half = critical * standard_error;
        let interval = Self { low: mean - half, high: mean + half };
        let mut wrong =
            [mean, standard_error, interval.low, interval.high].into_iter().filter(|x| !x.is_finite());
        wrong.next().map_or(Ok(interval), |value| Err(StatsError::NotFinite(value)))
    }
}
