//! Typed settings of experiments about generators.

use serde::Serialize;

use quadrille_runner::job::Kind;
use quadrille_runner::settings::Settings;

/// The settings of `random.battery`: statistical tests of generators and their streams.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BatterySettings {
    /// The generators whose sequences are tested; `None` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generators: Option<Vec<String>>,
    /// The generators whose neighbouring streams are tested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<String>,
    /// Binary logarithm of the maximum number of values used by a statistic, 19 to 30; 24 by
    /// default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
}

impl BatterySettings {
    /// Creates settings for the sequences of all generators, without streams.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Settings for BatterySettings {
    const KIND: Kind = crate::battery::BATTERY;
}
