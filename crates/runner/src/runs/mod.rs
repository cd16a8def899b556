//! Runs in directories. A run can be started, stopped and resumed; the result of a complete run is
//! read from its files.

mod difference;
mod listing;
pub mod offline;
mod prepared;
mod record;
mod remote;
mod saved;
mod written;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::directory::{DirectoryError, Output};
use crate::runner::run_elsewhere;
use crate::threads::{Pool, ThreadCount};
use crate::{Conclusion, Ending, RunDirectory, RunError, Store, StoreError, Watch};
use quadrille_files::{ReadError, WriteError};
use quadrille_lanes::Level;
use quadrille_memory::Shortage;
use quadrille_progress::{Observer, Progress};

pub use self::difference::{Difference, DifferentValue, read_result};
pub use self::listing::{DamagedRun, ListedRun, Listing, RunState};
use self::prepared::{Before, Prepared, Request};
use self::record::{RunRecord, State};
pub use self::remote::{NodeNote, NodeNotes, RemoteExecutor};
pub use self::saved::SavedRun;
pub use self::written::{Experiment, ProgressNote, ResultFile, RunFile, SessionConditions, SessionNote};
use crate::experiment_file::ExperimentFile;
use crate::machine::{Machine, draw_seed};
#[cfg(feature = "html")]
use quadrille_report::plot::PlotError;

/// Interval at which `run.json` is updated while the run is active.
const UPDATE: Duration = Duration::from_secs(2);

/// Options of a run, which are not a part of the experiment file.
///
/// ```
/// use quadrille_lanes::Level;
/// use quadrille_runner::runs::RunOptions;
///
/// let options = RunOptions::new(Level::best()).seed(7).threads(2);
/// assert_eq!((options.seed, options.threads, options.resume), (Some(7), Some(2), false));
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RunOptions {
    /// The seed. If it is `None`, the first of these is used: the seed in the experiment file, the
    /// seed of the run in the directory, the seed in a file that the experiment names, a random
    /// seed. For shards in files, the seed of the merged run comes before that of the file.
    pub seed: Option<u64>,
    /// The number of threads; `None` for the number in the experiment file.
    pub threads: Option<usize>,
    /// The vector level of all kernels.
    pub level: Level,
    /// Whether an unfinished run may be resumed.
    pub resume: bool,
}

impl RunOptions {
    /// Creates options with the seed and the number of threads in the experiment file. If the file
    /// does not contain them, the seed is random and all available threads are used. An unfinished
    /// run is not resumed.
    pub const fn new(level: Level) -> Self {
        Self { seed: None, threads: None, level, resume: false }
    }

    /// Sets the seed.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets the number of threads; 0 counts as 1.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(if threads == 0 { 1 } else { threads });
        self
    }

    /// Sets whether an unfinished run may be resumed.
    #[must_use]
    pub const fn resume(mut self, resume: bool) -> Self {
        self.resume = resume;
        self
    }
}

/// The outcome of a run.
#[derive(Debug)]
#[non_exhaustive]
pub struct RunSummary {
    /// The seed of the run.
    pub seed: u64,
    /// Number of merged shards; if the run was stopped, number of finished shards.
    pub shards: u64,
    /// Total number of shards; `None` if unknown.
    pub of: Option<u64>,
    /// Wall time of all sessions of the run, in seconds.
    pub wall_seconds: f64,
    /// Number of shards finished in earlier sessions.
    pub resumed: u64,
    /// Whether the run was already complete, so that no shard was computed.
    pub answered: bool,
    /// The numbers (from 0) of the shards that were damaged in the checkpoint file and had to be
    /// run again.
    pub damaged: Vec<u64>,
    /// The conclusion; `None` if the run was stopped.
    pub conclusion: Option<Conclusion>,
    /// If the run was stopped and the kind supports it: the conclusion computed from the shards
    /// merged so far.
    pub so_far: Option<Box<Conclusion>>,
    /// The shortage of memory that stopped the run; `None` if memory was sufficient.
    pub shortage: Option<Shortage>,
}

