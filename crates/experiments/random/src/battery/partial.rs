//! The partial results of a unit, and of all units of a subject.

use quadrille_random::battery::Statistic;
use serde::{Deserialize, Serialize};

use super::settings::Subject;

/// The result of a unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct UnitResult {
    /// The unit's number.
    pub(crate) unit: u64,
    /// Number of values that the unit has drawn.
    pub(crate) drawn: u64,
    pub(crate) figures: Vec<Statistic>,
    /// The significantly correlated draws of neighbouring streams, with their correlations.
    pub(crate) alike: Vec<(u32, f64)>,
}

/// A subject with all its results.
pub(crate) struct Examined<'a> {
    pub(crate) subject: Subject,
    /// The seed of its generator.
    pub(crate) seed: u64,
    /// The tests by name, each with its statistics.
    pub(crate) tests: Vec<(&'static str, &'a UnitResult)>,
}
