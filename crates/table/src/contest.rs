//! Entrants measured against each other: every player in every seat, with the same cards.

use quadrille_progress::{Cancelled, Meter, Observer as ProgressObserver};
use quadrille_random::rand_core::Rng as _;
use quadrille_random::shuffle::shuffle;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use thiserror::Error;

use crate::{
    Entrant, Game, MOST_SEATS, Observer, Player, PlayerError, PlayersError, SharedRng, play_cancellable,
    seated,
};

/// A contest of as many entrants as a table has seats.
///
/// There are as many equal *series* as players, and in each every player has moved on by one place at the
/// table. A series is cut into *sittings*: games in a row, linked where the game links them. The sittings of
/// the same number in all series make a *round*: they have the same cards and seats drawn, so that each
/// player gets what each other one got. Games of a round depend on one another; rounds do not, and so
/// **rounds are the units** of intervals.
///
/// Round r of a seed draws from the stream (seed, r). With n players, substream 0 is for cards and seats, 1 + s
/// for the decisions in series s, 1 + n + s for the seeds of players that draw for themselves, and 1 + 2 n + s for
/// the order of players with equal points. If the cards of game g of a sitting are thrown in, they are dealt
/// again from substream 2³² + g, so that the games after it keep their cards.
#[derive(Debug)]
pub struct Contest<G: Game> {
    setup: G::Setup,
    players: Vec<Entrant<G>>,
    /// Games of each series.
    series: u64,
    rounds: u64,
}

impl<G: Game> Clone for Contest<G> {
    fn clone(&self) -> Self {
        Self { setup: self.setup.clone(), players: self.players.clone(), ..*self }
    }
}

/// Where a game stands in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameIndex {
    /// Its round, from 0.
    pub round: u64,
    /// Its series, from 0: by how many places every player has moved on.
    pub series: usize,
    /// Its number in the sitting, from 0.
    pub game: u64,
}

