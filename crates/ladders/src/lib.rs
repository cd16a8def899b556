//! Ladders: implementations of the same job from the plain loop upward, which measure the effect of
//! each optimization.
//!
//! Each engine has a ladder in a module, whose function [`rungs`](lanes::rungs) lists the rungs and
//! whose `Workload` contains their data. All rungs of a workload do the same job on the same data.
//! They end with the same [`checksum`](Rung::checksum), except in [`random`], where the rungs use
//! different generators. A rung gets its data in its own representation, prepared in advance, and
//! writes its results to memory, so that [`run`](Rung::run) times the job alone. [`time`] times
//! ladders by name.
//!
//! | module | job of its rungs |
//! |---|---|
//! | [`lanes`] | compare, subtract and add up packed words |
//! | [`random`] | random words, doubles and Bernoulli trials |
//! | `doudizhu`, `doudizhu::endgame` | compare and subtract hands, list moves, play games; solve endgames |
//! | `daifugo` | count cards, prove dominance, list melds, play games |
//! | `mastermind`, `mastermind::optimal` | score guesses; prove optimal play |
//! | `combat` | simulate fights |
//! | `life` | compute generations of a bounded field; the rungs are also engines of `Grid` |
//!
//! The parts of a ladder are [`Rung`], the [`Measure`] of a workload, the [`loops`] with which many
//! ladders begin, and [`assert_rungs_agree`] for tests. The engines do not use this crate. Engine
//! internals that a rung needs are in a hidden module `internals` of the engine.
//!
//! Features, all on by default: one per engine (`combat`, `daifugo`, `doudizhu`, `life`,
//! `mastermind`).

#![allow(
    clippy::inline_always,
    reason = "a kernel's helper functions must be inlined into the function that is compiled for the vector level"
)]

mod agree;
mod aligned;
#[cfg(feature = "combat")]
pub mod combat;
#[cfg(feature = "daifugo")]
pub mod daifugo;
#[cfg(feature = "doudizhu")]
pub mod doudizhu;
pub mod lanes;
#[cfg(feature = "life")]
pub mod life;
pub mod loops;
#[cfg(feature = "mastermind")]
pub mod mastermind;
pub mod random;
mod rung;
mod timing;

pub use agree::{assert_answers_agree, assert_rungs_agree, assert_rungs_described};
pub use rung::{Measure, Rung, sum_up};
pub use timing::{LadderError, Nodes, TimedRung, Timings, names, time, time_observed};

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
