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
/// There is one *series* for each player, and from one series to the next every player moves on by
/// one seat. A series is divided into *sittings*: consecutive games, linked if the game links them.
/// The sittings with the same number in all series form a *round*. They use the same cards and the
/// same drawn seats, so every player receives the hands of every other player. Games of a round
/// depend on each other; rounds are independent. **Rounds are therefore the units** of confidence
/// intervals.
///
/// Round r of a seed draws from the stream (seed, r). With n players, substream 0 is for cards and
/// seats, 1 + s for the decisions in series s, 1 + n + s for the seeds of players with generators
/// of their own, and 1 + 2 n + s for the order of players with equal points. If the cards of game g
/// of a sitting are thrown in, they are dealt again from substream 2³² + g, so that later games
/// keep their cards.
#[derive(Debug)]
pub struct Contest<G: Game> {
    setup: G::Setup,
    players: Vec<Entrant<G>>,
    /// The number of games of each series.
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
    /// The series, from 0: the number of seats by which every player has moved on.
    pub series: usize,
    /// The number in the sitting, from 0.
    pub game: u64,
}

/// The error of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContestError {
    /// The number of players is not that of the setup.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// The number of games or the length of a sitting is 0, or there are too many games.
    #[error(
        "{games} games in sittings of {sitting}; expected at least one of each, and at most {MOST_GAMES} games"
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
/// is drawn. Players that never call would otherwise have cards dealt without end.
const MOST_THROW_INS: u32 = 100;

/// The first substream for deals after a throw-in.
const REDEALS: u64 = 1 << 32;

/// Counts the events of a round by player. Players are numbered in the order in which they were
/// given, regardless of their seats.
pub trait Counter<G: Game> {
    /// Called before a player acts.
    fn acts(&mut self, player: usize, game: &G, seat: usize, action: G::Action) {
        let _ = (player, game, seat, action);
    }

    /// Called when an action of a player was replaced: see [`Observer::substituted`].
    fn substituted(&mut self, player: usize, why: Option<&PlayerError>);

    /// Called after a game, with the players, the best first, and the points of each. Players with
    /// equal points are in random order.
    fn over(&mut self, players: &[usize], points: &[i64], outcome: &G::Outcome);

    /// Called for a game that was given up after too many throw-ins, with the players in random
    /// order.
    fn undecided(&mut self, players: &[usize]) {
        let _ = players;
    }
}

impl<G: Game> Contest<G> {
    /// Creates a contest of at least `games` games, rounded up so that all series are equal, in
    /// sittings of about `sitting` games.
    ///
    /// # Errors
    /// The number of players is not that of the setup, `games` or `sitting` is 0, or there are more
    /// than [`MOST_GAMES`].
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
    /// The number of players differs.
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

    /// Returns the number of rounds. Rounds are numbered from 0; their sittings differ by at most
    /// one game.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns the number of games of a sitting in a round. Sittings differ by at most one game.
    pub const fn sitting(&self, round: u64) -> u64 {
        self.before(round + 1) - self.before(round)
    }

    /// Returns the number of games of a series before a round.
    const fn before(&self, round: u64) -> u64 {
        (self.series as u128 * round as u128 / self.rounds as u128) as u64
    }

    /// Returns the position of a game, given by its number among all games, from 0. The order is by
    /// round, then by series, then by game of the sitting. `None` if the number is out of range.
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

    /// Creates a set of players. Each worker needs its own and can play any number of rounds with
    /// it.
    pub fn seated(&self) -> Vec<Box<dyn Player<G>>> {
        self.players.iter().map(Entrant::player).collect()
    }

    /// Plays a round: a sitting of each series. `players` are the result of
    /// [`seated`](Self::seated). Their decisions must not depend on earlier rounds if results are
    /// to be equal for any number of workers.
    ///
    /// The observer receives the number of games played so far, and can cancel before each decision
    /// of a player that [listens](Player::listens).
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

    /// Repeats the first `games` games of one series of a round, or all of it, with new players.
    /// The plays are the same as in the round. For the observer, player 0 is the player in the
    /// first seat of this series.
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

/// Plays a sitting of `games` games in each series. The substreams of the key are those of a
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

/// Observes a table, and passes its events to a counter by player.
struct CountingObserver<'a, C> {
    count: &'a mut C,
    players: usize,
    /// The number of seats by which every player has moved on.
    moved: usize,
    /// The player in each seat.
    seated: [usize; MOST_SEATS],
    /// The generator for the order of players with equal points.
    ties: Xoshiro256PlusPlus,
}

impl<G: Game, C: Counter<G>> Observer<G> for CountingObserver<'_, C> {
    fn dealt(&mut self, game: &G) {
        for (seat, seated) in self.seated[..self.players].iter_mut().enumerate() {
            // The table numbers the players by their seats in this series. In the numbering of the
            // round they are `moved` further, so that each player plays once from every seat.
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
        // Ties are resolved at random: the players keep their order around the table, so the order
        // of seats would favour the same one of two neighbours in most series.
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
