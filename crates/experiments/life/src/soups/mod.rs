//! `life.soups`: many random soups, each run until it is settled, and a census of their objects.
//!
//! ```toml
//! kind = "life.soups"
//! [life]
//! soups = 10000                     # number of soups
//! symmetry = "C1"                   # optional: by Catagolue's name
//! density = 0.5                     # optional: probability that a cell lives at the start
//! rule = "B3/S23"                   # optional
//! generations = 100000              # optional: maximum number of generations per soup
//! seed_string = "k_quadrille"       # optional, in place of density: root of hashed soups
//! ```

pub(crate) mod hauls;
pub(crate) mod partial;
pub(crate) mod report;
pub mod result;
pub(crate) mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::hauls::Hauls;
use self::settings::{SoupsSettings, Source};
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `life.soups`: runs random soups and counts the objects in their ash.
pub const SOUPS: Kind = Kind {
    name: "life.soups",
    table: "life",
    about: "run random soups until they settle, and count the objects in their ash",
    revision: 3,
    keys: keys::SOUPS,
    read: |table, header, _| Ok(Arc::new(SoupsSettings::read(table, header)?)),
};

impl Job for SoupsSettings {
    fn draws(&self) -> bool {
        matches!(self.source, Source::Random(..))
    }

    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        open(Hauls::new(self, seed, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, found.seed))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::SoupsResult = found.result()?;
        let lifespan = Measure::mean("mean lifespan", result.lifespan.mean, result.lifespan.error);
        let population =
            Measure::mean("mean population left", result.population.mean, result.population.error);
        Ok(vec![lifespan, population])
    }
}
