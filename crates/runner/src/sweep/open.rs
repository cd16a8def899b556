//! An opened job that runs all points of a sweep.
//!
//! The shards of all points are numbered consecutively, point by point. The points are divided into
//! *groups*, which are run one after the other. Consecutive points whose shards are all available
//! at once form one group. The shards of such a group do not depend on each other. Every other
//! point is a group by itself.
//!
//! ```text
//!   shards   0 … 3   4 … 7   8 … 11   12 … 19
//!   points   0       1       2        3
//!   groups   ────────────0──────────  ───1────      (point 3 has a stop rule)
//! ```

use std::ops::Range;
use std::sync::Arc;

use crate::{AbsorbError, Absorbed, ConcludeError, Conclusion, OpenJob, ShardContext, WorkError};
use quadrille_memory::{Need, address_space, low, require};
use quadrille_progress::Observer;

use super::Sweep;
use super::result::SweepDetails;
use crate::job::{Job as _, StoredResult};

/// Consecutive points whose shards may run concurrently.
struct Group {
    points: Range<usize>,
    /// The stage data of each point of the group; `None` if the group is a single point, some of
    /// whose shards cannot begin before others have finished.
    stages: Option<Vec<Vec<u8>>>,
}

pub(super) struct OpenSweep {
    sweep: Sweep,
    seed: u64,
    jobs: Vec<Box<dyn OpenJob>>,
    /// The number of the first shard of each point, followed by the number of all shards.
    begins: Vec<u64>,
    groups: Vec<Group>,
}

impl OpenSweep {
    pub(super) fn new(sweep: Sweep, seed: u64, jobs: Vec<Box<dyn OpenJob>>) -> Self {
        Self { sweep, seed, jobs, begins: vec![0], groups: Vec::new() }
    }

    /// Returns the point to which a shard belongs, and the shard's number within this point.
    fn find(&self, shard: u64) -> Option<(usize, u64)> {
        let point = self.begins.partition_point(|&begin| begin <= shard).checked_sub(1)?;
        (point < self.jobs.len()).then(|| (point, shard - self.begins[point]))
    }

    /// Returns the first group that is not complete; the last group if all are complete.
    fn group(&self) -> &Group {
        let open = |group: &&Group| !self.jobs[group.points.clone()].iter().all(|job| job.is_complete());
        self.groups.iter().find(open).unwrap_or(&self.groups[self.groups.len() - 1])
    }

    fn no_shard(&self, shard: u64) -> AbsorbError {
        AbsorbError::NoShard { shard, shards: self.shards() }
    }

    /// Combines the conclusions of the first points into the conclusion of the sweep.
    fn concluded(&self, conclusions: &[Conclusion]) -> Result<Conclusion, ConcludeError> {
        let result = self.sweep.concluded(conclusions);
        let details = if conclusions.iter().all(|conclusion| conclusion.details.is_empty()) {
            SweepDetails::default()
        } else {
            SweepDetails { points: conclusions.iter().map(|conclusion| conclusion.details.clone()).collect() }
        };
        let mut whole = Conclusion::new(&result, crate::Report::default()).with_details(&details);
        let found = StoredResult { seed: self.seed, result: &whole.result, details: &whole.details };
        let report = self.sweep.report(&found);
        whole.report = report.map_err(|error| ConcludeError::Unsound(error.to_string()))?;
        for counter in conclusions.iter().flat_map(|conclusion| &conclusion.counters) {
            match whole.counters.iter_mut().find(|known| known.name == counter.name) {
                Some(known) => known.amount = known.amount.saturating_add(counter.amount),
                None => whole.counters.push(counter.clone()),
            }
        }
        Ok(whole)
    }
}

impl OpenJob for OpenSweep {
    fn prepare(&mut self, workers: usize, observer: &dyn Observer) -> Result<(), WorkError> {
        (self.begins, self.groups) = (vec![0], Vec::new());
        for (point, job) in self.jobs.iter_mut().enumerate() {
            job.prepare(workers, observer)?;
            let end = self.begins[point].checked_add(job.shards());
            self.begins.push(end.ok_or_else(|| {
                WorkError::failed("the points of the sweep have 2^64 shards or more in total")
            })?);
            // If all shards of the point are available at once, they belong to one stage, whose
            // data are computed here.
            let stage = (job.may_begin() == job.shards()).then(|| job.stage().to_vec());
            match (self.groups.last_mut(), stage) {
                (Some(Group { points, stages: Some(stages) }), Some(stage)) => {
                    points.end += 1;
                    stages.push(stage);
                }
                (_, stage) => {
                    self.groups
                        .push(Group { points: point..point + 1, stages: stage.map(|stage| vec![stage]) });
                }
            }
        }
        Ok(())
    }

    fn shards(&self) -> u64 {
        self.begins.last().copied().unwrap_or(0).max(1)
    }

    fn work(&self, shard: u64) -> u64 {
        self.find(shard).map_or(0, |(point, shard)| self.jobs[point].work(shard))
    }

