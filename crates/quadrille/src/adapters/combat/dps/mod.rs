//! `combat.dps`: one profile's damage a second, and what it is made of.

mod blocks;
mod courses;
mod report;
pub mod result;
mod settings;

use std::sync::Arc;

use quadrille_experiment::{OpenJob, Report, open};
use quadrille_lanes::Level;

use self::blocks::Fights;
pub(super) use self::settings::Settings;
use crate::job::{ForeignResult, Found, Job};

impl Job for Arc<Settings> {
    fn open(&self, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Fights::new(Arc::clone(self), seed))
    }

    fn report(&self, found: &Found<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, &found.details()?, found.seed, &self.again))
    }

    fn seed(&self) -> Option<u64> {
        self.profile.seed()
    }
}
