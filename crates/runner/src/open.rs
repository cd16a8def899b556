//! An opened job: an experiment behind a face without types, whose shards can be run anywhere.
//!
//! A file is read into a job, a job is opened with a seed and prepared, and then everything goes in bytes:
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

/// An experiment with its settings, seed and vector level, whose types are hidden.
///
/// [`prepare`](Self::prepare) comes first. After that a *worker* needs [`run_shard`](Self::run_shard) alone,
/// from any number of threads; a *coordinator* keeps the prefix of merged shards, through
/// [`absorb`](Self::absorb).
pub trait OpenJob: Send + Sync {
    /// Does what must be done before the shards are known. `workers` shards will be run side by side in this
    /// process.
    ///
    /// # Errors
    /// The observer said stop, or it cannot be done.
    fn prepare(&mut self, workers: usize, observer: &dyn Observer) -> Result<(), WorkError>;

    /// How many shards there are, at least 1.
    fn shards(&self) -> u64;
    /// How much work a shard is, in [units](Self::work_unit).
    fn work(&self, shard: u64) -> u64;
    /// What work is counted in: `games`.
    fn work_unit(&self) -> &'static str;
    /// Returns whether it is all done within some hundredths of a second.
    fn is_brief(&self) -> bool;
    /// Returns the memory that the job is certain to allocate with `workers` shards side by side.
    fn memory(&self, workers: usize) -> Need;

    /// Runs a shard: the `postcard` bytes of its partial. `stage` is what [`stage`](Self::stage) said when
    /// the shard might be begun. A pure function of both.
    ///
    /// # Errors
    /// The context said stop, the work cannot be done, or `stage` is no such value.
    fn run_shard(&self, shard: u64, stage: &[u8], context: &ShardContext<'_>) -> Result<Vec<u8>, WorkError>;

    /// Takes in the partial of a shard, and merges what extends the complete prefix. A partial that is known
    /// already, or that is not needed any more, changes nothing.
    ///
    /// # Errors
    /// There is no such shard, or the bytes are no partial of it; nothing has changed.
    fn absorb(&self, shard: u64, partial: &[u8]) -> Result<Absorbed, AbsorbError>;

    /// Returns the merged shards to store in place of their partials: which ones, and the bytes of the partial that they
    /// make together. `None` where partials are stored, and where no stage has ended since the last call.
    fn merged_to_store(&self) -> Option<(Range<u64>, Vec<u8>)>;

    /// Takes in merged shards that were stored, before any partial.
    ///
    /// # Errors
    /// No stage ends with the last of them, or the bytes are no partial; nothing has changed.
    fn restore(&self, shards: Range<u64>, merged: &[u8]) -> Result<(), AbsorbError>;

    /// Returns whether the shard has been absorbed, or is not needed.
    fn has(&self, shard: u64) -> bool;
    /// How many shards the merged prefix holds.
    fn prefix(&self) -> u64;
    /// How many shards have been absorbed, those that wait beyond the prefix included.
    fn absorbed(&self) -> u64;
    /// Returns whether the prefix answers the question.
    fn is_complete(&self) -> bool;

    /// Shards below this number may be begun now, with the [stage](Self::stage) of now: those of the stage
    /// that the prefix has reached; where a stop rule may end the run early, only some way beyond the prefix.
    fn may_begin(&self) -> u64;
    /// What the shards of the present stage need to know of those before: `postcard` bytes, which may be large.
    fn stage(&self) -> Arc<[u8]>;

    /// What the finished experiment has to say; the observer is asked where that takes a while.
    ///
    /// # Errors
    /// It is not finished, its shards do not make a whole, or the observer said stop.
    fn conclude(&self, observer: &dyn Observer) -> Result<Conclusion, ConcludeError>;

    /// What the prefix merged so far has to say; `None` before the first shard, where a part would mislead, or if the
    /// observer said stop.
    fn conclude_so_far(&self, observer: &dyn Observer) -> Option<Conclusion>;
}

/// What became of a partial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absorbed {
    /// It was taken in.
    New,
    /// The shard was known already.
    Known,
    /// The run is complete without it.
    NotNeeded,
}

