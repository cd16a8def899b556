//! Experiments about fights, and immediate answers about profiles.
//!
//! | module | concern |
//! |---|---|
//! | [`dps`] | `combat.dps`: the damage per second of one profile, and its sources |
//! | [`weights`] | `combat.weights`: the change in DPS for a small change of each number |
//! | [`compare`] | `combat.compare`: the best of many variants |
//! | [`settings`] | the settings of these experiments, as types |
//! | [`answers`] | replays and checks of profiles |
//! | `keys`, `profiles` | the keys of the `[combat]` table; profiles named in experiment files |
//!
//! ```toml
//! kind = "combat.dps"
//! [combat]
//! profile = "combat/fury.toml"   # the profile, relative to this file's folder
//! set = { "actor.crit" = 0.3 }   # optional: other values for numbers of the profile
//! iterations = 10000             # optional: fights; with target_error, the maximum
//! target_error = 0.1             # optional: stop at this error, in percent of the mean
//! ```
//!
//! ```toml
//! kind = "combat.weights"
//! [combat]
//! profile = "combat/fury.toml"
//! weights = { "actor.crit" = 0.01, "actor.power" = 100 }   # numbers, and their changes
//! per = "actor.power"            # optional: the number whose weight counts as 1
//! iterations = 10000             # optional: fights of each change
//! ```
//!
//! ```toml
//! kind = "combat.compare"
//! [combat]
//! profiles = ["fury.toml", "shadow.toml"]   # or `profile = "…"`; each with all its `[variants]`
//! iterations = 10000             # optional: maximum number of fights of each variant
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
