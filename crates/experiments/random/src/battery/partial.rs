//! What a unit of a battery has found, and what all units of a subject have.

use quadrille_random::battery::Statistic;
use serde::{Deserialize, Serialize};

use super::settings::Subject;

/// What a unit has found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// The unit's number.
    pub(crate) unit: u64,
    /// Numbers it has drawn for that.
    pub(crate) drawn: u64,
    pub(crate) figures: Vec<Statistic>,
    /// The draws by which streams resemble their neighbours, with the correlation.
    pub(crate) alike: Vec<(u32, f64)>,
}

/// A subject with all that was found.
pub(crate) struct Examined<'a> {
    pub(crate) subject: Subject,
    /// The seed that its generator began with.
    pub(crate) seed: u64,
    /// The tests by name, each with its figures.
    pub(crate) tests: Vec<(&'static str, &'a Found)>,
}
