//! Opened jobs: experiments without type parameters, whose shards can be run by any executor.
//!
//! An experiment file is read as a job. The coordinator and each worker open the job with the same
//! seed and prepare it. All data that they exchange are bytes:
//!
//! ```text
//!   coordinator                                   workers (threads, processes, machines)
//!   ───────────                                   ──────────────────────────────────────
//!   open, prepare                                 open, prepare          (each once)
//!   stage() ─────────── shard k, stage bytes ───▶ run_shard(k, stage)    (pure)
//!   absorb(k, bytes) ◀── partial bytes ──────────
//!   … until is_complete() …
//!   conclude()
//! ```

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_memory::{Need, Shortage};
use quadrille_progress::{Cancelled, Observer, Stopped};

use crate::{Conclusion, Experiment, ShardContext, WorkError};

/// An experiment with its settings, seed and vector level, as a type without type parameters.
///
/// [`prepare`](Self::prepare) is called first. A *worker* then calls [`run_shard`](Self::run_shard)
/// from any number of threads. A *coordinator* passes the partials of finished shards to
/// [`absorb`](Self::absorb), which merges them.
pub trait OpenJob: Send + Sync {
    /// Performs the computations that must precede the shards; `workers` is the number of
    /// concurrent shards in this process.
    ///
    /// # Errors
    /// [`WorkError`] for cancellation or failure.
    fn prepare(&mut self, workers: usize, observer: &dyn Observer) -> Result<(), WorkError>;

    /// Returns the number of shards, at least 1.
    fn shards(&self) -> u64;
    /// Returns the amount of work of a shard in [units](Self::work_unit).
    fn work(&self, shard: u64) -> u64;
    /// Returns the unit of work in the plural, such as `games`.
    fn work_unit(&self) -> &'static str;
    /// Returns whether the whole run takes at most some hundredths of a second.
    fn is_brief(&self) -> bool;
    /// Returns the memory that the job is certain to allocate with `workers` concurrent shards.
    fn memory(&self, workers: usize) -> Need;

    /// Runs a shard and returns the `postcard` bytes of its partial. The partial depends only on
    /// `shard` and `stage`. The argument `stage` must be the return value of [`stage`](Self::stage)
    /// at the time at which the shard became available.
    ///
    /// # Errors
    /// [`WorkError`] for cancellation or failure, or if `stage` is invalid.
    fn run_shard(&self, shard: u64, stage: &[u8], context: &ShardContext<'_>) -> Result<Vec<u8>, WorkError>;

    /// Accepts the partial of a shard, and merges all accepted partials that extend the merged
    /// prefix. Partials that were accepted before, and partials that are no longer needed, have no
    /// effect.
    ///
    /// # Errors
    /// There is no such shard, or the bytes are not a valid partial; nothing changes in that case.
    fn absorb(&self, shard: u64, partial: &[u8]) -> Result<Absorbed, AbsorbError>;

    /// Returns the range of the merged shards, and their merged partial as bytes. The store keeps
    /// this partial in place of the partials of the single shards. Returns `None` if neither a
    /// stage nor the run has ended since the last call, or if the kind stores every partial.
    fn merged_to_store(&self) -> Option<(Range<u64>, Vec<u8>)>;

    /// Accepts merged shards from the store. Must be called before any partial is absorbed.
    ///
    /// # Errors
    /// The range `shards` does not end with the last shard of a stage or of the run, or the bytes
    /// are not a valid partial. Nothing changes in that case.
    fn restore(&self, shards: Range<u64>, merged: &[u8]) -> Result<(), AbsorbError>;

    /// Returns whether the shard's partial was absorbed or is not needed.
    fn has(&self, shard: u64) -> bool;
    /// Returns the number of shards in the merged prefix.
    fn prefix(&self) -> u64;
    /// Returns the number of absorbed shards, including shards that are not merged yet.
    fn absorbed(&self) -> u64;
    /// Returns whether the merged prefix is sufficient for the result.
    fn is_complete(&self) -> bool;

    /// Returns the number of the last available shard plus 1. All shards of the current
    /// [stage](Self::stage) are available. With a stop rule, shards far beyond the merged prefix
    /// are an exception: they become available when the prefix has grown.
    fn may_begin(&self) -> u64;
    /// Returns the data of the current stage as `postcard` bytes, which may be large. They are
    /// computed from the results of all earlier shards, and every shard of the stage needs them.
    fn stage(&self) -> Arc<[u8]>;

    /// Returns the conclusion of the complete run. Long computations notify the observer.
    ///
    /// # Errors
    /// The run is not complete, its shards are inconsistent, or the observer cancelled.
    fn conclude(&self, observer: &dyn Observer) -> Result<Conclusion, ConcludeError>;

    /// Returns a conclusion computed from the shards merged so far. Returns `None` if no shard is
    /// merged, if the conclusion would be misleading, or if the observer cancelled.
    fn conclude_so_far(&self, observer: &dyn Observer) -> Option<Conclusion>;
}

/// The effect of absorbing a partial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absorbed {
    /// The partial is new.
    New,
    /// The shard was absorbed before.
    Known,
    /// The run is complete without this shard.
    NotNeeded,
}

