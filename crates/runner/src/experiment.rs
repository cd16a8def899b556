//! The trait of experiments. An experiment has two operations. One computes the result of a shard,
//! which depends only on the number of the shard and on the data of its stage. The other merges the
//! results of all shards exactly.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use quadrille_memory::{Need, Shortage};
use quadrille_progress::{Cancelled, Observer, PartObserver, Progress, Stopped};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Conclusion;

/// A long job, divided into shards.
///
/// All runners rely on these laws:
///
/// * [`run_shard`](Self::run_shard) depends only on the experiment, the shard's number and the data
///   of its stage. Random numbers are selected by the seed and the item (such as a fight, a deal or
///   a field), never by the shard's number;
/// * [`merge`](Self::merge) is exact and associative: partials contain whole numbers, or
///   floating-point sums, which are always merged in shard order;
/// * [`is_enough`](Self::is_enough) is called only with the merged partials of consecutive shards
///   that begin with shard 0;
/// * [`stage`](Self::stage) depends only on the merged partials of all shards before the stage.
///
/// The result is then the same for any number of threads, processes or machines, and after any
/// interruptions.
pub trait Experiment: Send + Sync + 'static {
    /// The result of a shard. It is stored and sent as `postcard` bytes.
    type Partial: Serialize + DeserializeOwned + Send + 'static;

    /// The data of a stage. They are computed from the results of all earlier shards, and every
    /// shard of the stage receives them. The type is `()` if the shards need no such data.
    type Stage: Serialize + DeserializeOwned;

    /// Performs the computations that must precede the shards, such as those of an opening move or
    /// of a table. The preparation is a pure function, and every process of the run repeats it.
    /// Only the methods [`shards`](Self::shards), [`memory`](Self::memory) and
    /// [`is_brief`](Self::is_brief) are also called before the preparation.
    ///
    /// `workers` is the number of shards that this process will run concurrently.
    ///
    /// # Errors
    /// [`WorkError`] for cancellation or failure.
    fn prepare(&mut self, _workers: usize, _observer: &dyn Observer) -> Result<(), WorkError> {
        Ok(())
    }

    /// Returns the number of shards, at least 1. A stop rule may end the run before the last shard.
    fn shards(&self) -> u64;

    /// Returns the amount of work of a shard in [units](Self::work_unit), for progress bars only.
    fn work(&self, _shard: u64) -> u64 {
        1
    }

    /// Returns the unit of the work in progress bars, such as `games`.
    fn work_unit(&self) -> &'static str {
        "shards"
    }

    /// Returns the memory that the run is certain to allocate: for [`prepare`](Self::prepare), for
    /// `workers` concurrent shards and their partials, for merging and for the conclusion. This
    /// method is called before the preparation.
    ///
    /// Memory that is allocated fallibly (through [`reserve`](Self::reserve), or with
    /// [`WorkError::OutOfMemory`] as the error) is included only if it is certain to be allocated.
    /// Every kind must implement this method; kinds that allocate nothing return [`Need::NONE`].
    fn memory(&self, workers: usize) -> Need;

    /// Returns whether the whole run takes at most some hundredths of a second. No threads are
    /// started for such a run.
    fn is_brief(&self) -> bool {
        false
    }

    /// Returns the end of the stage that contains `shard`: the first shard of the next stage, or
    /// the number of all shards. By default all shards are one stage.
    ///
    /// The shards of a stage start only after all shards of earlier stages are merged.
    fn stage_end(&self, _shard: u64) -> u64 {
        self.shards()
    }

    /// Returns the data of the next stage, computed from the merged partials of all earlier shards;
    /// `prefix` is `None` for the first stage.
    fn stage(&self, prefix: Option<&Self::Partial>) -> Self::Stage;

    /// Runs a shard. The context must be notified at least ten times per second.
    ///
    /// # Errors
    /// [`WorkError`] for cancellation, a failure or a shortage of memory. The snapshots of the
    /// shard are kept; all other work on the shard is lost.
    fn run_shard(
        &self,
        shard: u64,
        stage: &Self::Stage,
        context: &ShardContext<'_>,
    ) -> Result<Self::Partial, WorkError>;

    /// Reserves memory in `prefix` for merging the partial `next`, for kinds whose merged partial
    /// grows.
    ///
    /// # Errors
    /// A shortage of memory; nothing changes in that case.
    fn reserve(&self, _prefix: &mut Self::Partial, _next: &Self::Partial) -> Result<(), Shortage> {
        Ok(())
    }

    /// Merges the next shard's partial into the prefix.
    fn merge(&self, prefix: &mut Self::Partial, next: Self::Partial);

    /// Returns whether the store keeps one merged partial in place of the partials of all complete
    /// stages. The merged partial is saved at the end of each stage. The store then contains this
    /// merged partial and the partials of the current stage. This is useful if partials are large
    /// and the merged partial is not much larger than one of them.
    fn stores_prefix(&self) -> bool {
        false
    }

    /// Returns whether the run may end before its last shard. In that case, shards far beyond the
    /// merged prefix are not started.
    fn has_stop_rule(&self) -> bool {
        false
    }

    /// Returns whether the run may end, because the result can be computed from `prefix`: the
    /// merged partials of consecutive shards that begin with shard 0.
    fn is_enough(&self, _prefix: &Self::Partial) -> bool {
        false
    }

    /// Validates the merged partials of the whole run, because partials may come from files or over
    /// a network.
    ///
    /// # Errors
    /// A description of the inconsistency.
    fn verify(&self, _whole: &Self::Partial) -> Result<(), String> {
        Ok(())
    }

    /// Returns the conclusion of the complete experiment. Long computations notify the observer.
    ///
    /// # Errors
    /// [`Stopped`] for cancellation or a shortage of memory.
    fn conclude(&self, whole: &Self::Partial, observer: &dyn Observer) -> Result<Conclusion, Stopped>;

    /// Returns a conclusion computed from the shards merged so far; `None` if it would be
    /// misleading, or if the observer cancelled.
    fn conclude_so_far(&self, _prefix: &Self::Partial, _observer: &dyn Observer) -> Option<Conclusion> {
        None
    }
}

