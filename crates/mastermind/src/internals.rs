//! What [ladders](https://docs.rs/quadrille-ladders) see of the inside of this crate: no interface, and free to change.

pub use crate::optimal::ideas::Ideas;
#[cfg(feature = "oracle")]
pub use crate::optimal::prove_plainly;
pub use crate::optimal::prove_with;
