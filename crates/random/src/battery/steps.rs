//! Progress of tests that consist of several steps.

use quadrille_progress::{Observer, PartObserver};

/// Number of units of progress per step. Only fractions of the total are shown, so the unit is
/// arbitrary. The number is large, so that every report within a step shows a change.
const WORTH: u64 = 1 << 20;

/// Returns the observer of one of `steps` steps of equal length. `step` is its index.
pub(super) fn step(observer: &dyn Observer, step: u32, steps: u32) -> PartObserver<'_> {
    PartObserver::new(observer, u64::from(step) * WORTH, WORTH, Some(u64::from(steps) * WORTH))
}
