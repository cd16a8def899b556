//! What came of it: totals that add up exactly, and what they say.

mod block;
mod totals;

pub use block::{Block, MergeError};
pub use totals::{AuraTotals, OutcomeTotals, ResourceTotals, RowTotals, Totals};
