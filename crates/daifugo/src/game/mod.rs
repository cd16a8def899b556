//! Complete games: deal, exchange, play, and classes across games.
//!
//! | item | contents |
//! |---|---|
//! | [`Game`] | one game, from the first lead to the last class |
//! | [`PublicState`], [`Facts`] | public information about a game, also of games that other programs run |
//! | [`View`] | one player's information and legal moves |
//! | [`Move`], [`Event`], [`Outcome`] | actions, public events and results |
//! | [`PositionKey`] | lookup key of a position |
//! | [`perft`](fn@perft) | number of move sequences of a given length |
//! | [`deal`](mod@deal) | dealing and exchanging cards |
//! | [`Series`] | consecutive games: seats, classes, points |
//! | [`Table`] | consecutive games, driven decision by decision by the caller's loop; a [`Game`](quadrille_table::Game) of the crate `table` |
//!
//! [`Sample`](quadrille_table::Sample), implemented for [`Table`](Table#impl-Sample-for-Table),
//! samples hidden hands that are consistent with a view.
//!
//! In a game, seats are numbered in the direction of play; a series maps seats to players.

pub mod deal;
mod facts;
mod interface;
mod key;
mod moves;
mod perft;
mod play;
mod present;
#[cfg(feature = "json")]
mod questions;
mod sample;
mod series;
mod start;
mod state;
mod table;
mod view;

pub use facts::Facts;
pub use key::PositionKey;
pub use moves::{Action, Event, Move, Outcome};
pub use perft::perft;
pub use play::{Game, GameError};
pub use series::{Opening, Series};
pub use start::Start;
pub use state::{Ending, Happened, PublicState};
pub use table::{Decision, ExchangeView, Table, TableError};
pub use view::View;
