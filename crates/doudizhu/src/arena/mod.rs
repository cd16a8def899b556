//! Players against one another: the same deals for everyone.
//!
//! Each deal is played three times, and from one time to the next everyone moves on by a seat, so that each
//! player has each of the three hands once. What the cards are worth cancels out; what is left is how they
//! were played. Without an auction seat 0 is the landlord, so each player is landlord once a deal. With one,
//! the players' own calls decide, and seat 0 speaks first: each player once a deal.
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
//! Any [player](crate::players::Player) can take part, in any mix: an [`Entrant`] is a name and a way to make
//! one. A player that has no legal answer does not end the games; what is played instead, and how often, is
//! counted in [`PlayerTally::faults`].

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

/// How often each deal is played: once from each seat.
pub const GAMES_A_DEAL: u64 = 3;

/// Three players, and everything that decides how their games go.
#[derive(Debug, Clone)]
pub struct Arena {
    setup: Setup,
    players: [Entrant; 3],
    seed: u64,
}

/// A game that an arena played, with everything in it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArenaGame {
    /// The game from its deal to its end, with every call and move.
    pub game: Game,
    /// Which player sat in which seat.
    pub seated: [usize; 3],
    /// The name of who sat in which seat.
    pub names: [String; 3],
    /// How often the cards were thrown in before.
    pub thrown_in: u64,
}

impl ArenaGame {
    /// The names, as [`Record::of`](crate::records::Record::of) takes them.
    pub fn names(&self) -> [&str; 3] {
        self.names.each_ref().map(String::as_str)
    }
}

/// A game that has been played; its table knows the rest.
struct Played {
    deal: Deal,
    outcome: Outcome,
    /// Which player sat in which seat.
    seated: [usize; 3],
    /// Also those of deals that were thrown in before.
    faults: SeatFaults<3>,
    thrown_in: u64,
}

/// After this many throw-ins in a row, the next deal is played without an auction: with players that never call,
/// cards would be dealt without end. Players that call once in twenty deals never come near it.
const MOST_THROW_INS: u64 = 100;

impl Arena {
    /// Players 0, 1 and 2 in the order in which they sit around the table. Games depend on nothing but these
    /// arguments and their numbers.
    pub fn new<P: Into<Entrant>>(setup: Setup, players: [P; 3], seed: u64) -> Self {
        Self { setup, players: players.map(Into::into), seed }
    }

    /// What is agreed before each game.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who plays, in the order in which they sit around the table.
    pub const fn players(&self) -> &[Entrant; 3] {
        &self.players
    }

    /// Plays each of these deals three times. The observer gets the number of games played after each game.
    ///
    /// Deal d draws from streams (seed, d) alone, so any cut of the deals into runs gives the same games, and
    /// tallies merge exactly.
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    pub fn run(&self, deals: Range<u64>, observer: &dyn Observer) -> Result<Tally, Cancelled> {
        let games = deals.end.saturating_sub(deals.start).saturating_mul(GAMES_A_DEAL);
        let meter = Meter::new(observer).total(games);
        let mut players = self.players.each_ref().map(Entrant::player);
        let (mut tally, mut table) = (Tally::default(), Table::new(&self.setup));
        for deal in deals {
            let mut sums = tally::DealSums::default();
            for rotation in 0..GAMES_A_DEAL as usize {
                let played = self.play(&mut players, &mut table, (deal, rotation), &meter)?;
                tally.record(self.setup.scoring, &played, table.moves(), &mut sums);
                meter.advance(1)?;
            }
            tally.end_deal(&sums);
        }
        Ok(tally)
    }

    /// One game again, with everything in it: game `number` of all, counted from 0, is deal `number / 3` played for the
    /// `number % 3`-th time.
    ///
    /// # Errors
    /// [`Cancelled`], if the observer, which is asked before decisions of players that listen, said so.
    pub fn game(&self, number: u64, observer: &dyn Observer) -> Result<ArenaGame, Cancelled> {
        let (deal, rotation) = (number / GAMES_A_DEAL, (number % GAMES_A_DEAL) as usize);
        let mut players = self.players.each_ref().map(Entrant::player);
        let mut table = Table::new(&self.setup);
        let Played { deal, seated, thrown_in, .. } =
            self.play(&mut players, &mut table, (deal, rotation), &Meter::new(observer))?;
        let mut game = Game::new(*quadrille_table::Game::setup(&table), deal, Seat::ALL[0]);
        // The table has let nothing illegal through.
        for &(_, call) in table.calls() {
            let _ = game.call(call);
        }
        for &(_, chosen) in table.moves() {
            let _ = game.play(chosen.cards());
        }
        let names = seated.map(|player| self.players[player].name().to_owned());
        Ok(ArenaGame { game, seated, names, thrown_in })
    }

    /// Plays a game at a table, which then knows its setup, cards, calls and moves.
    fn play(
        &self,
        players: &mut [Box<dyn Player<Table>>; 3],
        table: &mut Table,
        (deal, rotation): (u64, usize),
        meter: &Meter<'_>,
    ) -> Result<Played, Cancelled> {
        let key = StreamKey::new(self.seed, deal);
        // Substream 0 deals the cards, 1 to 9 are what the players draw from in the three games, and 10 to 18
        // give their seeds.
        let of = |first: usize, player: usize| key.substream((first + 3 * rotation + player) as u64).rng();
        let mut seated = [0, 1, 2];
        seated.rotate_right(rotation);
        let mut players = players.each_mut().map(|player| &mut **player);
        players.rotate_right(rotation);
        let rngs = seated.map(|player| of(1, player));
        let seed = |seat: usize| if players[seat].listens() { of(10, seated[seat]).next_u64() } else { 0 };
        let seeds = [0, 1, 2].map(seed);
        let mut seats = PerSeatRng { players, rngs, seeds };
        // The same cards each time: after a throw-in, the same next ones.
        let mut dealer = key.rng();
        let (mut thrown_in, mut setup, mut faults) = (0, self.setup, SeatFaults::default());
        loop {
            let deal = Deal::random(&mut dealer);
            table.begin(&setup, &deal, Seat::ALL[0]);
            if let Some(outcome) = play_on(table, &mut seats, &mut dealer, &mut faults, meter)? {
                return Ok(Played { deal, outcome, seated, faults, thrown_in });
            }
            thrown_in += 1;
            if thrown_in == MOST_THROW_INS {
                setup.auction = Auction::None;
            }
        }
    }
}
