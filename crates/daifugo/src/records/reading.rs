//! Building blocks for readers of record formats in other crates: lines, positions in a text, and
//! the game-by-game replay of a match.

pub use super::cut::{WholeLines, complete};
#[cfg(feature = "json")]
pub use super::json::read_into as read_json_into;
pub use super::places::{GamePart, GamePositions, ListPlaces, Misfit, TextPosition, words_at};
pub use super::verify::{Standing, ended, in_turn, play_again};
pub use super::without_mark;
