//! Sets of cards and proofs about them: published cases, and comparison of every bit operation with
//! its plain loop.

#![allow(clippy::struct_excessive_bools, reason = "a published case has that many answers")]

mod cardset;
mod dominance;
pub(crate) mod sample;
mod surewin;
