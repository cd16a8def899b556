//! Ladders: the same job written rung by rung, from the plain loop upward, to see what each idea buys.
//!
//! Each engine has a ladder, a module here; [`rungs`](lanes::rungs) lists its rungs, and its `Workload` is the data
//! that they work on. All rungs of a workload do the same job on the same data and end with the same
//! [`checksum`](Rung::checksum). A rung gets its data in the form it works on, made beforehand, and writes its
//! answers to memory, so that timing [`run`](Rung::run) times the job alone. [`time`] times ladders by their names.
//!
//! | module | what its rungs do |
//! |---|---|
//! | [`lanes`] | compare, subtract and add up packed words |
//! | [`random`] | random words, doubles and rolls |
//! | `doudizhu`, `doudizhu::endgame` | compare and subtract hands, list moves, play games; solve endgames |
//! | `daifugo` | count cards, prove that nobody answers, list melds, play games |
//! | `mastermind`, `mastermind::optimal` | score guesses; prove optimal play |
//! | `combat` | fight |
//! | `life` | a generation of a bounded field; also as engines of its `Grid` |
//!
//! Ladders are made of [`Rung`], the [`Measure`] of a workload, the [`loops`] that many begin with, and
//! [`assert_rungs_agree`] for tests. The engines use none of this. What a rung needs of the inside of an engine
//! stands in a hidden module `internals` there.
//!
//! Features, all of them on unless asked otherwise: an engine each (`combat`, `daifugo`, `doudizhu`, `life`,
//! `mastermind`).

#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
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
pub use timing::{LadderError, Nodes, TimedRung, Timings, names, time};

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
