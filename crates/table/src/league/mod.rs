//! Leagues, which are contests with more players than seats. The results are a rating for each
//! player and, for each pair of players, the share of games in which one finishes above the other.
//!
//! # Measurement
//! A [`Schedule`] lists the tables, each with its players. The tables are all possible combinations
//! of players, or a random selection in which all players play equally often and all pairs meet
//! about equally often. Every table plays the same number of *rounds*, as defined for a
//! [contest](crate::Contest): a round has one sitting for each seat, with the same cards and drawn
//! seats, and from one sitting to the next every player moves on by one seat. The games of a round
//! depend on each other, and different rounds are independent. **Rounds are therefore the units**
//! of the intervals.
//!
//! With T tables, round r is played at table r mod T, so that the first T rounds are played at
//! different tables. The random numbers of round r come from the stream (seed, r), as in a contest.
//! A random schedule is drawn from the stream (seed, 2⁶⁴ − 1).
//!
//! # Evaluation
//! A [`LeagueTally`] contains integer counts for each table. Each played round is added to it as
//! [`Played`]. [`Standings`] computes points per game, shares and ratings from a tally. The points
//! of a game depend on the ranks: the first of n seats receives n points, and each further rank one
//! point less.

mod bradley_terry;
mod scatter;
mod schedule;
mod standings;
mod tally;

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;
use thiserror::Error;

pub use schedule::Schedule;
pub use standings::{PairEstimate, Rating, Standings, Unrated, ranks};
pub use tally::{LeagueTally, Played};

use crate::contest::{MOST_GAMES, Seated, play_round};
use crate::{Entrant, Game};

/// A league of players.
#[derive(Debug)]
pub struct League<G: Game> {
    setup: G::Setup,
    players: Vec<Entrant<G>>,
    tables: u64,
    /// The number of games in each series of a table.
    series: u64,
    /// The number of rounds of each table.
    circuits: u64,
}

impl<G: Game> Clone for League<G> {
    fn clone(&self) -> Self {
        Self { setup: self.setup.clone(), players: self.players.clone(), ..*self }
    }
}

/// The error of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LeagueError {
    /// There are fewer players than seats at a table, or more than [`MOST_PLAYERS`].
    #[error("{found} player{}; a league under these rules has {least} to {}", if *found == 1 { "" } else { "s" }, MOST_PLAYERS)]
    Players {
        /// The number of players.
        found: usize,
        /// The minimum number of players, which is the number of seats at a table.
        least: usize,
    },
    /// The number of new players differs from the number of players of the league.
    #[error("{found} player{}; this league has {wanted} players", if *found == 1 { "" } else { "s" })]
    OtherPlayers {
        /// The number of players.
        found: usize,
        /// The number of players of the league.
        wanted: usize,
    },
    /// There are too few tables for all pairs of players to meet, or more than [`MOST_TABLES`].
    #[error("{found} table{}; expected {least} to {} for these players", if *found == 1 { "" } else { "s" }, MOST_TABLES)]
    Tables {
        /// The number of tables.
        found: u64,
        /// The minimum number of tables that is necessary for all pairs of players to meet.
        least: u64,
    },
    /// The number of games or the length of a sitting is 0, or there are too many games.
    #[error(
        "{games} games in sittings of {sitting} games; expected 1 to {MOST_GAMES} games, and at least 1 game per sitting"
    )]
    Games {
        /// The number of games.
        games: u64,
        /// The number of games of a sitting.
        sitting: u32,
    },
}

/// The maximum number of players in a league.
pub const MOST_PLAYERS: usize = 32;
/// The maximum number of tables in a league.
pub const MOST_TABLES: u64 = 1000;
/// The approximate default number of tables. If there are fewer combinations of players, each
/// combination is a table by default. The number 252 is the number of combinations of five of ten
/// players.
pub const USUAL_TABLES: u64 = 252;