/// Error of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunFailure {
    /// The directory cannot be used for this run; nothing in it was changed.
    #[error("{0}")]
    Refused(String),
    /// The run failed; the finished work is kept.
    #[error("{0}")]
    Failed(String),
}

impl RunFailure {
    fn refused(reason: impl std::fmt::Display) -> Self {
        Self::Refused(reason.to_string())
    }

    fn failed(reason: impl std::fmt::Display) -> Self {
        Self::Failed(reason.to_string())
    }
}

impl From<DirectoryError> for RunFailure {
    fn from(error: DirectoryError) -> Self {
        match error {
            DirectoryError::Store(error) => error.into(),
            DirectoryError::Unwritable(error) => error.into(),
            error => Self::refused(error),
        }
    }
}

impl From<StoreError> for RunFailure {
    fn from(error: StoreError) -> Self {
        match error {
            // These errors do not concern the contents of the directory: the disk is full,
            // read-only or failing, the file was removed, or memory is short.
            StoreError::Full { .. }
            | StoreError::Unwritable { .. }
            | StoreError::Failing { .. }
            | StoreError::Gone { .. }
            | StoreError::OutOfMemory(_)
            | StoreError::Other { .. } => Self::failed(error),
            error => Self::refused(error),
        }
    }
}

impl From<WriteError> for RunFailure {
    fn from(error: WriteError) -> Self {
        if error.is_refusal() { Self::refused(error) } else { Self::failed(error) }
    }
}

impl From<Shortage> for RunFailure {
    fn from(shortage: Shortage) -> Self {
        Self::failed(shortage)
    }
}

impl From<ReadError> for RunFailure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Memory { .. } => Self::failed(error),
            error => Self::refused(error),
        }
    }
}

impl From<RunError> for RunFailure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Store(error @ (StoreError::Corrupt { .. } | StoreError::Foreign { .. })) => {
                Self::refused(error)
            }
            error @ RunError::Unsound(_) => Self::refused(error),
            error => Self::failed(error),
        }
    }
}

#[cfg(feature = "html")]
impl From<PlotError> for RunFailure {
    fn from(error: PlotError) -> Self {
        Self::failed(error)
    }
}

/// Runs an experiment without a directory. Nothing is saved, and only the outcome is returned.
///
/// # Errors
/// The experiment cannot begin, a shard failed, or threads could not be started.
pub fn in_memory(
    file: &ExperimentFile,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    in_memory_by(file, options, None, observer)
}

/// Runs an experiment without a directory. If an executor is given, it runs the shards instead of
/// threads of this process.
///
/// # Errors
/// As [`in_memory`], and the executor's errors.
pub fn in_memory_by(
    file: &ExperimentFile,
    options: RunOptions,
    executor: Option<&mut dyn RemoteExecutor>,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    let seed = options.seed.unwrap_or_else(|| unnamed_seed(file));
    let (begun, identity) = (Instant::now(), file.identity(seed));
    let job = file.open(seed, options.level);
    let ending = match executor {
        None => crate::run(job, &identity, None, threads(file, options), observer)?,
        Some(executor) => {
            executor.begin(&identity);
            run_elsewhere(job, &identity, None, executor, observer)?
        }
    };
    Ok(RunSummary::new(ending, seed, begun.elapsed().as_secs_f64()))
}

/// Runs an experiment in the directory at `path`, resumes the run in it, or reads the result of the
/// complete run in it.
///
/// # Errors
/// [`RunFailure::Refused`] if the directory cannot be used or has other contents; nothing was
/// changed. [`RunFailure::Failed`] if the run failed; finished shards are kept.
pub fn in_directory(
    file: &ExperimentFile,
    path: &Path,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    in_directory_by(file, path, options, None, observer)
}

