//! Players measured against each other: many games, every player in every seat, and which leads each proof
//! decides.
//!
//! # How it is measured
//! There are as many equal *series* as players, and in each everybody has moved on by one place at the table.
//! A series is cut into *sittings*: games in a row that begin without classes, linked by the exchange from
//! the second on. The sittings of the same number in all series make a *round*: they have the same cards and
//! seats drawn, so that each player gets what each other one got. Games of a round depend on one another;
//! rounds do not, and so **rounds are the units** of the intervals.
//!
//! Round r of a seed draws from the streams (seed, r): substream 0 for cards and seats, 1 + s for the moves
//! in series s, and the ones after these for the seeds of players that draw for themselves.

mod proofs;
pub(crate) mod round;
mod tally;

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;
use thiserror::Error;

pub use crate::players::Entrant;
pub use proofs::Leads;
pub use tally::{PointsEstimate, Tally};

use self::tally::Counting;
use crate::players::BoxedPlayer;
use crate::records::{Record, Recorder};
use crate::rules::Rules;

/// A contest of players.
///
/// ```
/// use quadrille_daifugo::arena::Arena;
/// use quadrille_daifugo::players::PlayerKind;
/// use quadrille_daifugo::rules::Rules;
///
/// let [random, greedy] = [PlayerKind::Random, PlayerKind::Greedy];
/// let arena = Arena::new(Rules::UECDA, [random, greedy, greedy, greedy, greedy], 98, 10)?;
/// assert_eq!((arena.games(), arena.rounds()), (100, 2));
/// let tally = arena.play_round(31459, 0, &())?;
/// assert_eq!((0..5).map(|player| tally.points(player)).sum::<u64>(), 50 * 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arena {
    rules: Rules,
    players: Vec<Entrant>,
    /// Games of each series.
    series: u64,
    rounds: u64,
}

/// Where a game stands in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its round, from 0.
    pub round: u64,
    /// Its series, from 0: by how many places everybody has moved on.
    pub series: usize,
    /// Its number in the sitting, from 0.
    pub game: u64,
}

/// A contest that cannot be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// Not as many players as the rules want.
    #[error("{found} player{}; these rules are for {wanted}", if *found == 1 { "" } else { "s" })]
    Players {
        /// How many there are.
        found: usize,
        /// How many there have to be.
        wanted: usize,
    },
    /// No game, or a sitting without one, or more games than can be counted.
    #[error(
        "{games} games in sittings of {sitting}; expected at least one of each, and at most {} games",
        Arena::MOST_GAMES
    )]
    Games {
        /// Games in all.
        games: u64,
        /// Games of a sitting.
        sitting: u32,
    },
}

/// The players, as many as are wanted.
fn seats<E: Into<Entrant>>(
    players: impl IntoIterator<Item = E>,
    wanted: usize,
) -> Result<Vec<Entrant>, ArenaError> {
    let players: Vec<Entrant> = players.into_iter().map(Into::into).collect();
    match players.len() {
        found if found == wanted => Ok(players),
        found => Err(ArenaError::Players { found, wanted }),
    }
}

impl Arena {
    /// Games at most.
    pub const MOST_GAMES: u64 = 1_000_000_000;

    /// At least so many games, rounded up so that all series are equal, in sittings of about so many games.
    ///
    /// # Errors
    /// Another number of players than the rules', no games, sittings without games, or more than
    /// [`MOST_GAMES`](Self::MOST_GAMES).
    pub fn new<E: Into<Entrant>>(
        rules: Rules,
        players: impl IntoIterator<Item = E>,
        games: u64,
        sitting: u32,
    ) -> Result<Self, ArenaError> {
        let wanted = rules.players();
        let players = seats(players, wanted)?;
        if games == 0 || sitting == 0 || games > Self::MOST_GAMES {
            return Err(ArenaError::Games { games, sitting });
        }
        let series = games.div_ceil(wanted as u64);
        Ok(Self { rules, players, series, rounds: series.div_ceil(u64::from(sitting)) })
    }

    /// The same contest with other players, as many as before.
    ///
    /// # Errors
    /// Another number of players.
    pub fn with_players<E: Into<Entrant>>(
        &self,
        players: impl IntoIterator<Item = E>,
    ) -> Result<Self, ArenaError> {
        Ok(Self { players: seats(players, self.players.len())?, ..*self })
    }

    /// What every game is played by: rules, players and jokers.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The players.
    pub fn players(&self) -> &[Entrant] {
        &self.players
    }

