//! Threads of this process.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use quadrille_progress::{Observer, Progress};

use super::{Event, ShardExecutor};
use crate::{Task, WorkError, Worker};

/// Worker threads that share one queue, and one pool for engines that use rayon.
pub struct Threads {
    shared: Arc<Shared>,
    tasks: Option<mpsc::Sender<Task>>,
    events: mpsc::Receiver<Event>,
    crew: Vec<JoinHandle<()>>,
}

struct Shared {
    worker: Arc<Worker>,
    pool: Arc<rayon::ThreadPool>,
    /// The queue's end, where idle threads wait in turn.
    queue: Mutex<mpsc::Receiver<Task>>,
    cancelled: AtomicBool,
    done: AtomicU64,
}

impl Threads {
    /// So many threads, at least one, running the worker's shards within `pool`.
    ///
    /// # Errors
    /// The system refuses to start them; those that have been started end again.
    pub fn new(
        worker: Arc<Worker>,
        pool: Arc<rayon::ThreadPool>,
        threads: usize,
    ) -> Result<Self, std::io::Error> {
        let (tasks, queue) = mpsc::channel();
        let (sender, events) = mpsc::channel();
        let (cancelled, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Arc::new(Shared { worker, pool, queue: Mutex::new(queue), cancelled, done });
        let mut started = Self { shared, tasks: Some(tasks), events, crew: Vec::new() };
        for _ in 0..threads.max(1) {
            let (shared, sender) = (Arc::clone(&started.shared), sender.clone());
            let thread = std::thread::Builder::new().name("shards".to_owned());
            started.crew.push(thread.spawn(move || shared.work_off(&sender))?);
        }
        Ok(started)
    }

    /// Ends all threads; a shard that panicked, which is a bug in its engine, panics here again.
    fn join(&mut self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
        self.tasks = None; // the queue ends
        for thread in self.crew.drain(..) {
            if let Err(panic) = thread.join()
                && !std::thread::panicking()
            {
                std::panic::resume_unwind(panic);
            }
        }
    }
}

impl Shared {
    fn work_off(&self, events: &mpsc::Sender<Event>) {
        loop {
            // A thread that panicked while it held the queue would have panicked in `recv`, which does not
            // panic.
            let task = self.queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(task) = task else { break };
            if events.send(self.run(&task, events)).is_err() {
                break;
            }
        }
    }

    fn run(&self, task: &Task, events: &mpsc::Sender<Event>) -> Event {
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
                drop(events.send(Event::Snapshot { shard, snapshot }));
            }
        };
        match self.pool.install(|| self.worker.run(task, &told, &keep)) {
            Ok(partial) => {
                told.tell(self.worker.job().work(shard));
                Event::Finished { shard, partial }
            }
            Err(WorkError::Cancelled) => Event::Lost { shard },
            Err(WorkError::OutOfMemory(shortage)) => Event::OutOfMemory { shard, shortage },
            Err(WorkError::Failed(reason)) => Event::Failed { shard, reason },
        }
    }
}

impl ShardExecutor for Threads {
    /// One shard each, and one that waits: nobody is idle while a partial is being stored. That few wait also
    /// means that workers wait for a slow disk, not memory for partials.
    fn room(&self) -> usize {
        2 * self.crew.len()
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        let sent = self.tasks.as_ref().is_some_and(|tasks| tasks.send(task).is_ok());
        if sent { Ok(()) } else { Err("the threads have ended".to_owned()) }
    }

    fn next_event(&mut self, wait: Duration) -> Result<Option<Event>, String> {
        match self.events.recv_timeout(wait) {
            Ok(event) => Ok(Some(event)),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                // A thread ends before its queue does only by panicking.
                if self.crew.iter().any(JoinHandle::is_finished) {
                    self.join();
                    return Err("a thread has ended".to_owned());
                }
                Ok(None)
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                self.join();
                Err("the threads have ended".to_owned())
            }
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
    fn drop(&mut self) {
        self.join();
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
