//! The memory of a run: computed before anything is begun, and compared with what is available.
//!
//! | part | bytes |
//! |---|---|
//! | the job | [`OpenJob::memory`]: an upper bound of what its engine allocates with all workers |
//! | threads | two stacks a worker (its own, and one of the pool for engines that use rayon), and one to prepare |
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

/// The bytes that a run of the job takes on `threads` threads; 0 if its shards are run elsewhere.
pub fn threaded(job: &dyn OpenJob, threads: usize, stored: bool) -> u64 {
    let stacks = if threads == 0 { 0 } else { quadrille_memory::threads(2 * threads + 1) };
    let store = if stored { STORE } else { 0 };
    [job.memory(threads.max(1)).total(), stacks, store, REST].into_iter().fold(0, u64::saturating_add)
}

/// The same for a job that runs on the calling thread.
fn alone(job: &dyn OpenJob) -> u64 {
    job.memory(1).total().saturating_add(REST)
}

/// Compares the [need](threaded) of a run with the memory available.
///
/// # Errors
/// [`Shortage`], with both.
pub(crate) fn check(job: &dyn OpenJob, threads: usize, stored: bool) -> Result<(), Shortage> {
    let brief = job.is_brief() && !stored;
    require(if brief { alone(job) } else { threaded(job, threads, stored) })
}

/// Compares the need of a run in a directory with the memory available, before the directory is
/// made.
///
/// # Errors
/// [`Shortage`], with both.
pub fn check_before(job: &dyn OpenJob, threads: usize) -> Result<(), Shortage> {
    require(threaded(job, threads, true).saturating_add(SLACK))
}
