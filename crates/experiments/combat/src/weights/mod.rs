//! `combat.weights`: stat weights of a profile, estimated with common random numbers.

mod job;
mod pairs;
mod report;
pub mod result;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

pub(super) use self::job::WeightsJob;
use self::pairs::Fights;
use self::result::{BaseDps, Weight, WeightsResult};
use crate::settings::WeightsSettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `combat.weights`: the change in DPS for a small change of each of several numbers of one
/// profile.
pub const WEIGHTS: Kind = Kind {
    name: "combat.weights",
    table: "combat",
    about: "estimate stat weights: the change in damage for a small change of each number",
    revision: 6,
    keys: WeightsSettings::KEYS,
    result: WeightsResult::SHAPE,
    read: |table, header, files| Ok(Arc::new(WeightsJob::read(table, header, files)?)),
};

impl Settings for WeightsSettings {
    const KIND: Kind = WEIGHTS;
}

impl Job for WeightsJob {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Fights::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: WeightsResult = found.result()?;
        let dps = Measure::of("damage per second", &BaseDps::mean, &result.dps);
        let weight = |weight: &Weight| {
            let name = format!("damage per second per unit of {}", weight.number);
            Measure::of(name, &Weight::per_unit, weight)
        };
        Ok([dps].into_iter().chain(result.weights.iter().map(weight)).collect())
    }

    fn seed(&self) -> Option<u64> {
        self.profile.seed()
    }
}
