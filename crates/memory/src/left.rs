//! Checks of the memory available at this moment.

use crate::limits::{Available, address_space, physical};

/// Size in bytes from which the limits of the control group and the machine are read as well.
const LARGE: u64 = 16 << 20;

/// Returns whether `bytes` are left besides `reserve` bytes.
///
/// Only limits are read. A trial mapping would take the memory from other threads for a moment, and
/// their small allocations could fail.
pub(crate) fn fits(bytes: u64, reserve: u64) -> bool {
    let all = bytes.saturating_add(reserve);
    let too_few = |available: Option<Available>| available.is_some_and(|available| available.bytes < all);
    isize::try_from(all).is_ok() && !too_few(address_space()) && (bytes < LARGE || !too_few(physical()))
}
