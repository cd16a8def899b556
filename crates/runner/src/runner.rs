//! Runs an opened job up to its conclusion, with threads of this process or any other executor.
//!
//! The [coordinator](crate::Coordinator) assigns shards, and an [executor](crate::executor) runs
//! them. A partial is merged as soon as all earlier shards are merged, and is stored before a
//! conclusion is drawn from it. A stop rule is evaluated after each merge. Therefore the shard
//! at which the rule ends the run does not depend on the order in which shards finish. When a stop
//! rule ends the run, the partials that are not merged yet are discarded.

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

/// Interval between two progress reports. Memory and cancellation are checked at each report.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// The outcome of a run that did not fail.
#[derive(Debug)]
pub enum Ending {
    /// The run is complete.
    Complete {
        /// The conclusion.
        conclusion: Box<Conclusion>,
        /// Number of merged shards.
        shards: u64,
    },
    /// The run was stopped; the contents of the store are kept.
    Stopped {
        /// Number of shards finished so far, in this session and earlier sessions.
        finished: u64,
        /// Total number of shards; `None` if the run was stopped before the number was known.
        shards: Option<u64>,
        /// The conclusion computed from the shards merged so far; `None` if the kind does not
        /// support it.
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
        "the shards are inconsistent: {0}; move the run's directory away (or choose another) to start again"
    )]
    Unsound(String),
    /// The run needs more memory than is available.
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
/// This function starts a pool of threads and calls [`run_in`]. The [required memory](crate::need)
/// includes the stacks of these threads. A brief job without a store is run by the calling thread
/// instead.
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
/// First, the [required memory](crate::need) is compared with the available memory. The run also
/// stops when memory becomes short.
///
/// If `store` is given, the shards in it are not run again, and every finished shard is stored
/// before a conclusion is drawn from it. The observer is called on the calling thread, about every
/// 20 to 40 ms, with the units of work that are done in the whole run. If the calling thread also
/// runs the shards, the observer is called whenever an engine reports progress. Engines that use
/// rayon share the pool.
///
/// # Errors
/// Memory does not suffice, the experiment cannot begin, a shard failed, or the store failed (the
/// shards saved before are safe).
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

/// Runs a job whose shards are run by other processes. The job is prepared both in this process,
/// which assigns and merges the shards, and in the executor's workers.
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

/// Converts the error of a failed preparation into the outcome of the run.
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
    // `before` is the work of the shards in the store. The executor does not count this work.
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
        // No shard is running: either the run was stopped, or no task is available.
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
            // The snapshot is stored, and its shard is still running.
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
                // If shards are run on this thread, the observer may have cancelled during the
                // shard. Therefore the observer is called again here.
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
    executor.cancel(); // tasks that a stop rule made unnecessary
    let _ = report(executor.work_done());
    // A conclusion may take some time. During this time, the progress that is reported does not
    // change.
    let done = before + executor.work_done();
    let unchanged = |_: &Progress| observer.observe(&Progress::of(done, total).counting(unit));
    ending(coordinator, &unchanged, observer)
}

/// Maximum time for computing a conclusion from the merged shards of a stopped run.
const SO_FAR: Duration = Duration::from_millis(100);

fn stopped(job: &dyn OpenJob, shortage: Option<Shortage>) -> Ending {
    let until = Instant::now() + SO_FAR;
    let patience = |_: &Progress| {
        if Instant::now() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    Ending::Stopped {
        finished: job.absorbed(),
        shards: Some(job.shards()),
        // After a shortage of memory, no conclusion is computed.
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

/// The progress message during the preparation, if the job sets no message.
const PREPARING: &str = "preparing";

/// Prepares the job in the pool. In the meantime, calls the observer on the calling thread.
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
    // The closure that runs in the pool cannot borrow the observer. It records the latest progress,
    // and the calling thread reports it to the observer. If the observer cancels, the calling
    // thread cancels the token, which the closure checks.
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
            // A panic in the pool is resumed on the calling thread.
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
