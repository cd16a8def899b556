//! Runs in directories, which can be started, stopped, resumed, and answered from existing files.

mod difference;
mod listing;
pub mod offline;
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
use crate::{Conclusion, Ending, Identity, RunDirectory, RunError, Store, StoreError, Watch, need};
use quadrille_files::{ReadError, WriteError};
use quadrille_lanes::Level;
use quadrille_memory::Shortage;
use quadrille_progress::{Observer, Progress};

pub use self::difference::{Difference, DifferentValue, read_result};
pub use self::listing::{DamagedRun, ListedRun, Listing, RunState};
use self::record::{RunRecord, State};
pub use self::remote::{NodeNote, NodeNotes, RemoteExecutor};
pub use self::saved::SavedRun;
pub use self::written::{Experiment, ProgressNote, ResultFile, RunFile, SessionConditions, SessionNote};
use crate::experiment_file::ExperimentFile;
use crate::machine::{Machine, draw_seed};
#[cfg(feature = "html")]
use quadrille_report::plot::PlotError;

/// Interval of updating an unfinished run's `run.json`.
const UPDATE: Duration = Duration::from_secs(2);

/// Options of a run that are not a part of the experiment.
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
    /// Overrides the file's seed.
    pub seed: Option<u64>,
    /// Overrides the file's number of threads.
    pub threads: Option<usize>,
    /// The vector level of all kernels.
    pub level: Level,
    /// Whether an unfinished run may be resumed.
    pub resume: bool,
}

impl RunOptions {
    /// Creates options with the file's own seed and threads (or a drawn seed and all threads),
    /// without resuming.
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
    /// Number of merged shards, or of finished shards if the run was stopped.
    pub shards: u64,
    /// Total number of shards, if known.
    pub of: Option<u64>,
    /// Seconds of work in all sessions.
    pub wall_seconds: f64,
    /// Number of shards finished in earlier sessions.
    pub resumed: u64,
    /// Whether the run was already complete, so that no shard was computed.
    pub answered: bool,
    /// Shards (from 0) that were damaged in the checkpoint file and had to be repeated.
    pub damaged: Vec<u64>,
    /// The conclusion; `None` if the run was stopped.
    pub conclusion: Option<Conclusion>,
    /// The conclusion of a stopped run from its merged shards, if the kind supports that.
    pub so_far: Option<Box<Conclusion>>,
    /// The shortage of memory that stopped the run.
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
            // The directory is valid, but the disk is full, read-only, or has failed.
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

/// Runs an experiment without a directory; only the conclusion is kept.
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

/// Runs an experiment without a directory, by a remote executor, if given, instead of threads of
/// this process.
///
/// # Errors
/// As [`in_memory`], and the executor's errors.
pub fn in_memory_by(
    file: &ExperimentFile,
    options: RunOptions,
    executor: Option<&mut dyn RemoteExecutor>,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    let seed = options.seed.or(file.header.seed).unwrap_or_else(|| unnamed_seed(file));
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

/// Runs an experiment in the directory at `path`, resumes it, or answers from existing files.
///
/// # Errors
/// The directory has other contents or cannot be used ([`RunFailure::Refused`]: nothing was
/// changed), or the run failed ([`RunFailure::Failed`]: finished work is kept).
pub fn in_directory(
    file: &ExperimentFile,
    path: &Path,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    in_directory_by(file, path, options, None, observer)
}

/// Runs an experiment in a directory, by a remote executor, if given, instead of threads of this
/// process. `run.json` contains the work of each node of the executor.
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
    let named_seed = options.seed.or(file.header.seed);
    let open_and_check = |seed| {
        let job = file.open(seed, options.level);
        need::check_before(&*job, if executor.is_some() { 0 } else { count.most().get() })?;
        Ok::<_, RunFailure>((seed, job))
    };
    // Shortages of memory and threads are reported before the directory of a new run is created.
    let is_new = directory.is_new();
    let opened =
        is_new.then(|| open_and_check(named_seed.unwrap_or_else(|| unnamed_seed(file)))).transpose()?;
    let start = || Pool::start(count).map_err(RunError::from);
    let mut pool = if is_new && executor.is_none() { Some(start()?) } else { None };
    let mut store = directory.open()?;
    let recorded = store.recorded()?;
    let recorded_seed = recorded.as_ref().map(|(identity, _)| identity.seed);
    let opened_seed = opened.as_ref().map(|opened| opened.0);
    let seed = named_seed.or(recorded_seed).or(opened_seed).unwrap_or_else(|| unnamed_seed(file));
    let identity = file.identity(seed);
    let before = compare_recorded(path, &store, recorded, &identity)?;
    if let Before::Unfinished { shards } = before
        && !options.resume
    {
        let path = path.display();
        return Err(RunFailure::Refused(format!(
            "{path} holds an unfinished run ({shards} shards done); resume it with --resume"
        )));
    }

    let (_, job) = match opened {
        Some(opened) if opened.0 == seed => opened,
        _ => open_and_check(seed)?,
    };
    if pool.is_none() && executor.is_none() {
        pool = Some(start()?);
    }
    directory.sweep();
    let threads = pool.as_ref().map_or(count.most().get(), Pool::threads);
    let earlier = if before == Before::Nothing { Vec::new() } else { store.sessions()? };
    let mut record = RunRecord::new(file, identity, earlier);
    record.recall_nodes(&directory);
    let complete = matches!(before, Before::Complete { .. });
    let watch = store.watch();
    if !complete {
        let vector_level = options.level.name().into();
        let conditions = SessionConditions { machine: Machine::this(), threads, vector_level };
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
        store.begin(&record.identity, started, &conditions.to_json())?;
        record.begin_session(started, conditions);
        // A resumed run may still be refused; its run.json is unchanged until then.
        if watch.has_begun() {
            directory
                .write(Output::Run, &record.run(&State::Begun).to_bytes())
                .map_err(RunFailure::failed)?;
        }
    }
    let ending = {
        let written = Mutex::new(watch.has_begun().then(Instant::now));
        let keeping =
            KeepRunJson { directory: &directory, record: &record, watch: &watch, observer, written };
        // For a complete run only missing files are written; its run.json is unchanged.
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
            // Nothing was changed yet.
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
        // This is the last step, so that a run marked complete has its results.
        store.complete(record.session_seconds()).map_err(RunFailure::failed)?;
    }
    let summary = RunSummary::new(ending, seed, record.wall_seconds());
    let damaged = store.damaged().to_vec();
    // A stop rule may have ended the run before all finished shards were merged.
    let resumed = before.shards().saturating_sub(damaged.len() as u64).min(summary.shards);
    Ok(RunSummary { resumed, answered: complete, damaged, ..summary })
}

/// The state of a directory relative to the requested run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Unfinished { shards: u64 },
    Complete { shards: u64 },
}

