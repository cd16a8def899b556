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
use crate::settings::MethuselahSettings;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `life.methuselah`: finds the longest-lived patterns of a box.
pub const METHUSELAH: Kind = Kind {
    name: "life.methuselah",
    table: "life",
    about: "find the longest-lived patterns of a small box, or of random patterns of a larger box",
    revision: 1,
    keys: MethuselahSettings::KEYS,
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
        let result: result::MethuselahResult = found.result()?;
        let longest = result.longest.first().map(|longest| longest.lifespan as f64);
        Ok(vec![Measure::exact("longest lifespan", longest)])
    }
}
