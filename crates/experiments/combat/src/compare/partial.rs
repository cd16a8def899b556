//! The partial result of a shard of `combat.compare`.

use serde::{Deserialize, Serialize};

/// The DPS of consecutive iterations.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Rates {
    /// The number of iterations.
    pub(super) iterations: u64,
    /// The DPS of each iteration, by variant; NaN for a fight that ended at time 0. A dropped
    /// variant has fewer values or none.
    pub(super) rates: Vec<Vec<f64>>,
}
