//! Executors of shards: threads of this process, or anything else that can run a [`Task`].

mod calling_thread;
mod threads;

use std::time::Duration;

pub use calling_thread::CallingThread;
pub use threads::Threads;

use quadrille_memory::Shortage;

use crate::Task;

/// Runs tasks concurrently, and reports their outcome.
///
/// [`run_on`](crate::runner::run_on) drives an executor: it submits tasks up to its
/// [capacity](Self::capacity), and takes events. Threads are one executor ([`Threads`]); other
/// processes, machines or Ray are others.
pub trait ShardExecutor {
    /// Returns the maximum number of submitted tasks, including running tasks; at least 1.
    fn capacity(&self) -> usize;

    /// Starts or queues a task.
    ///
    /// # Errors
    /// No worker is available; the error is the reason in words.
    fn submit(&mut self, task: Task) -> Result<(), String>;

    /// Returns the next event, waiting at most `wait`; `None` if there was none.
    ///
    /// # Errors
    /// All workers are lost; the error is the reason in words.
    fn next_event(&mut self, wait: Duration) -> Result<Option<TaskOutcome>, String>;

    /// Returns the units of work done so far in all submitted tasks, finished or not.
    fn work_done(&self) -> u64;

    /// Cancels all tasks. Each submitted task still results in an event, unless the executor is
    /// dropped.
    fn cancel(&mut self);
}

/// The outcome of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskOutcome {
    /// The task finished.
    Finished {
        /// The shard.
        shard: u64,
        /// The sealed partial.
        partial: Vec<u8>,
    },
    /// The task continues, and has saved a snapshot from which it can resume after a kill.
    Snapshot {
        /// The shard.
        shard: u64,
        /// The sealed snapshot.
        snapshot: Vec<u8>,
    },
    /// A buffer could not grow; the task may be submitted again with more memory.
    OutOfMemory {
        /// The shard.
        shard: u64,
        /// The need and the memory available.
        shortage: Shortage,
    },
    /// The task failed.
    Failed {
        /// The shard.
        shard: u64,
        /// The reason.
        reason: String,
    },
    /// The task was cancelled, or its worker was lost; it may be submitted again.
    Lost {
        /// The shard.
        shard: u64,
    },
}
