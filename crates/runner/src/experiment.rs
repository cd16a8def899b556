//! What an experiment is: a pure function of a shard's number and its stage, and an exact merge.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use quadrille_memory::{Need, Shortage};
use quadrille_progress::{Cancelled, Observer, PartObserver, Progress, Stopped};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Conclusion;

/// A long job, cut into shards.
///
/// The laws that every runner relies on:
///
/// * [`run_shard`](Self::run_shard) depends on the experiment, the shard's number and the value of its stage
///   alone: all randomness is drawn from (seed, item), where an item is a fight, a deal, a field, never from
///   a shard's number;
/// * [`merge`](Self::merge) is exact and associative: whole numbers, or floating sums that are only ever
///   added in shard order (nobody merges in any other order);
/// * [`is_enough`](Self::is_enough) sees only complete prefixes of the shards, 0 to k, merged in order;
/// * [`stage`](Self::stage) depends on the complete prefix before the stage alone.
///
/// Then the result is the same for any number of threads, processes or machines, interrupted or not.
pub trait Experiment: Send + Sync + 'static {
    /// What one shard finds; it travels and is stored as `postcard` bytes.
    type Partial: Serialize + DeserializeOwned + Send + 'static;

    /// What the shards of a stage need to know of all shards before them, handed to whoever runs them; `()`
    /// where a shard needs to know nothing.
    type Stage: Serialize + DeserializeOwned;

    /// Does what must be done before the shards are known: an opening move, a table. Pure, like a shard; done
    /// again by every process that works on the run. The other methods are called only afterwards.
    ///
    /// `workers` is how many shards this process will run side by side, for those who share out its memory.
    ///
    /// # Errors
    /// The observer said stop, or it cannot be done.
    fn prepare(&mut self, _workers: usize, _observer: &dyn Observer) -> Result<(), WorkError> {
        Ok(())
    }

    /// How many shards there are, at least 1; a stop rule may end the run before the last.
    fn shards(&self) -> u64;

    /// How much work a shard is, in [units](Self::work_unit); for the progress bar alone.
    fn work(&self, _shard: u64) -> u64 {
        1
    }

    /// What the progress bar counts: `secrets`, `games`, `fights`.
    fn work_unit(&self) -> &'static str {
        "shards"
    }

    /// Returns the memory that [`prepare`](Self::prepare), `workers` shards run side by side, their
    /// partials, merging and the conclusion are certain to allocate; known before anything is prepared.
    /// Growth through fallible allocation
    /// ([`WorkError::OutOfMemory`], [`reserve`](Self::reserve)), is in it only as far as it is
    /// certain. Every kind states its own: [`Need::NONE`] is for kinds that allocate nothing.
    fn memory(&self, workers: usize) -> Need;

    /// Returns whether it is all done within some hundredths of a second: then no threads are started for it.
    fn is_brief(&self) -> bool {
        false
    }

    /// Returns the end of the stage that `shard` belongs to: the number of the first shard of the next stage, or that
    /// of all shards. All shards are one stage unless this says otherwise.
    ///
    /// No shard of a stage is begun before all shards of those before are merged.
    fn stage_end(&self, _shard: u64) -> u64 {
        self.shards()
    }

    /// What the shards of a stage need to know, from all shards before it; `None` before the first stage.
    fn stage(&self, prefix: Option<&Self::Partial>) -> Self::Stage;

    /// Does one shard's work, looking up at the context at least every tenth of a second.
    ///
    /// # Errors
    /// The context said stop, or the work cannot be done (memory is short, say); nothing of the shard is kept
    /// but its snapshots.
    fn run_shard(
        &self,
        shard: u64,
        stage: &Self::Stage,
        context: &ShardContext<'_>,
    ) -> Result<Self::Partial, WorkError>;

    /// Makes room for the next shard's partial, before it is merged; for partials that grow.
    ///
    /// # Errors
    /// There is not memory enough; nothing has changed.
    fn reserve(&self, _prefix: &mut Self::Partial, _next: &Self::Partial) -> Result<(), Shortage> {
        Ok(())
    }

    /// Adds the next shard's partial to those before it.
    fn merge(&self, prefix: &mut Self::Partial, next: Self::Partial);

    /// Returns whether the store keeps the merged prefix, saved at the end of each stage, in place of the partials in it:
    /// for large partials that merge into one of about the same size. The store then holds one merged partial
    /// and those of the present stage.
    fn stores_prefix(&self) -> bool {
        false
    }

    /// Returns whether the run may end before its last shard: then shards far beyond the prefix are not begun.
    fn has_stop_rule(&self) -> bool {
        false
    }

    /// Returns whether a complete prefix already answers the question.
    fn is_enough(&self, _prefix: &Self::Partial) -> bool {
        false
    }

    /// Returns whether all shards together can be what they claim to be: the partials come from a file or over a
    /// wire, after all.
    ///
    /// # Errors
    /// What does not add up.
    fn verify(&self, _whole: &Self::Partial) -> Result<(), String> {
        Ok(())
    }

    /// What the finished experiment has to say; the observer is asked where that takes a while.
    ///
    /// # Errors
    /// The observer said stop, or memory is short.
    fn conclude(&self, whole: &Self::Partial, observer: &dyn Observer) -> Result<Conclusion, Stopped>;

    /// What an unfinished experiment can already say, from the prefix merged so far; `None` where a part of it would
    /// mislead, or if the observer said stop.
    fn conclude_so_far(&self, _prefix: &Self::Partial, _observer: &dyn Observer) -> Option<Conclusion> {
        None
    }
}

