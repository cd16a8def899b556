//! Any number of players measured against each other, table by table: a rating of each, and how
//! often each finishes above each other one.
//!
//! # How it is measured
//! A [`Schedule`] says who sits together: at every table that can be made of the players, or at
//! some of them, drawn so that everybody sits equally often and every two meet about equally often.
//! Every table plays the same number of *rounds*, and a round is what it is in a
//! [contest](crate::Contest): as many sittings as there are seats, in each of which everybody has
//! moved on by one place, with the same cards and seats drawn. Games of a round depend on one
//! another; rounds do not, and so **rounds are the units** of the intervals.
//!
//! Round r belongs to table r mod T of T tables, so that the first rounds of a league are of all
//! tables. It draws from the streams (seed, r), as round r of a contest does; a schedule that is
//! drawn is drawn from stream (seed, 2⁶⁴ − 1).
//!
//! # How it is told
//! A [`Tally`] holds whole numbers alone, table by table, and knows nothing of how the games were
//! played: it is told of each [`Played`] round. [`Standings`] make of it points a game, shares and
//! ratings. A game counts by places: as many points as there are seats for the first, one less for
//! each place below.

mod bradley_terry;
mod scatter;
mod schedule;
mod standings;
mod tally;

use quadrille_progress::{Cancelled, Observer};
use quadrille_random::StreamKey;
use thiserror::Error;

pub use schedule::Schedule;
pub use standings::{PairEstimate, Rating, Standings, Unrated, ranks};
pub use tally::{Played, Tally};

use crate::contest::{MOST_GAMES, play_round};
use crate::{Entrant, Game, Player};

/// A league of players.
#[derive(Debug)]
pub struct League<G: Game> {
    setup: G::Setup,
    players: Vec<Entrant<G>>,
    tables: u64,
    /// Games of each series of a table.
    series: u64,
    /// Rounds of each table.
    circuits: u64,
}

impl<G: Game> Clone for League<G> {
    fn clone(&self) -> Self {
        Self { setup: self.setup.clone(), players: self.players.clone(), ..*self }
    }
}

/// A league that cannot be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LeagueError {
    /// Too few players for a table, or too many.
    #[error("{found} player{}; a league under these rules has {least} to {}", if *found == 1 { "" } else { "s" }, MOST_PLAYERS)]
    Players {
        /// How many there are.
        found: usize,
        /// How many sit at a table.
        least: usize,
    },
    /// Not as many players as before.
    #[error("{found} player{} in place of {wanted}", if *found == 1 { "" } else { "s" })]
    OtherPlayers {
        /// How many there are.
        found: usize,
        /// How many there have to be.
        wanted: usize,
    },
    /// Too few tables for everybody to meet, or too many.
    #[error("{found} table{}; a league of so many players has {least} to {}", if *found == 1 { "" } else { "s" }, MOST_TABLES)]
    Tables {
        /// How many there are.
        found: u64,
        /// How many it takes for every two players to meet.
        least: u64,
    },
    /// No game, or a sitting without one, or more games than can be counted.
    #[error(
        "{games} games in sittings of {sitting}; expected at least one of each, and at most {MOST_GAMES} games"
    )]
    Games {
        /// Games in all.
        games: u64,
        /// Games of a sitting.
        sitting: u32,
    },
}

/// Players at most.
pub const MOST_PLAYERS: usize = 32;
/// Tables at most that can be asked for.
pub const MOST_TABLES: u64 = 1000;
/// A league that is not told how many tables it has plays every table there can be, if they are no
/// more than this; else about so many. Ten players make 252 tables of five.
pub const USUAL_TABLES: u64 = 252;

