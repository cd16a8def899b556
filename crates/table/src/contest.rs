//! Contests: every player plays in every seat, with the same cards.

use quadrille_progress::{Cancelled, Meter, Observer as ProgressObserver};
use quadrille_random::rand_core::Rng as _;
use quadrille_random::shuffle::shuffle;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use thiserror::Error;

use crate::{
    Entrant, Game, MOST_SEATS, Observer, Player, PlayerError, PlayersError, SharedRng, play_cancellable,
    seated,
};

/// A contest with one entrant for each seat of a table.
///
/// A contest consists of as many *series* as there are players. From one series to the next, every
/// player moves on by one seat. A series is divided into *sittings* of consecutive games. In some
/// card games, the result of a game affects the next game of the same sitting. The sittings with
/// the same number in all series form a *round*. The sittings of a round use the same random
/// numbers for the cards and for the seats. Over a round, each player therefore receives the hands
/// of all seats. The games of a round depend on each other, and different rounds are independent.
/// **Rounds are therefore the units** of confidence intervals.
///
/// The random numbers of round r come from the stream (seed, r). For n players and the series s,
/// counted from 0, substream 0 is for cards and seats, substream 1 + s for the decisions, substream
/// 1 + n + s for the seeds of players with separate generators, and substream 1 + 2 n + s for the
/// order of players with equal points. If the cards of game g of a sitting are thrown in, the next
/// deal comes from substream 2³² + g, so that the cards of later games do not change.
#[derive(Debug)]
pub struct Contest<G: Game> {
    setup: G::Setup,
    players: Vec<Entrant<G>>,
    /// The number of games in each series.
    series: u64,
    rounds: u64,
}

impl<G: Game> Clone for Contest<G> {
    fn clone(&self) -> Self {
        Self { setup: self.setup.clone(), players: self.players.clone(), ..*self }
    }
}

/// The position of a game in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameIndex {
    /// The round, from 0.
    pub round: u64,
    /// The series, from 0. In this series, every player has moved on by this number of seats.
    pub series: usize,
    /// The number of the game in its sitting, from 0.
    pub game: u64,
}

