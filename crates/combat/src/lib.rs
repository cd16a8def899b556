//! Combat: a Monte Carlo simulator.

mod condition;
mod engine;
mod outcome;
mod profile;
mod replay;
mod results;
mod simulation;
mod units;

pub use condition::fuzz_condition;
pub use engine::log::Ending;
pub use outcome::Outcome;
pub use profile::{KEYS, Profile, Variation, VaryError};
pub use replay::{Entry, Event, Replay};
pub use results::{AuraTotals, Block, Cell, MergeError, ResourceTotals, RowTotals, Totals};
pub use simulation::{Report, Simulation, Stopped};
