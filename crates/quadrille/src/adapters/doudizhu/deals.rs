//! Deals as an experiment: a shard is a block of consecutive deals, each played three times.

use std::sync::Arc;

use quadrille_doudizhu::arena::{Arena, GAMES_A_DEAL, Tally};
use quadrille_experiment::{Conclusion, Experiment, ShardContext, WorkError};

use super::report::report;
use super::result::DoudizhuResult;
use super::settings::Settings;
use crate::adapters::cut::{Cut, length};

/// Deals of a shard: some hundredths of a second of work.
const BLOCK: u64 = 500;
/// Shards at most, where the file does not say: a checkpoint is a kilobyte.
const MOST_SHARDS: u64 = 20_000;

pub(super) struct Deals {
    settings: Arc<Settings>,
    arena: Arena,
    cut: Cut,
}

impl Deals {
    pub(super) fn new(settings: Arc<Settings>, seed: u64) -> Self {
        let arena = Arena::new(settings.setup, settings.players.clone(), seed);
        if let Some(programs) = &settings.programs {
            programs.reopen();
        }
        let own = settings.deals.div_ceil(BLOCK).min(MOST_SHARDS);
        let cut = Cut::new(0..settings.deals, settings.shards.unwrap_or(own));
        Self { settings, arena, cut }
    }
}

impl Experiment for Deals {
    type Partial = Tally;
    type Stage = ();

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    fn work(&self, shard: u64) -> u64 {
        GAMES_A_DEAL * length(&self.cut.block(shard))
    }

    fn work_unit(&self) -> &'static str {
        "games"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Tally, WorkError> {
        // Deals draw from streams (seed, deal): any game can be had again without its shard.
        let play = || Ok(self.arena.run(self.cut.block(shard), context)?);
        match &self.settings.programs {
            Some(programs) => programs.watched(context, play),
            None => play(),
        }
    }

    fn stage(&self, _: Option<&Tally>) {}

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
        let result = DoudizhuResult::of(&self.arena, whole, self.settings.programs.is_some());
        Conclusion::new(&result, report(&result)).counting("games", result.games)
    }

    fn conclude_so_far(&self, prefix: &Tally) -> Option<Conclusion> {
        Some(self.conclude(prefix))
    }
}
