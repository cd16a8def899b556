//! Runs a job from opening to its conclusion, with threads of this process or any other executor.
//!
//! The [coordinator](crate::Coordinator) assigns shards, and an [executor](crate::executor) runs
//! them. Every partial is merged as soon as it extends the complete prefix 0 to k, and is stored
//! before a conclusion is drawn from it. Stop rules are evaluated after every single extension, so
//! that they see the same prefixes for any order of completion; partials beyond the end are
//! discarded.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quadrille_memory::Shortage;
use quadrille_progress::{CancelToken, MemoryWatch, Observer, Progress};

use crate::executor::{CallingThread, ShardExecutor, TaskOutcome, Threads};
use crate::threads::{Pool, StartError, ThreadCount, use_calling_thread};
use crate::{
    AbsorbError, ConcludeError, Conclusion, Coordinator, Identity, OpenJob, Store, StoreError, TakeError,
    WorkError, Worker, need,
};

/// Interval of progress reports and memory checks, and maximum delay of a cancellation.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// The end of a run.
#[derive(Debug)]
pub enum Ending {
    /// The run is complete.
    Complete {
        /// The conclusion of all shards.
        conclusion: Box<Conclusion>,
        /// Number of merged shards.
        shards: u64,
    },
    /// The run was stopped; the contents of the store are kept.
    Stopped {
        /// Number of shards finished so far, in this session and earlier sessions.
        finished: u64,
        /// Total number of shards; `None` if it was stopped before that was known.
        shards: Option<u64>,
        /// The conclusion from the shards merged so far, if the kind supports that.
        so_far: Option<Box<Conclusion>>,
        /// The shortage of memory that stopped the run; `None` if the observer cancelled.
        shortage: Option<Shortage>,
    },
}

/// Error of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The checkpoint file failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The experiment could not be prepared.
    #[error("the experiment cannot begin: {0}")]
    Unready(String),
    /// A shard failed.
    #[error("shard {shard} cannot be finished: {reason}")]
    Shard {
        /// The number of the shard, from 0.
        shard: u64,
        /// The reason.
        reason: String,
    },
    /// A returned partial is invalid.
    #[error("a partial result is invalid: {0}")]
    Partial(String),
    /// The shards of the checkpoint file are inconsistent.
    #[error(
        "the shards are inconsistent: {0}; move the run away (or choose another directory) to start again"
    )]
    Unsound(String),
    /// The run was not started, because it needs more memory than is available.
    #[error(transparent)]
    Memory(#[from] Shortage),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] StartError),
    /// The executor failed.
    #[error("no worker can run the shards: {0}")]
    Executor(String),
}

impl From<TakeError> for RunError {
    fn from(error: TakeError) -> Self {
        match error {
            TakeError::Store(error) => Self::Store(error),
            TakeError::Absorb(AbsorbError::OutOfMemory(shortage)) => Self::Memory(shortage),
            error => Self::Partial(error.to_string()),
        }
    }
}

/// Runs a job to its end, or until the observer cancels, with threads of this process.
///
/// Like [`run_in`], with a separate pool, whose stacks are a part of the need (see
/// [`crate::need`]). The calling thread runs a brief job without a store.
///
/// # Errors
/// As [`run_in`], or the threads could not be started.
///
/// # Panics
/// If a shard panics, which is a bug in its engine.
pub fn run(
    job: Box<dyn OpenJob>,
    identity: &Identity,
    store: Option<&mut Store>,
    threads: impl Into<ThreadCount>,
    observer: &dyn Observer,
) -> Result<Ending, RunError> {
    if job.is_brief() && store.is_none() {
        return run_here(job, identity, None, observer);
    }
    let threads = threads.into();
    need::check(&*job, threads.most().get(), threads.most().get(), store.is_some())?;
    run_in(job, identity, store, &Pool::start(threads)?, observer)
}

/// Runs a job to its end, or until the observer cancels, in a pool of threads.
///
/// The need of the run (see [`crate::need`]) is first compared with the available memory. The run
/// also stops when memory becomes short.
///
/// With a `store`, shards found there are not run again, and every finished shard is stored before
/// a conclusion is drawn from it. The observer is called on the calling thread, about twenty times
/// per second, with the total units of work done; its first call follows the reading of the store.
/// If the calling thread does the work, it is called whenever the engines notify it. Engines that
/// use rayon share the pool.
///
/// # Errors
/// Memory does not suffice, the experiment cannot begin, a shard failed, or the store failed (its
/// shards are safe).
///
/// # Panics
/// If a shard panics, which is a bug in its engine.
pub fn run_in(
    job: Box<dyn OpenJob>,
    identity: &Identity,
    mut store: Option<&mut Store>,
    pool: &Pool,
    observer: &dyn Observer,
) -> Result<Ending, RunError> {
    let Some(pool) = pool.own() else { return run_here(job, identity, store, observer) };
    let watch = MemoryWatch::new(observer);
    need::check(&*job, pool.current_num_threads(), 0, store.is_some())?;
    let worker = match prepare(job, identity, pool, &watch) {
        Ok(worker) => Arc::new(worker),
        Err(error) => return unready(error, store.as_deref_mut(), &watch),
    };
    let mut coordinator = Coordinator::new(worker.job(), identity, store)?;
    if coordinator.is_complete() {
        return ending(&coordinator, &watch, &watch);
    }
    let mut executor = Threads::new(Arc::clone(&worker), Arc::clone(pool));
    run_watched(&mut coordinator, &mut executor, &watch)
}

