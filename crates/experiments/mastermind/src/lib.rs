//! Experiments about Mastermind, and questions about it that are answered at once.
//!
//! | module | concern |
//! |---|---|
//! | [`evaluation`] | `mastermind.evaluate`, `mastermind.compare`: every secret by one strategy, or by several |
//! | [`optimal`] | `mastermind.optimal`: the best strategy tree |
//! | [`settings`] | the tables of these kinds as types |
//! | [`answers`] | candidates, advice, conflicts, trees, games against the program |
//! | [`text`] | codewords in words and colours |
//! | `keys` | keys of the tables |

pub mod answers;
pub mod evaluation;
mod keys;
pub mod optimal;
pub mod settings;
pub mod text;

pub use evaluation::{COMPARE, EVALUATE};
pub use optimal::OPTIMAL;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
