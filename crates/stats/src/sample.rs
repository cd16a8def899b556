//! Samples of floating-point numbers that keep all observations.

use crate::{Quantile, StatsError};

/// A sample that keeps all observations, for exact quantiles. It takes eight bytes per observation.
///
/// Merging appends the values. Quantiles depend on the values and not on their order, so the order
/// of merging does not affect them; [`Sample::values`] returns the values in the order of recording
/// and merging. Numbers are ordered by [`f64::total_cmp`]: −0 precedes 0.
///
/// ```
/// use quadrille_stats::{Quantile, Sample};
///
/// let mut sample = Sample::new();
/// [0.5, 0.25, 4.0].into_iter().try_for_each(|x| sample.record(x))?;
/// assert_eq!(sample.quantile(Quantile::MEDIAN), Some(0.5));
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<f64>", into = "Vec<f64>"))]
pub struct Sample {
    values: Vec<f64>,
}

impl Sample {
    /// Creates a sample without observations.
    pub const fn new() -> Self {
        Self { values: Vec::new() }
    }

    /// Adds one observation.
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] for a value that is infinite or not a number; nothing is added in
    /// that case.
    pub fn record(&mut self, value: f64) -> Result<(), StatsError> {
        if !value.is_finite() {
            return Err(StatsError::NotFinite(value));
        }
        self.values.push(value);
        Ok(())
    }

    /// Reserves memory for `more` further observations.
    ///
    /// # Errors
    /// A shortage of memory; nothing changes in that case.
    pub fn reserve(&mut self, more: u64) -> Result<(), quadrille_memory::Shortage> {
        quadrille_memory::reserve(&mut self.values, usize::try_from(more).unwrap_or(usize::MAX))
    }

    /// Appends the observations of `later`.
    pub fn merge(&mut self, later: &Self) {
        self.values.extend_from_slice(&later.values);
    }

    /// Returns the number of observations.
    pub fn count(&self) -> u64 {
        self.values.len() as u64
    }

    /// Returns whether there are no observations.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the observations, in the order of recording and merging.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the smallest observation; `None` if there are none.
    pub fn min(&self) -> Option<f64> {
        self.values.iter().copied().min_by(f64::total_cmp)
    }

    /// Returns the largest observation; `None` if there are none.
    pub fn max(&self) -> Option<f64> {
        self.values.iter().copied().max_by(f64::total_cmp)
    }

    /// Returns the exact nearest-rank quantile in O(n); `None` if there are no observations.
    pub fn quantile(&self, quantile: Quantile) -> Option<f64> {
        let rank = quantile.rank(self.count())?;
        let mut values = self.values.clone();
        let (_, &mut value, _) = values.select_nth_unstable_by(rank as usize - 1, f64::total_cmp);
        Some(value)
    }

    /// Returns several quantiles with one sort, in O(n log n); `None` if there are no observations.
    pub fn quantiles<const N: usize>(&self, quantiles: [Quantile; N]) -> Option<[f64; N]> {
        let mut values = self.values.clone();
        values.sort_unstable_by(f64::total_cmp);
        let mut found = [0.0; N];
        for (found, quantile) in found.iter_mut().zip(quantiles) {
            *found = values[quantile.rank(self.count())? as usize - 1];
        }
        Some(found)
    }
}

impl TryFrom<Vec<f64>> for Sample {
    type Error = StatsError;

    /// # Errors
    /// [`StatsError::NotFinite`] if any value is infinite or not a number.
    fn try_from(values: Vec<f64>) -> Result<Self, StatsError> {
        match values.iter().find(|value| !value.is_finite()) {
            Some(&value) => Err(StatsError::NotFinite(value)),
            None => Ok(Self { values }),
        }
    }
}

impl From<Sample> for Vec<f64> {
    fn from(sample: Sample) -> Self {
        sample.values
    }
}
