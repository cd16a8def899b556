//! The worker of a run, which prepares the job and runs shards.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille_progress::Observer;

use crate::coordinator::Task;
use crate::experiment::SNAPSHOT_EVERY;
use crate::sealed::{Content, Sealed, StageMark, same_stage};
use crate::{Identity, OpenJob, ShardContext, WorkError};

/// Runs shards of a job. A worker starts no threads: each shard is run by the thread that calls
/// [`run`](Self::run).
pub struct Worker {
    job: Box<dyn OpenJob>,
    identity: Identity,
    every: Duration,
    /// The stage data of the shard that was run last, and their mark. They are kept so that the
    /// data, which may be large, are not hashed for each shard.
    stage: Mutex<Option<(Arc<[u8]>, StageMark)>>,
}

impl Worker {
    /// Prepares the job of the run with this identity; `side_by_side` is the number of shards that
    /// will run concurrently.
    ///
    /// # Errors
    /// The observer cancelled, or the job cannot begin.
    pub fn new(
        mut job: Box<dyn OpenJob>,
        identity: Identity,
        side_by_side: usize,
        observer: &dyn Observer,
    ) -> Result<Self, WorkError> {
        job.prepare(side_by_side, observer)?;
        Ok(Self { job, identity, every: SNAPSHOT_EVERY, stage: Mutex::default() })
    }

    /// Sets the minimum time between two snapshots of a shard, which is two seconds by default.
    #[must_use]
    pub fn snapshots_every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }

    /// Returns the prepared job.
    pub fn job(&self) -> &dyn OpenJob {
        &*self.job
    }

    /// Returns the identity of the run.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    fn mark(&self, stage: &Arc<[u8]>) -> StageMark {
        let mut last = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((known, mark)) if same_stage(known, stage) => *mark,
            _ => last.insert((Arc::clone(stage), StageMark::of(stage))).1,
        }
    }

    /// Runs a shard and returns its sealed partial. While the shard is running, sealed snapshots of
    /// it are passed to `keep`.
    ///
    /// # Errors
    /// The observer cancelled, the shard failed, or memory is short.
    pub fn run(
        &self,
        task: &Task,
        observer: &dyn Observer,
        keep: &(dyn Fn(Vec<u8>) + Sync),
    ) -> Result<Vec<u8>, WorkError> {
        let stage = self.mark(&task.stage);
        let seal =
            |content, bytes: &[u8]| Sealed { content, shard: task.shard, stage, bytes }.seal(&self.identity);
        // A damaged snapshot, or a snapshot of another stage, is ignored.
        let snapshot = task.snapshot.as_deref().and_then(|bytes| Sealed::open(bytes, &self.identity).ok());
        let snapshot = snapshot
            .filter(|found| {
                (found.content, found.shard, found.stage) == (Content::Snapshot, task.shard, stage)
            })
            .map(|found| found.bytes);
        let keep_sealed = |bytes: Vec<u8>| keep(seal(Content::Snapshot, &bytes));
        let context = ShardContext::new(observer).resuming(snapshot).keeping(&keep_sealed).every(self.every);
        let partial = self.job.run_shard(task.shard, &task.stage, &context)?;
        Ok(seal(Content::Partial, &partial))
    }
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("identity", &self.identity).finish_non_exhaustive()
    }
}
