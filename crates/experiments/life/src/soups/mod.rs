//! `life.soups`: many random soups, each run until it is settled, and a census of their objects.
//!
//! Its keys are the fields of [`SoupsSettings`].

pub(crate) mod hauls;
mod job;
pub(crate) mod partial;
pub(crate) mod report;
pub mod result;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::hauls::Hauls;
use self::job::{SoupsJob, Source};
use self::result::{SoupSpread, SoupsResult};
use crate::settings::SoupsSettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `life.soups`: runs random soups and counts the objects in their ash.
pub const SOUPS: Kind = Kind {
    name: "life.soups",
    table: "life",
    about: "run random soups until they settle, and count the objects in their ash",
    revision: 3,
    keys: SoupsSettings::KEYS,
    result: SoupsResult::SHAPE,
    read: |table, header, _| Ok(Arc::new(SoupsJob::read(table, header)?)),
};

impl Settings for SoupsSettings {
    const KIND: Kind = SOUPS;
}

impl Job for SoupsJob {
    fn draws(&self) -> bool {
        matches!(self.source, Source::Random(..))
    }

    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        open(Hauls::new(self, seed, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, found.seed, self.generations))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: SoupsResult = found.result()?;
        let lifespan = Measure::of("mean lifespan", &SoupSpread::mean, &result.lifespan);
        let population = Measure::of("mean population left", &SoupSpread::mean, &result.population);
        Ok(vec![lifespan, population])
    }
}
