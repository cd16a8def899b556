//! Results: totals that merge exactly, and blocks of iterations.

mod block;
mod totals;

pub use block::{Block, MergeError};
pub use totals::{AuraTotals, OutcomeTotals, ResourceTotals, RowTotals, Totals};
