//! Endgames with open hands, solved exactly.

#[expect(clippy::module_inception, reason = "an endgame is what the module is about")]
mod endgame;
#[cfg(feature = "records")]
pub mod files;
mod ideas;
mod key;
mod line;
mod plain;
mod plays;
mod search;
mod solver;
mod table;

pub use endgame::{Endgame, EndgameError};
pub use line::{CheckedStrategy, MOST_STRATEGY_POSITIONS, Strategy, StrategyError, in_words};
pub use plain::PlainSolver;
pub use solver::{SoFar, SolveError, Solver, Verdict};
