//! How much of a long call's time its work takes, so that it asks every few milliseconds whether to go on.
//!
//! Effort is counted in scores: comparisons of a guess with a secret, of which the slowest level of vectors
//! does some hundred million a second on one thread.

use quadrille_progress::{Meter, Observer};

/// Effort between two questions whether to go on: some milliseconds at the slowest level.
const QUESTION_EVERY: u64 = 1 << 20;

/// The effort of packing, placing or looking up one codeword: tens of nanoseconds.
pub(crate) const CODEWORD_EFFORT: u64 = 64;

/// The meter of a call with so much work, counted in `unit`s.
pub(crate) const fn meter<'a>(observer: &'a dyn Observer, total: u64, unit: &'static str) -> Meter<'a> {
    Meter::new(observer).total(total).unit(unit).every(QUESTION_EVERY)
}
