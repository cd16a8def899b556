//! Experiments that consist of rounds. A shard is a block of consecutive rounds.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_memory::Need;
use quadrille_progress::{Cancelled, Observer, Stopped};
use quadrille_runner::blocks::IterationBlocks;
use quadrille_runner::foreign::{self, Named};
use quadrille_runner::need::partials;
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};
use quadrille_table::{BuiltIn, Entrant, Questions};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An arena or a league, as an experiment file describes it.
///
/// Each round draws its random numbers from the stream (seed, round), so the division into shards
/// has no effect on the result, unless a program remembers earlier rounds.
pub trait Rounded: Send + Sync + 'static {
    /// The built-in players of the game.
    type Player: BuiltIn<Game: Questions>;
    /// The type of the contest: an arena's or a league's.
    type Contest: Send + Sync;
    /// The data that is drawn from the seed once for all rounds, such as the players of each table.
    type Plan: Send + Sync;
    /// The counts of some rounds.
    type Tally: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The number of rounds in a shard, unless the experiment file sets the number of shards.
    /// Playing a shard takes some milliseconds.
    const BLOCK: u64 = 5;
    /// The largest default number of shards.
    const MOST_SHARDS: u64 = u64::MAX;

    /// Returns the players that the experiment file names.
    fn players(&self) -> &[Named<Self::Player>];

    /// Returns the number of shards; `None` if the experiment file does not set it.
    fn shards(&self) -> Option<u64>;

    /// Creates the contest for a run with these players.
    fn contest(&self, players: Vec<Entrant<<Self::Player as BuiltIn>::Game>>) -> Self::Contest;

    /// Draws the plan for a seed.
    fn plan(&self, seed: u64) -> Self::Plan;

    /// Returns the number of rounds.
    fn rounds(&self) -> u64;

    /// Returns the number of games in these rounds.
    fn games(&self, rounds: Range<u64>) -> u64;

    /// Plays rounds and returns their counts. The observer receives the number of games played so
    /// far.
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    fn play(
        contest: &Self::Contest,
        plan: &Self::Plan,
        seed: u64,
        rounds: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<Self::Tally, Cancelled>;

    /// Adds the counts of another tally to `tally`.
    fn merge(tally: &mut Self::Tally, other: &Self::Tally);

    /// Returns an upper bound of the memory for a tally of `rounds` rounds, in bytes.
    fn bytes(&self, rounds: u64) -> u64;

    /// Checks that `whole` is a possible tally of all rounds.
    ///
    /// # Errors
    /// The reason why the tally is impossible.
    fn verify(&self, plan: &Self::Plan, whole: &Self::Tally) -> Result<(), String>;

    /// Returns the result of a tally, and the report on this result.
    fn conclude(&self, plan: &Self::Plan, tally: &Self::Tally) -> Conclusion;

    /// Returns whether a result can be computed from `prefix`, the tally of the first rounds of the
    /// run.
    fn is_enough(&self, plan: &Self::Plan, prefix: &Self::Tally) -> bool {
        let _ = (plan, prefix);
        true
    }
}

/// An experiment that consists of rounds, with its seed.
pub struct Rounds<R: Rounded> {
    settings: Arc<R>,
    seed: u64,
    /// The players of this run. External programs among them have their own processes in every run.
    players: Vec<Named<R::Player>>,
    plan: R::Plan,
    cut: IterationBlocks,
}

impl<R: Rounded> Rounds<R> {
    /// Creates the experiment for a seed.
    pub fn new(settings: Arc<R>, seed: u64) -> Self {
        let rounds = settings.rounds();
        let usual = rounds.div_ceil(R::BLOCK).min(R::MOST_SHARDS);
        let cut = IterationBlocks::new(0..rounds, settings.shards().unwrap_or(usual));
        let players = foreign::afresh(settings.players());
        Self { seed, plan: settings.plan(seed), players, cut, settings }
    }

    /// Plays the rounds of a shard. After `stopped` is set, no answer of an external program is
    /// awaited.
    fn play(
        &self,
        stopped: &Arc<AtomicBool>,
        shard: u64,
        observer: &dyn Observer,
    ) -> Result<R::Tally, WorkError> {
        let entrants = self.players.iter().map(|player| foreign::player::entrant(player, stopped)).collect();
        let contest = self.settings.contest(entrants);
        Ok(R::play(&contest, &self.plan, self.seed, self.cut.block(shard), observer)?)
    }
}

impl<R: Rounded> Experiment for Rounds<R> {
    type Partial = R::Tally;
    type Stage = ();

    fn prepare(&mut self, _: usize, _: &dyn Observer) -> Result<(), WorkError> {
        foreign::ready(&self.players)
    }

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    /// Returns the memory for three things: the tallies of unfinished shards, the tally of all
    /// rounds, and the players of each worker.
    fn memory(&self, workers: usize) -> Need {
        let rounds = self.cut.block(0);
        let of_shard = self.settings.bytes(rounds.end - rounds.start + 1);
        let players = foreign::memory(&self.players, workers);
        Need::kept(self.settings.bytes(u64::MAX))
            .and(Need::working(partials(of_shard, workers).saturating_add(players)))
    }

    fn work(&self, shard: u64) -> u64 {
        self.settings.games(self.cut.block(shard))
    }

    fn work_unit(&self) -> &'static str {
        "games"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<R::Tally, WorkError> {
        if foreign::any(&self.players) {
            foreign::watched(context, &self.players, |stopped, observer| self.play(stopped, shard, observer))
        } else {
            self.play(&Arc::default(), shard, context)
        }
    }

    fn stage(&self, _: Option<&R::Tally>) {}

    fn merge(&self, prefix: &mut R::Tally, next: R::Tally) {
        R::merge(prefix, &next);
    }

    fn verify(&self, whole: &R::Tally) -> Result<(), String> {
        self.settings.verify(&self.plan, whole)
    }

    fn conclude(&self, whole: &R::Tally, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(self.settings.conclude(&self.plan, whole))
    }

    fn conclude_so_far(&self, prefix: &R::Tally, _: &dyn Observer) -> Option<Conclusion> {
        self.settings.is_enough(&self.plan, prefix).then(|| self.settings.conclude(&self.plan, prefix))
    }
}
