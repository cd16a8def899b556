//! Combat: a Monte Carlo simulator theory-crafters can trust.
//!
//! A [`Profile`] says in TOML who fights whom, with what, by which rules; it brings all numbers, and the
//! format is described key by key in `docs/combat-profile.md`. A [`Simulation`] fights it: iteration i of a
//! run with seed S draws from the streams (S, i, source), one for every source of randomness, so its outcome
//! depends on nothing else, not on the thread, the block or the iterations before.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Profile`], [`KEYS`], [`Variation`], [`SetGroup`], [`NumberSet`] | the profile: reading, checking, other values for any number |
//! | [`Simulation`], [`Replay`] | blocks of fights; one of them again with everything that happened |
//! | [`Block`], [`Totals`] | what came of it: whole numbers that add up exactly |
//! | [`Pairs`] | two profiles under the same luck: stat weights |
//! | `log_plainly` (feature `oracle`) | a fight by the plain rules, against which the engine is tested |
//! | [`cull`] | which of many variants are surely not the best |
//! | [`Check`] | what a short run shows that may not be meant |
//!
//! Calls that can take long take an [`Observer`]: it hears how far they are, inside a fight too, and can stop
//! them.
//!
//! Time is counted in whole microseconds, damage in thousandths of a point, resources in millionths of a
//! unit.
//!
//! ```
//! use quadrille_combat::{Profile, Simulation, Source};
//!
//! let profile = Profile::parse(&Source::new("duel.toml", r#"
//!     actions = [
//!         { use = "slam", if = "resource.rage >= 40" },
//!         { use = "jab" },
//!     ]
//!     [fight]
//!     length = 120
//!     [actor]
//!     crit = 0.2
//!     [target]
//!     miss = 0.08
//!     [resources.rage]
//!     cap = 100
//!     [tables.melee]
//!     rolls = 2
//!     order = ["miss", "crit"]
//!     [abilities.jab]
//!     table = "melee"
//!     damage = [90, 110]
//!     gain = { rage = 10 }
//!     [abilities.slam]
//!     table = "melee"
//!     damage = 400
//!     cost = { rage = 40 }
//! "#)).expect("a profile");
//! let simulation = Simulation::new(&profile);
//! let mut block = simulation.run_block(1, 0, 500, &())?;
//! block.merge(&simulation.run_block(1, 500, 500, &())?)?;
//! let mean = block.dps.mean().expect("1000 fights");
//! assert!((110.0..120.0).contains(&mean), "{mean}");
//! let median = block.nearest_iteration(mean).expect("1000 fights");
//! assert_eq!(simulation.replay(1, median, &())?.dps(), Some(block.sample.values()[median as usize]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![doc(html_root_url = "https://docs.rs/quadrille-combat")]

mod check;
mod compare;
mod condition;
mod engine;
#[cfg(feature = "oracle")]
#[doc(hidden)]
pub mod internals;
mod names;
mod outcome;
mod paired;
#[cfg(feature = "oracle")]
mod plain;
mod profile;
mod replay;
mod results;
mod simulation;
mod units;

pub use check::{Check, CheckedLine, Warning};
pub use compare::{CullError, VariantRank, cull};
#[cfg(feature = "oracle")]
pub use condition::fuzz_condition;
pub use engine::log::FightEnd;
pub use outcome::{AttackOutcome, UnknownOutcome};
pub use paired::{Pair, Pairs};
#[cfg(feature = "oracle")]
pub use plain::{fuzz_fight, log_plainly, random_profile};
pub use profile::{KEYS, NumberSet, Profile, SetGroup, Variation, VaryError};
pub use replay::{Event, LogEntry, Replay};
pub use results::{AuraTotals, Block, MergeError, OutcomeTotals, ResourceTotals, RowTotals, Totals};
pub use simulation::Simulation;

// What stands in the signatures above.
pub use quadrille_diagnostics::{self as diagnostics, Diagnostic, Source};
pub use quadrille_progress::{CancelToken, Cancelled, Observer, Progress, Stopped};
pub use quadrille_stats::{Confidence, Interval, Moments, Sample, StatsError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