/// A contest that cannot be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContestError {
    /// Not as many players as the rules want.
    #[error(transparent)]
    Players(#[from] PlayersError),
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

/// Games of a contest or league at most.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// Cards that are thrown in are dealt again, until this many deals in a row were thrown in: players that never
/// call would have cards dealt without end. Then the order of the players is drawn.
const MOST_THROW_INS: u32 = 100;

/// The first substream for cards that are dealt again.
const REDEALS: u64 = 1 << 32;

/// Counts what happens in a round, by player: the players are numbered as they were given, wherever they sit.
pub trait Counter<G: Game> {
    /// A player is about to do this from its seat.
    fn acts(&mut self, player: usize, game: &G, seat: usize, action: G::Action) {
        let _ = (player, game, seat, action);
    }

    /// Something else was done in a player's place: [`Observer::substituted`].
    fn substituted(&mut self, player: usize, why: Option<&PlayerError>);

    /// A game is over; the players, the best first, and the points of each. Players with equal points come in an
    /// order that is drawn.
    fn over(&mut self, players: &[usize], points: &[i64], outcome: &G::Outcome);

    /// A game has no outcome, because its cards were thrown in too often; the players in an order that is drawn.
    fn undecided(&mut self, players: &[usize]) {
        let _ = players;
    }
}

impl<G: Game> Contest<G> {
    /// A contest of at least `games` games, rounded up so that all series are equal, in sittings of about
    /// `sitting` games.
    ///
    /// # Errors
    /// Another number of players than the setup's, no games, sittings without games, or more than
    /// [`MOST_GAMES`].
    pub fn new<E: Into<Entrant<G>>>(
        setup: G::Setup,
        players: impl IntoIterator<Item = E>,
        games: u64,
        sitting: u32,
    ) -> Result<Self, ContestError> {
        let wanted = G::seats(&setup);
        let players = seated(players, wanted)?;
        if games == 0 || sitting == 0 || games > MOST_GAMES {
            return Err(ContestError::Games { games, sitting });
        }
        let series = games.div_ceil(wanted as u64);
        Ok(Self { setup, players, series, rounds: series.div_ceil(u64::from(sitting)) })
    }

    /// The same contest with other players, as many as before.
    ///
    /// # Errors
    /// Another number of players.
    pub fn with_players<E: Into<Entrant<G>>>(
        &self,
        players: impl IntoIterator<Item = E>,
    ) -> Result<Self, PlayersError> {
        Ok(Self { setup: self.setup.clone(), players: seated(players, self.players.len())?, ..*self })
    }

    /// What every game is played by.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The players.
    pub fn players(&self) -> &[Entrant<G>] {
        &self.players
    }

    /// The number of all games.
    pub const fn games(&self) -> u64 {
        self.series * self.players.len() as u64
    }

    /// The number of rounds, the last one perhaps with a shorter sitting; numbered from 0.
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

    /// Which game number `game` of all is, counted from 0: rounds follow one another, in each of them the
    /// series, in each of these the games of the sitting. `None` beyond the last.
    pub fn place(&self, game: u64) -> Option<GameIndex> {
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
        Some(GameIndex { round, series: (within / sitting) as usize, game: within % sitting })
    }

    /// The players, made anew: each worker needs its own, and can play any number of rounds with them.
    pub fn seated(&self) -> Vec<Box<dyn Player<G>>> {
        self.players.iter().map(Entrant::player).collect()
    }

    /// Plays a round: a sitting of each series. `players` are those of [`seated`](Self::seated), in their
    /// order; what a player does must not depend on the rounds it has played before, if rounds are to be the
    /// same on any number of workers.
    ///
    /// The observer gets the number of games played so far, and can cancel before each decision of a player
    /// that [listens](Player::listens).
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    ///
    /// # Panics
    /// If there are other players than the contest's.
    pub fn play_round(
        &self,
        players: &mut [Box<dyn Player<G>>],
        (seed, round): (u64, u64),
        count: &mut impl Counter<G>,
        observer: &dyn ProgressObserver,
    ) -> Result<(), Cancelled> {
        assert!(players.len() == self.players.len(), "a player of each entrant");
        play_round(&self.setup, players, StreamKey::new(seed, round), self.sitting(round), count, observer)
    }

    /// Plays the first `games` games of one series of a round again, or all of it, with players made for it:
    /// the same plays as in the round. To the observer player 0 is the one who sits first in this series.
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    ///
    /// # Panics
    /// If there is no such series.
    pub fn replay(
        &self,
        seed: u64,
        (round, series): (u64, usize),
        games: u64,
        hearing: &mut impl Observer<G>,
        observer: &dyn ProgressObserver,
    ) -> Result<(), Cancelled> {
        assert!(series < self.players.len(), "a series of the contest");
        let games = games.min(self.sitting(round));
        let meter = Meter::new(observer).total(games);
        let key = StreamKey::new(seed, round);
        play_series(&self.setup, &mut self.seated(), key, (series, games), hearing, &meter)
    }
}

/// Plays a sitting of `games` games of each series, with a key's substreams as in a [`Contest`].
pub(crate) fn play_round<G: Game>(
    setup: &G::Setup,
    players: &mut [Box<dyn Player<G>>],
    key: StreamKey,
    games: u64,
    count: &mut impl Counter<G>,
    observer: &dyn ProgressObserver,
) -> Result<(), Cancelled> {
    let number = players.len();
    let meter = Meter::new(observer).total(games * number as u64);
    for series in 0..number {
        let ties = key.substream((1 + 2 * number + series) as u64).rng();
        let mut hearing =
            CountingObserver { count, players: number, moved: series, seated: [0; MOST_SEATS], ties };
        play_series(setup, players, key, (series, games), &mut hearing, &meter)?;
    }
    Ok(())
}

/// Plays the sitting of one series.
fn play_series<G: Game>(
    setup: &G::Setup,
    players: &mut [Box<dyn Player<G>>],
    key: StreamKey,
    (series, games): (usize, u64),
    hearing: &mut impl Observer<G>,
    meter: &Meter<'_>,
) -> Result<(), Cancelled> {
    let mut table = G::new(setup);
    let (mut deals, mut moves) = (key.substream(0).rng(), key.substream(1 + series as u64).rng());
    let seed = key.substream((1 + players.len() + series) as u64).rng().next_u64();
    for game in 0..games {
        let mut seats = SharedRng::new(players, &mut moves, series, (seed, game));
        let mut outcome = play_cancellable(&mut table, &mut seats, &mut deals, hearing, meter)?;
        if outcome.is_none() {
            let mut redeals = key.substream(REDEALS + game).rng();
            for _ in 1..MOST_THROW_INS {
                outcome = play_cancellable(&mut table, &mut seats, &mut redeals, hearing, meter)?;
                if outcome.is_some() {
                    break;
                }
            }
        }
        if outcome.is_none() {
            hearing.undecided();
        }
        meter.advance(1)?;
    }
    Ok(())
}

/// Observes a table, and counts for the player in each seat.
struct CountingObserver<'a, C> {
    count: &'a mut C,
    players: usize,
    /// By how many places every player has moved on.
    moved: usize,
    /// The player in each seat.
    seated: [usize; MOST_SEATS],
    /// Draws the order of players with equal points.
    ties: Xoshiro256PlusPlus,
}

impl<G: Game, C: Counter<G>> Observer<G> for CountingObserver<'_, C> {
    fn dealt(&mut self, game: &G) {
        for (seat, seated) in self.seated[..self.players].iter_mut().enumerate() {
            // The series numbers the players as they sit in this series; those of the round are `moved`
            // places further, so that each plays from every place once.
            *seated = (game.player(seat) + self.moved) % self.players;
        }
    }

    #[inline]
    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        self.count.acts(self.seated[seat], game, seat, action);
    }

    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        self.count.substituted(self.seated[seat], why);
    }

    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        let mut players = [0; MOST_SEATS];
        let players = &mut players[..self.players];
        G::ranking(game.setup(), outcome, players);
        let mut points = [0; MOST_SEATS];
        for (seat, points) in points[..self.players].iter_mut().enumerate() {
            *points = G::points(game.setup(), outcome, seat);
        }
        // Players move on round the table, so the order of seats would favour one of two neighbours.
        for equal in players.chunk_by_mut(|one, next| points[*one] == points[*next]) {
            if equal.len() > 1 {
                shuffle(&mut self.ties, equal);
            }
        }
        let mut in_order = [0; MOST_SEATS];
        for (player, to) in players.iter_mut().zip(&mut in_order) {
            (*player, *to) = (self.seated[*player], points[*player]);
        }
        self.count.over(players, &in_order[..self.players], outcome);
    }

    fn undecided(&mut self) {
        let mut players = self.seated;
        let players = &mut players[..self.players];
        shuffle(&mut self.ties, players);
        self.count.undecided(players);
    }
}
