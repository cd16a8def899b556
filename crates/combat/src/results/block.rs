//! A block of consecutive iterations, the unit in which results are made, stored and merged.

use quadrille_stats::{Moments, Sample, StatsError};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Totals;

/// What a run of consecutive iterations came to.
///
/// Everything in [`Totals`] is whole numbers. The DPS of each iteration is kept, in the order of the
/// iterations, for exact quantiles; its moments are floating sums, which are the same for the same blocks
/// merged in the same order.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(try_from = "Stored"))]
pub struct Block {
    /// The number of the first iteration.
    pub first: u64,
    /// The sums.
    pub totals: Totals,
    /// Damage a second, iteration by iteration.
    pub dps: Moments,
    /// Damage a second of every iteration, in order.
    pub sample: Sample,
    /// Damage taken a second, iteration by iteration.
    pub dtps: Moments,
}

/// A block as it was stored: what was read may not add up.
#[cfg(feature = "serde")]
#[derive(Deserialize)]
struct Stored {
    first: u64,
    totals: Totals,
    dps: Moments,
    sample: Sample,
    dtps: Moments,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for Block {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let Stored { first, totals, dps, sample, dtps } = stored;
        let block = Self { first, totals, dps, sample, dtps };
        if block.is_sound() { Ok(block) } else { Err("the parts of a block of fights do not add up") }
    }
}

/// Two blocks that do not belong together.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The second does not begin where the first ends.
    #[error("blocks must follow one another: expected one that begins at iteration {expected}, not {found}")]
    Gap {
        /// Where the next block must begin.
        expected: u64,
        /// Where it does begin.
        found: u64,
    },
    /// They are of different profiles.
    #[error("the blocks are of different profiles")]
    Profiles,
    /// The statistics refused.
    #[error(transparent)]
    Stats(#[from] StatsError),
}

impl Block {
    /// Appends the block that follows this one.
    ///
    /// # Errors
    /// The other block does not begin where this one ends, or is of a profile of another shape; nothing
    /// changes then.
    pub fn merge(&mut self, next: &Self) -> Result<(), MergeError> {
        let expected = self.first + self.totals.iterations;
        if next.first != expected {
            return Err(MergeError::Gap { expected, found: next.first });
        }
        if !self.totals.fits(&next.totals) {
            return Err(MergeError::Profiles);
        }
        let (mut dps, mut dtps) = (self.dps.clone(), self.dtps.clone());
        dps.merge(&next.dps)?;
        dtps.merge(&next.dtps)?;
        (self.dps, self.dtps) = (dps, dtps);
        self.sample.merge(&next.sample);
        self.totals.merge(&next.totals);
        Ok(())
    }

    /// Whether the parts of the block agree with one another; what was read from a file may not.
    pub fn is_sound(&self) -> bool {
        let iterations = self.totals.iterations;
        self.dps.count() == iterations
            && self.dtps.count() == iterations
            && self.sample.count() == iterations
            && self.totals.rows.iter().map(super::RowTotals::damage).sum::<u128>()
                == self.totals.damage + self.totals.taken
            && self.totals.timeline.iter().sum::<u128>() == self.totals.damage
            && self.totals.timeline_time.iter().sum::<u128>() == self.totals.time
    }

    /// The iteration whose DPS is nearest to `value`, the first of several; `None` without iterations.
    pub fn nearest_iteration(&self, value: f64) -> Option<u64> {
        let distance = |dps: f64| (dps - value).abs();
        let values = self.sample.values();
        let nearest =
            (0..values.len()).min_by(|&a, &b| distance(values[a]).total_cmp(&distance(values[b])))?;
        Some(self.first + nearest as u64)
    }
}
