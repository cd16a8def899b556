//! A Monte Carlo simulator of role-playing combat, for theory-crafting.
//!
//! A [`Profile`] describes in TOML the fighters, their abilities and the rules of the fight. It
//! contains all numbers; `docs/combat-profile.md` describes the format key by key. A [`Simulation`]
//! runs the fights: iteration i of a run with seed S draws from the streams (S, i, source), one per
//! source of randomness. The outcome of an iteration therefore depends on nothing else: not on the
//! thread, the block or the earlier iterations.
//!
//! | items | purpose |
//! |---|---|
//! | [`Profile`], [`keys`], [`Variation`], [`SetGroup`], [`NumberSet`] | reads and checks profiles, replaces numbers of a profile (of [`quadrille_combat_lang`]) |
//! | [`Simulation`], [`Replay`] | runs blocks of fights; replays one fight with its log |
//! | [`Block`], [`Totals`] | results: integer sums that merge exactly |
//! | [`Pairs`] | compares profiles under common random numbers: stat weights |
//! | `log_plainly` (feature `oracle`) | the reference simulator, against which the engine is tested |
//! | [`cull`] | ranks variants, and marks those that are significantly worse than the best |
//! | [`Check`] | warns of probable mistakes in a profile after a short run |
//!
//! Long calls take an [`Observer`], which receives progress, also within a fight, and can cancel
//! the call.
//!
//! Time is counted in whole microseconds, damage in thousandths of a point, resources in millionths
//! of a unit.
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
mod engine;
#[cfg(feature = "oracle")]
#[doc(hidden)]
pub mod internals;
#[cfg(feature = "oracle")]
mod oracle;
mod paired;
mod replay;
mod results;
mod simulation;

pub use check::{Check, CheckedLine, Warning};
pub use compare::{CullError, VariantRank, cull};
pub use engine::log::FightEnd;
#[cfg(feature = "oracle")]
pub use oracle::{fuzz_fight, log_plainly, random_profile};
pub use paired::{Pair, Pairs};
pub use replay::{LogEntry, Replay, ReplayEvent};
pub use results::{AuraTotals, Block, MergeError, OutcomeTotals, ResourceTotals, RowTotals, Totals};
pub use simulation::Simulation;

// The language, and its internals under the names of their modules.
#[cfg(feature = "oracle")]
pub use quadrille_combat_lang::fuzz_condition;
use quadrille_combat_lang::internals::{condition, model, names, units};
pub use quadrille_combat_lang::{
    AttackOutcome, NumberSet, Profile, SetGroup, UnknownOutcome, Variation, VaryError, keys,
};

// Types of other crates that appear in the signatures above.
pub use quadrille_diagnostics::{self as diagnostics, Diagnostic, Source};
pub use quadrille_progress::{CancelToken, Cancelled, Observer, Progress, Stopped};
pub use quadrille_stats::{Confidence, Interval, Moments, Sample, StatsError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
