//! `life.methuselah`: the longest-lived patterns of a box.
//!
//! ```toml
//! kind = "life.methuselah"
//! [life]
//! width = 4                         # columns of the box
//! height = 4                        # rows of the box
//! rule = "B3/S23"                   # optional
//! generations = 100000              # optional: maximum number of generations per pattern
//! kept = 10                         # optional: number of longest-lived patterns to report
//! soups = 10000                     # only for more than 21 cells: number of random patterns
//! density = 0.4                     # only with `soups`: density of the random patterns
//! ```

mod hauls;
mod partial;
mod report;
pub mod result;
mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::hauls::Hauls;
use self::settings::{MethuselahSettings, Source};
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `life.methuselah`: finds the longest-lived patterns of a box.
pub const METHUSELAH: Kind = Kind {
    name: "life.methuselah",
    table: "life",
    about: "find the longest-lived patterns of a small box, or of random patterns of a larger box",
    revision: 1,
    keys: keys::METHUSELAH,
    read: |table, header, _| Ok(Arc::new(MethuselahSettings::read(table, header)?)),
};

impl Job for MethuselahSettings {
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
