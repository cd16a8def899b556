//! What [ladders](https://docs.rs/quadrille-ladders) see of the inside of this crate: no interface, and free to change.

pub use crate::endgame::ideas::Ideas;
pub use crate::endgame::solver::with_ideas;
#[cfg(feature = "oracle")]
pub use crate::players::rule::plain::PlainRule;
