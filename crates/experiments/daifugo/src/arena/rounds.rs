//! Rounds in blocks: a shard is a block of consecutive rounds.

use std::sync::Arc;

use quadrille_daifugo::arena::{Arena, Tally, play_round};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::progress::{Cancelled, Observer, Part, Stopped};
use quadrille_memory::{Need, of};
use quadrille_runner::need::partials;
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::report::report;
use super::result::DaifugoResult;
use super::settings::Settings;
use quadrille_runner::blocks::Cut;
use quadrille_runner::foreign::{self, Named};

/// Rounds in a block: some milliseconds of work.
const BLOCK: u64 = 5;

/// A contest as an experiment.
pub(crate) struct Rounds {
    settings: Arc<Settings>,
    seed: u64,
    /// Those of this run.
    players: Vec<Named<PlayerKind>>,
    cut: Cut,
}

impl Rounds {
    pub(crate) fn new(settings: Arc<Settings>, seed: u64) -> Self {
        let rounds = settings.arena.rounds();
        let cut = Cut::new(0..rounds, settings.shards.unwrap_or(rounds.div_ceil(BLOCK)));
        let players = foreign::afresh(&settings.players);
        Self { settings, seed, players, cut }
    }

    fn games(&self, round: u64) -> u64 {
        self.settings.arena.sitting(round) * self.settings.arena.players().len() as u64
    }

    /// The rounds of a shard.
    fn play(&self, arena: &Arena, shard: u64, observer: &dyn Observer) -> Result<Tally, WorkError> {
        let (mut tally, mut done) = (Tally::default(), 0);
        for round in self.cut.block(shard) {
            // Rounds draw from streams (seed, round): how they are cut into shards changes nothing.
            let games = self.games(round);
            let of_round = play_round(arena, self.seed, round, &Part::new(observer, done, games, None));
            tally.merge(&of_round.map_err(|Cancelled| WorkError::Cancelled)?);
            done += games;
        }
        Ok(tally)
    }
}

impl Experiment for Rounds {
    type Partial = Tally;
    type Stage = ();

    fn prepare(&mut self, _: usize, _: &dyn Observer) -> Result<(), WorkError> {
        foreign::ready(&self.players)
    }

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    /// The sums of the shards under way and of all. Players look no move ahead and keep nothing.
    fn memory(&self, workers: usize) -> Need {
        Need::kept(of::<Tally>(1)).and(Need::working(partials(of::<Tally>(1), workers)))
    }

    fn work(&self, shard: u64) -> u64 {
        self.cut.block(shard).map(|round| self.games(round)).sum()
    }

    fn work_unit(&self) -> &'static str {
        "games"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Tally, WorkError> {
        if self.settings.has_programs() {
            foreign::watched(context, &self.players, |stopped, observer| {
                self.play(&self.settings.arena_of(&self.players, stopped), shard, observer)
            })
        } else {
            self.play(&self.settings.arena, shard, context)
        }
    }

    fn stage(&self, _: Option<&Tally>) {}

    fn merge(&self, prefix: &mut Tally, next: Tally) {
        prefix.merge(&next);
    }

    fn verify(&self, whole: &Tally) -> Result<(), String> {
        let arena = &self.settings.arena;
        if whole.is_sound(arena.players().len(), arena.rounds(), arena.games()) {
            Ok(())
        } else {
            Err(format!(
                "they hold {} games of {}, or points that do not add up",
                whole.games(),
                arena.games()
            ))
        }
    }

    fn conclude(&self, whole: &Tally, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let result = DaifugoResult::of(&self.settings, whole);
        Ok(Conclusion::new(&result, report(&result, &self.settings))
            .counting("games", result.games)
            .counting("moves", result.moves))
    }

    fn conclude_so_far(&self, prefix: &Tally, observer: &dyn Observer) -> Option<Conclusion> {
        self.conclude(prefix, observer).ok()
    }
}