/// Error of running a shard or of the preparation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The observer cancelled.
    #[error("cancelled before the end")]
    Cancelled,
    /// A buffer could not grow; the work can be repeated with more memory.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The work failed for this reason.
    #[error("{0}")]
    Failed(String),
}

impl WorkError {
    /// Returns a failure with this reason.
    pub fn failed(reason: impl std::fmt::Display) -> Self {
        Self::Failed(reason.to_string())
    }
}

impl From<Stopped> for WorkError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::OutOfMemory(shortage) => Self::OutOfMemory(shortage),
            _ => Self::Cancelled,
        }
    }
}

impl From<Cancelled> for WorkError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Minimum time between two snapshots of a shard. If the process is killed, the work since the last
/// snapshot is lost.
pub(crate) const SNAPSHOT_EVERY: Duration = Duration::from_secs(2);

/// The context of a running shard: reports progress, checks for cancellation, and may save
/// snapshots.
///
/// The context is an [`Observer`], so it can be passed to calls of an engine. Such a call must
/// report its progress in the experiment's units of work.
pub struct ShardContext<'a> {
    observer: &'a dyn Observer,
    snapshot: Option<&'a [u8]>,
    keep: Option<&'a (dyn Fn(Vec<u8>) + Sync)>,
    kept: Mutex<Instant>,
    every: Duration,
}

impl<'a> ShardContext<'a> {
    /// Creates a context without a snapshot of an earlier attempt; new snapshots are not saved.
    pub fn new(observer: &'a dyn Observer) -> Self {
        Self { observer, snapshot: None, keep: None, kept: Mutex::new(Instant::now()), every: SNAPSHOT_EVERY }
    }

    /// Sets the snapshot of an earlier attempt at this shard.
    #[must_use]
    pub fn resuming(mut self, snapshot: Option<&'a [u8]>) -> Self {
        self.snapshot = snapshot;
        self
    }

    /// Sets the minimum time between two snapshots, which is two seconds by default.
    #[must_use]
    pub fn every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }

    /// Sets the function that receives new snapshots.
    #[must_use]
    pub fn keeping(mut self, keep: &'a (dyn Fn(Vec<u8>) + Sync)) -> Self {
        self.keep = Some(keep);
        self
    }

    /// Reports that `done` units of this shard are done, and checks for cancellation.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels the shard.
    pub fn report(&self, done: u64) -> Result<(), Cancelled> {
        if self.observe(&Progress::done(done)).is_break() { Err(Cancelled) } else { Ok(()) }
    }

    /// Returns an observer for a call that performs a part of the shard's work. The part consists
    /// of `share` units, and `from` units of the shard are done before it.
    pub fn part(&self, from: u64, share: u64) -> PartObserver<'_> {
        PartObserver::new(self, from, share, None)
    }

    /// Returns the snapshot of an earlier attempt at this shard; `None` if there is no snapshot or
    /// it cannot be read.
    pub fn snapshot<S: DeserializeOwned>(&self) -> Option<S> {
        postcard::from_bytes(self.snapshot?).ok()
    }

    /// Saves the result of `make` as a snapshot if the last snapshot is older than the [minimum
    /// time](Self::every). This method may be called frequently.
    pub fn keep_snapshot<S: Serialize>(&self, make: impl FnOnce() -> S) {
        let Some(keep) = self.keep else { return };
        // If another thread of the shard is saving a snapshot at this moment, no snapshot is saved
        // here.
        let Ok(mut kept) = self.kept.try_lock() else { return };
        if kept.elapsed() < self.every {
            return;
        }
        if let Ok(bytes) = postcard::to_stdvec(&make()) {
            keep(bytes);
        }
        *kept = Instant::now();
    }
}

impl Observer for ShardContext<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        self.observer.observe(progress)
    }
}

impl std::fmt::Debug for ShardContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShardContext")
            .field("snapshot", &self.snapshot.map(<[u8]>::len))
            .finish_non_exhaustive()
    }
}