/// Runs a job on the calling thread.
fn run_here(
    job: Box<dyn OpenJob>,
    identity: &Identity,
    mut store: Option<&mut Store>,
    observer: &dyn Observer,
) -> Result<Ending, RunError> {
    let watch = MemoryWatch::new(observer);
    need::check(&*job, 1, 0, store.is_some())?;
    let worker = match prepare_here(job, identity, &watch) {
        Ok(worker) => worker,
        Err(error) => return unready(error, store.as_deref_mut(), &watch),
    };
    let mut coordinator = Coordinator::new(worker.job(), identity, store)?;
    if coordinator.is_complete() {
        return ending(&coordinator, &watch, &watch);
    }
    let (total, before) = (coordinator.total_work(), coordinator.work_before());
    let unit = worker.job().work_unit();
    let in_all = |part: &Progress| watch.observe(&Progress::of(before + part.done, total).counting(unit));
    run_watched(&mut coordinator, &mut CallingThread::new(&worker, &in_all), &watch)
}

/// Runs a job whose shards are run by other processes: it is prepared here, where its shards are
/// assigned and merged, and again by the executor's workers.
///
/// # Errors
/// As [`run`], and the executor's errors.
pub fn run_elsewhere(
    mut job: Box<dyn OpenJob>,
    identity: &Identity,
    mut store: Option<&mut Store>,
    executor: &mut dyn ShardExecutor,
    observer: &dyn Observer,
) -> Result<Ending, RunError> {
    let watch = MemoryWatch::new(observer);
    need::check(&*job, 1, 0, store.is_some())?;
    if let Err(error) = job.prepare(1, &watch) {
        return unready(error, store.as_deref_mut(), &watch);
    }
    let mut coordinator = Coordinator::new(&*job, identity, store)?;
    if coordinator.is_complete() {
        return ending(&coordinator, &watch, &watch);
    }
    run_watched(&mut coordinator, executor, &watch)
}

/// Converts the error of a failed preparation.
fn unready(error: WorkError, store: Option<&mut Store>, watch: &MemoryWatch<'_>) -> Result<Ending, RunError> {
    match error {
        WorkError::Failed(reason) => return Err(RunError::Unready(reason)),
        WorkError::OutOfMemory(shortage) => watch.report(shortage),
        WorkError::Cancelled => {}
    }
    let finished = store.map_or(Ok(0), |store| store.saved())?;
    Ok(Ending::Stopped { finished, shards: None, so_far: None, shortage: watch.shortage() })
}

/// Runs the coordinator's tasks on any executor, until the run is complete or the observer cancels.
///
/// # Errors
/// A shard failed, an invalid partial was returned, or the store or the executor failed.
pub fn run_on(
    coordinator: &mut Coordinator<'_>,
    executor: &mut dyn ShardExecutor,
    observer: &dyn Observer,
) -> Result<Ending, RunError> {
    run_watched(coordinator, executor, &MemoryWatch::new(observer))
}

fn run_watched(
    coordinator: &mut Coordinator<'_>,
    executor: &mut dyn ShardExecutor,
    observer: &MemoryWatch<'_>,
) -> Result<Ending, RunError> {
    let job = coordinator.job();
    let (total, before, unit) = (coordinator.total_work(), coordinator.work_before(), job.work_unit());
    // `before` is the work of shards found in the store; the executor counts from 0.
    let report = |done: u64| observer.observe(&Progress::of(before + done, total).counting(unit));
    let mut stopped = report(0).is_break();
    let mut under_way = 0usize;
    let mut reported = Instant::now();
    while !coordinator.is_complete() {
        // Submits tasks up to the executor's capacity. After a stop, only running shards are
        // awaited.
        while !stopped
            && under_way < executor.capacity().max(1)
            && let Some(task) = coordinator.next_task()
        {
            executor.submit(task).map_err(RunError::Executor)?;
            under_way += 1;
        }
        // Either the run was stopped and its shards have ended, or no task is available.
        if under_way == 0 {
            break;
        }
        let event = executor.next_event(TICK).map_err(RunError::Executor)?;
        if reported.elapsed() >= TICK {
            reported = Instant::now();
            if report(executor.work_done()).is_break() && !stopped {
                stopped = true;
                executor.cancel();
            }
        }
        match event {
            None => {}
            // A snapshot is stored; its shard is still running.
            Some(TaskOutcome::Snapshot { snapshot, .. }) => drop(coordinator.take(&snapshot)?),
            Some(TaskOutcome::Finished { shard, partial }) => {
                under_way -= 1;
                match coordinator.take(&partial) {
                    // The partial was neither merged nor stored; a resumed run computes the shard
                    // again.
                    Err(TakeError::Absorb(AbsorbError::OutOfMemory(shortage))) => {
                        coordinator.requeue(shard);
                        observer.report(shortage);
                        stopped = true;
                        executor.cancel();
                    }
                    taken => drop(taken?),
                }
            }
            Some(TaskOutcome::Lost { shard }) => {
                under_way -= 1;
                coordinator.requeue(shard);
                // If shards are run on this thread, they notify the observer themselves.
                stopped = stopped || report(executor.work_done()).is_break();
            }
            Some(TaskOutcome::OutOfMemory { shard, shortage }) => {
                under_way -= 1;
                coordinator.requeue(shard);
                observer.report(shortage);
                stopped = true;
                executor.cancel();
            }
            Some(TaskOutcome::Failed { shard, reason }) => {
                executor.cancel();
                return Err(RunError::Shard { shard, reason });
            }
        }
    }
    executor.cancel(); // tasks beyond the end by a stop rule
    let _ = report(executor.work_done());
    // A conclusion may take some time; the progress bar does not move meanwhile.
    let done = before + executor.work_done();
    let unchanged = |_: &Progress| observer.observe(&Progress::of(done, total).counting(unit));
    ending(coordinator, &unchanged, observer)
}

