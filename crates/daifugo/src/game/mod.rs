//! Whole games: the deal, the exchange, the play, and the classes from game to game.
//!
//! | module | what is in it |
//! |---|---|
//! | [`Game`] | one game from the first lead to the last place |
//! | [`View`] | what one player sees of it |
//! | [`deal`](mod@deal) | cards dealt and exchanged |
//! | [`Series`] | games in a row: seats, classes, points |
//!
//! A game knows seats, numbered in the direction of play; a series knows who sits there.

pub mod deal;
mod play;
mod series;
mod view;

pub use play::{Ending, Game, Happened};
pub use series::{Opening, Series};
pub use view::View;
