//! Arenas: players compared on the same deals.
//!
//! Each deal is played three times. After each game every player moves to the next seat, so that
//! each player has each of the three hands once. This cancels the value of the cards; the remaining
//! difference is due to the play. Without an auction, seat 0 is the landlord, so each player is
//! landlord once per deal. With an auction, the players' calls decide who is the landlord. Seat 0
//! then calls first, so each player calls first once per deal.
//!
//! ```
//! use quadrille_doudizhu::Rules;
//! use quadrille_doudizhu::arena::Arena;
//! use quadrille_doudizhu::game::{Scoring, Setup};
//! use quadrille_doudizhu::players::PlayerKind::{Random, Rule};
//!
//! let arena = Arena::new(Setup::new(Rules::RLCARD, Scoring::Adp), [Rule, Random, Random], 1);
//! let tally = arena.run(0..20, &())?;
//! assert_eq!((tally.games, tally.players[0].landlord.games()), (60, 20));
//! assert!(tally.players[0].all.wins.sum() > tally.players[1].all.wins.sum());
//! # Ok::<(), quadrille_progress::Cancelled>(())
//! ```
//!
//! Any [player](crate::players::Player) can take part, in any mix: an [`Entrant`] is a name and a
//! factory of players. If a player returns no legal decision, its seat passes or, if it leads,
//! plays the lowest legal move; [`PlayerTally::faults`] counts these decisions.

mod tally;

use std::ops::Range;

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;

pub use quadrille_stats::RatioEstimate;
pub use tally::{PlayerTally, Scores, Tally};

pub use crate::players::Entrant;

use crate::game::{Auction, Deal, Game, Outcome, Seat, Setup, Table};
use crate::players::{PerSeatRng, Player, SeatFaults, play_on};

/// The number of games per deal: each player plays once in each seat.
pub const GAMES_A_DEAL: u64 = 3;

/// Three players, and all other parameters that determine their games.
#[derive(Debug, Clone)]
pub struct Arena {
    setup: Setup,
    players: [Entrant; 3],
    seed: u64,
}

/// The full record of a game played by an arena.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArenaGame {
    /// The game from its deal to its end, with every call and move.
    pub game: Game,
    /// The index of the player in each seat.
    pub seated: [usize; 3],
    /// The name of the player in each seat.
    pub names: [String; 3],
    /// The number of deals that were thrown in before this game.
    pub thrown_in: u64,
}

impl ArenaGame {
    /// Returns the names in the form that [`Record::of`](crate::records::Record::of) takes.
    pub fn names(&self) -> [&str; 3] {
        self.names.each_ref().map(String::as_str)
    }
}

/// The result of a game, without the calls and the moves. The caller finds these in the table at
/// which the game was played.
struct Played {
    deal: Deal,
    outcome: Outcome,
    /// The index of the player in each seat.
    seated: [usize; 3],
    /// The faults of each seat, including those in deals that were thrown in before.
    faults: SeatFaults<3>,
    thrown_in: u64,
}

/// The number of consecutive throw-ins after which the next deal is played without an auction.
/// Without this limit, players that never call would cause endless dealing. Players that call once
/// in twenty deals practically never reach the limit.
const MOST_THROW_INS: u64 = 100;

impl Arena {
    /// Creates an arena. In the first game of each deal, players 0, 1 and 2 have seats 0, 1 and 2.
    /// A game depends only on these arguments and on its index.
    pub fn new<P: Into<Entrant>>(setup: Setup, players: [P; 3], seed: u64) -> Self {
        Self { setup, players: players.map(Into::into), seed }
    }

    /// Returns the rules and options of the games.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the players, in the order of their seats in the first game of a deal.
    pub const fn players(&self) -> &[Entrant; 3] {
        &self.players
    }

