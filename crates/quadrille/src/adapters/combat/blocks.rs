//! Fights in blocks: a shard is a block of consecutive iterations.

use quadrille_combat::{Block, Simulation};
use quadrille_experiment::{Conclusion, Experiment, Shard, Stopped, Watch};
use quadrille_stats::Confidence;

use super::findings;
use super::settings::Settings;

/// Fights in a block: some hundredths of a second of work, and steps fine enough for a stop rule.
const BLOCK: u64 = 1000;
/// No error is trusted that rests on fewer fights.
const FEWEST: u64 = 1000;

/// A profile's fights as an experiment.
pub(super) struct Fights<'a> {
    settings: &'a Settings,
    seed: u64,
    simulation: Simulation,
}

impl<'a> Fights<'a> {
    pub(super) fn new(settings: &'a Settings, seed: u64) -> Self {
        Self { settings, seed, simulation: Simulation::new(&settings.profile) }
    }

    /// Where a shard's block begins; that of the shard after the last is the end.
    fn begin(&self, shard: u64) -> u64 {
        let part = u128::from(self.settings.iterations) * u128::from(shard) / u128::from(self.shards());
        part as u64
    }
}

/// Half the 95 % interval of the mean, in points of DPS; `None` below two fights.
pub(super) fn error(block: &Block) -> Option<f64> {
    Some(block.dps.mean_interval(confidence())?.half_width())
}

/// The confidence of every interval.
pub(super) fn confidence() -> Confidence {
    Confidence::new(0.95).expect("0.95 is a confidence")
}

impl Experiment for Fights<'_> {
    type Partial = Block;

    fn shards(&self) -> u64 {
        let iterations = self.settings.iterations;
        self.settings.shards.unwrap_or(iterations.div_ceil(BLOCK)).min(iterations).max(1)
    }

    fn work(&self, shard: u64) -> u64 {
        self.begin(shard + 1) - self.begin(shard)
    }

    fn work_unit(&self) -> &'static str {
        "fights"
    }

    fn run_shard(&self, shard: Shard, watch: &Watch<'_>) -> Result<Block, Stopped> {
        let first = self.begin(shard.number);
        let count = self.begin(shard.number + 1) - first;
        // Fights draw from streams (seed, iteration, source): a replay needs no shard.
        self.simulation
            .run_block(self.seed, first, count, &mut |done| watch.report(done))
            .map_err(|_| Stopped)
    }

    fn merge(&self, prefix: &mut Block, next: Block) {
        // Blocks of one profile in their order always fit; `verify` would notice what is missing.
        let _ = prefix.merge(&next);
    }

    fn is_enough(&self, prefix: &Block) -> bool {
        let (Some(target), Some(error), Some(mean)) =
            (self.settings.target_error, error(prefix), prefix.dps.mean())
        else {
            return false;
        };
        prefix.totals.iterations >= FEWEST && 100.0 * error <= target * mean
    }

    fn verify(&self, whole: &Block) -> Result<(), String> {
        let (totals, simulation) = (&whole.totals, &self.simulation);
        let shape = [
            totals.rows.len(),
            totals.buffs.len(),
            totals.dots.len(),
            totals.resources.len(),
            totals.procs.len(),
        ];
        let expected = [
            simulation.rows().len(),
            simulation.buffs().count(),
            simulation.dots().count(),
            simulation.resources().count(),
            simulation.procs().count(),
        ];
        if whole.first != 0 || shape != expected || !whole.is_sound() {
            return Err("their sums do not add up".to_owned());
        }
        let fights = whole.totals.iterations;
        let all = fights == self.settings.iterations;
        if all || (fights > 0 && self.is_enough(whole)) {
            Ok(())
        } else {
            Err(format!("they hold {fights} fights of {}", self.settings.iterations))
        }
    }

    fn conclude(&self, whole: &Block) -> Conclusion {
        findings::conclusion(&self.settings.profile, &self.simulation, self.seed, whole)
    }
}
