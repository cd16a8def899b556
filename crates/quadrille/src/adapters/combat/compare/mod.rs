//! `combat.compare`: the best of many variants, found in stages.
//!
//! All variants fight the same iterations. After each stage those that are surely not the best are dropped, and the rest
//! fight as many iterations again as they have fought so far.

mod fights;
mod findings;
mod report;
pub mod result;
mod settings;
mod stages;
mod variants;

use quadrille_experiment::{RunError, Store};

use self::fights::Fights;
pub(super) use self::settings::Settings;
use crate::job::{Circumstances, Job, Outcome, work};

impl Job for Settings {
    fn run(&self, store: Option<&mut Store>, circumstances: Circumstances<'_>) -> Result<Outcome, RunError> {
        work(&mut Fights::new(self, circumstances.seed), store, circumstances)
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }
}
