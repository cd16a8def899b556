//! `life.methuselah`: the patterns of a box that live longest.
//!
//! ```toml
//! kind = "life.methuselah"
//! [life]
//! width = 4                         # the box: columns
//! height = 4                        # and rows
//! rule = "B3/S23"                   # optional
//! generations = 100000              # optional: how long each is waited for
//! kept = 10                         # optional: how many of the longest-lived are told
//! soups = 10000                     # of a box of more than 21 cells: how many are drawn,
//! density = 0.4                     # and how likely a cell lives at first
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
use self::settings::{Settings, Source};
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `life.methuselah`: which patterns of a box live longest.
pub const METHUSELAH: Kind = Kind {
    name: "life.methuselah",
    table: "life",
    about: "find the longest-lived patterns of a box: all of a small one, random ones of a larger",
    revision: 1,
    keys: keys::METHUSELAH,
    read: |table, header, _| Ok(Arc::new(Settings::read(table, header)?)),
};

impl Job for Settings {
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
