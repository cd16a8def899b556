//! Whole games: the deal, the exchange, the play, and the classes from game to game.
//!
//! | module | what is in it |
//! |---|---|
//! | [`Game`] | one game from the first lead to the last place |
//! | [`PublicState`], [`Facts`] | what everyone at the table knows of it, also of one that was begun elsewhere |
//! | [`View`] | what one player sees of it, and may do |
//! | [`Move`], [`Event`], [`Outcome`] | what is done, what is seen, what it comes to |
//! | [`PositionKey`] | what the rest of a game depends on |
//! | [`perft`](fn@perft) | how many ways a game can go |
//! | [`deal`](mod@deal) | cards dealt and exchanged |
//! | [`Series`] | games in a row: seats, classes, points |
//! | [`Table`] | games in a row, decision by decision, for a program that has its own loop; a [`Game`](quadrille_table::Game) of the crate `table` |
//!
//! Hidden hands are dealt to fit a view by [`Sample`](quadrille_table::Sample) for [`Table`](Table#impl-Sample-for-Table).
//!
//! A game knows seats, numbered in the direction of play; a series knows who sits there.

pub mod deal;
mod facts;
mod interface;
mod key;
mod moves;
mod perft;
mod play;
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
