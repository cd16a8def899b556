//! Merging of files of partials into a run.
//!
//! All files are read and validated before anything is written. If shards are missing, occur twice
//! or belong to another run, an error is returned and the folder is unchanged.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::executor::{ShardExecutor, TaskOutcome};
use crate::{AbsorbError, ConcludeError, Coordinator, Identity, OfflineShards, TakeError, Task};
use quadrille_progress::{Observer, Progress};

use super::checkpoints::Checkpoints;
use super::partials::{Location, Reader};
use crate::experiment_file::ExperimentFile;
use crate::runs::{NodeNotes, RemoteExecutor, RunFailure, RunOptions, RunSummary, in_directory_by};

/// The outcome of merging files into a run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The summary of the run, as if this process had run the shards.
    pub run: RunSummary,
    /// The shards that are now available; `None` if the run is complete.
    pub next: Option<Range<u64>>,
}

/// Merges files of partials into the run in the folder `out`, which is a new run or, with
/// [`RunOptions::resume`], an unfinished run. The files must contain all shards of one or more
/// rounds, each shard once. Returns `None` if the observer cancelled before anything was written.
///
/// # Errors
/// [`RunFailure::Refused`] if shards are missing, occur twice or belong to another run, if a file
/// is damaged, or if the folder has other contents; nothing was changed. [`RunFailure::Failed`] if
/// the run failed.
pub fn merge(
    file: &ExperimentFile,
    partials: &[PathBuf],
    out: &Path,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<Option<Merged>, RunFailure> {
    let readers = partials.iter().map(|path| Reader::open(path)).collect::<Result<Vec<_>, _>>()?;
    let there = if Checkpoints::are_in(out) { Some(Checkpoints::open(out)?) } else { None };
    // The files contain the seed of their run. If the options contain another seed, the files
    // belong to another run.
    let Some(first) = readers.first() else {
        return Err(RunFailure::Refused("there are no files to merge".to_owned()));
    };
    let seed = options.seed.unwrap_or(first.head.seed);
    let identity = file.identity(seed);
    let given = index(&readers, partials, &identity)?;

    // The files are first merged in memory, which validates them.
    let mut merged = there.map(|there| there.of(&identity)).transpose()?;
    let job = file.open(seed, options.level);
    let Some(offline) = OfflineShards::new(job, &identity, merged.as_mut(), 1, observer)? else {
        return Ok(None);
    };
    drop(merged);
    let next = rehearse(&offline, &identity, &given, &readers, partials)?;
    if offline.is_complete() {
        match offline.job().conclude(observer) {
            Ok(_) => {}
            Err(ConcludeError::Cancelled(_)) => return Ok(None),
            Err(ConcludeError::OutOfMemory(shortage)) => return Err(shortage.into()),
            Err(error) => return Err(RunFailure::Refused(error.to_string())),
        }
    }
    drop(offline);

    let stopping = Arc::new(AtomicBool::new(false));
    let mut executor = FromFiles {
        readers,
        given,
        asked: Vec::new(),
        run_out: Arc::clone(&stopping),
        notes: NodeNotes::default(),
    };
    let observer = |progress: &Progress| {
        if stopping.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { observer.observe(progress) }
    };
    let run = in_directory_by(file, out, options.seed(seed), Some(&mut executor), &observer)?;
    let next = if run.conclusion.is_some() { None } else { Some(next) };
    Ok(Some(Merged { run, next }))
}

/// For each shard, the index of the file that contains it, and its position in the file.
type ShardIndex = BTreeMap<u64, (usize, Location)>;

fn index(readers: &[Reader], paths: &[PathBuf], identity: &Identity) -> Result<ShardIndex, RunFailure> {
    let mut given = ShardIndex::new();
    for (number, reader) in readers.iter().enumerate() {
        if reader.head.digest != identity.digest {
            return Err(RunFailure::Refused(format!(
                "{} belongs to another run: its experiment, input files, seed or revision differ",
                paths[number].display()
            )));
        }
        for (shard, place) in reader.head.shards.clone().zip(reader.all(identity)?) {
            if let Some((earlier, _)) = given.insert(shard, (number, place)) {
                return Err(RunFailure::Refused(format!(
                    "shard {shard} is in {} and in {}; expected each shard once",
                    paths[earlier].display(),
                    paths[number].display()
                )));
            }
        }
    }
    Ok(given)
}

/// Merges the shards in memory, round by round, and returns the shards that are then available.
/// Returns an error if the files are invalid.
fn rehearse(
    offline: &OfflineShards,
    identity: &Identity,
    given: &ShardIndex,
    readers: &[Reader],
    paths: &[PathBuf],
) -> Result<Range<u64>, RunFailure> {
    let job = offline.job();
    let refused = |reason: String| Err(RunFailure::Refused(reason));
    let mut coordinator = Coordinator::new(job, identity, None)?;
    let mut left = given.iter().peekable();
    while !job.is_complete() {
        let round = job.prefix()..job.may_begin();
        while let Some((_, &(number, place))) = left.next_if(|(shard, _)| **shard < round.end) {
            let path = paths[number].display();
            let sealed = readers[number]
                .read(place)
                .map_err(|error| RunFailure::Refused(format!("{path} cannot be read: {error}")))?;
            // Shards that the run already has are accepted, because an interrupted merge is
            // repeated with the same files. Shards after the end of the run are accepted too,
            // because a stop rule may end the run within a round.
            match coordinator.take(&sealed) {
                Err(TakeError::Absorb(AbsorbError::OutOfMemory(shortage))) => return Err(shortage.into()),
                Err(error) => return refused(format!("{path}: {error}")),
                Ok(_) => {}
            }
        }
        if job.is_complete() {
            break;
        }
        if job.prefix() < round.end {
            let missing = (job.prefix()..round.end).find(|shard| !job.has(*shard)).unwrap_or(round.end);
            let end = (missing..round.end).find(|shard| job.has(*shard)).unwrap_or(round.end);
            return refused(format!("shards {missing}..{end} are in none of the files"));
        }
        if left.peek().is_none() {
            break;
        }
    }
    Ok(offline.round())
}

/// An executor that reads the partial of each task from the files. If the files do not contain the
/// shard, the task is lost and the run is stopped.
struct FromFiles {
    readers: Vec<Reader>,
    given: ShardIndex,
    asked: Vec<u64>,
    run_out: Arc<AtomicBool>,
    notes: NodeNotes,
}

impl ShardExecutor for FromFiles {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        self.asked.push(task.shard);
        Ok(())
    }

    fn next_event(&mut self, _: Duration) -> Result<Option<TaskOutcome>, String> {
        let Some(shard) = self.asked.pop() else { return Ok(None) };
        let Some(&(number, place)) = self.given.get(&shard) else {
            self.run_out.store(true, Ordering::Relaxed);
            return Ok(Some(TaskOutcome::Lost { shard }));
        };
        let partial = self.readers[number].read(place).map_err(|error| error.to_string())?;
        Ok(Some(TaskOutcome::Finished { shard, partial }))
    }

    fn work_done(&self) -> u64 {
        0
    }

    fn cancel(&mut self) {
        self.asked.clear();
    }
}

impl RemoteExecutor for FromFiles {
    fn begin(&mut self, _: &Identity) {}

    fn nodes(&self) -> NodeNotes {
        self.notes.clone()
    }
}
