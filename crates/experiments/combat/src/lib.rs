//! Experiments about fights, and questions about profiles that are answered at once.
//!
//! | module | concern |
//! |---|---|
//! | [`dps`] | `combat.dps`: the damage a second of one profile, and its parts |
//! | [`weights`] | `combat.weights`: the worth of a little more of each number |
//! | [`compare`] | `combat.compare`: the best of many variants |
//! | [`settings`] | the tables of these kinds as types |
//! | [`answers`] | replays, checks of profiles |
//! | `keys`, `profiles` | keys of the tables; the profiles that experiments name |
//!
//! ```toml
//! kind = "combat.dps"
//! [combat]
//! profile = "combat/fury.toml"   # the profile, named from this file's folder
//! set = { "actor.crit" = 0.3 }   # optional: other values for numbers of the profile
//! iterations = 10000             # optional: how many fights; with target_error, how many at most
//! target_error = 0.1             # optional: stop when half the 95 % interval is at most this percentage of the mean
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

pub mod answers;
pub mod compare;
pub mod dps;
mod keys;
mod profiles;
pub mod settings;
pub mod weights;

pub use compare::COMPARE;
pub use dps::DPS;
pub use weights::WEIGHTS;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