/// Maximum waiting time for the partial result of a stopped run.
const SO_FAR: Duration = Duration::from_millis(100);

fn stopped(job: &dyn OpenJob, shortage: Option<Shortage>) -> Ending {
    let until = Instant::now() + SO_FAR;
    let patience = |_: &Progress| {
        if Instant::now() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    Ending::Stopped {
        finished: job.absorbed(),
        shards: Some(job.shards()),
        // After a shortage there is too little memory to draw a conclusion.
        so_far: if shortage.is_some() { None } else { job.conclude_so_far(&patience).map(Box::new) },
        shortage,
    }
}

fn ending(
    coordinator: &Coordinator<'_>,
    observer: &dyn Observer,
    watch: &MemoryWatch<'_>,
) -> Result<Ending, RunError> {
    let job = coordinator.job();
    match coordinator.conclude(observer) {
        Ok(conclusion) => Ok(Ending::Complete { conclusion: Box::new(conclusion), shards: job.prefix() }),
        Err(ConcludeError::Unsound(reason)) => Err(RunError::Unsound(reason)),
        Err(ConcludeError::OutOfMemory(shortage)) => Ok(stopped(job, Some(shortage))),
        Err(ConcludeError::Unfinished { .. } | ConcludeError::Cancelled(_)) => {
            Ok(stopped(job, watch.shortage()))
        }
    }
}

/// Default message of the preparation.
const PREPARING: &str = "preparing";

/// Prepares the job on the pool, and calls the observer meanwhile on the calling thread.
pub(crate) fn prepare(
    job: Box<dyn OpenJob>,
    identity: &Identity,
    pool: &rayon::ThreadPool,
    observer: &dyn Observer,
) -> Result<Worker, WorkError> {
    let token = CancelToken::new();
    let latest = Arc::new(Mutex::new(Progress::default().with_message(PREPARING)));
    let (ready, waiting) = mpsc::sync_channel(1);
    let (identity, threads) = (identity.clone(), pool.current_num_threads());
    let (noted, stop) = (Arc::clone(&latest), token.clone());
    // The pool's closure cannot borrow the observer. It records the latest progress, which the
    // calling thread reports; the token transmits cancellation in the other direction.
    pool.spawn(move || {
        let inner = |progress: &Progress| {
            if let Ok(mut latest) = noted.lock() {
                latest.clone_from(progress);
                latest.message.get_or_insert(PREPARING.into());
            }
            if stop.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let prepared = catch_unwind(AssertUnwindSafe(|| Worker::new(job, identity, threads, &inner)));
        let _ = ready.send(prepared);
    });
    loop {
        match waiting.recv_timeout(TICK) {
            Ok(Ok(outcome)) => return outcome,
            // A panic in the pool continues on the calling thread.
            Ok(Err(panic)) => resume_unwind(panic),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let progress = latest.lock().map(|latest| latest.clone()).unwrap_or_default();
                if observer.observe(&progress).is_break() {
                    token.cancel();
                }
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return Err(WorkError::Cancelled),
        }
    }
}

/// Prepares the job on the calling thread.
pub(crate) fn prepare_here(
    job: Box<dyn OpenJob>,
    identity: &Identity,
    observer: &dyn Observer,
) -> Result<Worker, WorkError> {
    use_calling_thread();
    let preparing = |progress: &Progress| {
        let mut progress = progress.clone();
        progress.message.get_or_insert(PREPARING.into());
        observer.observe(&progress)
    };
    Worker::new(job, identity.clone(), 1, &preparing)
}