impl<G: Game> League<G> {
    /// Creates a league of at least `games` games, in sittings of about `sitting` games. The number
    /// of games is rounded up, so that all series of all tables have the same length.
    ///
    /// The number of tables is rounded up, so that all players can play equally often. It is
    /// limited to the number of combinations of players; at the limit, each combination occurs
    /// once. `None` means the [default](USUAL_TABLES).
    ///
    /// # Errors
    /// There are fewer players than seats or more than [`MOST_PLAYERS`]; there are too few tables
    /// for all pairs to meet or more than [`MOST_TABLES`]; `games` or `sitting` is 0; or `games` is
    /// greater than [`MOST_GAMES`].
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

    /// Returns the same league with other players.
    ///
    /// # Errors
    /// The number of players is not that of this league.
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

    /// Returns the setup of all games.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Returns the number of seats at a table.
    pub fn seats(&self) -> usize {
        G::seats(&self.setup)
    }
    /// Returns the players.
    pub fn players(&self) -> &[Entrant<G>] {
        &self.players
    }

    /// Returns the number of tables.
    pub const fn tables(&self) -> u64 {
        self.tables
    }

    /// Returns the total number of games.
    pub fn games(&self) -> u64 {
        self.series * self.tables * self.seats() as u64
    }

    /// Returns the total number of rounds at all tables. Rounds are numbered from 0.
    pub const fn rounds(&self) -> u64 {
        self.circuits * self.tables
    }

    /// Returns the number of rounds that each table plays.
    pub const fn rounds_of_a_table(&self) -> u64 {
        self.circuits
    }

    /// Returns the number of games in each sitting of a round. In different rounds, the numbers
    /// differ by at most 1.
    pub const fn sitting(&self, round: u64) -> u64 {
        let circuit = round / self.tables;
        self.before(circuit + 1) - self.before(circuit)
    }

    /// Returns the number of games that each series contains before circuit `circuit`. A circuit is
    /// one round of each table.
    const fn before(&self, circuit: u64) -> u64 {
        (self.series as u128 * circuit as u128 / self.circuits as u128) as u64
    }

    /// Returns the schedule for a seed.
    pub fn schedule(&self, seed: u64) -> Schedule {
        let (players, seats) = (self.players.len(), self.seats());
        if self.tables == Schedule::possible(players, seats) {
            Schedule::all(players, seats)
        } else {
            Schedule::drawn(players, seats, self.tables, &mut StreamKey::new(seed, u64::MAX).rng())
        }
    }

    /// Creates the players of the table at which a round is played, and plays the round.
    ///
    /// The results are the same for any number of workers only if the decisions of the players do
    /// not depend on other rounds. The observer receives the number of games of this round played
    /// so far. It can cancel the round before each decision of a player that
    /// [listens](crate::Player::listens).
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    ///
    /// # Panics
    /// If the schedule belongs to another league.
    pub fn play_round(
        &self,
        schedule: &Schedule,
        seed: u64,
        round: u64,
        observer: &dyn Observer,
    ) -> Result<LeagueTally, Cancelled> {
        let table = (round % self.tables) as usize;
        let players = schedule.tables()[table].iter().map(|&player| &self.players[player]);
        let (mut seated, mut played) = (Seated::new(&self.setup, players), Played::new(self.seats()));
        let (key, games) = (StreamKey::new(seed, round), self.sitting(round));
        let meter = Meter::new(observer).total(games * self.seats() as u64);
        play_round(&mut seated, &self.setup, key, games, &mut played, &meter)?;
        let mut tally = LeagueTally::default();
        tally.add(table, &played);
        Ok(tally)
    }

    /// Returns whether `tally` can be the result of all rounds of this league with this schedule.
    pub fn is_whole(&self, schedule: &Schedule, tally: &LeagueTally) -> bool {
        let games = self.series * self.seats() as u64;
        tally.tables().count() == schedule.tables().len()
            && tally.is_sound(schedule)
            && tally.tables().all(|(_, sums)| (sums.rounds(), sums.games()) == (self.circuits, games))
    }
}
