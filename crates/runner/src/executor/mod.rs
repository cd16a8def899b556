//! Who runs shards: threads of this process, or anybody else who can be handed a [`Task`].

mod here;
mod threads;

use std::time::Duration;

pub use here::Here;
pub use threads::Threads;

use quadrille_memory::Shortage;

use crate::Task;

/// Runs tasks, some at a time, and tells what became of them.
///
/// [`run_on`](crate::runner::run_on) drives one: it hands out tasks as long as there is [room](Self::room),
/// and takes events. Threads are one executor ([`Threads`]); another process, another machine or Ray is
/// another.
pub trait ShardExecutor {
    /// How many tasks it wants to have at a time, those under way included; at least 1.
    fn room(&self) -> usize;

    /// Begins with a task, or queues it.
    ///
    /// # Errors
    /// Nobody can work on it; the reason in words.
    fn submit(&mut self, task: Task) -> Result<(), String>;

    /// Returns the next thing that happened, waiting for it at most so long; `None` if nothing did.
    ///
    /// # Errors
    /// Nobody is left to work; the reason in words.
    fn next_event(&mut self, wait: Duration) -> Result<Option<Event>, String>;

    /// Units of work done by now in all tasks that were submitted, finished or not.
    fn work_done(&self) -> u64;

    /// Asks everybody to stop. Every task submitted still ends in an event, unless the executor is dropped.
    fn cancel(&mut self);
}

/// What became of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// It is finished: its partial, sealed.
    Finished {
        /// The shard.
        shard: u64,
        /// The partial, sealed.
        partial: Vec<u8>,
    },
    /// It goes on, and has left this in case it is killed.
    Snapshot {
        /// The shard.
        shard: u64,
        /// The snapshot, sealed.
        snapshot: Vec<u8>,
    },
    /// A buffer could not grow: it may be submitted again where there is more memory.
    OutOfMemory {
        /// The shard.
        shard: u64,
        /// What it needed.
        shortage: Shortage,
    },
    /// It cannot be done.
    Failed {
        /// The shard.
        shard: u64,
        /// Why not.
        reason: String,
    },
    /// It was cancelled, or whoever worked on it is gone: it may be submitted again.
    Lost {
        /// The shard.
        shard: u64,
    },
}
