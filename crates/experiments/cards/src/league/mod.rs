//! Leagues: ratings of any number of players.

mod report;
pub mod result;
mod settings;

use std::ops::Range;
use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_lanes::Level;
use quadrille_progress::{Cancelled, Observer, PartObserver};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};
use quadrille_runner::job::{ForeignResult, Job, StoredResult};
use quadrille_runner::{Conclusion, Header, OpenJob, Report, open};
use quadrille_table::Entrant;
use quadrille_table::league::{League, LeagueTally, Schedule};

use self::result::{LeagueHeld, LeagueResult};
pub use self::settings::{LeagueNumbers, LeagueSettings};
use crate::rounds::{Rounded, Rounds};
use crate::{CardGame, GameOf};

/// Returns the job of a league's experiment file; called by `read` of a
/// [`Kind`](quadrille_runner::job::Kind). The players and the rules are read from the table.
///
/// # Errors
/// The first error in the table, with its place.
pub fn read<K: CardGame>(
    table: &TomlTable<'_>,
    header: &Header,
    files: &mut NamedFiles,
    given: LeagueNumbers,
) -> Result<Arc<dyn Job>, Diagnostic> {
    Ok(Arc::new(LeagueSettings::<K>::read(table, header, files, given)?))
}

impl<K: CardGame> Job for LeagueSettings<K> {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Rounds::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(found.result::<LeagueResult>()?.report(&K::WORDS))
    }
}

impl<K: CardGame> Rounded for LeagueSettings<K> {
    type Player = K::Player;
    type Contest = League<GameOf<K>>;
    type Plan = Schedule;
    type Tally = LeagueTally;

    fn players(&self) -> &[Named<K::Player>] {
        &self.players
    }

    fn shards(&self) -> Option<u64> {
        self.shards
    }

    fn contest(&self, players: Vec<Entrant<GameOf<K>>>) -> League<GameOf<K>> {
        self.league.with_players(players).expect("the same number of players")
    }

    fn plan(&self, seed: u64) -> Schedule {
        self.league.schedule(seed)
    }

    fn rounds(&self) -> u64 {
        self.league.rounds()
    }

    fn games(&self, rounds: Range<u64>) -> u64 {
        rounds.map(|round| self.league.sitting(round)).sum::<u64>() * self.league.seats() as u64
    }

    fn play(
        league: &League<GameOf<K>>,
        schedule: &Schedule,
        seed: u64,
        rounds: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<LeagueTally, Cancelled> {
        let (mut tally, mut done) = (LeagueTally::default(), 0);
        for round in rounds {
            let games = league.sitting(round) * league.seats() as u64;
            let part = PartObserver::new(observer, done, games, None);
            tally.merge(&league.play_round(schedule, seed, round, &part)?);
            done += games;
        }
        Ok(tally)
    }

    fn merge(tally: &mut LeagueTally, other: &LeagueTally) {
        tally.merge(other);
    }

    /// Returns an upper bound of the memory for the counts of all tables in `rounds` rounds, in
    /// bytes.
    fn bytes(&self, rounds: u64) -> u64 {
        LeagueTally::bytes(rounds.min(self.league.tables()))
    }

    fn verify(&self, schedule: &Schedule, whole: &LeagueTally) -> Result<(), String> {
        if self.league.is_whole(schedule, whole) {
            return Ok(());
        }
        let (found, games) = (whole.games(), self.league.games());
        Err(format!("the counts are incomplete or inconsistent: they have {found} of {games} games"))
    }

    fn conclude(&self, schedule: &Schedule, tally: &LeagueTally) -> Conclusion {
        let names: Vec<&str> = self.league.players().iter().map(Entrant::name).collect();
        let held = LeagueHeld {
            names: &names,
            agreed: K::agreed(self.league.setup()),
            sitting: self.sitting,
            has_programs: foreign::any(&self.players),
            why_not_reproducible: foreign::why_not_reproducible(&self.players),
        };
        let result = LeagueResult::of(held, schedule, tally);
        Conclusion::new(&result, result.report(&K::WORDS)).counting("games", result.games)
    }

    /// Returns whether every table has played and the counts are consistent. Before every table has
    /// played, some players may have met only a few of the others.
    fn is_enough(&self, schedule: &Schedule, prefix: &LeagueTally) -> bool {
        prefix.rounds() >= self.league.tables() && prefix.is_sound(schedule)
    }
}
