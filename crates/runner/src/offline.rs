//! Computation of shards without a coordinator. Their partials are written to files, which may be
//! copied between machines.
//!
//! For kinds without stages and stop rules, all shards are available at once. Other kinds proceed
//! in *rounds*. At the beginning of a round, the shards merged so far are read. They determine the
//! shards of the round, and the data of their stage.
//!
//! ```text
//!   round 0           merge            round 1                merge
//!   shards 0..64  ──▶ prefix 64   ──▶  shards 64..192    ──▶  prefix 192, complete
//! ```

use std::ops::Range;
use std::sync::Arc;

use quadrille_progress::{MemoryWatch, Observer, Progress};

use crate::coordinator::absorb_stored;
use crate::executor::{CallingThread, ShardExecutor, TaskOutcome, Threads};
use crate::runner::{TICK, prepare, prepare_here};
use crate::threads::{Pool, ThreadCount, use_calling_thread};
use crate::{Identity, OpenJob, RunError, Store, Task, WorkError, Worker, need};

/// A prepared job that has absorbed all merged shards, and the threads that run further shards.
#[derive(Debug)]
pub struct OfflineShards {
    worker: Arc<Worker>,
    pool: Pool,
}

impl OfflineShards {
    /// Prepares the job. If the store `merged` is given, the job absorbs its shards. Returns `None`
    /// if the observer cancelled.
    ///
    /// # Errors
    /// The job cannot begin, the store cannot be read or has damaged shards, or threads could not
    /// be started.
    pub fn new(
        job: Box<dyn OpenJob>,
        identity: &Identity,
        merged: Option<&mut Store>,
        threads: impl Into<ThreadCount>,
        observer: &dyn Observer,
    ) -> Result<Option<Self>, RunError> {
        let watch = MemoryWatch::new(observer);
        let threads = threads.into();
        need::check(&*job, threads.most().get(), threads.most().get(), merged.is_some())?;
        let pool = Pool::start(threads)?;
        let prepared = match pool.own() {
            Some(pool) => prepare(job, identity, pool, &watch),
            None => prepare_here(job, identity, &watch),
        };
        let worker = match prepared {
            Ok(worker) => Arc::new(worker),
            Err(WorkError::Failed(reason)) => return Err(RunError::Unready(reason)),
            Err(WorkError::OutOfMemory(shortage)) => return Err(shortage.into()),
            Err(WorkError::Cancelled) => {
                return watch.shortage().map_or(Ok(None), |shortage| Err(shortage.into()));
            }
        };
        if let Some(store) = merged {
            absorb_stored(worker.job(), store)?;
            // A damaged shard is an error, because it cannot be run again here.
            if let [first, ..] = store.damaged() {
                return Err(store.corrupt(format!("shard {first} does not match its checksum")).into());
            }
        }
        Ok(Some(Self { worker, pool }))
    }

    /// Returns the shards that are available now; empty if the run is complete.
    pub fn round(&self) -> Range<u64> {
        let job = self.worker.job();
        job.prefix()..if job.is_complete() { job.prefix() } else { job.may_begin() }
    }

    /// Returns the total number of shards. With a stop rule, the run may need fewer.
    pub fn shards(&self) -> u64 {
        self.worker.job().shards()
    }

    /// Returns whether the merged shards are sufficient for the result.
    pub fn is_complete(&self) -> bool {
        self.worker.job().is_complete()
    }

    /// Returns the prepared job.
    pub fn job(&self) -> &dyn OpenJob {
        self.worker.job()
    }

    /// Runs shards of the current [round](Self::round), and passes their sealed partials to `take`
    /// in the order of the shards. Returns false if the observer cancelled; the partials that were
    /// passed to `take` before are valid.
    ///
    /// # Errors
    /// A shard failed, memory is short, or `take` returned an error.
    pub fn run<E: From<RunError>>(
        &self,
        shards: Range<u64>,
        observer: &dyn Observer,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<bool, E> {
        let job = self.worker.job();
        let stage = job.stage();
        let (total, unit) =
            (shards.clone().fold(0, |sum: u64, shard| sum.saturating_add(job.work(shard))), job.work_unit());
        let watch = MemoryWatch::new(observer);
        let report = |done| watch.observe(&Progress::of(done, total).counting(unit)).is_break();
        let in_all = |part: &Progress| watch.observe(&Progress::of(part.done, total).counting(unit));
        let mut executor: Box<dyn ShardExecutor + '_> = if let Some(pool) = self.pool.own() {
            Box::new(Threads::new(Arc::clone(&self.worker), Arc::clone(pool)))
        } else {
            use_calling_thread();
            Box::new(CallingThread::new(&self.worker, &in_all))
        };
        let mut stopped = report(0);
        // Finished partials that wait for the partial of an earlier shard. The key is the number of
        // the shard.
        let mut waiting = std::collections::BTreeMap::new();
        let (mut next, mut taken, mut under_way) = (shards.start, shards.start, 0);
        while taken < shards.end {
            while !stopped && next < shards.end && under_way < executor.capacity().max(1) {
                let task = Task { shard: next, stage: Arc::clone(&stage), snapshot: None };
                executor.submit(task).map_err(RunError::Executor)?;
                (next, under_way) = (next + 1, under_way + 1);
            }
            if under_way == 0 {
                break;
            }
            match executor.next_event(TICK).map_err(RunError::Executor)? {
                None | Some(TaskOutcome::Snapshot { .. }) => {}
                Some(TaskOutcome::Finished { shard, partial }) => {
                    under_way -= 1;
                    waiting.insert(shard, partial);
                    while let Some(partial) = waiting.remove(&taken) {
                        take(&partial)?;
                        taken += 1;
                    }
                }
                Some(TaskOutcome::Lost { .. }) => under_way -= 1,
                Some(TaskOutcome::OutOfMemory { shortage, .. }) => {
                    under_way -= 1;
                    watch.report(shortage);
                }
                Some(TaskOutcome::Failed { shard, reason }) => {
                    return Err(RunError::Shard { shard, reason }.into());
                }
            }
            if !stopped && report(executor.work_done()) {
                stopped = true;
                executor.cancel();
            }
        }
        match watch.shortage() {
            Some(shortage) if taken < shards.end => Err(RunError::Memory(shortage).into()),
            _ => Ok(taken == shards.end),
        }
    }
}
