//! What a sweep finds: the result of each of its points.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The result of an experiment that has a table `[sweep]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepResult {
    /// The keys, one or two.
    pub sweep: Vec<SweptKey>,
    /// The points; the last key's value changes fastest.
    pub points: Vec<SweptPoint>,
}

/// A key, and the values that it had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweptKey {
    /// As the experiment file writes it: `combat.profile.actor.crit`.
    pub key: String,
    /// In the order of the file; numbers in decimal.
    pub values: Vec<String>,
}

/// One point: a value for each key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweptPoint {
    /// The values, in the order of the keys.
    pub values: Vec<String>,
    /// The result of the experiment's kind there.
    pub result: Map<String, Value>,
}

/// What the kind's report shows beyond its result, by point; empty for most kinds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepDetails {
    /// In the order of the points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Map<String, Value>>,
}
