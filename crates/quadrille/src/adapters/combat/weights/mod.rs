//! `combat.weights`: what a little more of each number of a profile is worth, under common random numbers.

mod findings;
mod pairs;
mod report;
pub mod result;
mod settings;

use quadrille_experiment::{RunError, Store};

use self::pairs::Fights;
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
