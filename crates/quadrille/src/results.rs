//! The kinds' results as types: what `result.json` holds under `result`, and what a report is drawn from.
//!
//! Each serialises to exactly the bytes that a run writes, and deserialises from them; a key too many or too few is an
//! error, for it is the result of something else.
//!
//! | kind | its result |
//! |---|---|
//! | `combat.dps` | [`DpsResult`] |
//! | `combat.weights` | [`WeightsResult`] |
//! | `combat.compare` | [`CompareResult`] |

pub use crate::adapters::combat::compare::result::CompareResult;
pub use crate::adapters::combat::dps::result::{DpsDetails, DpsResult};
pub use crate::adapters::combat::weights::result::WeightsResult;
