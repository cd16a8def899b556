//! Internals for the crate [ladders](https://docs.rs/quadrille-ladders): not part of the public
//! API, and subject to change without notice.

pub use crate::endgame::ideas::Ideas;
pub use crate::endgame::solver::with_ideas;
#[cfg(feature = "oracle")]
pub use crate::players::rule::plain::PlainRule;
