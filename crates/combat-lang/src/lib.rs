//! The language of combat profiles.
//!
//! A [`Profile`] describes in TOML the fighters, their abilities and the rules of a fight. It
//! contains all numbers; `docs/combat-profile.md` describes the format key by key. This crate reads
//! and checks profiles, replaces their numbers, and compiles their conditions;
//! [quadrille-combat](https://docs.rs/quadrille-combat) runs the fights.
//!
//! | module | concern |
//! |---|---|
//! | `profile` | reads and checks profiles, replaces numbers |
//! | [`keys`] | the table of all keys |
//! | `condition` | conditions and formulas, from text to program |
//! | `names` | the names that a profile declares |
//! | `outcome` | outcomes of an attack |
//! | `units` | integer units of time, damage and resources |
//! | `internals` | items of these modules for the engine and the reference simulator |
//!
//! Time is counted in whole microseconds, damage in thousandths of a point, resources in millionths
//! of a unit.

#![doc(html_root_url = "https://docs.rs/quadrille-combat-lang")]

mod condition;
#[doc(hidden)]
pub mod internals;
mod names;
mod outcome;
mod profile;
mod units;

#[cfg(feature = "oracle")]
pub use condition::fuzz_condition;
pub use outcome::{AttackOutcome, UnknownOutcome};
pub use profile::keys;
pub use profile::{NumberSet, Profile, SetGroup, Variation, VaryError};

// Types of other crates that appear in the signatures above.
pub use quadrille_diagnostics::{Diagnostic, Source};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
