//! A run from its opened job to its conclusion, on threads of this process or on any other executor.
//!
//! The [coordinator](crate::Coordinator) says what may be begun; an [executor](crate::executor) runs it;
//! every partial is in the store before it counts, and is merged as soon as it extends the complete prefix 0
//! to k. A stop rule is asked after every single extension, so that it sees the same prefixes whichever shard
//! was finished first; what lies beyond its answer is thrown away.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quadrille_memory::Shortage;
use quadrille_progress::{CancelToken, MemoryWatch, Observer, Progress};

use crate::executor::{Event, Here, ShardExecutor, Threads};
use crate::threads::{Pool, StartError, ThreadCount, use_calling_thread};
use crate::{
    AbsorbError, ConcludeError, Conclusion, Coordinator, Identity, OpenJob, Store, StoreError, TakeError,
    WorkError, Worker, need,
};

/// How often progress is reported and memory looked at, and the delay of a request to stop.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// How a run ended.
#[derive(Debug)]
pub enum Ending {
    /// With its result.
    Complete {
        /// What all shards together have to say.
        conclusion: Box<Conclusion>,
        /// How many shards that were.
        shards: u64,
    },
    /// It was stopped; what is in the store stays there.
    Stopped {
        /// Shards finished so far, this session's and earlier ones'.
        finished: u64,
        /// Shards in all; `None` when it was stopped before they were known.
        shards: Option<u64>,
        /// What those merged so far have to say, where a part is worth saying.
        so_far: Option<Box<Conclusion>>,
        /// Why, if it was for memory; otherwise the observer asked to stop.
        shortage: Option<Shortage>,
    },
}

/// A run that could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The checkpoint file failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The experiment could not be made ready.
    #[error("the experiment cannot begin: {0}")]
    Unready(String),
    /// A shard could not be done.
    #[error("shard {shard} cannot be finished: {reason}")]
    Shard {
        /// The number of the shard, from 0.
        shard: u64,
        /// Why not.
        reason: String,
    },
    /// A partial came back that is none.
    #[error("what came back cannot be taken: {0}")]
    Partial(String),
    /// The shards of the checkpoint file do not make a whole.
    #[error("the shards do not add up: {0}; move the run away (or choose another directory) to start anew")]
    Unsound(String),
    /// The run needs more memory than there is; nothing was begun.
    #[error(transparent)]
    Memory(#[from] Shortage),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] StartError),
    /// The executor could not go on.
    #[error("nobody can work on the shards: {0}")]
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

/// Runs a job to its end, or until the observer says stop, on threads of this process.
///
/// As [`run_in`], with a pool of its own, whose stacks count as a part of the need (see [`crate::need`]); a
/// brief job without a store is done by the calling thread.
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

/// Runs a job to its end, or until the observer says stop, in a pool of threads.
///
/// The need of the run (see [`crate::need`]) is compared with the available memory first; while it runs, it
/// ends as if stopped when memory is short.
///
/// With a `store`, shards found there are not run again, and every finished shard is in it before it
/// counts. The observer is called on the calling thread, some twenty times a second, with the units of
/// work done in all; its first call comes when the shards of earlier sessions have been read. Where the
/// calling thread does the work, it is called as often as the engines call theirs. Engines that use
/// rayon share the pool.
///
/// # Errors
/// There is too little memory, the experiment cannot begin, a shard cannot be done, or the store
/// failed (the shards in it are safe).
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
    run_watched(&mut coordinator, &mut Here::new(&worker, &in_all), &watch)
}

/// Runs a job whose shards somebody else works out: it is prepared here, where its shards are handed out and merged, and
/// the executor's workers prepare it for themselves.
///
/// # Errors
/// As [`run`], and the executor's own.
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

/// Returns a job that was not made ready.
fn unready(error: WorkError, store: Option<&mut Store>, watch: &MemoryWatch<'_>) -> Result<Ending, RunError> {
    match error {
        WorkError::Failed(reason) => return Err(RunError::Unready(reason)),
        WorkError::OutOfMemory(shortage) => watch.report(shortage),
        WorkError::Cancelled => {}
    }
    let finished = store.map_or(Ok(0), |store| store.saved())?;
    Ok(Ending::Stopped { finished, shards: None, so_far: None, shortage: watch.shortage() })
}

/// Runs what the coordinator hands out on any executor, until the run is complete or the observer says stop.
///
/// # Errors
/// A shard cannot be done, something foreign came back, the store or the executor failed.
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
    let tell = |done: u64| observer.observe(&Progress::of(before + done, total).counting(unit));
    let mut stopped = tell(0).is_break();
    let mut under_way = 0usize;
    let mut told = Instant::now();
    while !coordinator.is_complete() {
        while !stopped
            && under_way < executor.room().max(1)
            && let Some(task) = coordinator.next_task()
        {
            executor.submit(task).map_err(RunError::Executor)?;
            under_way += 1;
        }
        if under_way == 0 {
            break;
        }
        let event = executor.next_event(TICK).map_err(RunError::Executor)?;
        if told.elapsed() >= TICK {
            told = Instant::now();
            if tell(executor.work_done()).is_break() && !stopped {
                stopped = true;
                executor.cancel();
            }
        }
        match event {
            None => {}
            Some(Event::Snapshot { snapshot, .. }) => drop(coordinator.take(&snapshot)?),
            Some(Event::Finished { shard, partial }) => {
                under_way -= 1;
                match coordinator.take(&partial) {
                    Err(TakeError::Absorb(AbsorbError::OutOfMemory(shortage))) => {
                        coordinator.give_back(shard);
                        observer.report(shortage);
                        stopped = true;
                        executor.cancel();
                    }
                    taken => drop(taken?),
                }
            }
            Some(Event::Lost { shard }) => {
                under_way -= 1;
                coordinator.give_back(shard);
                // Where shards are run on this very thread, they ask the observer themselves.
                stopped = stopped || tell(executor.work_done()).is_break();
            }
            Some(Event::OutOfMemory { shard, shortage }) => {
                under_way -= 1;
                coordinator.give_back(shard);
                observer.report(shortage);
                stopped = true;
                executor.cancel();
            }
            Some(Event::Failed { shard, reason }) => {
                executor.cancel();
                return Err(RunError::Shard { shard, reason });
            }
        }
    }
    executor.cancel(); // what is beyond a stop rule's answer
    let _ = tell(executor.work_done());
    // A conclusion may take a while; the bar stays where it is.
    let done = before + executor.work_done();
    let standing = |_: &Progress| observer.observe(&Progress::of(done, total).counting(unit));
    ending(coordinator, &standing, observer)
}

/// What a stopped run has so far is worth this much waiting.
const SO_FAR: Duration = Duration::from_millis(100);

fn stopped(job: &dyn OpenJob, shortage: Option<Shortage>) -> Ending {
    let until = Instant::now() + SO_FAR;
    let patience = |_: &Progress| {
        if Instant::now() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    Ending::Stopped {
        finished: job.absorbed(),
        shards: Some(job.shards()),
        // A conclusion takes memory.
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

/// Default name of the preparation step.
const PREPARING: &str = "preparing";

/// Prepares the job on the pool, calling the observer meanwhile on the calling thread.
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