    /// Plays each of these deals three times. After each game the observer receives the number of
    /// games played.
    ///
    /// The random numbers of deal `d` come only from the stream `d` of the arena's seed. The games
    /// therefore do not depend on how the deals are divided among several calls, and the tallies of
    /// the calls merge exactly.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels.
    pub fn run(&self, deals: Range<u64>, observer: &dyn Observer) -> Result<Tally, Cancelled> {
        let games = deals.end.saturating_sub(deals.start).saturating_mul(GAMES_A_DEAL);
        let meter = Meter::new(observer).total(games);
        let mut players = self.players.each_ref().map(Entrant::player);
        let (mut tally, mut table) = (Tally::default(), Table::new(&self.setup));
        for deal in deals {
            let mut sums = tally::DealSums::default();
            for rotation in 0..GAMES_A_DEAL as usize {
                let played = self.play(&mut players, &mut table, (deal, rotation), &mut (), &meter)?;
                tally.record(self.setup.scoring, &played, table.moves(), &mut sums);
                meter.advance(1)?;
            }
            tally.end_deal(&sums);
        }
        Ok(tally)
    }

    /// Replays one game with its full record. Game `number`, counted from 0, is game `number % 3`
    /// of deal `number / 3`.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels. The observer is called before each decision of a
    /// player whose method [`listens`](Player::listens) returns `true`.
    pub fn game(&self, number: u64, observer: &dyn Observer) -> Result<ArenaGame, Cancelled> {
        self.observed_game(number, &mut (), observer)
    }

    /// Does the same as [`game`](Self::game), and shows the game to the observer `watching`,
    /// including the deals that are thrown in.
    ///
    /// # Errors
    /// [`Cancelled`] if `observer`, the observer of the progress, cancels.
    pub fn observed_game(
        &self,
        number: u64,
        watching: &mut impl quadrille_table::Observer<Table>,
        observer: &dyn Observer,
    ) -> Result<ArenaGame, Cancelled> {
        let (deal, rotation) = (number / GAMES_A_DEAL, (number % GAMES_A_DEAL) as usize);
        let mut players = self.players.each_ref().map(Entrant::player);
        let mut table = Table::new(&self.setup);
        let Played { deal, seated, thrown_in, .. } =
            self.play(&mut players, &mut table, (deal, rotation), watching, &Meter::new(observer))?;
        let mut game = Game::new(*quadrille_table::Game::setup(&table), deal, Seat::ALL[0]);
        // The table has rejected all illegal actions, so these calls and moves succeed.
        for &(_, call) in table.calls() {
            let _ = game.call(call);
        }
        for &(_, chosen) in table.moves() {
            let _ = game.play(chosen.cards());
        }
        let names = seated.map(|player| self.players[player].name().to_owned());
        Ok(ArenaGame { game, seated, names, thrown_in })
    }

    /// Plays a game at a table. Afterwards the table has the setup, the cards, the calls and the
    /// moves of the game.
    fn play(
        &self,
        players: &mut [Box<dyn Player<Table>>; 3],
        table: &mut Table,
        (deal, rotation): (u64, usize),
        watching: &mut impl quadrille_table::Observer<Table>,
        meter: &Meter<'_>,
    ) -> Result<Played, Cancelled> {
        let key = StreamKey::new(self.seed, deal);
        // Substream 0 deals the cards. Substreams 1 to 9 are the generators of the players in the
        // three games, and substreams 10 to 18 give the players' seeds.
        let of = |first: usize, player: usize| key.substream((first + 3 * rotation + player) as u64).rng();
        let mut seated = [0, 1, 2];
        seated.rotate_right(rotation);
        let mut players = players.each_mut().map(|player| &mut **player);
        players.rotate_right(rotation);
        let rngs = seated.map(|player| of(1, player));
        let seed = |seat: usize| if players[seat].listens() { of(10, seated[seat]).next_u64() } else { 0 };
        let seeds = [0, 1, 2].map(seed);
        let mut seats = PerSeatRng { players, rngs, seeds };
        // All three games have the same cards, even after a deal is thrown in.
        let mut dealer = key.rng();
        let (mut thrown_in, mut setup, mut faults) = (0, self.setup, SeatFaults::default());
        loop {
            let deal = Deal::random(&mut dealer);
            table.begin(&setup, &deal, Seat::ALL[0]);
            if let Some(outcome) =
                play_on(table, &mut seats, &mut dealer, &mut (&mut faults, &mut *watching), meter)?
            {
                return Ok(Played { deal, outcome, seated, faults, thrown_in });
            }
            thrown_in += 1;
            if thrown_in == MOST_THROW_INS {
                setup.auction = Auction::None;
            }
        }
    }
}
