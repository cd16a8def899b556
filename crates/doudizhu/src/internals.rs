//! Internal items for the crate [`quadrille-ladders`](https://docs.rs/quadrille-ladders). They are
//! not part of the public API, and may change without notice.

pub use crate::endgame::options::SearchOptions;
pub use crate::endgame::solver::with_options;
#[cfg(feature = "oracle")]
pub use crate::players::rule::plain::PlainRule;
