//! `life.grid`: the population over time on many random fields.
//!
//! Its keys are the fields of [`LifeSettings`].

mod fields;
mod job;
mod partial;
mod report;
pub mod result;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::fields::Fields;
use self::job::GridJob;
use self::result::{DensityResult, LifeResult};
use crate::settings::LifeSettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `life.grid`: the population over time of random fields of several densities.
pub const GRID: Kind = Kind {
    name: "life.grid",
    table: "life",
    about: "measure the population of random fields of several densities over time",
    revision: 1,
    keys: LifeSettings::KEYS,
    result: LifeResult::SHAPE,
    read: |table, header, _| Ok(Arc::new(GridJob::read(table, header)?)),
};

impl Settings for LifeSettings {
    const KIND: Kind = GRID;
}

impl Job for GridJob {
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        open(Fields::new(self, seed, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, found.seed))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: LifeResult = found.result()?;
        let cells = result.cells() as f64 / 100.0;
        let end = |family: &DensityResult| {
            let name = format!("final percentage of living cells at density {}", family.density);
            let error = family.last_error();
            Measure::mean(name, Some(family.last_population() / cells), error.map(|error| error / cells))
        };
        Ok(result.densities.iter().map(end).collect())
    }
}
