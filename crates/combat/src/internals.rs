//! What [ladders](https://docs.rs/quadrille-ladders) see of the inside of this crate: no interface, and free to change.

pub use crate::plain::damage_plainly;
pub use crate::simulation::{Way, is_lean, totals_by};
