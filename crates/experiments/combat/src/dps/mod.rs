//! `combat.dps`: the damage per second of one profile, and its sources.

mod blocks;
mod courses;
mod job;
mod report;
pub mod result;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};
use quadrille_stats::Interval;

use self::blocks::Fights;
pub(super) use self::job::DpsJob;
use self::result::{DpsResult, Spread};
use crate::settings::DpsSettings;
use quadrille_report::intervals::confidence;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `combat.dps`: the damage per second of one profile, and its sources.
pub const DPS: Kind = Kind {
    name: "combat.dps",
    table: "combat",
    about: "simulate a profile's damage per second, and list its sources",
    revision: 6,
    keys: DpsSettings::KEYS,
    result: DpsResult::SHAPE,
    read: |table, header, files| Ok(Arc::new(DpsJob::read(table, header, files)?)),
};

impl Settings for DpsSettings {
    const KIND: Kind = DPS;
}

impl Job for DpsJob {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Fights::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, &found.details()?, found.seed, &self.arguments))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: DpsResult = found.result()?;
        let mut measures = vec![Measure::of("damage per second", &Spread::mean, &result.dps)];
        if let Some(time) = &result.time_to_kill {
            measures.push(Measure::of("seconds to kill", &Spread::mean, time));
        }
        if let Some(taken) = result.dtps {
            let fights = result.iterations.saturating_sub(result.without_length);
            let error = taken.stddev.map(|deviation| deviation / (fights as f64).sqrt());
            let t = |error: f64| Interval::t(0.0, error, fights.saturating_sub(1), confidence()).ok();
            let half = error.and_then(t).map(Interval::half_width);
            measures.push(Measure::mean("damage taken per second", taken.mean, half));
        }
        Ok(measures)
    }

    fn seed(&self) -> Option<u64> {
        self.profile.seed()
    }
}
