//! The result of a sweep: the results of its points.

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

/// A key and its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweptKey {
    /// The key as written in the experiment file: `combat.profile.actor.crit`.
    pub key: String,
    /// The values in the order of the file; numbers in decimal.
    pub values: Vec<String>,
}

/// A point: a value for each key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweptPoint {
    /// The values, in the order of the keys.
    pub values: Vec<String>,
    /// The result of the experiment's kind at this point.
    pub result: Map<String, Value>,
}

/// Data of the kind's report that are not in the result, by point; empty for most kinds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepDetails {
    /// The data, in the order of the points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Map<String, Value>>,
}
