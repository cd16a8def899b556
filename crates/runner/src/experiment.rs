//! The trait of experiments: a pure function of a shard's number and its stage, and an exact merge.

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
/// * [`run_shard`](Self::run_shard) depends only on the experiment, the shard's number and the
///   value of its stage. All randomness is keyed by (seed, item), where an item is a fight, a deal
///   or a field, and never by a shard's number;
/// * [`merge`](Self::merge) is exact and associative: whole numbers, or floating sums, which are
///   always merged in shard order;
/// * [`is_enough`](Self::is_enough) is called only for complete prefixes of the shards, 0 to k,
///   merged in order;
/// * [`stage`](Self::stage) depends only on the complete prefix before the stage.
///
/// Then the result is the same for any number of threads, processes or machines, and for any
/// interruptions.
pub trait Experiment: Send + Sync + 'static {
    /// The result of a shard, serialised as `postcard` bytes.
    type Partial: Serialize + DeserializeOwned + Send + 'static;

    /// Data that the shards of a stage need from all earlier shards; `()` if they need none.
    type Stage: Serialize + DeserializeOwned;

    /// Performs the preparation that must precede the shards, such as an opening move or a table.
    /// It is a pure function, and repeated by every process of the run. All other methods are
    /// called after it.
    ///
    /// `workers` is the number of shards that this process will run concurrently; memory is divided
    /// among them.
    ///
    /// # Errors
    /// [`WorkError`] for cancellation or failure.
    fn prepare(&mut self, _workers: usize, _observer: &dyn Observer) -> Result<(), WorkError> {
        Ok(())
    }

    /// Returns the number of shards, at least 1; a stop rule may end the run before the last.
    fn shards(&self) -> u64;

    /// Returns the work of a shard in [units](Self::work_unit), for progress bars only.
    fn work(&self, _shard: u64) -> u64 {
        1
    }

    /// Returns the unit of progress bars: `secrets`, `games`, `fights`.
    fn work_unit(&self) -> &'static str {
        "shards"
    }

    /// Returns the memory that [`prepare`](Self::prepare), `workers` concurrent shards, their
    /// partials, merging and the conclusion are certain to allocate; it is called before the
    /// preparation.
    ///
    /// Growth through fallible allocation ([`WorkError::OutOfMemory`], [`reserve`](Self::reserve))
    /// is included only where it is certain. Every kind must state its own need; [`Need::NONE`] is
    /// for kinds that allocate nothing.
    fn memory(&self, workers: usize) -> Need;

    /// Returns whether the whole run takes at most some hundredths of a second, so that no threads
    /// are started.
    fn is_brief(&self) -> bool {
        false
    }

    /// Returns the end of the stage of `shard`: the first shard of the next stage, or the number of
    /// shards. By default all shards are one stage.
    ///
    /// Shards of a stage begin only after all shards of earlier stages are merged.
    fn stage_end(&self, _shard: u64) -> u64 {
        self.shards()
    }

    /// Returns the data that shards of a stage need from all earlier shards; `prefix` is `None`
    /// before the first stage.
    fn stage(&self, prefix: Option<&Self::Partial>) -> Self::Stage;

    /// Runs a shard, notifying the context at least every tenth of a second.
    ///
    /// # Errors
    /// [`WorkError`] for cancellation or failure (such as a shortage of memory); only the snapshots
    /// of the shard are kept.
    fn run_shard(
        &self,
        shard: u64,
        stage: &Self::Stage,
        context: &ShardContext<'_>,
    ) -> Result<Self::Partial, WorkError>;

    /// Reserves memory for merging the next partial, for partials that grow.
    ///
    /// # Errors
    /// A shortage of memory; nothing changes in that case.
    fn reserve(&self, _prefix: &mut Self::Partial, _next: &Self::Partial) -> Result<(), Shortage> {
        Ok(())
    }

    /// Merges the next shard's partial into the prefix.
    fn merge(&self, prefix: &mut Self::Partial, next: Self::Partial);

    /// Returns whether the store keeps the merged prefix, saved at the end of each stage, in place
    /// of its partials. This is for large partials whose merge has about the same size: the store
    /// then has one merged partial and the partials of the current stage.
    fn stores_prefix(&self) -> bool {
        false
    }

    /// Returns whether the run may end before its last shard; shards far beyond the prefix are then
    /// not begun.
    fn has_stop_rule(&self) -> bool {
        false
    }

    /// Returns whether a complete prefix is sufficient for the result.
    fn is_enough(&self, _prefix: &Self::Partial) -> bool {
        false
    }

    /// Validates the merged shards, because partials may come from files or over a network.
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

    /// Returns a conclusion from the prefix merged so far; `None` if it would be misleading, or if
    /// the observer cancelled.
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

/// Minimum time between two snapshots of a shard; a kill may lose the work of this time.
pub(crate) const SNAPSHOT_EVERY: Duration = Duration::from_secs(2);

/// The context of a running shard: reports progress, checks for cancellation, and may save
/// snapshots.
///
/// It is an [`Observer`] with the experiment's units, so that it can be passed to calls of an
/// engine.
pub struct ShardContext<'a> {
    observer: &'a dyn Observer,
    snapshot: Option<&'a [u8]>,
    keep: Option<&'a (dyn Fn(Vec<u8>) + Sync)>,
    kept: Mutex<Instant>,
    every: Duration,
}

impl<'a> ShardContext<'a> {
    /// Creates a context without an earlier snapshot, and without saving snapshots.
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

    /// Sets a function that receives snapshots.
    #[must_use]
    pub fn keeping(mut self, keep: &'a (dyn Fn(Vec<u8>) + Sync)) -> Self {
        self.keep = Some(keep);
        self
    }

    /// Reports that `done` units of this shard are done, and checks for cancellation.
    ///
    /// # Errors
    /// [`Cancelled`], for `?` in the middle of the work.
    pub fn report(&self, done: u64) -> Result<(), Cancelled> {
        if self.observe(&Progress::done(done)).is_break() { Err(Cancelled) } else { Ok(()) }
    }

    /// Returns the observer of a call that takes `share` units of this shard, after `from` units.
    pub fn part(&self, from: u64, share: u64) -> PartObserver<'_> {
        PartObserver::new(self, from, share, None)
    }

    /// Returns the snapshot of an earlier attempt at this shard; `None` if there is none, or it
    /// cannot be read.
    pub fn snapshot<S: DeserializeOwned>(&self) -> Option<S> {
        postcard::from_bytes(self.snapshot?).ok()
    }

    /// Saves the result of `make` if the last snapshot is some seconds old. It may be called
    /// frequently.
    pub fn keep_snapshot<S: Serialize>(&self, make: impl FnOnce() -> S) {
        let Some(keep) = self.keep else { return };
        // If another thread of the shard is saving a snapshot, this snapshot is skipped.
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
