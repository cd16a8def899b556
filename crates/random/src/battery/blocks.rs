//! Reading values in blocks, with progress reports.

use quadrille_progress::{Cancelled, Observer, Progress};

use super::values::Values;

/// Approximate number of values in a block. A block takes 32 KiB, so that it stays in cache while
/// it is used.
const BLOCK: usize = 4096;

/// Number of values between two progress reports. Every test processes this number of values in
/// well under a millisecond.
const INTERVAL: usize = 1 << 16;

/// Passes `groups` groups of `group` values each to `look`, in slices of whole groups.
pub(super) fn read(
    values: &mut Values<'_>,
    groups: u64,
    group: usize,
    observer: &dyn Observer,
    mut look: impl FnMut(&[u64]),
) -> Result<(), Cancelled> {
    let at_once = (BLOCK / group).max(1);
    let mut block = vec![0; at_once * group];
    let mut left = groups;
    let mut unreported = 0;
    while left > 0 {
        let now = left.min(at_once as u64);
        let part = &mut block[..now as usize * group];
        values.fill(part);
        look(part);
        left -= now;
        unreported += part.len();
        if unreported >= INTERVAL {
            unreported = 0;
            observer.notify(&Progress::of(groups - left, groups))?;
        }
    }
    observer.notify(&Progress::of(groups, groups))
}
