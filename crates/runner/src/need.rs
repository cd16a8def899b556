//! The memory that a run requires. It is computed before the run begins, and compared with the
//! memory available.
//!
//! | part | bytes |
//! |---|---|
//! | the job | [`OpenJob::memory`]: bytes that the job is certain to allocate for all concurrent shards |
//! | threads | a stack for each thread that is not started yet |
//! | store | `SQLite`'s page cache and buffers |
//! | rest | the result, the report and the messages of a small run |
//!
//! [`RESERVE`](quadrille_memory::RESERVE) is added to the sum of these parts.

use quadrille_memory::{Shortage, require};

use crate::OpenJob;

/// Bytes for the page cache of `SQLite` (2,000 KiB by default), for its statements and for a row.
const STORE: u64 = 4 << 20;

/// Bytes for the result, the report and the messages of a small run. Kinds with larger results
/// include their size in [`OpenJob::memory`].
const REST: u64 = 4 << 20;

/// Bytes that are added in [`check_before`], because the available memory may decrease between this
/// check and the check at the beginning of the run.
const SLACK: u64 = 2 << 20;

/// Returns the number of bytes required for the partials of `workers` concurrent shards; each
/// partial has `bytes` bytes. A partial exists several times: as a value, serialised, sealed,
/// deserialised, and in a buffer.
pub const fn partials(bytes: u64, workers: usize) -> u64 {
    bytes.saturating_mul(5).saturating_mul(workers as u64)
}

/// Returns the number of bytes required for a run of the job with `workers` concurrent shards;
/// `to_start` is the number of threads that are not started yet, and `stored` is true if the run
/// has a store.
fn needed(job: &dyn OpenJob, workers: usize, to_start: usize, stored: bool) -> u64 {
    let store = if stored { STORE } else { 0 };
    // The number of concurrent shards cannot exceed the number of all shards.
    let side_by_side = job.shards().min(workers.max(1) as u64);
    [job.memory(side_by_side as usize).total(), quadrille_memory::threads(to_start), store, REST]
        .into_iter()
        .fold(0, u64::saturating_add)
}

/// Checks that enough memory is available for a run with `workers` concurrent shards; `to_start` is
/// the number of threads that are not started yet, and `stored` is true if the run has a store.
///
/// # Errors
/// [`Shortage`], with the memory required and the memory available.
pub(crate) fn check(
    job: &dyn OpenJob,
    workers: usize,
    to_start: usize,
    stored: bool,
) -> Result<(), Shortage> {
    require(needed(job, workers, to_start, stored))
}

/// Checks that enough memory is available for a run in a directory, before its threads are started
/// and its directory is created. `threads` is 0 if other processes run the shards.
///
/// # Errors
/// [`Shortage`], with the memory required and the memory available.
pub fn check_before(job: &dyn OpenJob, threads: usize) -> Result<(), Shortage> {
    require(needed(job, threads, threads, true).saturating_add(SLACK))
}
