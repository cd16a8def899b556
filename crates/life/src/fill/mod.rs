//! Filling a field with random cells.
//!
//! | fill | source | field |
//! |---|---|---|
//! | [`net`] | .NET's `System.Random`, as the article fills its field | a ring of dead cells belongs to it |
//! | [`xoshiro`] | a stream of xoshiro256++ | any |

mod net;
mod xoshiro;

pub use net::net;
pub use xoshiro::xoshiro;
