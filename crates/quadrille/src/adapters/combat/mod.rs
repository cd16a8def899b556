//! Combat: fights of a profile until the damage a second is known well enough; what its numbers are worth;
//! which of many variants does the most.
//!
//! ```toml
//! kind = "combat.dps"
//! [combat]
//! profile = "combat/fury.toml"   # the profile, named from this file's folder
//! set = { "actor.crit" = 0.3 }   # optional: other values for numbers of the profile
//! iterations = 10000             # optional: how many fights; with target_error, how many at most
//! target_error = 0.1             # optional: stop when half the 95 % interval is at most so many percent of the mean
//! ```
//!
//! ```toml
//! kind = "combat.weights"
//! [combat]
//! profile = "combat/fury.toml"
//! weights = { "actor.crit" = 0.01, "actor.power" = 100 }   # which numbers, and by how much each is changed
//! per = "actor.power"            # optional: the number whose weight counts as 1
//! iterations = 10000             # optional: how many fights of each
//! ```
//!
//! ```toml
//! kind = "combat.compare"
//! [combat]
//! profiles = ["fury.toml", "shadow.toml"]   # or `profile = "…"`; each with all its `[variants]`
//! iterations = 10000             # optional: how many fights at most of each variant
//! ```

pub mod compare;
pub mod dps;
mod profiles;
pub mod weights;

use std::sync::Arc;

use crate::job::Kind;

/// `combat.dps`: one profile, its damage a second and what it is made of.
pub const DPS: Kind = Kind {
    name: "combat.dps",
    table: "combat",
    about: "find out a profile's damage a second, and what it is made of",
    revision: 6,
    keys: &["profile", "set", "iterations", "target_error"],
    read: |table, header, files| Ok(Arc::new(dps::Settings::read(table, header, files)?)),
};

/// `combat.weights`: one profile, and what a little more of some of its numbers is worth.
pub const WEIGHTS: Kind = Kind {
    name: "combat.weights",
    table: "combat",
    about: "find out what a little more of each stat is worth",
    revision: 6,
    keys: &["profile", "set", "weights", "per", "iterations", "target_error"],
    read: |table, header, files| Ok(Arc::new(weights::Settings::read(table, header, files)?)),
};

/// `combat.compare`: many variants, of which the best is looked for.
pub const COMPARE: Kind = Kind {
    name: "combat.compare",
    table: "combat",
    about: "find the best of many variants",
    revision: 6,
    keys: &["profile", "profiles", "set", "iterations", "target_error"],
    read: |table, header, files| Ok(Arc::new(compare::Settings::read(table, header, files)?)),
};
