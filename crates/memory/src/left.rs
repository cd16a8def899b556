//! The check whether enough memory is available at this moment.

use crate::limits::{Available, address_space, physical};

/// For fewer bytes than this number, only the limits on the address space and the data segment are
/// read. Otherwise, the limits of the control group and the machine are read too.
const LARGE: u64 = 16 << 20;

/// Returns whether `bytes` bytes are available in addition to a reserve of `reserve` bytes.
///
/// This function only reads limits. It does not try an allocation, because small allocations of
/// other threads could then fail at the same time.
pub(crate) fn fits(bytes: u64, reserve: u64) -> bool {
    let all = bytes.saturating_add(reserve);
    let too_few = |available: Option<Available>| available.is_some_and(|available| available.bytes < all);
    isize::try_from(all).is_ok() && !too_few(address_space()) && (bytes < LARGE || !too_few(physical()))
}
