//! Contests: every player plays in every seat, with the same cards.

use std::array;
use std::ops::Range;

use quadrille_progress::{Cancelled, Meter, Observer as ProgressObserver};
use quadrille_random::rand_core::Rng as _;
use quadrille_random::shuffle::shuffle;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use thiserror::Error;

use crate::{
    Entrant, Game, MOST_SEATS, Observer, Player, PlayerError, PlayerRng, PlayersError, Seats, Streams,
    play_to_outcome, seated,
};

/// A contest with one entrant for each seat of a table.
///
/// A contest consists of as many *series* as there are players. From one series to the next, every
/// player moves by one seat, in the direction that [`Streams`] defines. A series is divided into
/// *sittings* of consecutive games. In some card games, the result of a game affects the next game
/// of the same sitting. The sittings with the same number in all series form a *round*. They use
/// the same random numbers for the cards and for the seats. Over a round, each player therefore
/// receives the hands of all seats. The games of a round depend on each other, and different rounds
/// are independent.
/// **Rounds are therefore the units** of confidence intervals.
///
/// The random numbers of round r come from the stream (seed, r). [`Streams`] defines what each
/// substream is for.
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

impl Streams {
    /// Returns the number of the player that takes the place of player 0 in a series.
    const fn moved(self, series: usize, players: usize) -> usize {
        match self {
            Self::PerSeries => series,
            Self::PerPlayer => (players - series) % players,
        }
    }

    /// Returns the key of the first generator of a series for this use.
    const fn key(self, round: StreamKey, of: Use, series: usize, players: usize) -> StreamKey {
        let number = match self {
            Self::PerSeries => 1 + players * of as usize + series,
            Self::PerPlayer => 1 + players * (players * of as usize + series),
        };
        round.substream(number as u64)
    }
}

/// A use of random numbers in a series, in the order of the substreams.
#[derive(Clone, Copy)]
enum Use {
    Decisions,
    Seeds,
    Ties,
}

/// The position of a game in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameIndex {
    /// The round, from 0.
    pub round: u64,
    /// The series, from 0. In this series, every player has moved by this number of seats.
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
        "{games} games in sittings of {sitting} games; expected 1 to {MOST_GAMES} games per series, and at least 1 game per sitting"
    )]
    Games {
        /// The number of games.
        games: u64,
        /// The number of games of a sitting.
        sitting: u32,
    },
}

/// The maximum number of games of a series of a contest, and of a league.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// The substreams for the deals after the first ones: see [`Streams`].
const REDEALS: u64 = 1 << 32;

/// Counts the events of rounds for each player. The number of a player is the index in the list of
/// players of the contest, and does not depend on the seat.
pub trait Counter<G: Game> {
    /// Called after each deal, including those that are thrown in.
    fn dealt(&mut self) {}

    /// Called before a player acts.
    fn acts(&mut self, player: usize, game: &G, seat: usize, action: G::Action) {
        let _ = (player, game, seat, action);
    }

    /// Called when an action of a player was replaced: see [`Observer::substituted`].
    fn substituted(&mut self, player: usize, why: Option<&PlayerError>);

    /// Called after a game.
    fn over(&mut self, result: &GameResult<'_, G>);

    /// Called after the last game of a round.
    fn round_over(&mut self) {}
}

/// The result of a game of a contest.
#[derive(Debug)]
pub struct GameResult<'a, G: Game> {
    /// The table, at the end of the game.
    pub game: &'a G,
    /// The outcome.
    pub outcome: &'a G::Outcome,
    /// The player in each seat.
    pub seated: &'a [usize],
    /// All players, the best first, and players with equal points in random order.
    pub ranking: &'a [usize],
    /// The points of the players, in the order of `ranking`.
    pub points: &'a [i64],
}

/// The players and the table of a worker, which can play any number of rounds of a contest.
pub struct Seated<G: Game> {
    players: Vec<Box<dyn Player<G>>>,
    table: G,
}

