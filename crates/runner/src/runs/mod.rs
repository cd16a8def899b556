//! An experiment in its directory: run, stopped, resumed, or answered from what is there.

pub mod apart;
mod crew;
mod difference;
mod listing;
mod record;
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

pub use self::crew::{Crew, NodeNote, NodeNotes};
pub use self::difference::{Difference, DifferentValue, read_result};
pub use self::listing::{DamagedRun, ListedRun, Listing, RunState};
use self::record::{Record, State};
pub use self::saved::SavedRun;
pub use self::written::{Experiment, ProgressNote, ResultFile, RunFile, SessionConditions, SessionNote};
use crate::experiment_file::ExperimentFile;
use crate::machine::{Machine, draw_seed};
#[cfg(feature = "html")]
use quadrille_report::plot::PlotError;

/// How often an unfinished run's `run.json` is brought up to date.
const UPDATE: Duration = Duration::from_secs(2);

/// What the person who starts a run may choose beside the experiment itself.
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
    /// Whether an unfinished run may be gone on with.
    pub resume: bool,
}

impl RunOptions {
    /// Returns the file's own seed and threads (or drawn, and all), and only a new run or a complete one.
    pub const fn new(level: Level) -> Self {
        Self { seed: None, threads: None, level, resume: false }
    }

    /// The same with this seed, whatever the file says.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The same on so many threads, whatever the file says; 0 counts as 1.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(if threads == 0 { 1 } else { threads });
        self
    }

    /// The same, going on with an unfinished run if there is one.
    #[must_use]
    pub const fn resume(mut self, resume: bool) -> Self {
        self.resume = resume;
        self
    }
}

