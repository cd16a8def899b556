//! What is known exactly must come out: every closed form of the field, simulated and held against its
//! formula.
//!
//! Every case runs at least 10⁶ random attempts from a fixed seed and asks for |z| ≤ 4, z being the distance
//! from the exact value in standard errors of the simulated mean. The formulas stand in `exact`; where the
//! published form is a limit, the exact form of a finite fight is used.

#![expect(clippy::float_cmp, reason = "where no chance is left, results are exact")]

mod auras;
mod coverage;
mod exact;
mod procs;
mod queue;
mod rolls;
mod sample;
mod vectors;
