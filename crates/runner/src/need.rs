//! The memory of a run: computed before it begins, and compared with the memory available.
//!
//! | part | bytes |
//! |---|---|
//! | the job | [`OpenJob::memory`]: bytes that it is certain to allocate with all workers |
//! | threads | a stack for each thread that is not started yet |
//! | store | `SQLite`'s page cache and buffers |
//! | rest | result, report and messages of a small run |
//!
//! [`RESERVE`](quadrille_memory::RESERVE) is added.

use quadrille_memory::{Shortage, require};

use crate::OpenJob;

/// The page cache of `SQLite` (2,000 KiB by default), its statements and a row.
const STORE: u64 = 4 << 20;

/// Results, reports and messages of a small run; kinds with larger results include them in
/// [`OpenJob::memory`].
const REST: u64 = 4 << 20;

/// Allowance for changes between the check before the directory is created and the check at the
/// beginning of the run.
const SLACK: u64 = 2 << 20;

/// Returns the bytes of the partials of `workers` concurrent shards: as values, serialised, sealed,
/// and deserialised, with buffers of that size.
pub const fn partials(bytes: u64, workers: usize) -> u64 {
    bytes.saturating_mul(5).saturating_mul(workers as u64)
}

/// Returns the bytes needed for a run of the job with `workers` concurrent shards, of which
/// `to_start` threads are not started yet.
fn needed(job: &dyn OpenJob, workers: usize, to_start: usize, stored: bool) -> u64 {
    let store = if stored { STORE } else { 0 };
    // The number of concurrent shards is limited by the number of all shards.
    let side_by_side = job.shards().min(workers.max(1) as u64);
    [job.memory(side_by_side as usize).total(), quadrille_memory::threads(to_start), store, REST]
        .into_iter()
        .fold(0, u64::saturating_add)
}

/// Compares the need of a run with the memory available, for `workers` concurrent shards and
/// `to_start` threads that are not started yet.
///
/// # Errors
/// [`Shortage`], with the need and the available memory.
pub(crate) fn check(
    job: &dyn OpenJob,
    workers: usize,
    to_start: usize,
    stored: bool,
) -> Result<(), Shortage> {
    require(needed(job, workers, to_start, stored))
}

/// Compares the need of a run in a directory with the memory available, before its threads are
/// started and its directory is created; `threads` is 0 if other processes run its shards.
///
/// # Errors
/// [`Shortage`], with the need and the available memory.
pub fn check_before(job: &dyn OpenJob, threads: usize) -> Result<(), Shortage> {
    require(needed(job, threads, threads, true).saturating_add(SLACK))
}
