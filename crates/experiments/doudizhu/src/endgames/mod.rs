//! `doudizhu.endgames`: solves random deals with open hands, and collects puzzles among them.
//!
//! Its keys are the fields of [`EndgamesSettings`].

mod deals;
mod job;
mod report;
pub mod result;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::deals::Deals;
use self::job::EndgamesJob;
use self::result::EndgamesResult;
use crate::settings::EndgamesSettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `doudizhu.endgames`: the win rate of the side to move, the hardest deals, and puzzles.
pub const ENDGAMES: Kind = Kind {
    name: "doudizhu.endgames",
    table: "doudizhu",
    about: "solve random endgames with open hands, and find puzzles among them",
    revision: 4,
    keys: EndgamesSettings::KEYS,
    result: EndgamesResult::SHAPE,
    read: |table, header, _| Ok(Arc::new(EndgamesJob::read(table, header)?)),
};

impl Settings for EndgamesSettings {
    const KIND: Kind = ENDGAMES;
}

impl Job for EndgamesJob {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Deals::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, &found.details()?))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: EndgamesResult = found.result()?;
        let share = Measure::of("percent of deals that the mover wins", &EndgamesResult::win_share, &result);
        Ok(vec![share.times(100.0)])
    }
}