/// Runs an experiment in a directory, as [`in_directory`]. If an executor is given, it runs the
/// shards instead of threads of this process, and `run.json` lists the work of each of its
/// [nodes](NodeNote::node).
///
/// # Errors
/// As [`in_directory`], and the executor's errors.
pub fn in_directory_by(
    file: &ExperimentFile,
    path: &Path,
    options: RunOptions,
    executor: Option<&mut dyn RemoteExecutor>,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    let (directory, count) = (RunDirectory::new(path), threads(file, options));
    let request = Request { file, options, count, is_elsewhere: executor.is_some() };
    let Prepared { mut store, before, identity, job, pool } = request.prepare(&directory)?;
    let seed = identity.seed;
    directory.sweep();
    let threads = pool.as_ref().map_or(count.most().get(), Pool::threads);
    let earlier = if before == Before::Nothing { Vec::new() } else { store.sessions()? };
    let mut record = RunRecord::new(file, identity, earlier);
    record.recall_nodes(&directory);
    let complete = matches!(before, Before::Complete { .. });
    let watch = store.watch();
    if !complete {
        begin_session(&directory, &mut store, &mut record, threads, options.level)?;
    }
    let ending = {
        let written = Mutex::new(watch.has_begun().then(Instant::now));
        let keeping =
            KeepRunJson { directory: &directory, record: &record, watch: &watch, observer, written };
        // If the run was complete before, its run.json is not updated during the call.
        let observer: &dyn Observer = if complete { observer } else { &keeping };
        let (identity, store) = (&record.identity, Some(&mut store));
        let ended = match (executor, pool) {
            (None, None) => crate::run(job, identity, store, threads, observer),
            (None, Some(pool)) => crate::run_in(job, identity, store, &pool, observer),
            (Some(executor), _) => {
                executor.begin(identity);
                record.follow(executor.nodes());
                run_elsewhere(job, identity, store, executor, observer)
            }
        };
        ended.map_err(|error| match error {
            // The session has not begun, so nothing was changed.
            RunError::Store(error) if !watch.has_begun() => error.into(),
            error => RunFailure::from(error),
        })?
    };
    record.end_session();
    watch.check()?;
    if complete || watch.has_begun() {
        write_outputs(&directory, &record, &ending, complete)?;
    }
    if !complete && matches!(ending, Ending::Complete { .. }) {
        // The run is marked complete in the last step, after the results were written.
        store.complete(record.session_seconds()).map_err(RunFailure::failed)?;
    }
    let summary = RunSummary::new(ending, seed, record.wall_seconds());
    let damaged = store.damaged().to_vec();
    // A stop rule may end the run before all finished shards are merged, so the store may contain
    // more shards than the merged prefix.
    let resumed = before.shards().saturating_sub(damaged.len() as u64).min(summary.shards);
    Ok(RunSummary { resumed, answered: complete, damaged, ..summary })
}

/// Begins a session of the run, and records its conditions in the store and in `record`.
fn begin_session(
    directory: &RunDirectory,
    store: &mut Store,
    record: &mut RunRecord,
    threads: usize,
    level: Level,
) -> Result<(), RunFailure> {
    let conditions =
        SessionConditions { machine: Machine::this(), threads, vector_level: level.name().into() };
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
    store.begin(&record.identity, started, &conditions.to_json())?;
    record.begin_session(started, conditions);
    // The run in an existing directory may still be refused later, so its run.json is not changed
    // here.
    if store.watch().has_begun() {
        directory.write(Output::Run, &record.run(&State::Begun).to_bytes()).map_err(RunFailure::failed)?;
    }
    Ok(())
}

