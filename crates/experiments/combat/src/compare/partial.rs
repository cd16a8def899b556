//! What a shard of a comparison comes to.

use serde::{Deserialize, Serialize};

/// The DPS of consecutive iterations.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Rates {
    /// How many iterations.
    pub(super) iterations: u64,
    /// The DPS of each, by variant, NaN for a fight without a length; those that were dropped have fought fewer, or
    /// none.
    pub(super) rates: Vec<Vec<f64>>,
}
