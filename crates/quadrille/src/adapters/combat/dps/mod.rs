//! `combat.dps`: one profile's damage a second, and what it is made of.

mod blocks;
mod findings;
mod report;
pub mod result;
mod settings;

use quadrille_experiment::{RunError, Store};

use self::blocks::Fights;
pub(super) use self::settings::Settings;
use crate::job::{Circumstances, Job, Outcome, work};

impl Job for Settings {
    fn run(&self, store: Option<&mut Store>, circumstances: Circumstances<'_>) -> Result<Outcome, RunError> {
        work(&mut Fights::new(self, circumstances.seed), store, circumstances)
    }

    fn seed(&self) -> Option<u64> {
        self.profile.seed()
    }
}
