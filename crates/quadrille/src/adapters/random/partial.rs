//! What a unit of a battery has found, and what all units of a subject have.

use quadrille_random::battery::Statistic;
use serde::{Deserialize, Serialize};

use super::settings::Subject;

/// What a unit has found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Found {
    /// The unit's number.
    pub(super) unit: u64,
    /// Numbers it has drawn for that.
    pub(super) drawn: u64,
    pub(super) figures: Vec<Statistic>,
    /// The draws by which streams resemble their neighbours, with the correlation.
    pub(super) alike: Vec<(u32, f64)>,
}

/// A subject with all that was found.
pub(super) struct Examined<'a> {
    pub(super) subject: Subject,
    /// The seed that its generator began with.
    pub(super) seed: u64,
    /// The tests by name, each with its figures.
    pub(super) tests: Vec<(&'static str, &'a Found)>,
}
