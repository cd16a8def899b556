//! Shards on threads: the runner.
//!
//! Worker threads take the next undone shard; the calling thread receives the partials as they come, stores each at
//! once, and merges the ones that extend the complete prefix 0 to k. A stop rule is asked after every single extension,
//! so that it sees the same prefixes whichever shard was finished first; what lies beyond its answer is thrown away.
//! Between two stages of an experiment all threads meet: the shards of the next are begun when the prefix reaches it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use quadrille_random::StreamKey;

use crate::{Experiment, Shard, Store, StoreError, Unready, Watch};

/// How often progress is told.
const TICK: Duration = Duration::from_millis(100);

/// How a run ended.
#[derive(Debug)]
pub enum Ending<P> {
    /// With its result.
    Complete {
        /// All shards merged in order.
        whole: P,
        /// How many shards that were.
        shards: u64,
    },
    /// It was stopped; what is in the store stays there.
    Stopped {
        /// Shards finished so far, this session's and earlier ones'.
        finished: u64,
        /// Shards in all; `None` when it was stopped before they were known.
        shards: Option<u64>,
    },
}

/// A run that could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The checkpoint file failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The experiment could not be made ready.
    #[error("the experiment cannot begin: {0}")]
    Unready(String),
    /// The shards of the checkpoint file do not make a whole.
    #[error("the shards do not add up: {0}; move the run away (or choose another directory) to start anew")]
    Unsound(String),
    /// The threads could not be started.
    #[error("could not start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Units of work done, earlier sessions' included.
    pub done: u64,
    /// Units of work of all shards; a stop rule may need fewer. 0 while the experiment is being prepared.
    pub total: u64,
    /// Units done before this session began; a rate counts from here.
    pub before: u64,
}

/// The conditions of a run, none of which may change its result.
pub struct Conditions<'a> {
    /// The seed of all random streams. (This one does.)
    pub seed: u64,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Set from outside to stop the run.
    pub stop: &'a AtomicBool,
    /// Called from the calling thread every tenth of a second or so.
    pub progress: &'a mut dyn FnMut(Progress),
}

/// Runs an experiment to its end, or until it is stopped.
///
/// With a `store`, shards found there are not run again, and every finished shard is in it before it counts.
/// Engines that use rayon share one pool of `threads` threads.
///
/// # Errors
/// The experiment cannot begin, the store failed (the shards in it are safe), or the threads could not be started.
///
/// # Panics
/// If a shard panics, which is a bug in its engine.
pub fn run<E: Experiment>(
    experiment: &mut E,
    mut store: Option<&mut Store>,
    conditions: Conditions<'_>,
) -> Result<Ending<E::Partial>, RunError> {
    let Conditions { seed, threads, stop, progress } = conditions;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| RunError::Threads { threads, reason: error.to_string() })?;
    match prepare(experiment, &pool, stop, progress) {
        Ok(()) => {}
        Err(Unready::Impossible(reason)) => return Err(RunError::Unready(reason)),
        Err(Unready::Stopped) => {
            let finished = store.map_or(Ok(0), |store| store.kept())?;
            return Ok(Ending::Stopped { finished, shards: None });
        }
    }

    let experiment = &*experiment;
    let shards = experiment.shards().max(1);
    let mut prefix = Prefix::new(experiment, shards);
    if let Some(store) = store.as_deref_mut() {
        store.expect_shards(shards)?;
        store.each_partial(|number, partial| prefix.add(number, partial))?;
    }
    let total: u64 = (0..shards).map(|shard| experiment.work(shard)).sum();
    let before =
        (0..shards).filter(|&shard| prefix.has(shard)).map(|shard| experiment.work(shard)).sum::<u64>();
    let done = AtomicU64::new(before);
    let crew = Crew { experiment, pool: &pool, seed, threads, stop, done: &done };
    let mut tell = |done: u64| progress(Progress { done, total, before });
    while !prefix.is_complete() {
        let stage = prefix.stage_end();
        crew.work_off(stage, &mut prefix, store.as_deref_mut(), &mut tell)?;
        if prefix.length < stage {
            break; // enough, or stopped
        }
    }
    tell(done.load(Ordering::Relaxed));
    let ending = prefix.ending();
    if let Ending::Complete { whole, .. } = &ending {
        experiment.verify(whole).map_err(RunError::Unsound)?;
    }
    Ok(ending)
}

/// The workers of a run, and what they work on.
struct Crew<'a, E> {
    experiment: &'a E,
    pool: &'a rayon::ThreadPool,
    seed: u64,
    threads: usize,
    stop: &'a AtomicBool,
    /// Units of work done in all.
    done: &'a AtomicU64,
}

