//! A run from its opened job to its conclusion, on threads of this process or on any other executor.
//!
//! The [coordinator](crate::Coordinator) says what may be begun; an [executor](crate::executor) runs it;
//! every partial is in the store before it counts, and is merged as soon as it extends the complete prefix 0
//! to k. A stop rule is asked after every single extension, so that it sees the same prefixes whichever shard
//! was finished first; what lies beyond its answer is thrown away.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quadrille_memory::Shortage;
use quadrille_progress::{CancelToken, MemoryWatch, Observer, Progress};

use crate::executor::{Event, Here, ShardExecutor, Threads};
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
    #[error("could not start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
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

/// Runs a job to its end, or until the observer says stop, on `threads` threads of this process.
///
/// The run's [need](need::threaded) is compared with the memory available first; while it runs, it
/// ends as if stopped when memory is short.
///
/// With a `store`, shards found there are not run again, and every finished shard is in it before it counts.
/// The observer is asked from the calling thread, some twenty times a second, with the units of work done in
/// all; its first word comes when the shards of earlier sessions have been read. Engines that use rayon share
/// one pool of `threads` threads.
///
/// # Errors
/// The experiment cannot begin, a shard cannot be done, the store failed (the shards in it are safe), or the
/// threads could not be started.
///
/// # Panics
/// If a shard panics, which is a bug in its engine.
pub fn run(
    job: Box<dyn OpenJob>,
    identity: &Identity,
    mut store: Option<&mut Store>,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Ending, RunError> {
    let watch = MemoryWatch::new(observer);
    if job.is_brief() && store.is_none() {
        need::check(&*job, 1, false)?;
        let worker = match Worker::new(job, identity.clone(), 1, &watch) {
            Ok(worker) => worker,
            Err(error) => return unready(error, None, &watch),
        };
        let mut coordinator = Coordinator::new(worker.job(), identity, None)?;
        return run_watched(&mut coordinator, &mut Here::new(&worker, &watch), &watch);
    }
    need::check(&*job, threads, store.is_some())?;
    let refused = |reason: String| RunError::Threads { threads, reason };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| refused(error.to_string()))?;
    let pool = Arc::new(pool);
    let worker = match prepare(job, identity, &pool, threads, &watch) {
        Ok(worker) => Arc::new(worker),
        Err(PrepareError::Threads(reason)) => return Err(refused(reason)),
        Err(PrepareError::Work(error)) => return unready(error, store.as_deref_mut(), &watch),
    };
    let mut coordinator = Coordinator::new(worker.job(), identity, store)?;
    if coordinator.is_complete() {
        return ending(&coordinator, &watch, &watch);
    }
    let mut crew =
        Threads::new(Arc::clone(&worker), pool, threads).map_err(|error| refused(error.to_string()))?;
    run_watched(&mut coordinator, &mut crew, &watch)
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
    need::check(&*job, 0, store.is_some())?;
    if let Err(error) = job.prepare(1, &watch) {
        return unready(error, store.as_deref_mut(), &watch);
    }
    let mut coordinator = Coordinator::new(&*job, identity, store)?;
    if coordinator.is_complete() {
        return ending(&coordinator, &watch, &watch);
    }
    run_watched(&mut coordinator, executor, &watch)
}

/// A job that was not made ready.
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

pub(crate) enum PrepareError {
    Threads(String),
    Work(WorkError),
}

/// Prepares the job on the pool, asking the observer meanwhile from the calling thread.
pub(crate) fn prepare(
    job: Box<dyn OpenJob>,
    identity: &Identity,
    pool: &rayon::ThreadPool,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Worker, PrepareError> {
    let token = CancelToken::new();
    let latest = Mutex::new(Progress::default().saying("preparing"));
    let inner = |progress: &Progress| {
        if let Ok(mut latest) = latest.lock() {
            latest.clone_from(progress);
            latest.message.get_or_insert("preparing".into());
        }
        if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    std::thread::scope(|scope| {
        let (ready, waiting) = mpsc::sync_channel(1);
        let prepare = || {
            let ready = ready; // moved in: the channel closes should this thread panic
            let _ = ready.send(pool.install(|| Worker::new(job, identity.clone(), threads, &inner)));
        };
        std::thread::Builder::new()
            .spawn_scoped(scope, prepare)
            .map_err(|error| PrepareError::Threads(error.to_string()))?;
        loop {
            match waiting.recv_timeout(TICK) {
                Ok(outcome) => return outcome.map_err(PrepareError::Work),
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    let progress = latest.lock().map(|latest| latest.clone()).unwrap_or_default();
                    if observer.observe(&progress).is_break() {
                        token.cancel();
                    }
                }
                // The thread panicked: leaving the scope passes that on.
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(PrepareError::Work(WorkError::Cancelled));
                }
            }
        }
    })
}
