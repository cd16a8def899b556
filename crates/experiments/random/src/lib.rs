//! Experiments with random generators, and questions about them that are answered at once.
//!
//! | module | concern |
//! |---|---|
//! | [`battery`] | `random.battery`: statistical tests of generators and of their streams |
//! | [`settings`] | the table of this kind as a type |
//! | [`answers`] | the catalogue, samples |
//! | `keys` | keys of the table |

pub mod answers;
pub mod battery;
mod keys;
pub mod settings;

pub use battery::BATTERY;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
