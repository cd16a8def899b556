//! Experiments with random generators, and immediate answers about generators.
//!
//! | module | concern |
//! |---|---|
//! | [`battery`] | `random.battery`: statistical tests of generators and of their streams |
//! | [`settings`] | the keys of the table `[random]` as a typed struct |
//! | [`answers`] | the catalogue, samples |
//! | `keys` | keys of the table |

pub mod answers;
pub mod battery;
mod keys;
pub mod settings;

pub use battery::BATTERY;

/// The README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