/// The error of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContestError {
    /// The number of players is not the number of seats in the setup.
    #[error(transparent)]
    Players(#[from] PlayersError),
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

/// The maximum number of games of a contest or league.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// The number of consecutive throw-ins after which a game is given up and the order of its players
/// is drawn at random. With players that never call, a game would otherwise never end.
const MOST_THROW_INS: u32 = 100;

/// The substream for new deals after a throw-in. Game g of a sitting uses the substream `REDEALS +
/// g`.
const REDEALS: u64 = 1 << 32;

/// Counts the events of a round for each player. The number of a player is the index in the list of
/// players of the contest, and does not depend on the seat.
pub trait Counter<G: Game> {
    /// Called before a player acts.
    fn acts(&mut self, player: usize, game: &G, seat: usize, action: G::Action) {
        let _ = (player, game, seat, action);
    }

    /// Called when an action of a player was replaced: see [`Observer::substituted`].
    fn substituted(&mut self, player: usize, why: Option<&PlayerError>);

    /// Called after a game that was not thrown in. `players` contains all players, the best first,
    /// and players with equal points in random order. `points` contains their points in the same
    /// order.
    fn over(&mut self, players: &[usize], points: &[i64], outcome: &G::Outcome);

    /// Called after a game that was given up because of too many throw-ins. `players` contains all
    /// players in random order.
    fn undecided(&mut self, players: &[usize]) {
        let _ = players;
    }
}

impl<G: Game> Contest<G> {
    /// Creates a contest of at least `games` games, in sittings of about `sitting` games. The
    /// number of games is rounded up, so that all series have the same length.
    ///
    /// # Errors
    /// The number of players is not the number of seats in the setup, `games` or `sitting` is 0, or
    /// `games` is greater than [`MOST_GAMES`].
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

    /// Returns the same contest with other players.
    ///
    /// # Errors
    /// The number of players is not that of this contest.
    pub fn with_players<E: Into<Entrant<G>>>(
        &self,
        players: impl IntoIterator<Item = E>,
    ) -> Result<Self, PlayersError> {
        Ok(Self { setup: self.setup.clone(), players: seated(players, self.players.len())?, ..*self })
    }

    /// Returns the setup of all games.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Returns the players.
    pub fn players(&self) -> &[Entrant<G>] {
        &self.players
    }

    /// Returns the total number of games.
    pub const fn games(&self) -> u64 {
        self.series * self.players.len() as u64
    }

    /// Returns the number of rounds. Rounds are numbered from 0. The lengths of sittings in
    /// different rounds differ by at most one game.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns the number of games in each sitting of a round. In different rounds, the numbers
    /// differ by at most 1.
    pub const fn sitting(&self, round: u64) -> u64 {
        self.before(round + 1) - self.before(round)
    }

    /// Returns the number of games that each series contains before the round with the number
    /// `round`.
    const fn before(&self, round: u64) -> u64 {
        (self.series as u128 * round as u128 / self.rounds as u128) as u64
    }

    /// Returns the position of a game. `game` is its number among all games of the contest, from 0,
    /// in the order of rounds, then of series, then of games in the sitting. Returns `None` if the
    /// number is out of range.
    pub fn place(&self, game: u64) -> Option<GameIndex> {
        if game >= self.games() {
            return None;
        }
        let number = self.players.len() as u64;
        // A binary search finds the round of the game, which is the last round that begins at or
        // before this game.
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

    /// Creates one player for each entrant. Each worker needs a separate set of players, which can
    /// play any number of rounds.
    pub fn seated(&self) -> Vec<Box<dyn Player<G>>> {
        self.players.iter().map(Entrant::player).collect()
    }

    /// Plays a round, which is one sitting of each series. `players` is the result of
    /// [`seated`](Self::seated). The results are the same for any number of workers only if the
    /// decisions of the players do not depend on earlier rounds.
    ///
    /// The observer receives the number of games played so far. It can cancel the round before each
    /// decision of a player that [listens](Player::listens).
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    ///
    /// # Panics
    /// If the number of players is not that of the contest.
    pub fn play_round(
        &self,
        players: &mut [Box<dyn Player<G>>],
        (seed, round): (u64, u64),
        count: &mut impl Counter<G>,
        observer: &dyn ProgressObserver,
    ) -> Result<(), Cancelled> {
        assert!(players.len() == self.players.len(), "expected one player per entrant");
        play_round(&self.setup, players, StreamKey::new(seed, round), self.sitting(round), count, observer)
    }

    /// Repeats the first `games` games of a sitting with new players, or all games if the sitting
    /// is shorter. The actions are the same as in [`play_round`](Self::play_round). For the
    /// observer `hearing`, player 0 is the player with the index `series` in the contest.
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    ///
    /// # Panics
    /// If the series does not exist.
    pub fn replay(
        &self,
        seed: u64,
        (round, series): (u64, usize),
        games: u64,
        hearing: &mut impl Observer<G>,
        observer: &dyn ProgressObserver,
    ) -> Result<(), Cancelled> {
        assert!(series < self.players.len(), "the series does not exist");
        let games = games.min(self.sitting(round));
        let meter = Meter::new(observer).total(games);
        let key = StreamKey::new(seed, round);
        play_series(&self.setup, &mut self.seated(), key, (series, games), hearing, &meter)
    }
}

/// Plays a sitting of `games` games in each series. The substreams of `key` are used as in a
/// [`Contest`].
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

/// Plays one sitting of a series.
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

/// Observes a table, and passes the events to a [`Counter`] with the numbers of players in place of
/// seats.
struct CountingObserver<'a, C> {
    count: &'a mut C,
    players: usize,
    /// The number of seats by which every player has moved on in this series.
    moved: usize,
    /// The player in each seat.
    seated: [usize; MOST_SEATS],
    /// The generator for the order of players with equal points.
    ties: Xoshiro256PlusPlus,
}

impl<G: Game, C: Counter<G>> Observer<G> for CountingObserver<'_, C> {
    fn dealt(&mut self, game: &G) {
        for (seat, seated) in self.seated[..self.players].iter_mut().enumerate() {
            // `game.player` returns the number of the player within this series. Adding `moved`,
            // modulo the number of players, gives the number within the contest.
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
        // Players with equal points are put in random order. If they were ordered by seat, the same
        // one of two neighbours would be first in most series, because the players keep their order
        // around the table.
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
