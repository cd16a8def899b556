//! The partial result of a shard of `combat.compare`.

use serde::{Deserialize, Serialize};

/// The DPS of consecutive iterations.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Rates {
    /// The number of iterations.
    pub(super) iterations: u64,
    /// For each variant, the DPS of its iterations, in order; NaN for a fight that ended at time 0.
    /// A variant that was dropped earlier has a shorter list or an empty one.
    pub(super) rates: Vec<Vec<f64>>,
}
