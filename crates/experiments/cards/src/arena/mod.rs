//! Arenas: contests in which every deal is repeated, so that every player is dealt every hand.

mod report;
pub mod result;
mod tally;

use std::ops::Range;
use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_lanes::Level;
use quadrille_memory::of;
use quadrille_progress::{Cancelled, Observer};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};
use quadrille_runner::job::{ForeignResult, Job, Measure, StoredResult};
use quadrille_runner::{Conclusion, Header, OpenJob, Report, open};
use quadrille_stats::Interval;
use quadrille_table::{Contest, Entrant, Game as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::tally::ArenaTally;
use crate::rounds::{Rounded, Rounds};
use crate::{CardGame, GameOf, SetupOf, entrants, players};

/// A card game with arenas.
pub trait ArenaGame: CardGame {
    /// The type that holds the counts of an arena: [`ArenaTally`], unless the game has its own
    /// type.
    type Counts: Counts<Self>;

    /// Reads the setup of an arena. By default, this is [`CardGame::setup`]; a game can have more
    /// keys in arenas.
    ///
    /// # Errors
    /// The first error in the table, with its place.
    fn arena_setup(
        table: &TomlTable<'_>,
        seats: usize,
        wrong: &dyn Fn(String) -> Diagnostic,
    ) -> Result<SetupOf<Self>, Diagnostic> {
        Self::setup(table, seats, wrong)
    }
}

/// The counts of an arena and the results derived from them.
pub trait Counts<K: ArenaGame>: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The number of rounds in a shard, unless the experiment file sets the number of shards.
    const BLOCK: u64 = 5;
    /// The largest default number of shards.
    const MOST_SHARDS: u64 = u64::MAX;

    /// The content of `result.json`, which [`conclude`](Self::conclude) computes from the counts.
    type Result: DeserializeOwned;

    /// Plays rounds and returns their counts.
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    fn of_rounds(
        arena: &Contest<GameOf<K>>,
        seed: u64,
        rounds: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<Self, Cancelled>;

    /// Adds the counts of other rounds to these counts.
    fn add(&mut self, other: &Self);

    /// Returns the number of counted games.
    fn games(&self) -> u64;

    /// Returns whether the counts can be those of a complete arena with the given numbers of
    /// players, rounds and games.
    fn is_whole(&self, players: usize, rounds: u64, games: u64) -> bool;

    /// Returns the result of the counts, and its report.
    fn conclude(&self, settings: &ArenaSettings<K>) -> Conclusion;

    /// Returns the report of a result.
    fn report(result: &Self::Result, settings: &ArenaSettings<K>) -> Report;

    /// Returns the measures of a result for sweeps: one for each player.
    fn measures(result: &Self::Result) -> Vec<Measure>;
}

/// Returns the measures of a result whose players have a mean number of points with an interval.
pub fn points_measures<K: CardGame>(
    points: impl IntoIterator<Item = (Option<f64>, Option<Interval>)>,
) -> Vec<Measure> {
    let measure = |(place, (value, interval)): (usize, (Option<f64>, Option<Interval>))| Measure {
        // The name has the player's number, because a sweep may vary the name of a player.
        name: format!("{} per game of player {}", K::WORDS.points, place + 1),
        value,
        interval: interval.map(|interval| [interval.low, interval.high]),
    };
    points.into_iter().enumerate().map(measure).collect()
}

/// The settings of an arena.
#[derive(Debug, Clone)]
pub struct ArenaSettings<K: ArenaGame> {
    /// The contest. Each run replaces the players of the contest, so that external programs have
    /// their own processes in every run.
    pub arena: Contest<GameOf<K>>,
    /// The players, including external programs.
    pub players: Vec<Named<K::Player>>,
    /// The maximum number of games in a sitting.
    pub sitting: u64,
    /// The number of shards; `None` if the experiment file does not set it.
    shards: Option<u64>,
}

/// Returns the job of an arena's experiment file; called by `read` of a
/// [`Kind`](quadrille_runner::job::Kind). `number` is the number of games. The players and the
/// rules are read from the table.
///
/// # Errors
/// The first error in the table, with its place.
pub fn read<K: ArenaGame>(
    table: &TomlTable<'_>,
    header: &Header,
    files: &mut NamedFiles,
    [number, sitting]: [u64; 2],
) -> Result<Arc<dyn Job>, Diagnostic> {
    let named = table.required("players")?;
    let players = players::<K>(&named, table, files)?;
    let setup = K::arena_setup(table, players.len(), &|wrong| named.error(wrong))?;
    let games = table.optional("games").unwrap_or_else(|| named.clone());
    if players.len() != GameOf::<K>::seats(&setup) {
        let seats = GameOf::<K>::seats(&setup);
        let table_for = ["two", "three", "four", "five", "six"][seats - 2];
        let wrong = named.error(format!("{} players at a table for {table_for}", players.len()));
        return Err(wrong.expected(format!("{seats} players, such as {}", K::EXAMPLE)));
    }
    let arena =
        Contest::<GameOf<K>>::new(setup, entrants::<K>(&players, &Arc::default()), number, sitting as u32)
            .map_err(|error| games.error(error.to_string()))?;
    Ok(Arc::new(ArenaSettings::<K> { arena, players, sitting, shards: header.shards }))
}

impl<K: ArenaGame> ArenaSettings<K> {
    /// Returns whether any player is an external program.
    pub fn has_programs(&self) -> bool {
        foreign::any(&self.players)
    }

    /// Returns the reason why the run is not reproducible; `None` if the run is reproducible.
    pub fn why_not_reproducible(&self) -> Option<&'static str> {
        foreign::why_not_reproducible(&self.players)
    }

    /// Returns the contest if its games can be repeated; `None` if the run is not reproducible.
    pub fn replayable(&self) -> Option<&Contest<GameOf<K>>> {
        self.why_not_reproducible().is_none().then_some(&self.arena)
    }
}

