//! Progress of tests that consist of several steps.

use quadrille_progress::{Observer, PartObserver};

/// Number of units of progress per step. Only ratios of these units are visible. The number is
/// large enough for every report within a step to show a change.
const WORTH: u64 = 1 << 20;

/// Returns the observer of step `step`, from 0, of `steps` steps of equal length.
pub(super) fn step(observer: &dyn Observer, step: u32, steps: u32) -> PartObserver<'_> {
    PartObserver::new(observer, u64::from(step) * WORTH, WORTH, Some(u64::from(steps) * WORTH))
}
