//! The calling thread, for jobs that are done before a thread is started.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
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
    snapshots: (mpsc::Sender<Event>, mpsc::Receiver<Event>),
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
            snapshots: mpsc::channel(),
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
        if let Ok(snapshot) = self.snapshots.1.try_recv() {
            return Ok(Some(snapshot));
        }
        let Some(task) = self.queue.pop_front() else { return Ok(None) };
        let shard = task.shard;
        let told = Told::new(&self.done, &self.cancelled, Some(self.observer));
        let sender = self.snapshots.0.clone();
        let keep = move |snapshot| drop(sender.send(Event::Snapshot { shard, snapshot }));
        let outcome = self.worker.run(&task, &told, &keep);
        told.tell(if outcome.is_ok() { self.worker.job().work(shard) } else { 0 });
        Ok(Some(match outcome {
            Ok(partial) => Event::Finished { shard, partial },
            Err(WorkError::OutOfMemory(shortage)) => Event::OutOfMemory { shard, shortage },
            Err(WorkError::Failed(reason)) => Event::Failed { shard, reason },
            Err(WorkError::Cancelled) => Event::Lost { shard },
        }))
    }

    fn work_done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn cancel(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
