//! Threads of this process.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use quadrille_progress::{Observer, Progress};

use super::{Event, ShardExecutor};
use crate::{Task, WorkError, Worker};

/// Runs as many shards at a time as a pool has threads, in that pool.
pub struct Threads {
    worker: Arc<Worker>,
    pool: Arc<rayon::ThreadPool>,
    shared: Arc<Shared>,
    sender: mpsc::Sender<Result<Event, Panic>>,
    events: mpsc::Receiver<Result<Event, Panic>>,
}

/// What a shard panicked with.
type Panic = Box<dyn Any + Send>;

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    /// Notified when a shard is over.
    over: Condvar,
    cancelled: AtomicBool,
    done: AtomicU64,
}

#[derive(Default)]
struct Queue {
    /// Tasks that wait for a thread.
    waiting: VecDeque<Task>,
    /// Tasks that are being run.
    running: usize,
}

impl Queue {
    /// Returns the task itself if a thread is free to run it, which it then counts as running, and
    /// keeps it waiting otherwise.
    fn begin(&mut self, task: Task, threads: usize) -> Option<Task> {
        if self.running < threads {
            self.running += 1;
            return Some(task);
        }
        self.waiting.push_back(task);
        None
    }

    /// Ends a task: returns the next one for the thread that ran it. Without one the thread counts as
    /// free from the same moment, since a task that waited then would wait for ever.
    fn end(&mut self) -> Option<Task> {
        let next = self.waiting.pop_front();
        if next.is_none() {
            self.running -= 1;
        }
        next
    }
}

impl Threads {
    /// Returns an executor that runs the worker's shards in `pool`. Its thread must not be one of the
    /// pool's.
    pub fn new(worker: Arc<Worker>, pool: Arc<rayon::ThreadPool>) -> Self {
        let (sender, events) = mpsc::channel();
        Self { worker, pool, shared: Arc::default(), sender, events }
    }

    /// Stops the shards that are being run and waits until they are over.
    fn stop(&self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
        let mut queue = self.shared.queue();
        queue.waiting.clear();
        drop(self.shared.over.wait_while(queue, |queue| queue.running > 0));
    }
}

/// Runs a task in the pool, and then the next one that waits.
///
/// Each task is a job of its own for rayon: a thread that waits for parts of its shard may run other
/// tasks meanwhile, on the same stack, but never more tasks than the pool has threads are under way.
fn spawn(
    task: Task,
    worker: Arc<Worker>,
    pool: Arc<rayon::ThreadPool>,
    shared: Arc<Shared>,
    events: mpsc::Sender<Result<Event, Panic>>,
) {
    let own = Arc::clone(&pool);
    own.spawn(move || {
        let run = AssertUnwindSafe(|| shared.run(&task, &worker, &events));
        // Without a receiver the event is not awaited any more.
        let _ = events.send(catch_unwind(run));
        let mut queue = shared.queue();
        if let Some(task) = queue.end() {
            drop(queue);
            return spawn(task, worker, pool, shared, events);
        }
        // Dropped within the lock: the job must not outlive the wait for its last task.
        drop(worker);
        drop(queue);
        shared.over.notify_all();
    });
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, task: &Task, worker: &Worker, events: &mpsc::Sender<Result<Event, Panic>>) -> Event {
        let shard = task.shard;
        if self.cancelled.load(Ordering::Relaxed) {
            return Event::Lost { shard };
        }
        let told = Told::new(&self.done, &self.cancelled, None);
        let keep = {
            // A sender may not be shared among the threads of the pool, but taken by one after the other.
            let events = Mutex::new(events.clone());
            move |snapshot| {
                let events = events.lock().unwrap_or_else(PoisonError::into_inner);
                drop(events.send(Ok(Event::Snapshot { shard, snapshot })));
            }
        };
        match worker.run(task, &told, &keep) {
            Ok(partial) => {
                told.tell(worker.job().work(shard));
                Event::Finished { shard, partial }
            }
            Err(WorkError::Cancelled) => Event::Lost { shard },
            Err(WorkError::OutOfMemory(shortage)) => Event::OutOfMemory { shard, shortage },
            Err(WorkError::Failed(reason)) => Event::Failed { shard, reason },
        }
    }
}

impl ShardExecutor for Threads {
    /// One shard each, and one that waits: no thread is idle while a partial is being stored. That few
    /// wait also means that workers wait for a slow disk, not memory for partials.
    fn room(&self) -> usize {
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

    fn next_event(&mut self, wait: Duration) -> Result<Option<Event>, String> {
        match self.events.recv_timeout(wait) {
            Ok(Ok(event)) => Ok(Some(event)),
            Ok(Err(panic)) => {
                self.stop();
                resume_unwind(panic)
            }
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(None),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err("the threads have ended".to_owned()),
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
    /// Waits for all shards; one that panicked, which is a bug in its engine, panics here again.
    fn drop(&mut self) {
        self.stop();
        if !std::thread::panicking()
            && let Some(panic) = self.events.try_iter().find_map(Result::err)
        {
            resume_unwind(panic);
        }
    }
}

/// The observer of one shard: it adds what the shard tells to the work of all, and passes on that all are
/// cancelled.
pub(super) struct Told<'a> {
    done: &'a AtomicU64,
    cancelled: &'a AtomicBool,
    beside: Option<&'a dyn Observer>,
    /// The most that this shard has told of so far.
    most: AtomicU64,
}

impl<'a> Told<'a> {
    pub(super) fn new(
        done: &'a AtomicU64,
        cancelled: &'a AtomicBool,
        beside: Option<&'a dyn Observer>,
    ) -> Self {
        Self { done, cancelled, beside, most: AtomicU64::new(0) }
    }

    /// So many units of the shard are done. From several threads, in any order: the largest figure counts.
    pub(super) fn tell(&self, done: u64) {
        let before = self.most.fetch_max(done, Ordering::Relaxed);
        self.done.fetch_add(done.saturating_sub(before), Ordering::Relaxed);
    }
}

impl Observer for Told<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        self.tell(progress.done);
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
        // A task that comes between is begun, and does not wait for a thread that has ended.
        assert_eq!(queue.begin(task(2), 1).map(|task| task.shard), Some(2));
        assert!(queue.end().is_none() && queue.running == 0 && queue.waiting.is_empty());
    }
}
