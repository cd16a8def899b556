//! The paired fights of `combat.weights`: a shard is a block of iterations, each simulated with the
//! base profile and with every change.

use std::sync::Arc;

use quadrille_combat::{Pair, Pairs, Simulation};
use quadrille_memory::Need;
use quadrille_progress::{Observer, Stopped};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::job::WeightsJob;
use super::report::report;
use super::result::WeightsResult;
use crate::compare::CONCLUSION_BYTES;
use crate::profiles::FEWEST_FOR_AN_ERROR;
use quadrille_report::intervals::error;
use quadrille_runner::blocks::{IterationBlocks, length};
use quadrille_runner::need::partials;

/// Number of fights per block, including the fights with changes. A block takes a few hundredths of
/// a second.
const BLOCK: u64 = 2000;

/// The fights of a profile and of its changed copies.
pub(super) struct Fights {
    settings: Arc<WeightsJob>,
    seed: u64,
    base: Simulation,
    others: Vec<Simulation>,
    cut: IterationBlocks,
}

impl Fights {
    pub(super) fn new(settings: Arc<WeightsJob>, seed: u64) -> Self {
        let base = Simulation::new(&settings.profile);
        let others: Vec<Simulation> =
            settings.changes.iter().map(|change| Simulation::new(&change.profile)).collect();
        let iterations = settings.iterations;
        // The size of a block is counted in fights. An iteration has one fight with each change,
        // and one fight of the base profile.
        let blocks = (iterations * (1 + others.len() as u64)).div_ceil(BLOCK);
        let cut = IterationBlocks::new(0..iterations, settings.shards.unwrap_or(blocks));
        Self { settings, seed, base, others, cut }
    }

    /// Returns the number of fights per iteration.
    fn fights(&self) -> u64 {
        1 + self.others.len() as u64
    }
}

impl Experiment for Fights {
    type Partial = Pairs;
    type Stage = ();

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    /// Returns the memory required for the pairs. Each worker holds the fight states of all
    /// profiles and the sums of one block. The run holds the merged sums, a copy of them during
    /// each merge, and one entry of the result per change.
    fn memory(&self, workers: usize) -> Need {
        let sums = Pairs::bytes(self.others.len());
        let fights = Pairs::run_bytes(&self.base, &self.others).saturating_mul(workers as u64);
        let shards = fights.saturating_add(partials(sums, workers)).saturating_add(sums);
        Need::kept(sums).and(Need::working(shards).then(Need::working(self.fights() * CONCLUSION_BYTES)))
    }

    fn work(&self, shard: u64) -> u64 {
        self.fights() * length(&self.cut.block(shard))
    }

    fn work_unit(&self) -> &'static str {
        "fights"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Pairs, WorkError> {
        let block = self.cut.block(shard);
        Pairs::run(&self.base, &self.others, self.seed, block.start, length(&block), context)
            .map_err(WorkError::from)
    }

    fn stage(&self, _: Option<&Pairs>) {}

    fn merge(&self, prefix: &mut Pairs, next: Pairs) {
        // Blocks of the same profiles always merge if they are in order; `verify` detects a missing
        // block.
        let _ = prefix.merge(&next);
    }

    fn has_stop_rule(&self) -> bool {
        self.settings.target_error.is_some()
    }

    fn is_enough(&self, prefix: &Pairs) -> bool {
        let (Some(target), Some(mean)) = (self.settings.target_error, prefix.base.mean()) else {
            return false;
        };
        // If both profiles are deterministic, their difference is exact. Otherwise, the differences
        // must suffice for a reliable interval.
        let certain = |other: &Simulation| self.base.is_certain() && other.is_certain();
        let small = |(pair, other): (&Pair, &Simulation)| {
            (pair.difference.is_informative() || certain(other))
                && error(&pair.difference).is_some_and(|error| 100.0 * error <= target * mean)
        };
        prefix.base.count() >= FEWEST_FOR_AN_ERROR && prefix.others.iter().zip(&self.others).all(small)
    }

    fn verify(&self, whole: &Pairs) -> Result<(), String> {
        let iterations = whole.iterations;
        if whole.first == 0
            && whole.others.len() == self.others.len()
            && whole.is_sound()
            && (iterations == self.settings.iterations || (iterations > 0 && self.is_enough(whole)))
        {
            Ok(())
        } else {
            Err(format!("the shards hold {iterations} of {} iterations", self.settings.iterations))
        }
    }

    fn conclude(&self, whole: &Pairs, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let result = WeightsResult::of(&self.settings, whole);
        let fights = u128::from(result.iterations) * u128::from(self.fights());
        Ok(Conclusion::new(&result, report(&result)).counting("fights", fights))
    }

    fn conclude_so_far(&self, prefix: &Pairs, observer: &dyn Observer) -> Option<Conclusion> {
        self.conclude(prefix, observer).ok()
    }
}
