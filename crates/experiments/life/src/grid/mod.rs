//! `life.grid`: the population over time on many random fields.
//!
//! ```toml
//! kind = "life.grid"
//! [life]
//! bounds = "256x256:torus"          # size and border of the field
//! densities = [0.05, 0.2, 0.5]      # the densities of living cells at the start
//! fields = 20                       # optional: fields per density
//! generations = 2000                # generations per field
//! every = 10                        # optional: generations between two counts of the population
//! rule = "B3/S23"                   # optional
//! ```

mod fields;
mod partial;
mod report;
pub mod result;
pub(crate) mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::fields::Fields;
use self::settings::GridSettings;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `life.grid`: the population over time of random fields of several densities.
pub const GRID: Kind = Kind {
    name: "life.grid",
    table: "life",
    about: "measure the population of random fields of several densities over time",
    revision: 1,
    keys: keys::GRID,
    read: |table, header, _| Ok(Arc::new(GridSettings::read(table, header)?)),
};

impl Job for GridSettings {
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        open(Fields::new(self, seed, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, found.seed))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::LifeResult = found.result()?;
        let cells = result.cells() as f64 / 100.0;
        let end = |family: &result::DensityResult| {
            let name = format!("final percentage of living cells at density {}", family.density);
            let error = family.error.last().copied().flatten();
            Measure::mean(name, Some(family.last_population() / cells), error.map(|error| error / cells))
        };
        Ok(result.densities.iter().map(end).collect())
    }
}
