//! Experiments about Mastermind, and immediate answers about games and positions.
//!
//! | module | concern |
//! |---|---|
//! | [`evaluation`] | `mastermind.evaluate`, `mastermind.compare`: every secret with one strategy, or with several |
//! | [`optimal`] | `mastermind.optimal`: the optimal strategy tree |
//! | [`settings`] | the keys of these experiments, as types |
//! | [`answers`] | candidates, advice, conflicts, trees, games against the program |
//! | [`text`] | feedback and restrictions of strategies as text |

pub mod answers;
pub mod evaluation;
pub mod optimal;
pub mod settings;
pub mod text;

pub use evaluation::{COMPARE, EVALUATE};
pub use optimal::OPTIMAL;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