/// Error of absorbing a partial.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AbsorbError {
    /// The run has no shard with this number.
    #[error("there is no shard {shard}: the run has {shards} shards, numbered from 0")]
    NoShard {
        /// The shard's number.
        shard: u64,
        /// The number of shards.
        shards: u64,
    },
    /// The bytes are not a valid partial of this experiment.
    #[error("shard {shard} cannot be read: {reason}")]
    Unreadable {
        /// The shard's number.
        shard: u64,
        /// The error.
        reason: String,
    },
    /// The stored merged shards are not a valid prefix of this experiment.
    #[error("the merged shards {} to {} cannot be read: {reason}", shards.start, shards.end.saturating_sub(1))]
    Merged {
        /// The range of shards.
        shards: Range<u64>,
        /// The error.
        reason: String,
    },
    /// Memory does not suffice; the partial was not absorbed.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
}

/// Error of concluding a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConcludeError {
    /// Shards are missing.
    #[error("the run is not finished: {prefix} of {shards} shards are merged")]
    Unfinished {
        /// Number of merged shards.
        prefix: u64,
        /// Number of shards.
        shards: u64,
    },
    /// The merged shards are inconsistent.
    #[error("the shards are inconsistent: {0}")]
    Unsound(String),
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Memory is short.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
}

impl From<Stopped> for ConcludeError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::OutOfMemory(shortage) => Self::OutOfMemory(shortage),
            _ => Self::Cancelled(Cancelled),
        }
    }
}

/// Opens an experiment, by wrapping it in a type that implements [`OpenJob`].
pub fn open<E: Experiment>(experiment: E) -> Box<dyn OpenJob> {
    Box::new(Opened { experiment, merged: Mutex::new(Merged::default()) })
}

/// With a stop rule, the number of shards that may be started beyond the merged prefix is the
/// length of the prefix plus this constant.
const LOOK_AHEAD: u64 = 64;

struct Opened<E: Experiment> {
    experiment: E,
    /// Only the coordinator locks this mutex, so workers never wait for it.
    merged: Mutex<Merged<E::Partial>>,
}

/// The merged partials of a complete prefix of the shards, and the unmerged partials of later
/// shards.
struct Merged<P> {
    /// The merged partials of the shards 0 to `length - 1`; `None` if `length` is 0.
    prefix: Option<P>,
    length: u64,
    waiting: BTreeMap<u64, P>,
    enough: bool,
    /// The data of the current stage as bytes, and the end of the stage; `None` until they are
    /// computed.
    stage: Option<(Arc<[u8]>, u64)>,
    /// Whether the merged prefix should be stored: it ends with the last shard of a stage or of the
    /// run, and is not stored yet.
    unstored: bool,
}

impl<P> Default for Merged<P> {
    fn default() -> Self {
        Self {
            prefix: None,
            length: 0,
            waiting: BTreeMap::new(),
            enough: false,
            stage: None,
            unstored: false,
        }
    }
}

