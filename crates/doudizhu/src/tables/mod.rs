//! Batches of games that are stepped together: the basis of vectorised environments for learners.
//!
//! [`Tables`] extends the [tables of any card game](quadrille_table::tables) with positions, legal
//! moves and `DouZero`'s features. Each table behaves exactly like a [`Game`](crate::game::Game)
//! with the same deal and the same moves.
//!
//! Moves have `RLCard`'s ids, 0 to 27,471 ([`RlcardActions`]). If the setup [has
//! calls](crate::game::Setup::has_calls), the calls have the ids 27,472 to 27,479, in the order
//! `pass`, `1`, `2`, `3`, `call`, `rob`, `open`, `double`. A program that draws legal actions does
//! not need ids: [`step_choices`](quadrille_table::tables::Tables::step_choices) takes indices into
//! the list of legal moves (or calls) instead, which is faster.
//!
//! # End of a game
//! A game ends when a seat has played its last card, or when all seats have passed in the auction
//! and the cards are thrown in (all rewards are 0). With an auction, seat g mod 3 calls first in
//! game g of a table.
//!
//! ```
//! use quadrille_doudizhu::encodings::Role;
//! use quadrille_doudizhu::tables::{Options, Reward, Tables};
//!
//! let mut tables = Tables::new(8, 31459, Options { reward: Reward::Wp, ..Options::default() })?;
//! let (mut choices, mut x) = (vec![0; 8], Vec::new());
//! let mut games = 0;
//! while games < 10 {
//!     // Features of all legal moves of all tables where the landlord is to move: the input of a network.
//!     x.resize(tables.x_len_of(Role::Landlord), 0i8);
//!     tables.fill_x_of(Role::Landlord, &mut x)?;
//!     // This example chooses at random instead.
//!     tables.random_choices(&mut choices)?;
//!     tables.step_choices(&choices)?;
//!     games += tables.terminated().iter().filter(|&&over| over).count();
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod encode;
mod error;
mod options;

pub use batch::Games;
pub use error::{IllegalAction, OptionsError, StepError, TableError, TablesError, WhyIllegal};
pub use options::{Autoreset, Options, Reward, UnknownName};

use std::ops::{Deref, DerefMut};

use crate::encodings::{Course, RlcardActions, Role};
use crate::game::{Bidding, Call, Contract, Deal, Outcome, Position, Seat};
use crate::{Hand, Move};

/// All calls. The id of a call is [`RlcardActions::COUNT`] plus its index in this array.
pub const CALLS: [Call; 8] = Call::ALL;

/// A game that ended in the last step. From its last position and its move history,
/// [`rlcard::fill_observation`](crate::encodings::rlcard::fill_observation) computes Gymnasium's
/// `final_obs`. If the cards were thrown in, the game has no outcome and no position.
pub type Ended = quadrille_table::tables::Ended<Outcome, Option<(Position, Course)>>;

/// A batch of `n` games: the [tables of any game](quadrille_table::tables::Tables), extended by
/// methods for Dou Dizhu.
#[derive(Debug, Clone)]
pub struct Tables(quadrille_table::tables::Tables<Games>);

impl Deref for Tables {
    type Target = quadrille_table::tables::Tables<Games>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Tables {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Tables {
    /// Returns `n` tables. At each table, game 0 is dealt from the table's own random numbers.
    ///
    /// # Errors
    /// [`OptionsError`] if there are too many tables, or if the rules have moves without an id.
    pub fn new(n: usize, seed: u64, options: Options) -> Result<Self, OptionsError> {
        if !RlcardActions::cover(options.setup.rules) {
            return Err(OptionsError::Rules { found: options.setup.rules });
        }
        let batch = |n| Games::new(n, options);
        Ok(Self(quadrille_table::tables::Tables::new(n, seed, options.autoreset, batch)?))
    }

    /// Returns the options of the tables.
    pub const fn options(&self) -> &Options {
        &self.0.batch().options
    }

    /// Returns the seat that is to call or to play; `None` if the game is over (or the table is
    /// unknown).
    pub fn turn(&self, table: usize) -> Option<Seat> {
        self.seat(table).map(|seat| Seat::ALL[seat])
    }

    /// Returns the role of the seat that is to play; `None` during the auction and after the game.
    #[inline]
    pub fn role(&self, table: usize) -> Option<Role> {
        self.batch().is_playing(table).then(|| self.batch().courses[table].next_role())
    }

    /// Returns the position; `None` until the auction is settled. After the game, this is the last
    /// position.
    pub fn position(&self, table: usize) -> Option<&Position> {
        self.batch().is_settled(table).then(|| &self.batch().positions[table])
    }

    /// Returns the move history of the current game; `None` until the auction is settled.
    pub fn course(&self, table: usize) -> Option<&Course> {
        self.batch().is_settled(table).then(|| &self.batch().courses[table])
    }

    /// Returns the contract; `None` until the auction is settled.
    pub fn contract(&self, table: usize) -> Option<&Contract> {
        self.batch().is_settled(table).then(|| &self.batch().contracts[table])
    }

    /// Returns the cards as dealt.
    pub fn dealt(&self, table: usize) -> Option<&Deal> {
        self.batch().deals.get(table)
    }

    /// Returns the state of the auction.
    pub fn bidding(&self, table: usize) -> Option<&Bidding> {
        self.batch().biddings.get(table)
    }

    /// Returns the hand of the seat that is to call or to play; `None` if the game is over.
    pub fn hand(&self, table: usize) -> Option<Hand> {
        Some(self.batch().hand(table, self.turn(table)?))
    }

    /// Returns the hand of any seat; `None` if the table is unknown.
    pub fn hand_of(&self, table: usize, seat: Seat) -> Option<Hand> {
        (table < self.len()).then(|| self.batch().hand(table, seat))
    }

    /// Returns the legal moves of the seat to play, in the order of the generator; a pass, if
    /// legal, comes first. Empty during the auction, after the game, and for unknown tables.
    #[inline]
    pub fn legal_moves(&self, table: usize) -> &[Move] {
        self.listed(table)
    }
}
