//! Experiments with random generators, and immediate answers about generators.
//!
//! | module | concern |
//! |---|---|
//! | [`battery`] | `random.battery`: statistical tests of generators and of their streams |
//! | [`settings`] | the keys of the table `[random]` as a typed struct |
//! | [`answers`] | the catalogue, samples |

pub mod answers;
pub mod battery;
pub mod settings;

pub use battery::BATTERY;

/// The README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
