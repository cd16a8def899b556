//! The threads of calls that are not given a number of threads.

use std::num::NonZeroUsize;
use std::sync::Once;

use quadrille::runner::threads::{ThreadCount, check, set_global};

use crate::failure::Failure;

/// rayon's global pool is set up once in a process.
static SHARED: Once = Once::new();

/// Gives calls that use rayon outside of a pool of their own one thread for each processor, or as
/// many as can be started. rayon itself would panic where it cannot start its threads.
pub(crate) fn share() {
    SHARED.call_once(|| set_global(Some(ThreadCount::available().most())));
}

/// Leaves such calls the calling thread alone, for commands that start their own threads or need
/// none: the system may have no more to give.
pub(crate) fn share_none() {
    SHARED.call_once(|| set_global(None));
}

/// Refuses a number of threads, the calling one included, that cannot be started.
pub(crate) fn require(threads: NonZeroUsize) -> Result<(), Failure> {
    check(threads.get() - 1).map_err(Failure::unfinished)
}
