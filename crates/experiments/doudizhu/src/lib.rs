//! Experiments about Dou Dizhu, and questions about it that are answered at once.
//!
//! | module | concern |
//! |---|---|
//! | [`arena`] | `doudizhu.arena`: three players, the same deals for each of them |
//! | [`endgames`] | `doudizhu.endgames`: random endgames, solved |
//! | [`training`] | `doudizhu.train`: networks that learn by self-play |
//! | [`settings`] | the tables of these kinds as types |
//! | [`answers`] | moves, records, endgames, puzzles |
//! | [`words`] | the kinds of moves in words |
//! | `keys` | keys of the tables |

pub mod answers;
pub mod arena;
pub mod endgames;
pub mod keys;
pub mod settings;
pub mod training;
pub mod words;

pub use arena::ARENA;
pub use endgames::ENDGAMES;
pub use training::TRAIN;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
