//! The kind `random.battery`: statistical tests of generators and of their streams.
//!
//! Its keys are the fields of [`BatterySettings`].

mod job;
mod partial;
mod report;
pub mod result;
mod work_units;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

pub use self::job::Arrangement;
use self::job::BatteryJob;
use self::result::BatteryResult;
use self::work_units::Battery;
use crate::settings::BatterySettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `random.battery`: statistical tests of generators and their streams.
pub const BATTERY: Kind = Kind {
    name: "random.battery",
    table: "random",
    about: "test generators and their streams statistically",
    revision: 2,
    keys: BatterySettings::KEYS,
    result: BatteryResult::SHAPE,
    read: |table, header, _| Ok(Arc::new(BatteryJob::read(table, header)?)),
};

impl Settings for BatterySettings {
    const KIND: Kind = BATTERY;
}

impl Job for BatteryJob {
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        open(Battery::new(self, seed, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }
}
