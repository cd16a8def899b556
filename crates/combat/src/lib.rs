//! Combat: a Monte Carlo simulator.

mod compare;
mod condition;
mod engine;
mod outcome;
mod paired;
mod profile;
mod replay;
mod results;
mod simulation;
mod units;

pub use compare::{Standing, cull};
pub use condition::fuzz_condition;
pub use engine::log::Ending;
pub use outcome::Outcome;
pub use paired::{Pair, Pairs};
pub use profile::{KEYS, Profile, Variation, VaryError};
pub use replay::{Entry, Event, Replay};
pub use results::{AuraTotals, Block, Cell, MergeError, ResourceTotals, RowTotals, Totals};
pub use simulation::{Report, Simulation, Stopped};