    fn work_unit(&self) -> &'static str {
        self.jobs.first().map_or("shards", |job| job.work_unit())
    }

    fn is_brief(&self) -> bool {
        self.jobs.len() == 1 && self.jobs[0].is_brief()
    }

    /// Returns the sum of the memory that each point keeps, plus the maximum of the memory that a
    /// point requires only while it is run.
    fn memory(&self, workers: usize) -> Need {
        self.jobs.iter().fold(Need::NONE, |all, job| all.then(job.memory(workers)))
    }

    fn run_shard(&self, shard: u64, stage: &[u8], context: &ShardContext<'_>) -> Result<Vec<u8>, WorkError> {
        let (point, inner) = self.find(shard).ok_or_else(|| WorkError::failed(self.no_shard(shard)))?;
        let unreadable = || WorkError::Failed(format!("the stage data of shard {shard} cannot be read"));
        let stages: Vec<Vec<u8>> = postcard::from_bytes(stage).map_err(|_| unreadable())?;
        let group = self.groups.iter().find(|group| group.points.contains(&point)).ok_or_else(unreadable)?;
        let stage = stages.get(point - group.points.start).ok_or_else(unreadable)?;
        self.jobs[point].run_shard(inner, stage, context)
    }

    fn absorb(&self, shard: u64, partial: &[u8]) -> Result<Absorbed, AbsorbError> {
        let (point, inner) = self.find(shard).ok_or_else(|| self.no_shard(shard))?;
        self.jobs[point].absorb(inner, partial).map_err(|error| match error {
            AbsorbError::Unreadable { reason, .. } => AbsorbError::Unreadable { shard, reason },
            AbsorbError::OutOfMemory(shortage) => AbsorbError::OutOfMemory(shortage),
            _ => self.no_shard(shard),
        })
    }

    /// Finds a point at which a stage has ended since the last call, and returns the merged shards
    /// of this point.
    fn merged_to_store(&self) -> Option<(Range<u64>, Vec<u8>)> {
        self.jobs.iter().zip(&self.begins).find_map(|(job, &begin)| {
            let (shards, merged) = job.merged_to_store()?;
            Some((begin + shards.start..begin + shards.end, merged))
        })
    }

    fn restore(&self, shards: Range<u64>, merged: &[u8]) -> Result<(), AbsorbError> {
        let (point, first) = self.find(shards.start).ok_or_else(|| self.no_shard(shards.start))?;
        let inner = first..first.saturating_add(shards.end.saturating_sub(shards.start));
        self.jobs[point].restore(inner, merged).map_err(|error| match error {
            AbsorbError::Merged { reason, .. } => AbsorbError::Merged { shards, reason },
            error => error,
        })
    }

    fn has(&self, shard: u64) -> bool {
        self.find(shard).is_some_and(|(point, shard)| self.jobs[point].has(shard))
    }

    /// Returns the total number of merged shards of all points.
    fn prefix(&self) -> u64 {
        self.jobs.iter().map(|job| job.prefix()).sum()
    }

    fn absorbed(&self) -> u64 {
        self.jobs.iter().map(|job| job.absorbed()).sum()
    }

    fn is_complete(&self) -> bool {
        self.jobs.iter().all(|job| job.is_complete())
    }

    fn may_begin(&self) -> u64 {
        let Group { points, stages } = self.group();
        match stages {
            Some(_) => self.begins[points.end],
            None => self.begins[points.start] + self.jobs[points.start].may_begin(),
        }
    }

    fn stage(&self) -> Arc<[u8]> {
        let Group { points, stages } = self.group();
        let bytes = match stages {
            Some(stages) => postcard::to_stdvec(stages),
            None => postcard::to_stdvec(&vec![&*self.jobs[points.start].stage()]),
        };
        bytes.expect("plain data can be serialised").into()
    }

    fn conclude(&self, observer: &dyn Observer) -> Result<Conclusion, ConcludeError> {
        if !self.is_complete() {
            return Err(ConcludeError::Unfinished { prefix: self.prefix(), shards: self.shards() });
        }
        let left = || address_space().map(|available| available.bytes);
        let before = left();
        let mut conclusions = Vec::with_capacity(self.jobs.len());
        for job in &self.jobs {
            if let Some(shortage) = low() {
                return Err(shortage.into());
            }
            // Files of a point are omitted, because the files of different points would have the
            // same names.
            conclusions.push(Conclusion { files: Vec::new(), ..job.conclude(observer)? });
        }
        // The conclusions have taken `taken` bytes. They are copied three times below: into the
        // combined conclusion, the JSON and the page.
        let taken = before.zip(left()).map_or(0, |(before, after)| before.saturating_sub(after));
        require(3 * taken)?;
        self.concluded(&conclusions)
    }

    /// Returns the conclusion of the complete points before the first incomplete point.
    fn conclude_so_far(&self, observer: &dyn Observer) -> Option<Conclusion> {
        let done = self.jobs.iter().take_while(|job| job.is_complete());
        let conclusions = done.map(|job| job.conclude(observer)).collect::<Result<Vec<_>, _>>().ok()?;
        if conclusions.is_empty() { None } else { self.concluded(&conclusions).ok() }
    }
}
