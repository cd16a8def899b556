//! An arena as an experiment: a shard is a block of consecutive deals, each played three times.

use std::sync::Arc;

use quadrille_doudizhu::arena::{Arena, GAMES_A_DEAL, Tally};
use quadrille_doudizhu::players::PlayerKind;
use quadrille_memory::{Need, of};
use quadrille_progress::{Observer, Stopped};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::job::ArenaJob;
use super::report::report;
use super::result::DoudizhuResult;
use quadrille_runner::blocks::{IterationBlocks, length};
use quadrille_runner::foreign::{self, Named};
use quadrille_runner::need::partials;

/// The number of deals per shard. A shard takes some hundredths of a second.
const BLOCK: u64 = 500;
/// The largest default number of shards. The checkpoint of a shard takes a kilobyte.
const MOST_SHARDS: u64 = 20_000;

pub(crate) struct Deals {
    settings: Arc<ArenaJob>,
    seed: u64,
    /// The players of this run. External programs among them have their own processes in every run.
    players: Vec<Named<PlayerKind>>,
    arena: Arena,
    cut: IterationBlocks,
}

impl Deals {
    pub(crate) fn new(settings: Arc<ArenaJob>, seed: u64) -> Self {
        let players = foreign::afresh(&settings.players);
        let arena = settings.arena(&players, seed, &Arc::default());
        let own = settings.deals.div_ceil(BLOCK).min(MOST_SHARDS);
        let cut = IterationBlocks::new(0..settings.deals, settings.shards.unwrap_or(own));
        Self { settings, seed, players, arena, cut }
    }
}

impl Experiment for Deals {
    type Partial = Tally;
    type Stage = ();

    fn prepare(&mut self, _: usize, _: &dyn Observer) -> Result<(), WorkError> {
        foreign::ready(&self.players)
    }

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    /// Returns the memory required by the total tally, by the tallies of unfinished shards, and by
    /// the players of each worker. The entries of histograms are not included, because they need
    /// little memory: a histogram has an entry for each value that occurs, a few dozen.
    fn memory(&self, workers: usize) -> Need {
        let players = foreign::memory(&self.players, workers);
        Need::kept(of::<Tally>(1))
            .and(Need::working(partials(of::<Tally>(1), workers).saturating_add(players)))
    }

    fn work(&self, shard: u64) -> u64 {
        GAMES_A_DEAL * length(&self.cut.block(shard))
    }

    fn work_unit(&self) -> &'static str {
        "games"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Tally, WorkError> {
        // Deal d draws its random numbers from stream (seed, d), so that any game can be replayed
        // without the games before it.
        let play = |arena: &Arena, observer: &dyn Observer| Ok(arena.run(self.cut.block(shard), observer)?);
        if self.settings.has_programs() {
            foreign::watched(context, &self.players, |stopped, observer| {
                play(&self.settings.arena(&self.players, self.seed, stopped), observer)
            })
        } else {
            play(&self.arena, context)
        }
    }

    fn stage(&self, _: Option<&Tally>) {}

    fn merge(&self, prefix: &mut Tally, next: Tally) {
        prefix.merge(&next);
    }

    fn verify(&self, whole: &Tally) -> Result<(), String> {
        if !whole.is_sound() {
            return Err("the counts of games and points contradict one another".to_owned());
        }
        if whole.deals != self.settings.deals {
            return Err(format!("the shards have {} deals instead of {}", whole.deals, self.settings.deals));
        }
        Ok(())
    }

    fn conclude(&self, whole: &Tally, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let result = DoudizhuResult::of(
            &self.arena,
            whole,
            self.settings.has_programs(),
            self.settings.why_not_reproducible(),
        );
        Ok(Conclusion::new(&result, report(&result)).counting("games", result.games))
    }

    fn conclude_so_far(&self, prefix: &Tally, observer: &dyn Observer) -> Option<Conclusion> {
        self.conclude(prefix, observer).ok()
    }
}
