//! Experiments with Daifugo, and immediate queries on cards and records.
//!
//! | module | contents |
//! |---|---|
//! | [`arena`] | `daifugo.arena`: a contest between players, each in every seat |
//! | [`league`] | `daifugo.league`: ratings of any number of players |
//! | [`training`] | `daifugo.train`: training of a network by self-play |
//! | [`settings`] | the keys of these kinds of experiments, as types |
//! | [`foreign`] | external programs as players |
//! | [`answers`] | queries on melds, card sets and records |
//! | [`puzzles`] | puzzles of sure wins |
//! | [`reviews`] | records and situations for advice and reviews |

pub mod answers;
pub mod arena;
pub mod foreign;
pub mod league;
pub mod puzzles;
pub mod reviews;
pub mod settings;
mod table_game;
pub mod training;

pub use arena::ARENA;
pub use league::LEAGUE;
pub use training::TRAIN;

/// The example of the README, which the tests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
