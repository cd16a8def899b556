//! The result of a unit, which is one test of one subject; and all results of a subject.

use quadrille_random::battery::Statistic;
use serde::{Deserialize, Serialize};

use super::job::Subject;

/// The result of a unit, which is one test of one subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct UnitResult {
    /// The index of the unit within the battery.
    pub(crate) unit: u64,
    /// The number of values that the unit has drawn.
    pub(crate) drawn: u64,
    pub(crate) figures: Vec<Statistic>,
    /// The index and the correlation of each draw that is significantly correlated between
    /// neighbouring streams.
    pub(crate) alike: Vec<(u32, f64)>,
}

/// A subject (a generator's sequence or its streams) with the results of all its tests.
pub(crate) struct Examined<'a> {
    pub(crate) subject: Subject,
    /// The seed of the subject's generator.
    pub(crate) seed: u64,
    /// The name and the result of each test.
    pub(crate) tests: Vec<(&'static str, &'a UnitResult)>,
}