impl<E: Experiment> Crew<'_, E> {
    /// Works off the undone shards before `end`, unless stopped or until the prefix is enough.
    fn work_off(
        &self,
        end: u64,
        prefix: &mut Prefix<'_, E>,
        mut store: Option<&mut Store>,
        tell: &mut dyn FnMut(u64),
    ) -> Result<(), RunError> {
        let threads = self.threads;
        let undone: Vec<u64> = (prefix.length..end).filter(|&shard| !prefix.has(shard)).collect();
        let enough = AtomicBool::new(false);
        let next = AtomicU64::new(0);
        let work = || -> Option<(u64, E::Partial)> {
            let &number = undone.get(usize::try_from(next.fetch_add(1, Ordering::Relaxed)).ok()?)?;
            let watch = Watch::new([self.stop, &enough], self.done);
            watch.go_on().ok()?;
            let shard = Shard { number, stream: StreamKey::new(self.seed, number) };
            let partial = self.pool.install(|| self.experiment.run_shard(shard, &watch)).ok()?;
            let _ = watch.report(self.experiment.work(number));
            Some((number, partial))
        };

        std::thread::scope(|scope| {
            // As many partials may wait for the store as there are workers; then the workers wait too.
            let (finished, arrivals) = mpsc::sync_channel(threads);
            for _ in 0..threads.min(undone.len()) {
                let finished = finished.clone();
                let worker = || {
                    let finished = finished; // moved in: the channel closes when the last worker ends
                    let _guard = StopTheOthersOnPanic(&enough);
                    while let Some(arrival) = work() {
                        if finished.send(arrival).is_err() {
                            break;
                        }
                    }
                };
                if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, worker) {
                    enough.store(true, Ordering::Relaxed);
                    return Err(RunError::Threads { threads, reason: error.to_string() });
                }
            }
            drop(finished);

            let mut ticked = Instant::now();
            loop {
                let arrival = arrivals.recv_timeout(TICK);
                if ticked.elapsed() >= TICK {
                    ticked = Instant::now();
                    tell(self.done.load(Ordering::Relaxed));
                }
                let (number, partial) = match arrival {
                    Ok(arrival) => arrival,
                    Err(mpsc::RecvTimeoutError::Timeout) => continue,
                    Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
                };
                if prefix.is_complete() {
                    continue; // beyond what the stop rule asked for
                }
                if let Some(store) = store.as_deref_mut()
                    && let Err(error) = store.keep(number, &partial)
                {
                    enough.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
                prefix.add(number, partial);
                enough.fetch_or(prefix.is_complete(), Ordering::Relaxed);
            }
        })
    }
}

/// Prepares the experiment on the pool, telling meanwhile that there is no progress to tell of yet.
fn prepare<E: Experiment>(
    experiment: &mut E,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), Unready> {
    let (never, done) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        let (ready, waiting) = mpsc::sync_channel(1);
        scope.spawn(|| {
            let ready = ready;
            let watch = Watch::new([stop, &never], &done);
            let _ = ready.send(pool.install(|| experiment.prepare(&watch)));
        });
        loop {
            match waiting.recv_timeout(TICK) {
                Ok(outcome) => return outcome,
                Err(mpsc::RecvTimeoutError::Timeout) => progress(Progress { done: 0, total: 0, before: 0 }),
                // The thread panicked: leaving the scope passes that on.
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(Unready::Stopped),
            }
        }
    })
}

/// A shard that panics ends the run; there is no use in working off the others first.
struct StopTheOthersOnPanic<'a>(&'a AtomicBool);

impl Drop for StopTheOthersOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// The complete prefix of shards merged so far, and what waits beyond it.
struct Prefix<'e, E: Experiment> {
    experiment: &'e E,
    shards: u64,
    /// Shards 0 to `length - 1`, merged in order.
    merged: Option<E::Partial>,
    length: u64,
    waiting: BTreeMap<u64, E::Partial>,
    enough: bool,
}

impl<'e, E: Experiment> Prefix<'e, E> {
    fn new(experiment: &'e E, shards: u64) -> Self {
        Self { experiment, shards, merged: None, length: 0, waiting: BTreeMap::new(), enough: false }
    }

    fn has(&self, shard: u64) -> bool {
        self.enough || shard < self.length || self.waiting.contains_key(&shard)
    }

    fn is_complete(&self) -> bool {
        self.enough || self.length == self.shards
    }

    /// Where the stage of the next shard ends.
    fn stage_end(&self) -> u64 {
        self.experiment.stage_end(self.length).clamp(self.length + 1, self.shards)
    }

    /// Takes in a shard, and whatever waited for it; enters the stages that the prefix thereby reaches.
    fn add(&mut self, number: u64, partial: E::Partial) {
        self.waiting.insert(number, partial);
        while !self.is_complete()
            && let Some(next) = self.waiting.remove(&self.length)
        {
            let stage = self.stage_end();
            let merged = match self.merged.take() {
                Some(mut merged) => {
                    self.experiment.merge(&mut merged, next);
                    merged
                }
                None => next,
            };
            let merged = self.merged.insert(merged);
            self.length += 1;
            self.enough = self.experiment.is_enough(merged);
            if !self.enough && self.length == stage && stage < self.shards {
                self.experiment.enter_stage(merged);
            }
        }
    }

    fn ending(self) -> Ending<E::Partial> {
        let complete = self.is_complete();
        match self.merged {
            Some(whole) if complete => Ending::Complete { whole, shards: self.length },
            _ => Ending::Stopped {
                finished: self.length + self.waiting.len() as u64,
                shards: Some(self.shards),
            },
        }
    }
}
