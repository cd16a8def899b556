//! Many games side by side, stepped together: what a vector environment of a learner stands on.
//!
//! [`Tables`] are [those of any card game](quadrille_table::tables), with series, exchanges and features of moves
//! of this one. What one table does is exactly what a [`Table`](crate::game::Table) with the same numbers and the
//! same decisions does.
//!
//! # Numbers of actions
//! The ids are those of [`Actions`](crate::encodings::Actions): passes, gifts and melds. An action can also be named
//! by its place in the list of legal actions, which costs less:
//! [`step_choices`](quadrille_table::tables::Tables::step_choices). That list is, in play, the melds in their [documented order](crate::melds#the-order-of-melds) and then
//! a pass unless the seat leads; in the exchange, what may be returned, in the order of the ids.
//!
//! # Episodes
//! An episode is one game: the exchange, where there is one, and the play. [`Classes`] says where the classes
//! come from by which cards are exchanged. Rewards are by *player*: players are who stays, while seats are drawn
//! anew every third game of a series ([`Series`]). What comes after a game is [`Autoreset`], with the three
//! meanings and the names of Gymnasium 1.x.
//!
//! The random numbers of a deal are those of the seats, the cards, and, if it comes to that, the places of those who
//! are stuck.
//!
//! ```
//! use quadrille_daifugo::encodings::OBSERVATION;
//! use quadrille_daifugo::tables::{Options, Tables};
//!
//! let mut tables = Tables::new(8, 31459, Options::default())?;
//! let (mut choices, mut observations) = (vec![0; 8], vec![0i8; 8 * OBSERVATION]);
//! let mut games = 0;
//! while games < 10 {
//!     tables.fill_observations(&mut observations)?;
//!     // A policy would judge them; here chance decides.
//!     tables.random_choices(&mut choices)?;
//!     tables.step_choices(&choices)?;
//!     for ended in tables.ended() {
//!         assert_eq!(tables.rewards_of(ended.table).iter().sum::<f32>(), 15.0);
//!         games += 1;
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod encode;
mod error;
mod options;

pub use batch::{Games, Last};
pub use error::{IllegalAction, StepError, TablesError, WhyIllegal};
pub use options::{Autoreset, Classes, Options, Reward, UnknownName};
pub use quadrille_table::tables::TooManyTables;

use std::ops::{Deref, DerefMut};

use self::batch::Stage;
use crate::encodings::Played;
use crate::game::deal::Exchange;
use crate::game::{Game, Outcome, Series};
use crate::melds::{Hand, Meld};

/// A game that ended with the last step: who is rich and who is poor, by seat, and its last state.
pub type Ended = quadrille_table::tables::Ended<Outcome, Last>;

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
    /// [`TooManyTables`].
    pub fn new(n: usize, seed: u64, options: Options) -> Result<Self, TooManyTables> {
        let batch = |n| Games::new(n, options);
        Ok(Self(quadrille_table::tables::Tables::new(n, seed, options.autoreset, batch)?))
    }

    /// What the tables were made with.
    pub const fn options(&self) -> &Options {
        &self.0.batch().options
    }

    /// Who sits where, and the points of the games before; `None` if there is no such table.
    pub fn series(&self, table: usize) -> Option<&Series> {
        self.batch().series.get(table)
    }

    /// The game in play, or just over; `None` in the exchange (or if there is no such table).
    pub fn game(&self, table: usize) -> Option<&Game> {
        match self.batch().stages.get(table)? {
            Stage::Play(game) | Stage::Over(game) => Some(game),
            Stage::Exchange { .. } => None,
        }
    }

    /// The hands before the first lead; `None` once cards are played (or if there is no such table).
    pub fn exchange(&self, table: usize) -> Option<&Exchange> {
        match self.batch().stages.get(table)? {
            Stage::Exchange { exchange, .. } => Some(exchange),
            Stage::Play(_) | Stage::Over(_) => None,
        }
    }

    /// What each seat has played in this game; `None` if there is no such table.
    pub fn played(&self, table: usize) -> Option<&Played> {
        self.batch().played.get(table)
    }

    /// The hand of the seat whose decision is due.
    pub fn hand(&self, table: usize) -> Option<Hand> {
        Some(self.batch().hand(table, self.seat(table)?))
    }

    /// The hand of any seat; `None` if there is no such table or seat.
    pub fn hand_of(&self, table: usize, seat: usize) -> Option<Hand> {
        (table < self.len() && seat < self.players()).then(|| self.batch().hand(table, seat))
    }

    /// The melds that may be played, in their [documented order](crate::melds#the-order-of-melds); none in the
    /// exchange, and where the game is over (or there is no such table).
    #[inline]
    pub fn melds(&self, table: usize) -> &[Meld] {
        self.listed(table)
    }
}
