//! The coordinator of a run, which assigns its shards, stores and merges their partials, and
//! applies the stop rule.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quadrille_progress::Observer;

use crate::sealed::{Content, SealError, Sealed, StageMark, same_stage};
use crate::{AbsorbError, Absorbed, ConcludeError, Conclusion, Identity, OpenJob, Store, StoreError};

/// A shard to be run, with all data needed for it except the job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The number of the shard, from 0.
    pub shard: u64,
    /// The serialised data of the shard's stage.
    pub stage: Arc<[u8]>,
    /// The [sealed](crate::sealed) snapshot of an earlier attempt at this shard, if there is one.
    pub snapshot: Option<Vec<u8>>,
}

/// The shards that may be assigned while the merged prefix has the length `prefix`.
#[derive(Debug, Clone)]
struct Round {
    prefix: u64,
    stage: Arc<[u8]>,
    mark: StageMark,
    /// The number of the last available shard plus 1.
    end: u64,
}

/// Error of accepting a partial or snapshot with [`Coordinator::take`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TakeError {
    /// The partial or snapshot is damaged, or belongs to another run.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The partial was computed for a stage other than the current one.
    #[error("shard {shard} was computed for another stage of the run")]
    OtherStage {
        /// The shard.
        shard: u64,
    },
    /// The bytes are not a partial of this experiment.
    #[error(transparent)]
    Absorb(#[from] AbsorbError),
    /// The store failed; the data that it already contains are safe.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Assigns the shards of a prepared job, and accepts their partials in any order and from any
/// executor.
///
/// The coordinator starts no threads and never waits for an executor. Lost shards are
/// [requeued](Self::requeue), duplicate and late partials have no effect, and partials of other
/// runs are refused.
pub struct Coordinator<'a> {
    job: &'a dyn OpenJob,
    identity: &'a Identity,
    store: Option<&'a mut Store>,
    /// The first of the shards that have never been assigned.
    next: u64,
    /// Shards below `next` that were assigned and then lost by their executor.
    again: BTreeSet<u64>,
    snapshots: BTreeMap<u64, Vec<u8>>,
    /// The available shards, computed for the current length of the prefix; out of date when the
    /// prefix has grown.
    round: Option<Round>,
    /// Units of work done before this coordinator was created.
    before: u64,
}

impl<'a> Coordinator<'a> {
    /// Creates a coordinator. If `store` is given, the shards in it count as finished, except
    /// damaged shards, which are run again.
    ///
    /// # Errors
    /// The store cannot be read, or its contents are invalid.
    pub fn new(
        job: &'a dyn OpenJob,
        identity: &'a Identity,
        mut store: Option<&'a mut Store>,
    ) -> Result<Self, StoreError> {
        let mut snapshots = BTreeMap::new();
        if let Some(store) = store.as_deref_mut() {
            store.expect_shards(job.shards())?;
            absorb_stored(job, store)?;
            store.each_snapshot(|number, bytes| drop(snapshots.insert(number, bytes.to_vec())))?;
            store.begin_session()?;
            // In the store, the partials of a complete stage are replaced by their merged partial.
            // The store of a complete run is not changed.
            while !job.is_complete()
                && let Some((shards, merged)) = job.merged_to_store()
            {
                store.save_merged(shards, &merged)?;
            }
        }
        let mut coordinator =
            Self { job, identity, store, next: 0, again: BTreeSet::new(), snapshots, round: None, before: 0 };
        coordinator.before = (0..job.shards())
            .filter(|&shard| job.has(shard))
            .fold(0, |sum: u64, shard| sum.saturating_add(job.work(shard)));
        Ok(coordinator)
    }

    /// Returns the next available shard that is not assigned. Returns `None` if the run needs no
    /// further shards, or if all available shards are assigned. With stages or a stop rule, further
    /// shards become available after further partials were [taken](Self::take).
    pub fn next_task(&mut self) -> Option<Task> {
        if self.job.is_complete() {
            return None;
        }
        let Round { stage, end, .. } = self.round();
        let shard = loop {
            if let Some(shard) = self.again.pop_first() {
                if !self.job.has(shard) {
                    break shard;
                }
            } else if self.next < end {
                self.next += 1;
                if !self.job.has(self.next - 1) {
                    break self.next - 1;
                }
            } else {
                return None;
            }
        };
        // The snapshot is cloned, because the executor may lose the shard again.
        Some(Task { shard, stage, snapshot: self.snapshots.get(&shard).cloned() })
    }

    /// Returns all available shards that are not assigned yet. A caller with a high latency to its
    /// workers can send all these shards in one message.
    pub fn round_of_tasks(&mut self) -> Vec<Task> {
        std::iter::from_fn(|| self.next_task()).collect()
    }