/// Why a piece of work has no outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The observer said stop.
    #[error("cancelled before the end")]
    Cancelled,
    /// A buffer could not grow; the work can be done again where there is more memory.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// It cannot be done, for this reason.
    #[error("{0}")]
    Failed(String),
}

impl WorkError {
    /// It cannot be done, for this reason.
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

/// How long a shard works between two snapshots: what a kill may lose of it.
pub(crate) const SNAPSHOT_EVERY: Duration = Duration::from_secs(2);

/// A shard's line to the outside: it says how far it is, hears whether to go on, and may leave snapshots of
/// unfinished work.
///
/// It is an [`Observer`] in the experiment's own units, so that an engine's call can be handed the context
/// itself.
pub struct ShardContext<'a> {
    observer: &'a dyn Observer,
    snapshot: Option<&'a [u8]>,
    keep: Option<&'a (dyn Fn(Vec<u8>) + Sync)>,
    kept: Mutex<Instant>,
    every: Duration,
}

impl<'a> ShardContext<'a> {
    /// Creates a context with no earlier snapshot, that keeps none.
    pub fn new(observer: &'a dyn Observer) -> Self {
        Self { observer, snapshot: None, keep: None, kept: Mutex::new(Instant::now()), every: SNAPSHOT_EVERY }
    }

    /// The same with what an earlier attempt at this very shard has left.
    #[must_use]
    pub fn resuming(mut self, snapshot: Option<&'a [u8]>) -> Self {
        self.snapshot = snapshot;
        self
    }

    /// The same, with at least so long between two snapshots, instead of two seconds.
    #[must_use]
    pub fn every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }

    /// The same, handing snapshots to `keep`.
    #[must_use]
    pub fn keeping(mut self, keep: &'a (dyn Fn(Vec<u8>) + Sync)) -> Self {
        self.keep = Some(keep);
        self
    }

    /// Tells that `done` units of this shard are done by now, and hears whether to go on.
    ///
    /// # Errors
    /// [`Cancelled`], for `?` in the middle of the work.
    pub fn report(&self, done: u64) -> Result<(), Cancelled> {
        if self.observe(&Progress::done(done)).is_break() { Err(Cancelled) } else { Ok(()) }
    }

    /// Returns the observer of a call that is worth `share` units of this shard, of which `from` are done before it.
    pub fn part(&self, from: u64, share: u64) -> PartObserver<'_> {
        PartObserver::new(self, from, share, None)
    }

    /// What an earlier attempt at this shard has left; `None` if nothing, or if it cannot be read.
    pub fn snapshot<S: DeserializeOwned>(&self) -> Option<S> {
        postcard::from_bytes(self.snapshot?).ok()
    }

    /// Keeps what `make` makes, if the last snapshot is some seconds old; called as often as one likes.
    pub fn keep_snapshot<S: Serialize>(&self, make: impl FnOnce() -> S) {
        let Some(keep) = self.keep else { return };
        // Two threads of one shard: the second has nothing to add to what the first is keeping.
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