/// Why a partial cannot be taken in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AbsorbError {
    /// There is no such shard.
    #[error("there is no shard {shard}: there are {shards}")]
    NoShard {
        /// The number.
        shard: u64,
        /// How many there are.
        shards: u64,
    },
    /// The bytes are no partial of this experiment.
    #[error("shard {shard} cannot be read: {reason}")]
    Unreadable {
        /// The number.
        shard: u64,
        /// What is wrong.
        reason: String,
    },
    /// What was stored of several shards, merged, is no prefix of this experiment.
    #[error("the merged shards {} to {} cannot be read: {reason}", shards.start, shards.end.saturating_sub(1))]
    Merged {
        /// Their numbers.
        shards: Range<u64>,
        /// What is wrong.
        reason: String,
    },
    /// There is no room for it, and it was not taken in.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
}

/// Why there is no conclusion.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConcludeError {
    /// Shards are missing.
    #[error("the run is not finished: {prefix} of {shards} shards are merged")]
    Unfinished {
        /// Shards merged.
        prefix: u64,
        /// Shards in all.
        shards: u64,
    },
    /// The shards do not make a whole.
    #[error("the shards do not add up: {0}")]
    Unsound(String),
    /// The observer said stop.
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

/// Opens an experiment: [`OpenJob`] for every [`Experiment`].
pub fn open<E: Experiment>(experiment: E) -> Box<dyn OpenJob> {
    Box::new(Opened { experiment, merged: Mutex::new(Merged::default()) })
}

/// How far beyond a prefix shards are begun where a stop rule may end the run: as many again as are merged,
/// and this many.
const LOOK_AHEAD: u64 = 64;

struct Opened<E: Experiment> {
    experiment: E,
    /// Touched by the coordinator alone; workers never wait for it.
    merged: Mutex<Merged<E::Partial>>,
}

/// The complete prefix of shards merged so far, and what waits beyond it.
struct Merged<P> {
    /// Shards 0 to `length - 1`, merged in order.
    prefix: Option<P>,
    length: u64,
    waiting: BTreeMap<u64, P>,
    enough: bool,
    /// The bytes of the present stage, and where it ends, once they are settled.
    stage: Option<(Arc<[u8]>, u64)>,
    /// Whether the prefix is that of whole stages, and not stored yet.
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
        // A panic within a merge has ended the run; whoever looks afterwards sees the prefix before it.
        self.merged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self, merged: &Merged<E::Partial>) -> bool {
        merged.enough || merged.length == self.shards()
    }

    /// Where the stage of a shard ends.
    fn stage_end(&self, shard: u64) -> u64 {
        let shards = self.shards();
        self.experiment.stage_end(shard).clamp((shard + 1).min(shards), shards)
    }

    /// Returns the present stage: its bytes, and where it ends.
    fn stage_of<'m>(&self, merged: &'m mut Merged<E::Partial>) -> &'m (Arc<[u8]>, u64) {
        let Merged { prefix, stage, .. } = &mut *merged;
        if stage.is_none() {
            let value = self.experiment.stage(prefix.as_ref());
            let bytes = postcard::to_stdvec(&value).expect("plain data in memory can be written down");
            let end = self.stage_end(merged.length);
            merged.stage = Some((bytes.into(), end));
        }
        merged.stage.as_ref().expect("it has just been made")
    }

    /// Merges whatever extends the prefix. Each stage is settled while the prefix still ends where the stage
    /// begins.
    ///
    /// # Errors
    /// There is no room for the next one, which waits on.
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
            // Within a stage the prefix does not say what its shards were told: it is never stored there.
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
            WorkError::Failed(format!("the stage of shard {shard} cannot be read: {error}"))
        })?;
        let partial = self.experiment.run_shard(shard, &stage, context)?;
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
        Some((0..merged.length, bytes.expect("plain data in memory can be written down")))
    }

    fn restore(&self, stored: Range<u64>, bytes: &[u8]) -> Result<(), AbsorbError> {
        let (merged, shards, length) = (&mut *self.merged(), self.shards(), stored.end);
        let fail = |reason: String| AbsorbError::Merged { shards: stored.clone(), reason };
        if stored.start != 0 || stored.is_empty() || length > shards {
            return Err(fail(format!("expected the first of {shards}")));
        }
        let prefix: E::Partial = postcard::from_bytes(bytes).map_err(|error| fail(error.to_string()))?;
        let enough = self.experiment.is_enough(&prefix);
        if !enough && self.stage_end(length - 1) != length {
            return Err(fail("they end within a stage".to_owned()));
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
