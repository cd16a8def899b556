//! `combat.compare`: a search in stages for the best of many variants.
//!
//! All variants simulate the same iterations. After each stage, variants that are significantly
//! worse than the best are dropped; the others double their number of iterations (successive
//! culling).

mod fights;
mod job;
mod partial;
mod report;
pub mod result;
mod stages;
mod variants;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

pub(super) use self::fights::CONCLUSION_BYTES;
use self::fights::Fights;
pub(super) use self::job::CompareJob;
use self::result::{CompareResult, RankedVariant};
use crate::settings::CompareSettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `combat.compare`: the best of many variants.
pub const COMPARE: Kind = Kind {
    name: "combat.compare",
    table: "combat",
    about: "find the best of many variants",
    revision: 6,
    keys: CompareSettings::KEYS,
    result: CompareResult::SHAPE,
    read: |table, header, files| Ok(Arc::new(CompareJob::read(table, header, files)?)),
};

impl Settings for CompareSettings {
    const KIND: Kind = COMPARE;
}

impl Job for CompareJob {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Fights::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::CompareResult = found.result()?;
        let name = "damage per second of the best variant";
        let best = result.variants.first();
        Ok(vec![best.map_or(Measure::unknown(name), |best| Measure::of(name, &RankedVariant::mean, best))])
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }
}
