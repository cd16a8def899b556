//! Closed forms: every quantity with a known formula is simulated and compared with it.
//!
//! Every case runs at least 10⁶ random attempts from a fixed seed and requires |z| ≤ 4, where z is
//! the distance from the exact value in standard errors of the simulated mean. The formulas are in
//! `exact`; if the published form is a limit, the exact form of a finite fight is used.

#![expect(clippy::float_cmp, reason = "where no chance is left, results are exact")]

mod auras;
mod coverage;
mod exact;
mod procs;
mod queue;
mod rolls;
mod sample;
mod vectors;
