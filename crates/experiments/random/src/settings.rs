//! What experiments about generators can be asked.

use serde::Serialize;

use quadrille_runner::job::Kind;
use quadrille_runner::settings::Settings;

/// Asks `random.battery`: statistical tests of generators and their streams.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BatterySettings {
    /// The generators whose sequence is looked at; all of them where this is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generators: Option<Vec<String>>,
    /// Those whose neighbouring streams are looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<String>,
    /// A figure looks at 2 to the power of this many values at most, 19 to 30; usually 24.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
}

impl BatterySettings {
    /// Returns all generators, and no streams.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Settings for BatterySettings {
    const KIND: Kind = crate::battery::BATTERY;
}
