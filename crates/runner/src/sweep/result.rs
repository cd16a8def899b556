//! The result of a sweep, which contains the results of all its points.

use quadrille_report::figures::Figures;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The result of an experiment that has a table `[sweep]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct SweepResult {
    /// The one or two keys that are varied.
    pub sweep: Vec<SweptKey>,
    /// The points. For each value of the first key, there is one point for each value of the second
    /// key.
    pub points: Vec<SweptPoint>,
}

/// A key that is varied, and its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct SweptKey {
    /// The key as written in the experiment file, such as `combat.profile.actor.crit`.
    #[figure(name)]
    pub key: String,
    /// The values as text, in the order of the experiment file.
    pub values: Vec<String>,
}

/// A point of a sweep, with its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct SweptPoint {
    /// The value of each key at this point, in the order of the keys.
    #[figure(name)]
    pub values: Vec<String>,
    /// The result of the experiment at this point, whose keys depend on the kind.
    #[figure(other)]
    pub result: Map<String, Value>,
}

/// Data that the report needs and the result lacks, for each point; empty for most kinds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepDetails {
    /// The data of each point as a JSON object, in the order of the points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Map<String, Value>>,
}
