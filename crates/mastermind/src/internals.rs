//! What [ladders](https://docs.rs/quadrille-ladders) see of the inside of this crate: no interface, and free to change.

pub use crate::optimal::ideas::Ideas;
pub use crate::optimal::{prove_plainly, prove_with};
