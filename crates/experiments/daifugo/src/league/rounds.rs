//! Rounds in blocks: a shard is a block of consecutive rounds, and so of tables one after the other.

use std::sync::Arc;

use quadrille_daifugo::league::{Entrant, League, Schedule, Tally};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::progress::{Cancelled, Observer, Part, Stopped};
use quadrille_memory::Need;
use quadrille_runner::need::partials;
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::result::{LeagueHeld, LeagueResult};
use super::settings::Settings;
use quadrille_runner::blocks::Cut;
use quadrille_runner::foreign::{self, Named};

/// Rounds in a block: some milliseconds of work.
const BLOCK: u64 = 5;

/// A league as an experiment.
pub(crate) struct Rounds {
    settings: Arc<Settings>,
    seed: u64,
    /// Those of this run.
    players: Vec<Named<PlayerKind>>,
    schedule: Schedule,
    cut: Cut,
}

impl Rounds {
    pub(crate) fn new(settings: Arc<Settings>, seed: u64) -> Self {
        let rounds = settings.league.rounds();
        let cut = Cut::new(0..rounds, settings.shards.unwrap_or(rounds.div_ceil(BLOCK)));
        let players = foreign::afresh(&settings.players);
        Self { seed, schedule: settings.league.schedule(seed), players, cut, settings }
    }

    fn games(&self, round: u64) -> u64 {
        self.settings.league.sitting(round) * self.schedule.seats() as u64
    }

    /// The rounds of a shard.
    fn play(&self, league: &League, shard: u64, observer: &dyn Observer) -> Result<Tally, WorkError> {
        let (mut tally, mut done) = (Tally::default(), 0);
        for round in self.cut.block(shard) {
            // Rounds draw from streams (seed, round): how they are cut into shards changes nothing.
            let games = self.games(round);
            let of_round =
                league.play_round(&self.schedule, self.seed, round, &Part::new(observer, done, games, None));
            tally.merge(&of_round.map_err(|Cancelled| WorkError::Cancelled)?);
            done += games;
        }
        Ok(tally)
    }

    fn conclusion(&self, tally: &Tally) -> Conclusion {
        let league = &self.settings.league;
        let names: Vec<&str> = league.players().iter().map(Entrant::name).collect();
        let held = LeagueHeld {
            names: &names,
            rules: *league.setup(),
            sitting: self.settings.sitting,
            why_not_reproducible: self.settings.has_programs().then_some(foreign::WHY_NOT),
        };
        let result = LeagueResult::of(&held, &self.schedule, tally);
        Conclusion::new(&result, result.report()).counting("games", result.games)
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

    /// The sums of every table, and of the tables of the shards under way.
    fn memory(&self, workers: usize) -> Need {
        let tables = self.settings.league.tables();
        let rounds = self.cut.block(0);
        let of_shard = Tally::bytes((rounds.end - rounds.start + 1).min(tables));
        Need::kept(Tally::bytes(tables)).and(Need::working(partials(of_shard, workers)))
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
                self.play(&self.settings.league_of(&self.players, stopped), shard, observer)
            })
        } else {
            self.play(&self.settings.league, shard, context)
        }
    }

    fn stage(&self, _: Option<&Tally>) {}

    fn merge(&self, prefix: &mut Tally, next: Tally) {
        prefix.merge(&next);
    }

    fn verify(&self, whole: &Tally) -> Result<(), String> {
        let league = &self.settings.league;
        if league.is_whole(&self.schedule, whole) {
            Ok(())
        } else {
            Err(format!(
                "they hold {} games of {}, or results that do not add up",
                whole.games(),
                league.games()
            ))
        }
    }

    fn conclude(&self, whole: &Tally, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(self.conclusion(whole))
    }

    fn conclude_so_far(&self, prefix: &Tally, _: &dyn Observer) -> Option<Conclusion> {
        // Until every table has played, some players have met few others.
        let all = prefix.rounds() >= self.settings.league.tables() && prefix.is_sound(&self.schedule);
        all.then(|| self.conclusion(prefix))
    }
}
