//! The fights of `combat.dps`: a shard is a block of consecutive iterations.

use std::sync::Arc;

use quadrille_combat::{Block, Simulation};
use quadrille_memory::{Need, Shortage, of, probe, reserve};
use quadrille_progress::{Observer, Stopped};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::job::DpsJob;
use super::result::FightResults;
use crate::profiles::FEWEST_FOR_AN_ERROR;
use quadrille_report::intervals::error;
use quadrille_runner::blocks::{IterationBlocks, length};
use quadrille_runner::need::partials;

/// Number of fights per block. A block takes a few hundredths of a second. Blocks are short,
/// because a stop rule is checked only after each block.
const BLOCK: u64 = 1000;

/// An experiment with a target error ends after this many fights if all of them ended at time 0.
const FIGHTS_WITHOUT_DPS: u64 = 10_000;

/// The fights of a profile as an experiment.
pub(super) struct Fights {
    settings: Arc<DpsJob>,
    seed: u64,
    simulation: Simulation,
    cut: IterationBlocks,
}

impl Fights {
    pub(super) fn new(settings: Arc<DpsJob>, seed: u64) -> Self {
        let iterations = settings.iterations;
        let cut = IterationBlocks::new(0..iterations, settings.shards.unwrap_or(iterations.div_ceil(BLOCK)));
        let simulation = Simulation::new(&settings.profile);
        Self { settings, seed, simulation, cut }
    }

    /// Returns the number of lists of a block that can have one element per fight: the DPS, and if
    /// fights can end early, the kill times and the indices of the fights without a length.
    const fn lists(&self) -> u64 {
        if self.simulation.can_end_early() { 3 } else { 1 }
    }

    fn fought<'a>(&'a self, block: &'a Block) -> FightResults<'a> {
        FightResults {
            profile: &self.settings.profile,
            arguments: &self.settings.arguments,
            simulation: &self.simulation,
            block,
            seed: self.seed,
        }
    }
}

impl Experiment for Fights {
    type Partial = Block;
    type Stage = ();

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    /// Returns the memory required for lists that have one number per fight. The DPS of every fight
    /// is kept for exact quantiles. If fights can end early, the kill times and the indices of
    /// fights without a length are kept too. A quantile needs a copy of one list. The lists of a
    /// shard in progress exist in several forms: as numbers, encoded, encoded with a checksum, and
    /// decoded. If a stop rule may end the run early, the kept lists are not included, because they
    /// [grow](Self::reserve) as needed.
    fn memory(&self, workers: usize) -> Need {
        let fights = if self.has_stop_rule() { 0 } else { self.settings.iterations };
        let block = length(&self.cut.block(0)) + 1;
        let lists = self.lists();
        let shards = partials(of::<f64>(block).saturating_mul(lists), workers);
        Need::kept(of::<f64>(fights).saturating_mul(lists))
            .and(Need::working(shards).then(Need::working(of::<f64>(fights))))
    }

    fn reserve(&self, prefix: &mut Block, next: &Block) -> Result<(), Shortage> {
        // Without a stop rule, the final number of fights is known. Memory is then reserved once
        // for all fights.
        let all = if self.has_stop_rule() { 0 } else { self.settings.iterations };
        if self.lists() > 1 {
            prefix.kill_times.reserve(next.kill_times.count())?;
            reserve(&mut prefix.without_length, next.without_length.len())?;
        }
        prefix.sample.reserve(next.sample.count().max(all.saturating_sub(prefix.sample.count())))
    }

    fn work(&self, shard: u64) -> u64 {
        length(&self.cut.block(shard))
    }

    fn work_unit(&self) -> &'static str {
        "fights"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Block, WorkError> {
        let block = self.cut.block(shard);
        // Seed, iteration and source of randomness select the random stream, so a replay does not
        // depend on shards.
        self.simulation.run_block(self.seed, block.start, length(&block), context).map_err(WorkError::from)
    }

    fn stage(&self, _: Option<&Block>) {}

    fn merge(&self, prefix: &mut Block, next: Block) {
        // Blocks of one profile always merge if they are in order; `verify` detects a missing
        // block.
        let _ = prefix.merge(&next);
    }

    fn has_stop_rule(&self) -> bool {
        self.settings.target_error.is_some()
    }

    fn is_enough(&self, prefix: &Block) -> bool {
        let Some(target) = self.settings.target_error else { return false };
        let (Some(error), Some(mean)) = (error(&prefix.dps), prefix.dps.mean()) else {
            // If no fight has a DPS, there is no error that could become small enough.
            return prefix.dps.count() == 0 && prefix.totals.iterations >= FIGHTS_WITHOUT_DPS;
        };
        prefix.dps.count() >= FEWEST_FOR_AN_ERROR
            && (prefix.dps.is_informative() || self.simulation.is_certain())
            && 100.0 * error <= target * mean
    }

    fn verify(&self, whole: &Block) -> Result<(), String> {
        let (totals, simulation) = (&whole.totals, &self.simulation);
        let shape = [
            totals.rows.len(),
            totals.buffs.len(),
            totals.dots.len(),
            totals.resources.len(),
            totals.procs.len(),
            totals.reactions.len(),
        ];
        let expected = [
            simulation.rows().len(),
            simulation.buffs().count(),
            simulation.dots().count(),
            simulation.resources().count(),
            simulation.procs().count(),
            simulation.reactions().count(),
        ];
        if whole.first != 0 || shape != expected || !whole.is_sound() {
            return Err("the totals of the shards are incomplete or inconsistent".to_owned());
        }
        let fights = whole.totals.iterations;
        let all = fights == self.settings.iterations;
        if all || (fights > 0 && self.is_enough(whole)) {
            Ok(())
        } else {
            Err(format!("the shards hold {fights} of {} fights", self.settings.iterations))
        }
    }

    fn conclude(&self, whole: &Block, observer: &dyn Observer) -> Result<Conclusion, Stopped> {
        probe(of::<f64>(whole.sample.count()))?;
        let fought = self.fought(whole);
        Ok(fought.conclude(fought.median(observer)?))
    }

    fn conclude_so_far(&self, prefix: &Block, observer: &dyn Observer) -> Option<Conclusion> {
        probe(of::<f64>(prefix.sample.count())).ok()?;
        let fought = self.fought(prefix);
        // The log of the median fight is optional. If it does not fit in memory, the result has no
        // log.
        Some(fought.conclude(fought.median(observer).unwrap_or_default()))
    }
}
