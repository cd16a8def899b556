//! Deals as an experiment: a shard is a block of consecutive deals, each played three times.

use quadrille_doudizhu::arena::{Arena, GAMES_A_DEAL, Tally};
use quadrille_experiment::{Conclusion, Experiment, Shard, Stopped, Watch};
use quadrille_progress::Progress;

use super::findings;
use super::settings::Settings;
use crate::adapters::cut::{Cut, length};

/// Deals of a shard: some hundredths of a second of work.
const BLOCK: u64 = 500;
/// Shards at most, where the file does not say: a checkpoint is a kilobyte.
const MOST_SHARDS: u64 = 20_000;

pub(super) struct Deals<'a> {
    settings: &'a Settings,
    arena: Arena,
    cut: Cut,
}

impl<'a> Deals<'a> {
    pub(super) fn new(settings: &'a Settings, seed: u64) -> Self {
        let arena = Arena::new(settings.setup, settings.players, seed);
        let own = settings.deals.div_ceil(BLOCK).min(MOST_SHARDS);
        Self { settings, arena, cut: Cut::new(0..settings.deals, settings.shards.unwrap_or(own)) }
    }
}

impl Experiment for Deals<'_> {
    type Partial = Tally;

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    fn work(&self, shard: u64) -> u64 {
        GAMES_A_DEAL * length(&self.cut.block(shard))
    }

    fn work_unit(&self) -> &'static str {
        "games"
    }

    fn run_shard(&self, shard: Shard, watch: &Watch<'_>) -> Result<Tally, Stopped> {
        // Deals draw from streams (seed, deal): any game can be had again without its shard.
        let deals = self.cut.block(shard.number);
        self.arena.run(deals, &|progress: &Progress| watch.report(progress.done)).map_err(|_| Stopped)
    }

    fn merge(&self, prefix: &mut Tally, next: Tally) {
        prefix.merge(&next);
    }

    fn verify(&self, whole: &Tally) -> Result<(), String> {
        if !whole.is_sound() {
            return Err("their sums do not add up".to_owned());
        }
        if whole.deals != self.settings.deals {
            return Err(format!("they hold {} deals of {}", whole.deals, self.settings.deals));
        }
        Ok(())
    }

    fn conclude(&self, whole: &Tally) -> Conclusion {
        findings::conclusion(&self.arena, whole)
    }
}
