//! Combat: `combat.dps` fights a profile's fight until the damage a second is known well enough.
//!
//! ```toml
//! kind = "combat.dps"
//! [combat]
//! profile = "combat/fury.toml"   # the profile, named from this file's folder
//! iterations = 10000             # optional: how many fights; with target_error, how many at most
//! target_error = 0.1             # optional: stop when half the 95 % interval is at most so many percent of the mean
//! ```

mod blocks;
mod findings;
mod settings;

use quadrille_experiment::{RunError, Store};

use self::blocks::Fights;
use self::settings::Settings;
use crate::job::{Circumstances, Job, Outcome, work};
use crate::kinds::Kind;

/// `combat.dps`: one profile, its damage a second and what it is made of.
pub const DPS: Kind = Kind {
    name: "combat.dps",
    table: "combat",
    about: "find out a profile's damage a second, and what it is made of",
    keys: &["profile", "iterations", "target_error"],
    read: |table, header, files| Ok(Box::new(Settings::read(table, header, files)?)),
};

impl Job for Settings {
    fn run(&self, store: Option<&mut Store>, circumstances: Circumstances<'_>) -> Result<Outcome, RunError> {
        work(&mut Fights::new(self, circumstances.seed), store, circumstances)
    }

    fn seed(&self) -> Option<u64> {
        self.profile.seed()
    }
}
