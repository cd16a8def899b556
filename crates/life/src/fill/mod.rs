//! Filling a field with random cells.
//!
//! | fill | source | field |
//! |---|---|---|
//! | [`net`] | .NET's `System.Random`, as the article fills its field | a ring of dead cells belongs to it |
//! | [`xoshiro`] | a stream of xoshiro256++ | any |
//! | [`xoshiro_pattern`] | the same | none: a pattern of the same cells |
//!
//! A field of 2³² cells takes seconds, so fills of fields take an observer, which hears of cells. A fill that
//! is cancelled leaves the field partly filled.

mod net;
pub(crate) mod rows;
mod xoshiro;

pub use net::net;
pub use xoshiro::{xoshiro, xoshiro_pattern};
