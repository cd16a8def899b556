//! `mastermind.optimal` finds a strategy with the fewest total turns over all secrets, and proves
//! that no strategy needs fewer. Its keys are the fields of [`OptimalSettings`].

mod job;
mod report;
pub mod result;
mod tasks;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::job::OptimalJob;
use self::result::OptimalResult;
use self::tasks::OptimalTasks;
use crate::settings::OptimalSettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `mastermind.optimal`: finds an optimal strategy with proof.
pub const OPTIMAL: Kind = Kind {
    name: "mastermind.optimal",
    table: "mastermind",
    about: "find the strategy with the fewest total turns over all secrets, with proof",
    revision: 2,
    keys: OptimalSettings::KEYS,
    result: OptimalResult::SHAPE,
    read: |table, header, _| Ok(Arc::new(OptimalJob::read(table, header)?)),
};

impl Settings for OptimalSettings {
    const KIND: Kind = OPTIMAL;
}

impl Job for OptimalJob {
    fn draws(&self) -> bool {
        false
    }

    fn open(self: Arc<Self>, _: u64, level: Level) -> Box<dyn OpenJob> {
        open(OptimalTasks::new(self, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, self.first().as_deref()))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: OptimalResult = found.result()?;
        let figures = [OptimalResult::average, OptimalResult::max_turns];
        Ok(figures.iter().map(|figure| Measure::of(figure.heading, figure, &result)).collect())
    }
}