impl<K: ArenaGame> Job for ArenaSettings<K> {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Rounds::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(K::Counts::report(&found.result()?, self))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        Ok(K::Counts::measures(&found.result()?))
    }
}

impl<K: ArenaGame> Rounded for ArenaSettings<K> {
    type Player = K::Player;
    type Contest = Contest<GameOf<K>>;
    type Plan = ();
    type Tally = K::Counts;
    const BLOCK: u64 = K::Counts::BLOCK;
    const MOST_SHARDS: u64 = K::Counts::MOST_SHARDS;

    fn players(&self) -> &[Named<K::Player>] {
        &self.players
    }

    fn shards(&self) -> Option<u64> {
        self.shards
    }

    fn contest(&self, players: Vec<Entrant<GameOf<K>>>) -> Contest<GameOf<K>> {
        self.arena.with_players(players).expect("the same number of players")
    }

    fn plan(&self, _: u64) {}

    fn rounds(&self) -> u64 {
        self.arena.rounds()
    }

    fn games(&self, rounds: Range<u64>) -> u64 {
        self.arena.games_in(rounds)
    }

    fn play(
        arena: &Contest<GameOf<K>>,
        (): &(),
        seed: u64,
        rounds: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<K::Counts, Cancelled> {
        K::Counts::of_rounds(arena, seed, rounds, observer)
    }

    fn merge(tally: &mut K::Counts, other: &K::Counts) {
        tally.add(other);
    }

    fn bytes(&self, _: u64) -> u64 {
        of::<K::Counts>(1)
    }

    fn verify(&self, (): &(), whole: &K::Counts) -> Result<(), String> {
        if whole.is_whole(self.players.len(), self.arena.rounds(), self.arena.games()) {
            return Ok(());
        }
        let (found, games) = (whole.games(), self.arena.games());
        Err(format!("the counts are incomplete or inconsistent: they have {found} of {games} games"))
    }

    fn conclude(&self, (): &(), tally: &K::Counts) -> Conclusion {
        tally.conclude(self)
    }
}
