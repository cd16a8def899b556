//! Experiments about fights, and immediate answers about profiles.
//!
//! | module | concern |
//! |---|---|
//! | [`dps`] | `combat.dps`: the damage per second of one profile, and its sources |
//! | [`weights`] | `combat.weights`: the change in DPS for a small change of each number |
//! | [`compare`] | `combat.compare`: the best of many variants |
//! | [`settings`] | the keys of these experiments, as types |
//! | [`answers`] | replays and checks of profiles |
//! | [`profile_schema`](profile_schema()) | the JSON Schema of profiles |
//! | `profiles` | profiles named in experiment files |

pub mod answers;
pub mod compare;
pub mod dps;
mod profile_schema;
mod profiles;
pub mod settings;
pub mod weights;

pub use compare::COMPARE;
pub use dps::DPS;
pub use profile_schema::profile_schema;
pub use weights::WEIGHTS;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
