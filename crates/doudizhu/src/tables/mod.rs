//! Many games side by side, stepped together: what a vector environment of a learner stands on.
//!
//! [`Tables`] are [those of any card game](quadrille_table::tables), with positions, legal moves and `DouZero`'s
//! features of this one. What one table does is exactly what a [`Game`](crate::game::Game) with the same deal and
//! the same moves does.
//!
//! # Numbers of actions
//! Moves have `RLCard`'s ids, 0 to 27,471 ([`RlcardActions`]). Where there is an auction, calls follow: 27,472
//! is the call `pass`, then `1`, `2`, `3`, `call`, `rob`, `open` and `double` up to 27,479. Whoever draws from
//! what is legal need not know ids: [`step_choices`](quadrille_table::tables::Tables::step_choices) takes the place in the list of legal
//! moves (or calls) instead, which costs less.
//!
//! # The end of a game
//! A game ends with the last card of a hand, or when everybody has passed in the auction and the cards are
//! thrown in (rewards of 0). In an auction, seat g mod 3 speaks first in a table's game g.
//!
//! ```
//! use quadrille_doudizhu::encodings::Role;
//! use quadrille_doudizhu::tables::{Options, Reward, Tables};
//!
//! let mut tables = Tables::new(8, 31459, Options { reward: Reward::Wp, ..Options::default() })?;
//! let (mut choices, mut x) = (vec![0; 8], Vec::new());
//! let mut games = 0;
//! while games < 10 {
//!     // Features of every legal move of every table where the landlord is to move, for a network to judge.
//!     x.resize(tables.x_len_of(Role::Landlord), 0i8);
//!     tables.fill_x_of(Role::Landlord, &mut x)?;
//!     // Here, chance decides instead.
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

/// All calls, in the order of their ids from [`RlcardActions::COUNT`] on.
pub const CALLS: [Call; 8] = Call::ALL;

/// A game that ended with the last step: its last position and everything played, from which
/// [`rlcard::fill_observation`](crate::encodings::rlcard::fill_observation) makes Gymnasium's `final_obs`. There is
/// neither an outcome nor a position if the cards were thrown in.
pub type Ended = quadrille_table::tables::Ended<Outcome, Option<(Position, Course)>>;

/// `n` games side by side: the [tables of any game](quadrille_table::tables::Tables), and what only this one has.
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
    /// `n` tables, each with its game number 0 dealt.
    ///
    /// # Errors
    /// [`OptionsError`]: too many tables, or rules with moves that have no ids.
    pub fn new(n: usize, seed: u64, options: Options) -> Result<Self, OptionsError> {
        if !RlcardActions::cover(options.setup.rules) {
            return Err(OptionsError::Rules { found: options.setup.rules });
        }
        let batch = |n| Games::new(n, options);
        Ok(Self(quadrille_table::tables::Tables::new(n, seed, options.autoreset, batch)?))
    }

    /// What the tables were made with.
    pub const fn options(&self) -> &Options {
        &self.0.batch().options
    }

    /// Whose turn it is to call or to play; `None` where the game is over (or there is no such table).
    pub fn turn(&self, table: usize) -> Option<Seat> {
        self.seat(table).map(|seat| Seat::ALL[seat])
    }

    /// What the seat to play is; `None` in an auction, and where the game is over.
    #[inline]
    pub fn role(&self, table: usize) -> Option<Role> {
        self.batch().is_playing(table).then(|| self.batch().courses[table].next_role())
    }

    /// The hands and the table in play; `None` before the first card can be played. When the game is over, the
    /// last position.
    pub fn position(&self, table: usize) -> Option<&Position> {
        self.batch().is_settled(table).then(|| &self.batch().positions[table])
    }

    /// The moves of the game in play; `None` before the first card can be played.
    pub fn course(&self, table: usize) -> Option<&Course> {
        self.batch().is_settled(table).then(|| &self.batch().courses[table])
    }

    /// What was agreed on; `None` before the first card can be played.
    pub fn contract(&self, table: usize) -> Option<&Contract> {
        self.batch().is_settled(table).then(|| &self.batch().contracts[table])
    }

    /// The cards as they were dealt.
    pub fn dealt(&self, table: usize) -> Option<&Deal> {
        self.batch().deals.get(table)
    }

    /// How far the auction is.
    pub fn bidding(&self, table: usize) -> Option<&Bidding> {
        self.batch().biddings.get(table)
    }

    /// The cards of the seat whose turn it is, to call or to play; `None` where the game is over.
    pub fn hand(&self, table: usize) -> Option<Hand> {
        Some(self.batch().hand(table, self.turn(table)?))
    }

    /// The cards of any seat; `None` if there is no such table.
    pub fn hand_of(&self, table: usize, seat: Seat) -> Option<Hand> {
        (table < self.len()).then(|| self.batch().hand(table, seat))
    }

    /// The legal moves of the seat to play, a pass first where there is one, in the order of the rules'
    /// generator; none in an auction, and where the game is over (or there is no such table).
    #[inline]
    pub fn legal_moves(&self, table: usize) -> &[Move] {
        self.listed(table)
    }
}
