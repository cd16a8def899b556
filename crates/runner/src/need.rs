//! The memory of a run: computed before anything is begun, and compared with what is available.
//!
//! | part | bytes |
//! |---|---|
//! | the job | [`OpenJob::memory`]: what it is certain to allocate with all workers |
//! | threads | a stack for each that is still to be started |
//! | store | `SQLite`'s page cache and buffers |
//! | rest | the result, the report and the messages of a small run |
//!
//! [`RESERVE`](quadrille_memory::RESERVE) comes on top.

use quadrille_memory::{Shortage, require};

use crate::OpenJob;

/// The page cache of `SQLite` (2,000 KiB by default), its statements and a row.
const STORE: u64 = 4 << 20;

/// Results, reports and messages of a small run; kinds with large ones count them in
/// [`OpenJob::memory`].
const REST: u64 = 4 << 20;

/// What may change between a look before a directory is made and the look when the run begins.
const SLACK: u64 = 2 << 20;

/// Returns the bytes of the partials that `workers` shards leave at the same time: each as a value,
/// as bytes, sealed, and read again, in buffers of that size.
pub const fn partials(bytes: u64, workers: usize) -> u64 {
    bytes.saturating_mul(5).saturating_mul(workers as u64)
}

/// Returns the bytes that a run of the job takes with `workers` shards at a time, when `to_start` threads are
/// still to be started.
fn needed(job: &dyn OpenJob, workers: usize, to_start: usize, stored: bool) -> u64 {
    let store = if stored { STORE } else { 0 };
    // No more shards than there are run side by side.
    let side_by_side = job.shards().min(workers.max(1) as u64);
    [job.memory(side_by_side as usize).total(), quadrille_memory::threads(to_start), store, REST]
        .into_iter()
        .fold(0, u64::saturating_add)
}

/// Compares the need of a run with the memory available: `workers` shards at a time, on threads of
/// which `to_start` have not been started.
///
/// # Errors
/// [`Shortage`], with both.
pub(crate) fn check(
    job: &dyn OpenJob,
    workers: usize,
    to_start: usize,
    stored: bool,
) -> Result<(), Shortage> {
    require(needed(job, workers, to_start, stored))
}

/// Compares the need of a run in a directory with the memory available, before its threads are
/// started and its directory is made; `threads` is 0 if its shards are run elsewhere.
///
/// # Errors
/// [`Shortage`], with both.
pub fn check_before(job: &dyn OpenJob, threads: usize) -> Result<(), Shortage> {
    require(needed(job, threads, threads, true).saturating_add(SLACK))
}
