//! An executor that runs shards on the calling thread, for brief jobs and for systems that cannot
//! start threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille_progress::Observer;

use super::threads::ShardProgress;
use super::{ShardExecutor, TaskOutcome};
use crate::{Task, WorkError, Worker};

/// An executor that runs a task on the thread that requests the next event, during the request.
pub struct CallingThread<'a> {
    worker: &'a Worker,
    observer: &'a dyn Observer,
    queue: std::collections::VecDeque<Task>,
    /// The event that will be returned next. A task with a snapshot has two events: first the
    /// snapshot, then the outcome, which is stored here.
    outcome: Option<TaskOutcome>,
    cancelled: AtomicBool,
    done: Arc<AtomicU64>,
}

impl<'a> CallingThread<'a> {
    /// Creates an executor for the worker's shards; `observer` is notified during their work.
    pub fn new(worker: &'a Worker, observer: &'a dyn Observer) -> Self {
        Self {
            worker,
            observer,
            queue: std::collections::VecDeque::new(),
            outcome: None,
            cancelled: AtomicBool::new(false),
            done: Arc::default(),
        }
    }
}

impl ShardExecutor for CallingThread<'_> {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        self.queue.push_back(task);
        Ok(())
    }

    fn next_event(&mut self, _: Duration) -> Result<Option<TaskOutcome>, String> {
        if let Some(outcome) = self.outcome.take() {
            return Ok(Some(outcome));
        }
        let Some(task) = self.queue.pop_front() else { return Ok(None) };
        let shard = task.shard;
        if self.cancelled.load(Ordering::Relaxed) {
            return Ok(Some(TaskOutcome::Lost { shard }));
        }
        let progress = ShardProgress::new(&self.done, &self.cancelled, Some(self.observer));
        let last = Mutex::new(None);
        let keep = |snapshot| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(snapshot);
        };
        let outcome = match self.worker.run(&task, &progress, &keep) {
            Ok(partial) => TaskOutcome::Finished { shard, partial },
            Err(WorkError::OutOfMemory(shortage)) => TaskOutcome::OutOfMemory { shard, shortage },
            Err(WorkError::Failed(reason)) => TaskOutcome::Failed { shard, reason },
            Err(WorkError::Cancelled) => TaskOutcome::Lost { shard },
        };
        let finished = matches!(outcome, TaskOutcome::Finished { .. });
        progress.record(if finished { self.worker.job().work(shard) } else { 0 });
        // If the shard is finished, its last snapshot is not needed.
        let last = last.into_inner().unwrap_or_else(PoisonError::into_inner).filter(|_| !finished);
        Ok(Some(match last {
            Some(snapshot) => {
                self.outcome = Some(outcome);
                TaskOutcome::Snapshot { shard, snapshot }
            }
            None => outcome,
        }))
    }

    fn work_done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn cancel(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