/// Writes the files in [`Conclusion::files`], then `result.json`, `run.json` and the report. If the
/// run was complete before, most of these files already exist. In that case, missing files are
/// written, and a damaged `result.json` and damaged files of the conclusion are replaced.
fn write_outputs(
    directory: &RunDirectory,
    record: &RunRecord,
    ending: &Ending,
    was_complete: bool,
) -> Result<(), RunFailure> {
    let write = |output, bytes: &[u8]| directory.write(output, bytes).map_err(RunFailure::failed);
    let there = |output| directory.read(output).map_err(RunFailure::from);
    let (conclusion, shards) = match ending {
        Ending::Complete { conclusion, shards } => (conclusion, *shards),
        // The call was cancelled while it read the results of a complete run. The files are not
        // changed.
        Ending::Stopped { .. } if was_complete => return Ok(()),
        &Ending::Stopped { finished, shards, .. } => {
            return write(Output::Run, &record.run(&State::Stopped { finished, shards }).to_bytes());
        }
    };
    let result = record.result(conclusion, shards);
    let bytes = result.to_bytes();
    let files = conclusion.files.iter().map(|(output, bytes)| (*output, bytes));
    // `result.json` is written after the files of the conclusion, so that all of them exist if
    // `result.json` exists.
    for (output, bytes) in files.chain([(Output::Result, &bytes)]) {
        if there(output)?.as_deref() != Some(&bytes[..]) {
            write(output, bytes)?;
        }
    }
    let run = record.run(&State::Complete { conclusion, shards });
    if !was_complete || there(Output::Run)?.is_none() {
        write(Output::Run, &run.to_bytes())?;
    }
    #[cfg(feature = "html")]
    if !was_complete || there(Output::Report)?.is_none() {
        let page = written::page(&conclusion.report, &result, &run)?;
        write(Output::Report, page.as_bytes())?;
    }
    Ok(())
}

/// An observer that updates `run.json` during a run, and stops the run if the checkpoint file is
/// gone. It passes progress to another observer.
struct KeepRunJson<'a> {
    directory: &'a RunDirectory,
    record: &'a RunRecord,
    watch: &'a Watch,
    observer: &'a dyn Observer,
    /// The time of the last update of `run.json`; `None` before the first update.
    written: Mutex<Option<Instant>>,
}

impl Observer for KeepRunJson<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        if self.watch.has_begun()
            && let Ok(mut written) = self.written.try_lock()
            && written.is_none_or(|written| written.elapsed() >= UPDATE)
        {
            *written = Some(Instant::now());
            // Without the checkpoint file, further shards could not be saved.
            if self.watch.check().is_err() {
                return ControlFlow::Break(());
            }
            // Errors are ignored here. A full disk is reported when the next shard is stored.
            let _ =
                self.directory.write(Output::Run, &self.record.run(&State::Working { progress }).to_bytes());
        }
        self.observer.observe(progress)
    }
}

impl RunSummary {
    fn new(ending: Ending, seed: u64, wall_seconds: f64) -> Self {
        let (shards, of, conclusion, so_far, shortage) = match ending {
            Ending::Complete { conclusion, shards } => (shards, Some(shards), Some(*conclusion), None, None),
            Ending::Stopped { finished, shards, so_far, shortage } => {
                (finished, shards, None, so_far, shortage)
            }
        };
        let (resumed, answered, damaged) = (0, false, Vec::new());
        Self { seed, shards, of, wall_seconds, resumed, answered, damaged, conclusion, so_far, shortage }
    }
}

/// Returns an upper bound on the memory that JSON occupies after parsing. A list of small numbers
/// needs the largest factor, 12.
fn parsed_bytes(json: &[u8]) -> u64 {
    12 * json.len() as u64
}

/// Returns the seed of a new run for which no seed is given: the seed of a file that the experiment
/// names, or else a random seed, or 0 if the experiment uses no random numbers.
fn unnamed_seed(file: &ExperimentFile) -> u64 {
    file.seed().unwrap_or_else(|| if file.job.draws() { draw_seed() } else { 0 })
}

/// Returns the number of threads of a run, from the options or the file; by default, all available
/// threads.
fn threads(file: &ExperimentFile, options: RunOptions) -> ThreadCount {
    options.threads.or(file.header.threads).map_or_else(ThreadCount::available, ThreadCount::from)
}
