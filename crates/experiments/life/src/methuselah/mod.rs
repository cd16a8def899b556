//! `life.methuselah`: the longest-lived patterns of a box.
//!
//! Its keys are the fields of [`MethuselahSettings`].

mod hauls;
mod job;
mod partial;
mod report;
pub mod result;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::hauls::Hauls;
use self::job::{MethuselahJob, Source};
use self::result::{Methuselah, MethuselahResult};
use crate::settings::MethuselahSettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `life.methuselah`: finds the longest-lived patterns of a box.
pub const METHUSELAH: Kind = Kind {
    name: "life.methuselah",
    table: "life",
    about: "find the longest-lived patterns of a small box, or of random patterns of a larger box",
    revision: 1,
    keys: MethuselahSettings::KEYS,
    result: MethuselahResult::SHAPE,
    read: |table, header, _| Ok(Arc::new(MethuselahJob::read(table, header)?)),
};

impl Settings for MethuselahSettings {
    const KIND: Kind = METHUSELAH;
}

impl Job for MethuselahJob {
    fn draws(&self) -> bool {
        matches!(self.source, Source::Random { .. })
    }

    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        open(Hauls::new(self, seed, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, found.seed))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: MethuselahResult = found.result()?;
        let name = "longest lifespan";
        let longest = result.longest.first();
        Ok(vec![longest.map_or(Measure::unknown(name), |one| Measure::of(name, &Methuselah::lifespan, one))])
    }
}
