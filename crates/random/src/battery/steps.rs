//! Progress of a test that is made of steps.

use quadrille_progress::{Observer, PartObserver};

/// What a step is worth, in units that only fractions are made of: fine enough that every report within one
/// shows.
const WORTH: u64 = 1 << 20;

/// Returns the observer of step number `step` of `steps` equally long ones, from 0.
pub(super) fn step(observer: &dyn Observer, step: u32, steps: u32) -> PartObserver<'_> {
    PartObserver::new(observer, u64::from(step) * WORTH, WORTH, Some(u64::from(steps) * WORTH))
}
