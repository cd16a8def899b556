//! Whether some memory is left now.

use crate::limits::{Available, address_space, physical};

/// From so many bytes on, the limits of the control group and the machine are read as well.
const LARGE: u64 = 16 << 20;

/// Whether `bytes` are left, and `reserve` bytes besides.
///
/// The limits are read and nothing is mapped: a trial mapping would take the memory from other
/// threads for a moment, and a small allocation of theirs might fail.
pub(crate) fn fits(bytes: u64, reserve: u64) -> bool {
    let all = bytes.saturating_add(reserve);
    let too_few = |available: Option<Available>| available.is_some_and(|available| available.bytes < all);
    isize::try_from(all).is_ok() && !too_few(address_space()) && (bytes < LARGE || !too_few(physical()))
}
