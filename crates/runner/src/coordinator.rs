//! The coordinator's face of a run: the store, the merged prefix, the stop rule; what may be begun, and what
//! has come back.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quadrille_progress::Observer;

use crate::sealed::{Content, SealError, Sealed, StageMark, same_stage};
use crate::{AbsorbError, Absorbed, ConcludeError, Conclusion, Identity, OpenJob, Store, StoreError};

/// A shard to be run, with all that running it takes beside the job itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The shard's number.
    pub shard: u64,
    /// What the shards of its stage need to know.
    pub stage: Arc<[u8]>,
    /// What an earlier attempt at it has left, sealed.
    pub snapshot: Option<Vec<u8>>,
}

/// What may be begun while the prefix holds so many shards.
#[derive(Debug, Clone)]
struct Round {
    prefix: u64,
    stage: Arc<[u8]>,
    mark: StageMark,
    /// Shards below this one.
    end: u64,
}

/// Why something that came back cannot be taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TakeError {
    /// It is damaged, or not of this run.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// It was worked out from other shards than those that this run has merged.
    #[error("shard {shard} was worked out in another stage of the run")]
    OtherStage {
        /// The shard.
        shard: u64,
    },
    /// It is no partial of this experiment.
    #[error(transparent)]
    Absorb(#[from] AbsorbError),
    /// The store failed; what was in it is safe.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Hands out the shards of a prepared job and takes back what they found, in any order, from anybody.
///
/// It starts no threads and waits for nothing. Shards that never come back are [given back](Self::give_back),
/// doubled and late ones change nothing, strangers are refused.
pub struct Coordinator<'a> {
    job: &'a dyn OpenJob,
    identity: &'a Identity,
    store: Option<&'a mut Store>,
    /// The next shard that nobody has been asked for yet.
    next: u64,
    /// Shards below `next` that were asked for and did not come back.
    again: BTreeSet<u64>,
    snapshots: BTreeMap<u64, Vec<u8>>,
    /// What may be begun, as long as the prefix does not grow.
    round: Option<Round>,
    /// Units of work that were done before this coordinator began.
    before: u64,
}

impl<'a> Coordinator<'a> {
    /// Takes in what the store holds of the run, if there is one. Shards that are damaged there are done again.
    ///
    /// # Errors
    /// The store cannot be read, or holds something else.
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
            store.go_on()?;
            // Partials of a whole stage, stored one by one: of a complete run they stay as they are.
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

    /// Returns the next shard that may be begun now and that nobody has been asked for; `None` until something comes
    /// back, or at the end. Where there are stages, or a stop rule, shards become free a round at a time.
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
        // Cloned, not taken: the shard may be lost once more.
        Some(Task { shard, stage, snapshot: self.snapshots.get(&shard).cloned() })
    }

    /// Returns all shards that may be begun now and that nobody has been asked for: a round for workers far away.
    pub fn round_of_tasks(&mut self) -> Vec<Task> {
        std::iter::from_fn(|| self.next_task()).collect()
    }

    fn round(&mut self) -> Round {
        let prefix = self.job.prefix();
        match &self.round {
            Some(round) if round.prefix == prefix => round.clone(),
            _ => {
                let stage = self.job.stage();
                // Tasks of one stage share its bytes, which may be large, and their mark.
                let kept = self.round.take().filter(|round| same_stage(&round.stage, &stage));
                let (mark, stage) =
                    kept.map_or_else(|| (StageMark::of(&stage), stage), |round| (round.mark, round.stage));
                self.round.insert(Round { prefix, stage, mark, end: self.job.may_begin() }).clone()
            }
        }
    }

    /// A shard that was asked for will not come back: it may be handed out again.
    pub fn give_back(&mut self, shard: u64) {
        if shard < self.next && !self.job.has(shard) {
            self.again.insert(shard);
        }
    }

    /// Takes the sealed partial, or the sealed snapshot, of a shard. It is in the store before it counts.
    ///
    /// # Errors
    /// Damaged, a stranger's or of another stage: then nothing has changed. Or the store failed: then the run
    /// is over, and what the store held before is safe.
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
        // Absorbed first: what cannot be read is not stored. Nothing is concluded from it before the store
        // has it.
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

    /// Returns the job that is coordinated, which holds the merged prefix.
    pub fn job(&self) -> &'a dyn OpenJob {
        self.job
    }

    /// Units of work done before this coordinator began.
    pub fn work_before(&self) -> u64 {
        self.before
    }

    /// Units of work of all shards; a stop rule may need fewer. Takes time in proportion to their number.
    pub fn total_work(&self) -> u64 {
        (0..self.job.shards()).fold(0, |sum: u64, shard| sum.saturating_add(self.job.work(shard)))
    }

    /// Returns whether the merged prefix answers the question.
    pub fn is_complete(&self) -> bool {
        self.job.is_complete()
    }

    /// What the finished run has to say.
    ///
    /// # Errors
    /// It is not finished, its shards do not make a whole, or the observer said stop.
    pub fn conclude(&self, observer: &dyn Observer) -> Result<Conclusion, ConcludeError> {
        self.job.conclude(observer)
    }
}

/// Takes in what a store holds of the run: merged shards first, then partials, but for [damaged](Store::damaged) ones.
///
/// # Errors
/// The store cannot be read or holds something else, or memory is short.
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
