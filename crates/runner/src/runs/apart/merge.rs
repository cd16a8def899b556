//! Files of partials, merged into a run.
//!
//! Everything is read and tried before anything is written: gaps, doubles and strangers are refused, and the folder
//! is then as it was.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::executor::{Event, ShardExecutor};
use crate::{AbsorbError, Apart, ConcludeError, Coordinator, Identity, TakeError, Task};
use quadrille_progress::{Observer, Progress};

use super::checkpoints::Checkpoints;
use super::partials::{Place, Reader};
use crate::experiment_file::ExperimentFile;
use crate::runs::{Crew, NodeNotes, RunFailure, RunOptions, RunSummary, in_directory_by};

/// A run into which files were merged.
#[derive(Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The run, as if it had been run here.
    pub run: RunSummary,
    /// Shards that may be begun next, where it is not complete.
    pub next: Option<Range<u64>>,
}

/// Merges files of partials into the run in the folder `out`: a new one, or, with [`RunOptions::resume`], the
/// unfinished one that is there. The files have to hold whole rounds, each shard once. `None` if the observer said
/// stop before anything was written.
///
/// # Errors
/// A gap, a double, a stranger, a damaged file, or a folder that holds something else ([`RunFailure::Refused`]:
/// nothing was changed); or the run could not go on.
pub fn merge(
    file: &ExperimentFile,
    partials: &[PathBuf],
    out: &Path,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<Option<Merged>, RunFailure> {
    let readers = partials.iter().map(|path| Reader::open(path)).collect::<Result<Vec<_>, _>>()?;
    let there = if Checkpoints::are_in(out) { Some(Checkpoints::look(out)?) } else { None };
    // The files know their seed; where somebody names another, they are strangers.
    let Some(first) = readers.first() else {
        return Err(RunFailure::Refused("there are no files to merge".to_owned()));
    };
    let seed = options.seed.unwrap_or(first.head.seed);
    let identity = file.identity(seed);
    let given = index(&readers, partials, &identity)?;

    // Tried without a trace.
    let mut merged = there.map(|there| there.of(&identity)).transpose()?;
    let job = file.open(seed, options.level);
    let Some(apart) = Apart::new(job, &identity, merged.as_mut(), 1, observer)? else { return Ok(None) };
    drop(merged);
    let next = rehearse(&apart, &identity, &given, &readers, partials)?;
    if apart.is_complete() {
        match apart.job().conclude(observer) {
            Ok(_) => {}
            Err(ConcludeError::Cancelled(_)) => return Ok(None),
            Err(ConcludeError::OutOfMemory(shortage)) => return Err(shortage.into()),
            Err(error) => return Err(RunFailure::Refused(error.to_string())),
        }
    }
    drop(apart);

    let stopping = Arc::new(AtomicBool::new(false));
    let mut crew = FromFiles {
        readers,
        given,
        asked: Vec::new(),
        run_out: Arc::clone(&stopping),
        notes: NodeNotes::default(),
    };
    let observer = |progress: &Progress| {
        if stopping.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { observer.observe(progress) }
    };
    let run = in_directory_by(file, out, options.seed(seed), Some(&mut crew), &observer)?;
    let next = if run.conclusion.is_some() { None } else { Some(next) };
    Ok(Some(Merged { run, next }))
}

/// Which file has which shard, and where.
type Given = BTreeMap<u64, (usize, Place)>;

fn index(readers: &[Reader], paths: &[PathBuf], identity: &Identity) -> Result<Given, RunFailure> {
    let mut given = Given::new();
    for (number, reader) in readers.iter().enumerate() {
        if reader.head.digest != identity.digest {
            return Err(RunFailure::Refused(format!(
                "{} belongs to another run: another experiment, seed, named file or results revision",
                paths[number].display()
            )));
        }
        for (shard, place) in reader.head.shards.clone().zip(reader.all(identity)?) {
            if let Some((earlier, _)) = given.insert(shard, (number, place)) {
                return Err(RunFailure::Refused(format!(
                    "shard {shard} stands in {} and in {}: every shard is given once",
                    paths[earlier].display(),
                    paths[number].display()
                )));
            }
        }
    }
    Ok(given)
}

/// Merges in memory, round by round, and refuses what does not fit; what may be begun after it.
fn rehearse(
    apart: &Apart,
    identity: &Identity,
    given: &Given,
    readers: &[Reader],
    paths: &[PathBuf],
) -> Result<Range<u64>, RunFailure> {
    let job = apart.job();
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
            // What the run has already is let pass, for a merge that was stopped is called again; and a stop rule may be
            // met before the round ends.
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
    Ok(apart.round())
}

/// Answers every task with what the files hold; says when they hold no more.
struct FromFiles {
    readers: Vec<Reader>,
    given: Given,
    asked: Vec<u64>,
    run_out: Arc<AtomicBool>,
    notes: NodeNotes,
}

impl ShardExecutor for FromFiles {
    fn room(&self) -> usize {
        1
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        self.asked.push(task.shard);
        Ok(())
    }

    fn next_event(&mut self, _: Duration) -> Result<Option<Event>, String> {
        let Some(shard) = self.asked.pop() else { return Ok(None) };
        let Some(&(number, place)) = self.given.get(&shard) else {
            self.run_out.store(true, Ordering::Relaxed);
            return Ok(Some(Event::Lost { shard }));
        };
        let partial = self.readers[number].read(place).map_err(|error| error.to_string())?;
        Ok(Some(Event::Finished { shard, partial }))
    }

    fn work_done(&self) -> u64 {
        0
    }

    fn cancel(&mut self) {
        self.asked.clear();
    }
}

impl Crew for FromFiles {
    fn begin(&mut self, _: &Identity) {}

    fn nodes(&self) -> NodeNotes {
        self.notes.clone()
    }
}
