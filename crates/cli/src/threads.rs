//! The number of threads in rayon's global pool, and a check that threads can be started. Calls
//! without an explicit number of threads use the pool.

use std::num::NonZeroUsize;
use std::sync::Once;

use quadrille::runner::threads::{ThreadCount, check, set_global};

use crate::failure::Failure;

/// Ensures that rayon's global pool is initialized only once.
static SHARED: Once = Once::new();

/// Sets rayon's global pool to one thread per processor, or to the number that can be started.
///
/// Without this call, rayon panics if it cannot start its threads.
pub(crate) fn share() {
    SHARED.call_once(|| set_global(Some(ThreadCount::available().most())));
}

/// Restricts rayon's global pool to the calling thread.
///
/// Commands that start their own threads, or need no further threads, call this function. They have
/// no use for the threads of the pool, and the system may limit the number of threads.
pub(crate) fn share_none() {
    SHARED.call_once(|| set_global(None));
}

/// Returns an error if this number of threads, including the calling thread, cannot be started.
pub(crate) fn require(threads: NonZeroUsize) -> Result<(), Failure> {
    check(threads.get() - 1).map_err(Failure::unfinished)
}
