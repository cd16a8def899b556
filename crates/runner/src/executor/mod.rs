//! Executors, which run shards: the threads of this process, or anything else that can run a
//! [`Task`].

mod calling_thread;
mod threads;

use std::time::Duration;

pub use calling_thread::CallingThread;
pub use threads::Threads;

use quadrille_memory::Shortage;

use crate::Task;

/// Runs tasks concurrently, and reports their outcome.
///
/// [`run_on`](crate::runner::run_on) submits tasks to an executor, up to the executor's
/// [capacity](Self::capacity), and takes events from it. [`Threads`] is an executor that uses the
/// threads of this process. Other executors may use other processes, other machines or Ray.
pub trait ShardExecutor {
    /// Returns the maximum number of tasks that may be submitted and unfinished at the same time;
    /// at least 1.
    fn capacity(&self) -> usize;

    /// Starts or queues a task.
    ///
    /// # Errors
    /// No worker is available. The error describes the reason.
    fn submit(&mut self, task: Task) -> Result<(), String>;

    /// Returns the next event. If necessary, waits for an event; returns `None` if none has
    /// occurred within the time `wait`.
    ///
    /// # Errors
    /// All workers are lost. The error describes the reason.
    fn next_event(&mut self, wait: Duration) -> Result<Option<TaskOutcome>, String>;

    /// Returns the units of work done so far in all submitted tasks, finished or not.
    fn work_done(&self) -> u64;

    /// Cancels all tasks. Each submitted task still results in an event, unless the executor is
    /// dropped.
    fn cancel(&mut self);
}

/// An event of a task: its outcome, or a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskOutcome {
    /// The task finished.
    Finished {
        /// The shard.
        shard: u64,
        /// The sealed partial.
        partial: Vec<u8>,
    },
    /// The task continues, and has saved a snapshot from which it can be resumed if the process is
    /// killed.
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
        /// The memory required and the memory available.
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
