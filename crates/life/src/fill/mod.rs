//! Filling a field with random cells.
//!
//! | fill | random source | field |
//! |---|---|---|
//! | [`net`] | .NET's `System.Random`, column by column | interior of a dead ring |
//! | [`xoshiro`] | a stream of xoshiro256++ | any |
//! | [`xoshiro_pattern`] | the same stream | none: it returns a pattern of the same cells |
//!
//! A field of 2³² cells takes seconds, so the functions that fill a field take an observer, which
//! receives the number of cells done. A cancelled call leaves the field partly filled.

mod net;
pub(crate) mod rows;
mod xoshiro;

pub use net::net;
pub use xoshiro::{xoshiro, xoshiro_pattern};