impl<G: Game> std::fmt::Debug for Seated<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seated").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<G: Game> Seated<G> {
    pub(crate) fn new<'a>(setup: &G::Setup, players: impl IntoIterator<Item = &'a Entrant<G>>) -> Self {
        Self { players: players.into_iter().map(Entrant::player).collect(), table: G::new(setup) }
    }
}

impl<G: Game> Contest<G> {
    /// Creates a contest of at least `games` games, in sittings of about `sitting` games. The
    /// number of games is rounded up, so that all series have the same length.
    ///
    /// # Errors
    /// The number of players is not the number of seats in the setup, `games` or `sitting` is 0, or
    /// a series would have more than [`MOST_GAMES`] games.
    pub fn new<E: Into<Entrant<G>>>(
        setup: G::Setup,
        players: impl IntoIterator<Item = E>,
        games: u64,
        sitting: u32,
    ) -> Result<Self, ContestError> {
        let wanted = G::seats(&setup);
        let players = seated(players, wanted)?;
        let series = games.div_ceil(wanted as u64);
        if games == 0 || sitting == 0 || series > MOST_GAMES {
            return Err(ContestError::Games { games, sitting });
        }
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

    /// Returns the number of games in these rounds, in all series.
    pub const fn games_in(&self, rounds: Range<u64>) -> u64 {
        let series = self.before(rounds.end).saturating_sub(self.before(rounds.start));
        series.saturating_mul(self.players.len() as u64)
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

    /// Creates one player for each entrant, and a table. Each worker needs its own.
    pub fn seated(&self) -> Seated<G> {
        Seated::new(&self.setup, &self.players)
    }

    /// Plays rounds, each of which is one sitting of each series. `seated` is the result of
    /// [`seated`](Self::seated). The results are the same for any number of workers only if the
    /// decisions of the players do not depend on earlier rounds.
    ///
    /// The observer receives the number of games played so far. It can cancel before each decision
    /// of a player that [listens](Player::listens).
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    ///
    /// # Panics
    /// If the number of players is not that of the contest, or a round does not exist.
    pub fn play_rounds(
        &self,
        seated: &mut Seated<G>,
        seed: u64,
        rounds: Range<u64>,
        count: &mut impl Counter<G>,
        observer: &dyn ProgressObserver,
    ) -> Result<(), Cancelled> {
        assert!(seated.players.len() == self.players.len(), "expected one player per entrant");
        let meter = Meter::new(observer).total(self.games_in(rounds.clone()));
        for round in rounds {
            play_round(seated, &self.setup, StreamKey::new(seed, round), self.sitting(round), count, &meter)?;
        }
        Ok(())
    }

    /// Repeats the first `games` games of a sitting with new players, or all games if the sitting
    /// is shorter. The actions are the same as in [`play_rounds`](Self::play_rounds). For the
    /// observer `hearing`, player 0 is the first of [`players_of`](Self::players_of).
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
        play_series(&mut self.seated(), &self.setup, key, (series, games), hearing, &meter)
    }

    /// Returns the players of a series, in the order in which they take the places of players 0, 1
    /// and so on.
    pub fn players_of(&self, series: usize) -> impl Iterator<Item = &Entrant<G>> {
        let number = self.players.len();
        self.players.iter().cycle().skip(G::STREAMS.moved(series, number)).take(number)
    }
}

/// Plays a sitting of `games` games in each series. The substreams of `key` are used as in a
/// [`Contest`].
pub(crate) fn play_round<G: Game>(
    seated: &mut Seated<G>,
    setup: &G::Setup,
    key: StreamKey,
    games: u64,
    count: &mut impl Counter<G>,
    meter: &Meter<'_>,
) -> Result<(), Cancelled> {
    let players = seated.players.len();
    for series in 0..players {
        let ties = G::STREAMS.key(key, Use::Ties, series, players).rng();
        let moved = G::STREAMS.moved(series, players);
        let mut hearing = CountingObserver { count, players, moved, seated: [0; MOST_SEATS], ties };
        play_series(seated, setup, key, (series, games), &mut hearing, meter)?;
    }
    count.round_over();
    Ok(())
}

/// Plays one sitting of a series.
fn play_series<G: Game>(
    Seated { players, table }: &mut Seated<G>,
    setup: &G::Setup,
    key: StreamKey,
    (series, games): (usize, u64),
    hearing: &mut impl Observer<G>,
    meter: &Meter<'_>,
) -> Result<(), Cancelled> {
    table.reset(setup);
    let mut dealer = key.rng();
    let mut seats = SeriesSeats::new(players, key, series);
    for game in 0..games {
        seats.game = game;
        let redealer = || key.substream(REDEALS + game).rng();
        match G::STREAMS {
            Streams::PerSeries => {
                play_to_outcome(table, &mut seats, &mut dealer, Some(&redealer), hearing, meter)?
            }
            Streams::PerPlayer => {
                if game > 0 {
                    dealer = redealer();
                }
                play_to_outcome(table, &mut seats, &mut dealer, None, hearing, meter)?
            }
        };
        meter.advance(1)?;
    }
    Ok(())
}

/// The players of a series in their seats, with the generators that [`Streams`] defines.
struct SeriesSeats<'a, G: Game> {
    players: &'a mut [Box<dyn Player<G>>],
    /// The generator of each player; with [`Streams::PerSeries`], the first is for all players.
    rngs: [PlayerRng; MOST_SEATS],
    /// The key of the first generator of seeds.
    seeds: StreamKey,
    series: usize,
    /// The number of the game in the sitting.
    game: u64,
    /// The player in each seat.
    seated: [u8; MOST_SEATS],
}