    fn round(&mut self) -> Round {
        let prefix = self.job.prefix();
        match &self.round {
            Some(round) if round.prefix == prefix => round.clone(),
            _ => {
                let stage = self.job.stage();
                // All tasks of a stage share one copy of the stage data, which may be large. If the
                // stage has not changed since the previous round, the copy and the hash of the data
                // are reused.
                let kept = self.round.take().filter(|round| same_stage(&round.stage, &stage));
                let (mark, stage) =
                    kept.map_or_else(|| (StageMark::of(&stage), stage), |round| (round.mark, round.stage));
                self.round.insert(Round { prefix, stage, mark, end: self.job.may_begin() }).clone()
            }
        }
    }

    /// Makes an assigned shard available again, after its executor has lost it.
    pub fn requeue(&mut self, shard: u64) {
        if shard < self.next && !self.job.has(shard) {
            self.again.insert(shard);
        }
    }

    /// Accepts the sealed partial or snapshot of a shard, and saves it in the store.
    ///
    /// # Errors
    /// The partial or snapshot is damaged, or belongs to another run or stage; nothing changes in
    /// that case. If the store failed, the run must end; the shards saved before are safe.
    pub fn take(&mut self, sealed: &[u8]) -> Result<Absorbed, TakeError> {
        let Sealed { content, shard, stage, bytes } = Sealed::open(sealed, self.identity)?;
        let (job, shards) = (self.job, self.job.shards());
        if shard >= shards {
            return Err(AbsorbError::NoShard { shard, shards }.into());
        }
        if job.is_complete() {
            return Ok(Absorbed::NotNeeded);
        }
        if job.has(shard) {
            return Ok(Absorbed::Known);
        }
        if self.round().mark != stage {
            return Err(TakeError::OtherStage { shard });
        }
        if content == Content::Snapshot {
            if let Some(store) = self.store.as_deref_mut() {
                store.save_snapshot(shard, sealed)?;
            }
            self.snapshots.insert(shard, sealed.to_vec());
            return Ok(Absorbed::New);
        }
        // `absorb` returns an error for unreadable data, so only readable partials are stored. The
        // run is concluded only after the partial was stored.
        let absorbed = job.absorb(shard, bytes)?;
        if let Some(store) = self.store.as_deref_mut() {
            match job.merged_to_store() {
                Some((shards, merged)) if shards.contains(&shard) => store.save_merged(shards, &merged)?,
                _ => store.save(shard, bytes)?,
            }
        }
        self.snapshots.remove(&shard);
        Ok(absorbed)
    }

    /// Returns the job, which contains the partials that were accepted so far.
    pub fn job(&self) -> &'a dyn OpenJob {
        self.job
    }

    /// Returns the units of work done before this coordinator was created.
    pub fn work_before(&self) -> u64 {
        self.before
    }

    /// Returns the units of work of all shards; with a stop rule, the run may need fewer. Takes
    /// time linear in the number of shards.
    pub fn total_work(&self) -> u64 {
        (0..self.job.shards()).fold(0, |sum: u64, shard| sum.saturating_add(self.job.work(shard)))
    }

    /// Returns whether the merged prefix is sufficient for the result.
    pub fn is_complete(&self) -> bool {
        self.job.is_complete()
    }

    /// Returns the conclusion of the complete run.
    ///
    /// # Errors
    /// The run is not complete, its shards are inconsistent, or the observer cancelled.
    pub fn conclude(&self, observer: &dyn Observer) -> Result<Conclusion, ConcludeError> {
        self.job.conclude(observer)
    }
}

/// Passes the contents of a store to the job: first the merged shards, then all partials that are
/// not [damaged](Store::damaged).
///
/// # Errors
/// The store cannot be read, its contents are invalid, or memory is short.
pub(crate) fn absorb_stored(job: &dyn OpenJob, store: &mut Store) -> Result<(), StoreError> {
    let mut failed = None;
    store.each_merged(|shards, merged| {
        if failed.is_none() {
            failed = job.restore(shards, merged).err();
        }
    })?;
    store.each_partial(|number, partial| {
        if failed.is_none() {
            failed = job.absorb(number, partial).err();
        }
    })?;
    match failed {
        Some(AbsorbError::OutOfMemory(shortage)) => Err(shortage.into()),
        Some(error) => Err(store.corrupt(error.to_string())),
        None => Ok(()),
    }
}

impl std::fmt::Debug for Coordinator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Coordinator")
            .field("next", &self.next)
            .field("again", &self.again)
            .finish_non_exhaustive()
    }
}
