//! Experiments about Dou Dizhu, and immediate queries about moves, records and puzzles.
//!
//! | module | contents |
//! |---|---|
//! | [`arena`] | `doudizhu.arena`: three players, compared on the same deals |
//! | [`endgames`] | `doudizhu.endgames`: solves random endgames |
//! | [`training`] | `doudizhu.train`: trains networks by self-play |
//! | [`settings`] | the keys of these kinds, as types |
//! | [`answers`] | queries about moves, records, endgames, puzzles |
//! | [`words`] | names of the categories of moves |
//! | [`reviews`] | records and situations for advice and reviews |

pub mod answers;
pub mod arena;
mod card_game;
pub mod endgames;
pub mod reviews;
pub mod settings;
mod table_game;
pub mod training;
pub mod words;

pub use arena::ARENA;
pub use card_game::DouDizhu;
pub use endgames::ENDGAMES;
pub use training::TRAIN;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