impl<G: Game> League<G> {
    /// At least so many games in all, rounded up so that all series of all tables are equal, in
    /// sittings of about so many games.
    ///
    /// `tables` is rounded up too, so that everybody can sit equally often; if it is no less than
    /// the number of tables that can be made of the players, there is every such table once. `None`
    /// is the [usual](USUAL_TABLES) number.
    ///
    /// # Errors
    /// Fewer players than sit at a table, or more than [`MOST_PLAYERS`]; fewer tables than
    /// it takes for every two players to meet, or more than [`MOST_TABLES`]; no games,
    /// sittings without games, or more than [`MOST_GAMES`].
    pub fn new<E: Into<Entrant<G>>>(
        setup: G::Setup,
        players: impl IntoIterator<Item = E>,
        tables: Option<u64>,
        games: u64,
        sitting: u32,
    ) -> Result<Self, LeagueError> {
        let players: Vec<Entrant<G>> = players.into_iter().map(Into::into).collect();
        let seats = G::seats(&setup);
        if players.len() < seats || players.len() > MOST_PLAYERS {
            return Err(LeagueError::Players { found: players.len(), least: seats });
        }
        let least = Schedule::least(players.len(), seats);
        if let Some(found) = tables.filter(|tables| !(least..=MOST_TABLES).contains(tables)) {
            return Err(LeagueError::Tables { found, least });
        }
        if games == 0 || sitting == 0 || games > MOST_GAMES {
            return Err(LeagueError::Games { games, sitting });
        }
        let tables = Schedule::rounded(players.len(), seats, tables.unwrap_or(USUAL_TABLES));
        let series = games.div_ceil(tables * seats as u64);
        Ok(Self { setup, players, tables, series, circuits: series.div_ceil(u64::from(sitting)) })
    }

    /// The same league with other players, as many as before.
    ///
    /// # Errors
    /// Another number of players.
    pub fn with_players<E: Into<Entrant<G>>>(
        &self,
        players: impl IntoIterator<Item = E>,
    ) -> Result<Self, LeagueError> {
        let players: Vec<Entrant<G>> = players.into_iter().map(Into::into).collect();
        match players.len() {
            found if found == self.players.len() => Ok(Self { setup: self.setup.clone(), players, ..*self }),
            found => Err(LeagueError::OtherPlayers { found, wanted: self.players.len() }),
        }
    }

    /// What every game is played by.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The number of seats at a table.
    pub fn seats(&self) -> usize {
        G::seats(&self.setup)
    }

    /// The players.
    pub fn players(&self) -> &[Entrant<G>] {
        &self.players
    }

    /// How many tables there are.
    pub const fn tables(&self) -> u64 {
        self.tables
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.series * self.tables * self.seats() as u64
    }

    /// How many rounds there are, numbered from 0: as many of each table.
    pub const fn rounds(&self) -> u64 {
        self.circuits * self.tables
    }

    /// How many rounds each table plays.
    pub const fn rounds_of_a_table(&self) -> u64 {
        self.circuits
    }

    /// The games of a sitting of a round, counted from 0: sittings are as equal as can be.
    pub const fn sitting(&self, round: u64) -> u64 {
        let circuit = round / self.tables;
        self.before(circuit + 1) - self.before(circuit)
    }

    /// The games of a series before a circuit of all tables.
    const fn before(&self, circuit: u64) -> u64 {
        (self.series as u128 * circuit as u128 / self.circuits as u128) as u64
    }

    /// Who sits together, for a seed.
    pub fn schedule(&self, seed: u64) -> Schedule {
        let (players, seats) = (self.players.len(), self.seats());
        if self.tables == Schedule::possible(players, seats) {
            Schedule::all(players, seats)
        } else {
            Schedule::drawn(players, seats, self.tables, &mut StreamKey::new(seed, u64::MAX).rng())
        }
    }

    /// Plays a round, with players made for it, at its table of a schedule of this league.
    ///
    /// What a player does must not depend on the rounds that others of its name have played, if
    /// rounds are to be the same on any number of workers. The observer hears how many of the
    /// round's games are played, and is asked before each decision of a player that
    /// [listens](Player::listens).
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    ///
    /// # Panics
    /// If the schedule is that of another league.
    pub fn play_round(
        &self,
        schedule: &Schedule,
        seed: u64,
        round: u64,
        observer: &dyn Observer,
    ) -> Result<Tally, Cancelled> {
        let table = (round % self.tables) as usize;
        let mut players: Vec<Box<dyn Player<G>>> =
            schedule.tables()[table].iter().map(|&player| self.players[player].player()).collect();
        let mut played = Played::new(players.len());
        let (key, games) = (StreamKey::new(seed, round), self.sitting(round));
        play_round(&self.setup, &mut players, key, games, &mut played, observer)?;
        let mut tally = Tally::default();
        tally.add(table, &played);
        Ok(tally)
    }

    /// Whether a tally can be that of this league, played to its end under this schedule.
    pub fn is_whole(&self, schedule: &Schedule, tally: &Tally) -> bool {
        let games = self.series * self.seats() as u64;
        tally.tables().count() == schedule.tables().len()
            && tally.is_sound(schedule)
            && tally.tables().all(|(_, sums)| (sums.rounds(), sums.games()) == (self.circuits, games))
    }
}