impl<E: Experiment> Opened<E> {
    fn merged(&self) -> MutexGuard<'_, Merged<E::Partial>> {
        // A panic poisons the lock, but it also ends the run. Therefore no result is computed from
        // an incomplete merge.
        self.merged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self, merged: &Merged<E::Partial>) -> bool {
        merged.enough || merged.length == self.shards()
    }

    /// Returns the end of the stage that contains `shard`.
    fn stage_end(&self, shard: u64) -> u64 {
        let shards = self.shards();
        self.experiment.stage_end(shard).clamp((shard + 1).min(shards), shards)
    }

    /// Returns the data of the current stage as bytes, and the end of the stage.
    fn stage_of<'m>(&self, merged: &'m mut Merged<E::Partial>) -> &'m (Arc<[u8]>, u64) {
        let Merged { prefix, stage, .. } = &mut *merged;
        if stage.is_none() {
            let value = self.experiment.stage(prefix.as_ref());
            let bytes = postcard::to_stdvec(&value).expect("plain data can be serialised");
            let end = self.stage_end(merged.length);
            merged.stage = Some((bytes.into(), end));
        }
        merged.stage.as_ref().expect("the stage was computed above")
    }

    /// Merges all partials that extend the prefix. The data of each stage are computed at the
    /// moment at which exactly the shards before the stage are merged.
    ///
    /// # Errors
    /// Memory does not suffice for merging the next partial, which remains unmerged.
    fn extend(&self, merged: &mut Merged<E::Partial>) -> Result<(), Shortage> {
        while !self.is_over(merged) {
            let &(_, end) = self.stage_of(merged);
            let Some(next) = merged.waiting.get(&merged.length) else { break };
            if let Some(prefix) = &mut merged.prefix {
                self.experiment.reserve(prefix, next)?;
            }
            let Some(next) = merged.waiting.remove(&merged.length) else { break };
            match &mut merged.prefix {
                Some(prefix) => self.experiment.merge(prefix, next),
                empty => *empty = Some(next),
            }
            merged.length += 1;
            merged.enough = merged.prefix.as_ref().is_some_and(|prefix| self.experiment.is_enough(prefix));
            // The prefix is stored only at the end of a stage or of the run. If it ended within a
            // stage, the data of this stage could not be computed from it.
            merged.unstored = merged.length == end || self.is_over(merged);
            if merged.length == end {
                merged.stage = None;
            }
        }
        Ok(())
    }
}

impl<E: Experiment> OpenJob for Opened<E> {
    fn prepare(&mut self, workers: usize, observer: &dyn Observer) -> Result<(), WorkError> {
        self.experiment.prepare(workers, observer)
    }

    fn shards(&self) -> u64 {
        self.experiment.shards().max(1)
    }

    fn work(&self, shard: u64) -> u64 {
        self.experiment.work(shard)
    }

