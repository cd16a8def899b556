//! Batches of games that are stepped together: the basis of vector environments for learners.
//!
//! [`Tables`] wraps the [tables of any card game](quadrille_table::tables), and adds the series,
//! the exchange and the features of moves of Daifugo. Each table behaves exactly as a
//! [`Table`](crate::game::Table) with the same random numbers and the same decisions.
//!
//! # Action ids
//! The ids are those of [`Actions`](crate::encodings::Actions): passes, gifts and melds. An action
//! can also be given by its index in the list of legal actions, which costs less:
//! [`step_choices`](quadrille_table::tables::Tables::step_choices). In play the list contains the
//! melds in their [documented order](crate::melds#the-order-of-melds), followed by a pass unless
//! the seat leads. In the exchange it contains the possible gifts in the order of their ids.
//!
//! # Episodes
//! An episode is one game: the exchange, if any, and the play. [`Classes`] is the source of the
//! classes for the exchange. Rewards are by *player*: players are fixed, while seats are drawn
//! again after every third game of a series ([`Series`]). [`Autoreset`] selects the behaviour after
//! a game, with the three modes and the names of Gymnasium 1.x.
//!
//! The random numbers of a game determine its seats and cards, the classes if they are drawn, and
//! in a stuck game the open classes of the stuck seats.
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
//!     // A policy would choose by the observations; here the choices are random.
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

/// A game that ended with the last step: its outcome by seat, and its last state.
pub type Ended = quadrille_table::tables::Ended<Outcome, Last>;

/// A batch of games: the [tables of any game](quadrille_table::tables::Tables), with accessors that
/// only Daifugo has.
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
    /// Creates `n` tables, and deals the cards of game 0 at each table.
    ///
    /// # Errors
    /// Returns [`TooManyTables`] if `n` is above the limit.
    pub fn new(n: usize, seed: u64, options: Options) -> Result<Self, TooManyTables> {
        let batch = |n| Games::new(n, options);
        Ok(Self(quadrille_table::tables::Tables::new(n, seed, options.autoreset, batch)?))
    }

    /// Returns the options of the tables.
    pub const fn options(&self) -> &Options {
        &self.0.batch().options
    }

    /// Returns the series, with the seats and the points of previous games; `None` for an invalid
    /// table.
    pub fn series(&self, table: usize) -> Option<&Series> {
        self.batch().series.get(table)
    }

    /// Returns the game in play, or the game that has just ended; `None` in the exchange or for an
    /// invalid table.
    pub fn game(&self, table: usize) -> Option<&Game> {
        match self.batch().stages.get(table)? {
            Stage::Play(game) | Stage::Over(game) => Some(game),
            Stage::Exchange { .. } => None,
        }
    }

    /// Returns the exchange, with the hands; `None` after the exchange or for an invalid table.
    pub fn exchange(&self, table: usize) -> Option<&Exchange> {
        match self.batch().stages.get(table)? {
            Stage::Exchange { exchange, .. } => Some(exchange),
            Stage::Play(_) | Stage::Over(_) => None,
        }
    }

    /// Returns the cards that each seat has played in this game; `None` for an invalid table.
    pub fn played(&self, table: usize) -> Option<&Played> {
        self.batch().played.get(table)
    }

    /// Returns the hand of the seat that is to decide; `None` if no decision is due or for an
    /// invalid table.
    pub fn hand(&self, table: usize) -> Option<Hand> {
        Some(self.batch().hand(table, self.seat(table)?))
    }

    /// Returns the hand of any seat; `None` for an invalid table or seat.
    pub fn hand_of(&self, table: usize, seat: usize) -> Option<Hand> {
        (table < self.len() && seat < self.players()).then(|| self.batch().hand(table, seat))
    }

    /// Returns the legal melds, in their [documented order](crate::melds#the-order-of-melds). Empty
    /// in the exchange, after the end of the game, and for an invalid table.
    #[inline]
    pub fn melds(&self, table: usize) -> &[Meld] {
        self.listed(table)
    }
}
