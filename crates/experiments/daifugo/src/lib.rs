//! Experiments about Daifugo, and questions about it that are answered at once.
//!
//! | module | concern |
//! |---|---|
//! | [`arena`] | `daifugo.arena`: some players against each other, each in every seat |
//! | [`league`] | `daifugo.league`: any number of players, rated |
//! | [`training`] | `daifugo.train`: a network that learns by self-play |
//! | [`settings`] | the tables of these kinds as types |
//! | [`foreign`] | players that are programs |
//! | [`answers`] | melds, card sets, records |
//! | `keys` | keys of the tables |

pub mod answers;
pub mod arena;
pub mod foreign;
mod keys;
pub mod league;
pub mod settings;
pub mod training;

pub use arena::ARENA;
pub use league::LEAGUE;
pub use training::TRAIN;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
