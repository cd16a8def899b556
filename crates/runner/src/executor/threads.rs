//! An executor that runs shards in a pool of threads of this process.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use quadrille_progress::{Observer, Progress};

use super::{ShardExecutor, TaskOutcome};
use crate::{Task, WorkError, Worker};

/// An executor that runs shards concurrently in a pool of threads.
pub struct Threads {
    worker: Arc<Worker>,
    pool: Arc<rayon::ThreadPool>,
    shared: Arc<Shared>,
    sender: mpsc::Sender<Result<TaskOutcome, Panic>>,
    events: mpsc::Receiver<Result<TaskOutcome, Panic>>,
}

/// The payload of a shard's panic.
type Panic = Box<dyn Any + Send>;

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    /// Notified when a thread has no further task.
    over: Condvar,
    cancelled: AtomicBool,
    done: AtomicU64,
}

#[derive(Default)]
struct Queue {
    /// Tasks waiting for a thread.
    waiting: VecDeque<Task>,
    /// Number of running tasks.
    running: usize,
}

impl Queue {
    /// If a thread is free, counts the task as running and returns it to be started. Otherwise adds
    /// the task to the queue and returns `None`.
    fn begin(&mut self, task: Task, threads: usize) -> Option<Task> {
        if self.running < threads {
            self.running += 1;
            return Some(task);
        }
        self.waiting.push_back(task);
        None
    }

    /// Ends a task, and returns the next task in the queue for the same thread. If the queue is
    /// empty, counts the thread as free. The caller must hold the lock on the queue during both
    /// steps: a task that was queued between them would wait forever.
    fn end(&mut self) -> Option<Task> {
        let next = self.waiting.pop_front();
        if next.is_none() {
            self.running -= 1;
        }
        next
    }
}

impl Threads {
    /// Creates an executor that runs the worker's shards in `pool`. The caller's thread must not
    /// belong to the pool.
    pub fn new(worker: Arc<Worker>, pool: Arc<rayon::ThreadPool>) -> Self {
        let (sender, events) = mpsc::channel();
        Self { worker, pool, shared: Arc::default(), sender, events }
    }

    /// Cancels all shards, and waits until the running shards have ended.
    fn stop(&self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
        let mut queue = self.shared.queue();
        queue.waiting.clear();
        drop(self.shared.over.wait_while(queue, |queue| queue.running > 0));
    }
}

/// Runs a task in the pool, followed by the next task in the queue.
///
/// Each task is passed to rayon separately. While a thread waits for subtasks of its shard, rayon
/// may run another task on the same thread and stack. The depth of this nesting is bounded, because
/// the number of running tasks never exceeds the number of threads of the pool.
fn spawn(
    task: Task,
    worker: Arc<Worker>,
    pool: Arc<rayon::ThreadPool>,
    shared: Arc<Shared>,
    events: mpsc::Sender<Result<TaskOutcome, Panic>>,
) {
    let own = Arc::clone(&pool);
    own.spawn(move || {
        let run = AssertUnwindSafe(|| shared.run(&task, &worker, &events));
        // An error means that there is no receiver, so the event is not needed.
        let _ = events.send(catch_unwind(run));
        let mut queue = shared.queue();
        if let Some(task) = queue.end() {
            drop(queue);
            return spawn(task, worker, pool, shared, events);
        }
        // The worker is dropped before the lock is released, so that the job is dropped before
        // `stop` returns.
        drop(worker);
        drop(queue);
        shared.over.notify_all();
    });
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(
        &self,
        task: &Task,
        worker: &Worker,
        events: &mpsc::Sender<Result<TaskOutcome, Panic>>,
    ) -> TaskOutcome {
        let shard = task.shard;
        if self.cancelled.load(Ordering::Relaxed) {
            return TaskOutcome::Lost { shard };
        }
        let progress = ShardProgress::new(&self.done, &self.cancelled, None);
        let keep = {
            // The `Sender` is protected by a mutex, because threads of the pool may use it
            // concurrently.
            let events = Mutex::new(events.clone());
            move |snapshot| {
                let events = events.lock().unwrap_or_else(PoisonError::into_inner);
                drop(events.send(Ok(TaskOutcome::Snapshot { shard, snapshot })));
            }
        };
        match worker.run(task, &progress, &keep) {
            Ok(partial) => {
                progress.record(worker.job().work(shard));
                TaskOutcome::Finished { shard, partial }
            }
            Err(WorkError::Cancelled) => TaskOutcome::Lost { shard },
            Err(WorkError::OutOfMemory(shortage)) => TaskOutcome::OutOfMemory { shard, shortage },
            Err(WorkError::Failed(reason)) => TaskOutcome::Failed { shard, reason },
        }
    }
}