impl<'a, G: Game> SeriesSeats<'a, G> {
    fn new(players: &'a mut [Box<dyn Player<G>>], round: StreamKey, series: usize) -> Self {
        let number = players.len();
        let key = G::STREAMS.key(round, Use::Decisions, series, number);
        let first = key.rng();
        let mut rngs = array::from_fn(|_| first.clone());
        if G::STREAMS == Streams::PerPlayer {
            for (player, rng) in (0..).zip(&mut rngs[..number]).skip(1) {
                *rng = key.substream(key.substream + player).rng();
            }
        }
        let seeds = G::STREAMS.key(round, Use::Seeds, series, number);
        Self { players, rngs, seeds, series, game: 0, seated: [0; MOST_SEATS] }
    }
}

impl<G: Game> Seats<G> for SeriesSeats<'_, G> {
    type Player = dyn Player<G>;

    fn dealt(&mut self, game: &G) {
        let players = self.players.len();
        debug_assert_eq!(players, G::seats(game.setup()), "expected one player per seat");
        let moved = G::STREAMS.moved(self.series, players);
        for (seat, seated) in self.seated[..players].iter_mut().enumerate() {
            *seated = ((game.player(seat) + moved) % players) as u8;
        }
    }

    #[inline]
    fn seat(&mut self, seat: usize) -> (&mut Self::Player, &mut PlayerRng) {
        let player = usize::from(self.seated[seat]);
        let rng = if G::STREAMS == Streams::PerSeries { 0 } else { player };
        (&mut *self.players[player], &mut self.rngs[rng])
    }

    fn seed(&self, seat: usize) -> u64 {
        match G::STREAMS {
            Streams::PerSeries => {
                let seed = self.seeds.rng().next_u64();
                StreamKey::new(seed, self.game).substream(seat as u64).rng().next_u64()
            }
            Streams::PerPlayer => {
                let player = u64::from(self.seated[seat]);
                let seed = self.seeds.substream(self.seeds.substream + player).rng().next_u64();
                if self.game == 0 { seed } else { StreamKey::new(seed, self.game).rng().next_u64() }
            }
        }
    }
}

/// Observes a table, and passes the events to a [`Counter`] with the numbers of players in place of
/// seats.
struct CountingObserver<'a, C> {
    count: &'a mut C,
    players: usize,
    /// The number of the player that takes the place of player 0 in this series.
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
        self.count.dealt();
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
        self.count.over(&GameResult {
            game,
            outcome,
            seated: &self.seated[..self.players],
            ranking: players,
            points: &in_order[..self.players],
        });
    }
}