/// How a run ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct RunSummary {
    /// The seed it had.
    pub seed: u64,
    /// Shards merged; or finished, if it was stopped.
    pub shards: u64,
    /// Shards in all, where known.
    pub of: Option<u64>,
    /// Seconds worked on it, in all sessions.
    pub wall_seconds: f64,
    /// Shards that earlier sessions had finished.
    pub resumed: u64,
    /// Whether it was complete already, so that nothing had to be run.
    pub answered: bool,
    /// Shards, by their numbers from 0, that were damaged in the checkpoint file and had to be done again.
    pub damaged: Vec<u64>,
    /// What was found; `None` if it was stopped.
    pub conclusion: Option<Conclusion>,
    /// What a stopped run has found so far, where a part of it is worth saying.
    pub so_far: Option<Box<Conclusion>>,
    /// Why it was stopped, if memory was short.
    pub shortage: Option<Shortage>,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunFailure {
    /// The directory cannot hold this run; nothing in it was changed.
    #[error("{0}")]
    Refused(String),
    /// The run could not go on; what it had finished is kept.
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
            // The directory is valid; the disk under it is full, read-only, or failed.
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

/// Runs an experiment without a directory: nothing is kept but the answer.
///
/// # Errors
/// The experiment cannot begin, a shard cannot be done, or threads could not be started.
pub fn in_memory(
    file: &ExperimentFile,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    in_memory_by(file, options, None, observer)
}

/// The same; shards are worked out by a crew, if there is one, instead of threads of this process.
///
/// # Errors
/// As [`in_memory`], and the crew's own.
pub fn in_memory_by(
    file: &ExperimentFile,
    options: RunOptions,
    crew: Option<&mut dyn Crew>,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    let seed = options.seed.or(file.header.seed).unwrap_or_else(|| unnamed_seed(file));
    let (begun, identity) = (Instant::now(), file.identity(seed));
    let job = file.open(seed, options.level);
    let ending = match crew {
        None => crate::run(job, &identity, None, threads(file, options), observer)?,
        Some(crew) => {
            crew.begin(&identity);
            run_elsewhere(job, &identity, None, crew, observer)?
        }
    };
    Ok(RunSummary::new(ending, seed, begun.elapsed().as_secs_f64()))
}

/// Runs an experiment in the directory at `path`, or goes on with it, or answers from what it finds there.
///
/// # Errors
/// The directory holds something else or cannot be used ([`RunFailure::Refused`]: nothing was changed), or
/// the run could not go on ([`RunFailure::Failed`]: what was finished is kept).
pub fn in_directory(
    file: &ExperimentFile,
    path: &Path,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    in_directory_by(file, path, options, None, observer)
}

/// The same; shards are worked out by a crew, if there is one, instead of threads of this process. `run.json` says what
/// each of its nodes did.
///
/// # Errors
/// As [`in_directory`], and the crew's own.
pub fn in_directory_by(
    file: &ExperimentFile,
    path: &Path,
    options: RunOptions,
    crew: Option<&mut dyn Crew>,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    let (directory, count) = (RunDirectory::new(path), threads(file, options));
    let named_seed = options.seed.or(file.header.seed);
    let open_and_check = |seed| {
        let job = file.open(seed, options.level);
        need::check_before(&*job, if crew.is_some() { 0 } else { count.most().get() })?;
        Ok::<_, RunFailure>((seed, job))
    };
    // A new run is refused before its directory is made: for memory, and for threads.
    let is_new = directory.is_new();
    let opened =
        is_new.then(|| open_and_check(named_seed.unwrap_or_else(|| unnamed_seed(file)))).transpose()?;
    let start = || Pool::start(count).map_err(RunError::from);
    let mut pool = if is_new && crew.is_none() { Some(start()?) } else { None };
    let mut store = directory.open()?;
    let recorded = store.recorded()?;
    let recorded_seed = recorded.as_ref().map(|(identity, _)| identity.seed);
    let opened_seed = opened.as_ref().map(|opened| opened.0);
    let seed = named_seed.or(recorded_seed).or(opened_seed).unwrap_or_else(|| unnamed_seed(file));
    let identity = file.identity(seed);
    let before = what_is_there(path, &store, recorded, &identity)?;
    if let Before::Unfinished { shards } = before
        && !options.resume
    {
        let path = path.display();
        return Err(RunFailure::Refused(format!(
            "{path} holds an unfinished run ({shards} shards done); go on with it by --resume"
        )));
    }

    let (_, job) = match opened {
        Some(opened) if opened.0 == seed => opened,
        _ => open_and_check(seed)?,
    };
    if pool.is_none() && crew.is_none() {
        pool = Some(start()?);
    }
    directory.sweep();
    let threads = pool.as_ref().map_or(count.most().get(), Pool::threads);
    let earlier = if before == Before::Nothing { Vec::new() } else { store.sessions()? };
    let mut record = Record::new(file, identity, earlier);
    record.recall_nodes(&directory);
    let complete = matches!(before, Before::Complete { .. });
    let watch = store.watch();
    if !complete {
        let vector_level = options.level.name().into();
        let conditions = SessionConditions { machine: Machine::this(), threads, vector_level };
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
        store.begin(&record.identity, started, &conditions.to_json())?;
        record.begin_session(started, conditions);
        // A run that is gone on with may still be refused: its run.json stays as it is until then.
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
        // Of a complete run nothing is written but what is missing: its run.json stays as it is.
        let observer: &dyn Observer = if complete { observer } else { &keeping };
        let (identity, store) = (&record.identity, Some(&mut store));
        let ended = match (crew, pool) {
            (None, None) => crate::run(job, identity, store, threads, observer),
            (None, Some(pool)) => crate::run_in(job, identity, store, &pool, observer),
            (Some(crew), _) => {
                crew.begin(identity);
                record.follow(crew.nodes());
                run_elsewhere(job, identity, store, crew, observer)
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
        // Last of all: a run that says it is complete has its results.
        store.complete(record.session_seconds()).map_err(RunFailure::failed)?;
    }
    let summary = RunSummary::new(ending, seed, record.wall_seconds());
    let damaged = store.damaged().to_vec();
    // A stop rule may have ended the run before all that had been finished was merged.
    let resumed = before.shards().saturating_sub(damaged.len() as u64).min(summary.shards);
    Ok(RunSummary { resumed, answered: complete, damaged, ..summary })
}

/// What a directory holds of the very run that is asked for.
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

/// Compares what is recorded with what is asked for.
fn what_is_there(
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

/// Writes the files of the conclusion, `result.json`, `run.json` and the report; of a run that was complete before,
/// only what is missing, and of all but `run.json` and the report also what is damaged.
fn write_outputs(
    directory: &RunDirectory,
    record: &Record,
    ending: &Ending,
    was_complete: bool,
) -> Result<(), RunFailure> {
    let write = |output, bytes: &[u8]| directory.write(output, bytes).map_err(RunFailure::failed);
    let there = |output| directory.read(output).map_err(RunFailure::from);
    let (conclusion, shards) = match ending {
        Ending::Complete { conclusion, shards } => (conclusion, *shards),
        // Stopped while the results were being looked up: they are as good as before.
        Ending::Stopped { .. } if was_complete => return Ok(()),
        &Ending::Stopped { finished, shards, .. } => {
            return write(Output::Run, &record.run(&State::Stopped { finished, shards }).to_bytes());
        }
    };
    let result = record.result(conclusion, shards);
    let bytes = result.to_bytes();
    let files = conclusion.files.iter().map(|(output, bytes)| (*output, bytes));
    // The result comes last: where it is, the files beside it are too.
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

/// Passes progress on, and keeps `run.json` up to date while a run is under way; stops it if its checkpoint file
/// is gone.
struct KeepRunJson<'a> {
    directory: &'a RunDirectory,
    record: &'a Record,
    watch: &'a Watch,
    observer: &'a dyn Observer,
    /// When it was last brought up to date; `None` if not yet.
    written: Mutex<Option<Instant>>,
}

impl Observer for KeepRunJson<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        if self.watch.has_begun()
            && let Ok(mut written) = self.written.try_lock()
            && written.is_none_or(|written| written.elapsed() >= UPDATE)
        {
            *written = Some(Instant::now());
            // Whatever is still to be finished could not be kept.
            if self.watch.check().is_err() {
                return ControlFlow::Break(());
            }
            // A full disk is told of by the next shard; a progress note that cannot be written is no reason
            // to stop.
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

/// Returns an upper bound of the memory that JSON takes once it is read: lists of small numbers grow most.
fn parsed_bytes(json: &[u8]) -> u64 {
    12 * json.len() as u64
}

/// Returns the seed where nobody names one.
fn unnamed_seed(file: &ExperimentFile) -> u64 {
    if file.job.draws() { draw_seed() } else { 0 }
}

/// Returns the number of threads that a run is to have: what was asked for, or as many as there are.
fn threads(file: &ExperimentFile, options: RunOptions) -> ThreadCount {
    options.threads.or(file.header.threads).map_or_else(ThreadCount::available, ThreadCount::from)
}
