//! A block of consecutive iterations: the unit in which results are computed, stored and merged.

use quadrille_stats::{Moments, Sample, StatsError};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Totals;

/// The results of consecutive iterations.
///
/// [`Totals`] are integers. The DPS of each iteration is kept, in order, for exact quantiles. The
/// moments of the DPS are floating-point sums. They are reproducible if the same blocks are merged
/// in the same order.
///
/// A fight of length 0 ends at its first instant and has no DPS. It counts in `totals`, but not in
/// `dps`, `sample` and `dtps`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(try_from = "Stored"))]
pub struct Block {
    /// The index of the first iteration.
    pub first: u64,
    /// Integer sums over all iterations.
    pub totals: Totals,
    /// Moments of the DPS, over fights with a non-zero length.
    pub dps: Moments,
    /// DPS of every iteration with a non-zero length, in order.
    pub sample: Sample,
    /// Moments of the damage taken per second, over fights with a non-zero length.
    pub dtps: Moments,
    /// The indices of the iterations of length 0, in order.
    pub without_length: Vec<u64>,
    /// Sums over the iterations of length 0 alone; `totals` also includes these iterations. `None`
    /// if no iteration has length 0.
    pub totals_without_length: Option<Box<Totals>>,
    /// For each fight that ended with the death of the last target, in order: the seconds until
    /// this death.
    pub kill_times: Sample,
}

/// A block as deserialised, before validation.
#[cfg(feature = "serde")]
#[derive(Deserialize)]
struct Stored {
    first: u64,
    totals: Totals,
    dps: Moments,
    sample: Sample,
    dtps: Moments,
    without_length: Vec<u64>,
    totals_without_length: Option<Box<Totals>>,
    kill_times: Sample,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for Block {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let Stored { first, totals, dps, sample, dtps, without_length, totals_without_length, kill_times } =
            stored;
        let block =
            Self { first, totals, dps, sample, dtps, without_length, totals_without_length, kill_times };
        if block.is_sound() { Ok(block) } else { Err("the fields of a block of fights are inconsistent") }
    }
}

/// Error of merging two blocks.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The second block does not begin where the first ends.
    #[error("blocks must follow one another: the next block must begin at iteration {expected}, not {found}")]
    Gap {
        /// Index that the first iteration of the next block must have.
        expected: u64,
        /// Index that the first iteration of the next block has.
        found: u64,
    },
    /// The blocks belong to different profiles.
    #[error("the blocks belong to different profiles")]
    Profiles,
    /// The moments cannot be merged.
    #[error(transparent)]
    Stats(#[from] StatsError),
}

impl Block {
    /// Appends the block that follows this one.
    ///
    /// # Errors
    /// The next block does not begin where this block ends, or its profile has a different number
    /// of abilities, buffs or other items. After an error, this block is unchanged.
    pub fn merge(&mut self, next: &Self) -> Result<(), MergeError> {
        let expected = self.first + self.totals.iterations;
        if next.first != expected {
            return Err(MergeError::Gap { expected, found: next.first });
        }
        let both = self.totals_without_length.iter().chain(&next.totals_without_length);
        if !self.totals.fits(&next.totals) || both.into_iter().any(|totals| !self.totals.fits(totals)) {
            return Err(MergeError::Profiles);
        }
        let (mut dps, mut dtps) = (self.dps.clone(), self.dtps.clone());
        dps.merge(&next.dps)?;
        dtps.merge(&next.dtps)?;
        (self.dps, self.dtps) = (dps, dtps);
        self.sample.merge(&next.sample);
        self.totals.merge(&next.totals);
        self.without_length.extend_from_slice(&next.without_length);
        match (&mut self.totals_without_length, &next.totals_without_length) {
            (Some(totals), Some(next)) => totals.merge(next),
            (own @ None, next) => own.clone_from(next),
            (Some(_), None) => {}
        }
        self.kill_times.merge(&next.kill_times);
        Ok(())
    }

    /// Returns whether the fields of the block are consistent with one another. Deserialised blocks
    /// are checked with this method.
    pub fn is_sound(&self) -> bool {
        let iterations = self.totals.iterations;
        let without = &self.without_length;
        let Some(with) = iterations.checked_sub(without.len() as u64) else { return false };
        let in_order = without.is_sorted_by(|one, next| one < next)
            && without.iter().all(|&number| number.wrapping_sub(self.first) < iterations);
        let apart = self.totals_without_length.as_deref().map_or(without.is_empty(), |totals| {
            totals.iterations == without.len() as u64 && totals.time == 0 && self.totals.fits(totals)
        });
        self.dps.count() == with
            && self.dtps.count() == with
            && self.sample.count() == with
            && in_order
            && apart
            && self.kill_times.count() == self.totals.kills
            && self.totals.rows.iter().map(super::RowTotals::damage).sum::<u128>()
                == self.totals.damage + self.totals.taken
            && self.totals.timeline.iter().sum::<u128>() == self.totals.damage
            && self.totals.timeline_time.iter().sum::<u128>() == self.totals.time
    }

    /// Returns the index of the iteration whose DPS is nearest to `value`. Of several equally near
    /// iterations, returns the first. `None` if no iteration has a DPS.
    pub fn nearest_iteration(&self, value: f64) -> Option<u64> {
        let distance = |dps: f64| (dps - value).abs();
        let values = self.sample.values();
        let nearest =
            (0..values.len()).min_by(|&a, &b| distance(values[a]).total_cmp(&distance(values[b])))?;
        // The sample omits the iterations of length 0. The index in the sample is therefore
        // increased by the number of these iterations before the nearest iteration.
        let skip = |number: u64, &without: &u64| if without <= number { number + 1 } else { number };
        Some(self.without_length.iter().fold(self.first + nearest as u64, skip))
    }
}
