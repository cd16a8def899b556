//! The kind `random.battery`: statistical tests of generators and of their streams.
//!
//! ```toml
//! kind = "random.battery"
//! [random]
//! generators = ["xoshiro256++", "msvc-rand"]   # optional: generators whose sequences are tested; all by default
//! streams = ["xoshiro256++", "asa128"]         # optional: generators whose neighbouring streams are tested; none by default
//! size = 24                                    # optional: at most 2^24 values for each statistic; 19 to 30
//! ```

mod partial;
mod report;
pub mod result;
mod settings;
mod work_units;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

pub use self::settings::Arrangement;
use self::settings::BatterySettings;
use self::work_units::Battery;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, StoredResult};

/// `random.battery`: statistical tests of generators and their streams.
pub const BATTERY: Kind = Kind {
    name: "random.battery",
    table: "random",
    about: "test generators and their streams statistically",
    revision: 2,
    keys: keys::BATTERY,
    read: |table, header, _| Ok(Arc::new(BatterySettings::read(table, header)?)),
};

impl Job for BatterySettings {
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        open(Battery::new(self, seed, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }
}
