//! Units of work. They are counted, so that long calls check for cancellation every few
//! milliseconds.
//!
//! The unit of effort is one comparison of a guess with a secret. The slowest vector level performs
//! a few hundred million comparisons per second and thread.

use quadrille_progress::{Meter, Observer};

/// Effort between two calls of the observer. It takes a few milliseconds at the slowest vector
/// level.
const QUESTION_EVERY: u64 = 1 << 20;

/// Effort of packing, indexing or looking up one codeword, which takes tens of nanoseconds.
pub(crate) const CODEWORD_EFFORT: u64 = 64;

/// Creates the meter of a call with `total` units of work.
pub(crate) const fn meter<'a>(observer: &'a dyn Observer, total: u64, unit: &'static str) -> Meter<'a> {
    Meter::new(observer).total(total).unit(unit).every(QUESTION_EVERY)
}
