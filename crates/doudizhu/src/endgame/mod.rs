//! Endgames with open hands, solved exactly.

mod ideas;
mod key;
mod plain;
mod plays;
mod search;
mod solver;
mod table;

pub use plain::PlainSolver;
pub use solver::*;
