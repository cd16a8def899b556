//! `combat.weights`: what a little more of each number of a profile is worth, under common random numbers.

mod pairs;
mod report;
pub mod result;
mod settings;

use std::sync::Arc;

use quadrille_experiment::{OpenJob, Report, open};
use quadrille_lanes::Level;

use self::pairs::Fights;
pub(super) use self::settings::Settings;
use crate::job::{ForeignResult, Found, Job};

impl Job for Arc<Settings> {
    fn open(&self, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Fights::new(Arc::clone(self), seed))
    }

    fn report(&self, found: &Found<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }

    fn seed(&self) -> Option<u64> {
        self.profile.seed()
    }
}