impl Before {
    fn shards(self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Unfinished { shards } | Self::Complete { shards } => shards,
        }
    }
}

/// Compares the recorded run with the requested run.
fn compare_recorded(
    path: &Path,
    store: &Store,
    recorded: Option<(Identity, bool)>,
    asked: &Identity,
) -> Result<Before, RunFailure> {
    let Some((theirs, complete)) = recorded else { return Ok(Before::Nothing) };
    if let Some(difference) = theirs.difference(asked) {
        let path = path.display();
        return Err(RunFailure::Refused(format!(
            "{path} holds another run: {difference}; choose another directory with --out"
        )));
    }
    let shards = store.saved()?;
    Ok(if complete { Before::Complete { shards } } else { Before::Unfinished { shards } })
}

/// Writes the files of the conclusion, `result.json`, `run.json` and the report. For a run that was
/// complete before, it writes only missing files and damaged files, except a damaged `run.json`
/// or report.
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
        // The run was cancelled while complete results were read; they are unchanged.
        Ending::Stopped { .. } if was_complete => return Ok(()),
        &Ending::Stopped { finished, shards, .. } => {
            return write(Output::Run, &record.run(&State::Stopped { finished, shards }).to_bytes());
        }
    };
    let result = record.result(conclusion, shards);
    let bytes = result.to_bytes();
    let files = conclusion.files.iter().map(|(output, bytes)| (*output, bytes));
    // The result is written last: if it exists, the other files do too.
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

/// Passes progress on, keeps `run.json` up to date during a run, and stops the run if its
/// checkpoint file is gone.
struct KeepRunJson<'a> {
    directory: &'a RunDirectory,
    record: &'a RunRecord,
    watch: &'a Watch,
    observer: &'a dyn Observer,
    /// Time of the last update; `None` if there was none.
    written: Mutex<Option<Instant>>,
}

impl Observer for KeepRunJson<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        if self.watch.has_begun()
            && let Ok(mut written) = self.written.try_lock()
            && written.is_none_or(|written| written.elapsed() >= UPDATE)
        {
            *written = Some(Instant::now());
            // The checkpoint file is gone, so further shards could not be saved.
            if self.watch.check().is_err() {
                return ControlFlow::Break(());
            }
            // Errors are ignored: a full disk is reported when the next shard is stored.
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

/// Returns an upper bound on the memory of parsed JSON; lists of small numbers grow most.
fn parsed_bytes(json: &[u8]) -> u64 {
    12 * json.len() as u64
}

/// Returns the default seed.
fn unnamed_seed(file: &ExperimentFile) -> u64 {
    if file.job.draws() { draw_seed() } else { 0 }
}

/// Returns the number of threads of a run: as given, or all available threads.
fn threads(file: &ExperimentFile, options: RunOptions) -> ThreadCount {
    options.threads.or(file.header.threads).map_or_else(ThreadCount::available, ThreadCount::from)
}