    /// Whether leads are proved to be won under these rules: under 11-back, 6- and 9-reverse, miyako-ochi and
    /// a forbidden finish no proof is known.
    pub fn has_proofs(&self) -> bool {
        proofs::effects(self.rules).is_some()
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.series * self.players.len() as u64
    }

    /// How many rounds there are, the last one perhaps with a shorter sitting; numbered from 0.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The games of a sitting of a round, counted from 0: sittings are as equal as can be.
    pub const fn sitting(&self, round: u64) -> u64 {
        self.before(round + 1) - self.before(round)
    }

    /// The games of a series before a round.
    const fn before(&self, round: u64) -> u64 {
        (self.series as u128 * round as u128 / self.rounds as u128) as u64
    }

    /// Which game number `game` of all is, counted from 0: rounds follow one another, in each of them the series, in each of
    /// these the games of the sitting. `None` beyond the last.
    ///
    /// ```
    /// use quadrille_daifugo::arena::{Arena, Place};
    /// use quadrille_daifugo::players::PlayerKind;
    /// use quadrille_daifugo::rules::Rules;
    ///
    /// // Two rounds, in each of them five series of ten games.
    /// let arena = Arena::new(Rules::UECDA, [PlayerKind::Greedy; 5], 100, 10)?;
    /// assert_eq!(arena.place(67), Some(Place { round: 1, series: 1, game: 7 }));
    /// assert_eq!(arena.place(100), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, game: u64) -> Option<Place> {
        if game >= self.games() {
            return None;
        }
        let number = self.players.len() as u64;
        // The last round that begins at this game or before it.
        let (mut round, mut beyond) = (0, self.rounds);
        while round + 1 < beyond {
            let middle = u64::midpoint(round, beyond);
            if self.before(middle) * number <= game {
                round = middle;
            } else {
                beyond = middle;
            }
        }
        let within = game - self.before(round) * number;
        let sitting = self.sitting(round);
        Some(Place { round, series: (within / sitting) as usize, game: within % sitting })
    }

    /// The first `games` games of a sitting on record, or all of it, played again: the same plays as in the round. The
    /// record's player 0 is the one who sits there first in this series.
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    ///
    /// # Panics
    /// If there is no such series.
    pub fn record(
        &self,
        seed: u64,
        (round, series): (u64, usize),
        games: u64,
        observer: &dyn Observer,
    ) -> Result<Record, Cancelled> {
        let number = self.players.len();
        assert!(series < number, "a series of the arena");
        let names = (0..number).map(|player| self.players[(player + series) % number].name());
        let mut recorder = Recorder::new(self.rules, names);
        let games = games.min(self.sitting(round));
        let meter = Meter::new(observer).total(games);
        let (players, key) = (&mut self.seated(), StreamKey::new(seed, round));
        round::play_series(self.rules, players, key, (series, games), &mut recorder, &meter)?;
        Ok(recorder.into_record())
    }

    /// The players, made anew: each worker needs its own, and can play any number of rounds with them.
    pub fn seated(&self) -> Vec<BoxedPlayer> {
        self.players.iter().map(Entrant::player).collect()
    }

    /// Plays a round with players made for it: [`play_round_with`](Self::play_round_with).
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    pub fn play_round(&self, seed: u64, round: u64, observer: &dyn Observer) -> Result<Tally, Cancelled> {
        self.play_round_with(&mut self.seated(), seed, round, observer)
    }

    /// Plays a round: a sitting of each series. `players` are those of [`seated`](Self::seated), in their
    /// order; what a player does must not depend on the rounds it has played before, if rounds are to be the
    /// same on any number of workers.
    ///
    /// The observer hears how many of the round's games are played, and is asked before each decision of a
    /// player that [listens](crate::players::Player::listens).
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    ///
    /// # Panics
    /// If there are other players than the arena's.
    pub fn play_round_with(
        &self,
        players: &mut [BoxedPlayer],
        seed: u64,
        round: u64,
        observer: &dyn Observer,
    ) -> Result<Tally, Cancelled> {
        let number = self.players.len();
        assert!(players.len() == number, "a player of each entrant");
        let mut tally = Tally::new(number);
        let mut counting = Counting::new(&mut tally, self.rules);
        let (key, games) = (StreamKey::new(seed, round), self.sitting(round));
        round::play(self.rules, players, key, games, &mut counting, observer)?;
        tally.end_round();
        Ok(tally)
    }
}