impl ShardExecutor for Threads {
    /// Returns twice the number of threads, so that each thread has a running task and a queued
    /// task. Therefore no thread is idle while a partial is being stored. If the disk is slow, the
    /// limit also keeps the number of partials in memory small.
    fn capacity(&self) -> usize {
        2 * self.pool.current_num_threads()
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        let begun = self.shared.queue().begin(task, self.pool.current_num_threads());
        if let Some(task) = begun {
            let (worker, pool) = (Arc::clone(&self.worker), Arc::clone(&self.pool));
            spawn(task, worker, pool, Arc::clone(&self.shared), self.sender.clone());
        }
        Ok(())
    }

    fn next_event(&mut self, wait: Duration) -> Result<Option<TaskOutcome>, String> {
        match self.events.recv_timeout(wait) {
            Ok(Ok(event)) => Ok(Some(event)),
            Ok(Err(panic)) => {
                self.stop();
                resume_unwind(panic)
            }
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(None),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err("the worker threads have ended".to_owned()),
        }
    }

    fn work_done(&self) -> u64 {
        self.shared.done.load(Ordering::Relaxed)
    }

    fn cancel(&mut self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Drop for Threads {
    /// Cancels all shards and waits until they end. If a shard has panicked, which is a bug in its
    /// engine, the panic is propagated.
    fn drop(&mut self) {
        self.stop();
        if !std::thread::panicking()
            && let Some(panic) = self.events.try_iter().find_map(Result::err)
        {
            resume_unwind(panic);
        }
    }
}

/// The observer of one shard. It adds the progress of the shard to the work done by all shards, and
/// stops the shard when the executor is cancelled.
pub(super) struct ShardProgress<'a> {
    done: &'a AtomicU64,
    cancelled: &'a AtomicBool,
    beside: Option<&'a dyn Observer>,
    /// The maximum number of units of work reported for this shard.
    most: AtomicU64,
}

impl<'a> ShardProgress<'a> {
    pub(super) fn new(
        done: &'a AtomicU64,
        cancelled: &'a AtomicBool,
        beside: Option<&'a dyn Observer>,
    ) -> Self {
        Self { done, cancelled, beside, most: AtomicU64::new(0) }
    }

    /// Records that `done` units of the shard are done. Threads may report in any order, so the
    /// maximum of all reports is used.
    pub(super) fn record(&self, done: u64) {
        let before = self.most.fetch_max(done, Ordering::Relaxed);
        self.done.fetch_add(done.saturating_sub(before), Ordering::Relaxed);
    }
}

impl Observer for ShardProgress<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        self.record(progress.done);
        if self.cancelled.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        match self.beside {
            Some(observer) => observer.observe(&Progress::done(self.done.load(Ordering::Relaxed))),
            None => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_without_a_task_is_free_at_once() {
        let task = |shard| Task { shard, stage: Arc::default(), snapshot: None };
        let mut queue = Queue::default();
        assert_eq!(queue.begin(task(0), 1).map(|task| task.shard), Some(0));
        assert!(queue.begin(task(1), 1).is_none());
        assert_eq!(queue.end().map(|task| task.shard), Some(1));
        assert!(queue.end().is_none());
        // A task that is submitted now starts immediately.
        assert_eq!(queue.begin(task(2), 1).map(|task| task.shard), Some(2));
        assert!(queue.end().is_none() && queue.running == 0 && queue.waiting.is_empty());
    }
}