    fn work_unit(&self) -> &'static str {
        self.experiment.work_unit()
    }

    fn is_brief(&self) -> bool {
        self.experiment.is_brief()
    }

    fn memory(&self, workers: usize) -> Need {
        self.experiment.memory(workers)
    }

    fn run_shard(&self, shard: u64, stage: &[u8], context: &ShardContext<'_>) -> Result<Vec<u8>, WorkError> {
        if shard >= self.shards() {
            return Err(WorkError::failed(AbsorbError::NoShard { shard, shards: self.shards() }));
        }
        let stage = postcard::from_bytes(stage).map_err(|error| {
            WorkError::Failed(format!("the stage data of shard {shard} cannot be read: {error}"))
        })?;
        let partial = self.experiment.run_shard(shard, &stage, context)?;
        // The exact size is reserved first, so that a shortage of memory is an error of this shard.
        // If the vector grew during serialisation, a shortage would end the process.
        let size = postcard::experimental::serialized_size(&partial).map_err(WorkError::failed)?;
        let mut bytes = Vec::new();
        quadrille_memory::reserve(&mut bytes, size)?;
        postcard::to_extend(&partial, bytes).map_err(WorkError::failed)
    }

    fn absorb(&self, shard: u64, partial: &[u8]) -> Result<Absorbed, AbsorbError> {
        let shards = self.shards();
        if shard >= shards {
            return Err(AbsorbError::NoShard { shard, shards });
        }
        let merged = &mut *self.merged();
        if shard < merged.length || merged.waiting.contains_key(&shard) {
            return Ok(Absorbed::Known);
        }
        if self.is_over(merged) {
            return Ok(Absorbed::NotNeeded);
        }
        let partial = postcard::from_bytes(partial)
            .map_err(|error| AbsorbError::Unreadable { shard, reason: error.to_string() })?;
        merged.waiting.insert(shard, partial);
        if let Err(shortage) = self.extend(merged) {
            // The partial is removed, so that the shard can be absorbed again later.
            merged.waiting.remove(&shard);
            return Err(AbsorbError::OutOfMemory(shortage));
        }
        Ok(Absorbed::New)
    }

    fn merged_to_store(&self) -> Option<(Range<u64>, Vec<u8>)> {
        let merged = &mut *self.merged();
        if !self.experiment.stores_prefix() || !std::mem::take(&mut merged.unstored) {
            return None;
        }
        let bytes = postcard::to_stdvec(merged.prefix.as_ref()?);
        Some((0..merged.length, bytes.expect("plain data can be serialised")))
    }

    fn restore(&self, stored: Range<u64>, bytes: &[u8]) -> Result<(), AbsorbError> {
        let (merged, shards, length) = (&mut *self.merged(), self.shards(), stored.end);
        let fail = |reason: String| AbsorbError::Merged { shards: stored.clone(), reason };
        if stored.start != 0 || stored.is_empty() || length > shards {
            return Err(fail(format!("expected 1 to {shards} shards, beginning with shard 0")));
        }
        let prefix: E::Partial = postcard::from_bytes(bytes).map_err(|error| fail(error.to_string()))?;
        let enough = self.experiment.is_enough(&prefix);
        // The data of a stage can be computed only from a prefix that ends where the stage begins.
        // Therefore a run can continue only from a prefix of whole stages.
        if !enough && self.stage_end(length - 1) != length {
            return Err(fail("they end in the middle of a stage".to_owned()));
        }
        *merged = Merged { prefix: Some(prefix), length, enough, ..Merged::default() };
        Ok(())
    }

    fn has(&self, shard: u64) -> bool {
        let merged = self.merged();
        merged.enough || shard < merged.length || merged.waiting.contains_key(&shard)
    }

    fn prefix(&self) -> u64 {
        self.merged().length
    }

    fn absorbed(&self) -> u64 {
        let merged = self.merged();
        merged.length + merged.waiting.len() as u64
    }

    fn is_complete(&self) -> bool {
        self.is_over(&self.merged())
    }

    fn may_begin(&self) -> u64 {
        let merged = &mut *self.merged();
        if self.is_over(merged) {
            return merged.length;
        }
        let length = merged.length;
        let &(_, end) = self.stage_of(merged);
        if self.experiment.has_stop_rule() {
            // Shards after the point at which the stop rule ends the run are wasted work. The
            // number of unmerged shards is therefore limited to the number of merged shards plus a
            // constant. The constant keeps all workers busy at the beginning.
            end.min(length.saturating_mul(2).saturating_add(LOOK_AHEAD))
        } else {
            end
        }
    }

    fn stage(&self) -> Arc<[u8]> {
        Arc::clone(&self.stage_of(&mut self.merged()).0)
    }

    fn conclude(&self, observer: &dyn Observer) -> Result<Conclusion, ConcludeError> {
        let merged = self.merged();
        match &merged.prefix {
            Some(whole) if self.is_over(&merged) => {
                self.experiment.verify(whole).map_err(ConcludeError::Unsound)?;
                Ok(self.experiment.conclude(whole, observer)?)
            }
            _ => Err(ConcludeError::Unfinished { prefix: merged.length, shards: self.shards() }),
        }
    }

    fn conclude_so_far(&self, observer: &dyn Observer) -> Option<Conclusion> {
        self.experiment.conclude_so_far(self.merged().prefix.as_ref()?, observer)
    }
}
