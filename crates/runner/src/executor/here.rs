//! The calling thread, for jobs that are done before a thread is started, and where no thread can be.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille_progress::Observer;

use super::threads::Told;
use super::{Event, ShardExecutor};
use crate::{Task, WorkError, Worker};

/// Runs each task on the thread that asks for the next event.
pub struct Here<'a> {
    worker: &'a Worker,
    observer: &'a dyn Observer,
    queue: std::collections::VecDeque<Task>,
    /// What became of a task, while its snapshot is handed out first.
    outcome: Option<Event>,
    cancelled: AtomicBool,
    done: Arc<AtomicU64>,
}

impl<'a> Here<'a> {
    /// Runs the worker's shards; `observer` is asked in the midst of them whether to go on.
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

impl ShardExecutor for Here<'_> {
    fn room(&self) -> usize {
        1
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        self.queue.push_back(task);
        Ok(())
    }

    fn next_event(&mut self, _: Duration) -> Result<Option<Event>, String> {
        if let Some(outcome) = self.outcome.take() {
            return Ok(Some(outcome));
        }
        let Some(task) = self.queue.pop_front() else { return Ok(None) };
        let shard = task.shard;
        if self.cancelled.load(Ordering::Relaxed) {
            return Ok(Some(Event::Lost { shard }));
        }
        let told = Told::new(&self.done, &self.cancelled, Some(self.observer));
        let last = Mutex::new(None);
        let keep = |snapshot| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(snapshot);
        };
        let outcome = match self.worker.run(&task, &told, &keep) {
            Ok(partial) => Event::Finished { shard, partial },
            Err(WorkError::OutOfMemory(shortage)) => Event::OutOfMemory { shard, shortage },
            Err(WorkError::Failed(reason)) => Event::Failed { shard, reason },
            Err(WorkError::Cancelled) => Event::Lost { shard },
        };
        let finished = matches!(outcome, Event::Finished { .. });
        told.tell(if finished { self.worker.job().work(shard) } else { 0 });
        // What a finished shard had kept before is of no use any more.
        let last = last.into_inner().unwrap_or_else(PoisonError::into_inner).filter(|_| !finished);
        Ok(Some(match last {
            Some(snapshot) => {
                self.outcome = Some(outcome);
                Event::Snapshot { shard, snapshot }
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
