//! Preparation of a run in a directory. The job and the store are opened, the memory is checked,
//! and the threads are started. If the directory already contains a run, this run must be the
//! requested run.

use quadrille_memory::Shortage;

use super::{RunFailure, RunOptions, unnamed_seed};
use crate::experiment_file::ExperimentFile;
use crate::threads::{Pool, ThreadCount};
use crate::{Identity, OpenJob, RunDirectory, RunError, Store, need};

/// A run that has been requested.
pub(super) struct Request<'a> {
    pub(super) file: &'a ExperimentFile,
    pub(super) options: RunOptions,
    /// The number of threads, unless an executor runs the shards.
    pub(super) count: ThreadCount,
    /// Whether an executor runs the shards.
    pub(super) is_elsewhere: bool,
}

/// A run that is ready to begin. Nothing in its directory has been changed, except that a missing
/// store was created.
pub(super) struct Prepared {
    pub(super) store: Store,
    pub(super) before: Before,
    pub(super) identity: Identity,
    pub(super) job: Box<dyn OpenJob>,
    /// The threads; `None` if an executor runs the shards.
    pub(super) pool: Option<Pool>,
}

/// The run that was in the directory before, compared with the requested run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    Nothing,
    Unfinished { shards: u64 },
    Complete { shards: u64 },
}

impl Before {
    pub(super) fn shards(self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Unfinished { shards } | Self::Complete { shards } => shards,
        }
    }
}

impl Request<'_> {
    /// Prepares the run in a directory.
    ///
    /// # Errors
    /// The directory cannot be used or has other contents, memory does not suffice, or threads
    /// cannot be started.
    pub(super) fn prepare(&self, directory: &RunDirectory) -> Result<Prepared, RunFailure> {
        let file = self.file;
        let named_seed = self.options.seed.or(file.header.seed);
        // For a new run, memory is checked and threads are started before the directory is created,
        // so that a shortage leaves no directory.
        let is_new = directory.is_new();
        let first_seed = is_new.then(|| named_seed.unwrap_or_else(|| unnamed_seed(file)));
        let opened = first_seed.map(|seed| self.open(seed)).transpose()?;
        let mut pool = if is_new { self.start()? } else { None };
        let store = directory.open()?;
        let recorded = store.recorded()?;
        let recorded_seed = recorded.as_ref().map(|(identity, _)| identity.seed);
        let seed = named_seed.or(recorded_seed).or(first_seed).unwrap_or_else(|| unnamed_seed(file));
        let identity = file.identity(seed);
        let before = compare_recorded(directory, &store, recorded, &identity)?;
        if let Before::Unfinished { shards } = before
            && !self.options.resume
        {
            let path = directory.path().display();
            return Err(RunFailure::Refused(format!(
                "{path} holds an unfinished run ({shards} shards done); resume it with --resume"
            )));
        }

        let job = match opened {
            Some(job) if first_seed == Some(seed) => job,
            _ => self.open(seed)?,
        };
        if pool.is_none() {
            pool = self.start()?;
        }
        Ok(Prepared { store, before, identity, job, pool })
    }

    /// Opens the job with a seed, and checks that its memory is available.
    fn open(&self, seed: u64) -> Result<Box<dyn OpenJob>, Shortage> {
        let job = self.file.open(seed, self.options.level);
        need::check_before(&*job, if self.is_elsewhere { 0 } else { self.count.most().get() })?;
        Ok(job)
    }

    /// Starts the threads; `None` if an executor runs the shards.
    fn start(&self) -> Result<Option<Pool>, RunError> {
        if self.is_elsewhere { Ok(None) } else { Ok(Some(Pool::start(self.count)?)) }
    }
}

/// Compares the run that is recorded in the store with the requested run. It is an error if they
/// differ.
fn compare_recorded(
    directory: &RunDirectory,
    store: &Store,
    recorded: Option<(Identity, bool)>,
    asked: &Identity,
) -> Result<Before, RunFailure> {
    let Some((theirs, complete)) = recorded else { return Ok(Before::Nothing) };
    if let Some(difference) = theirs.difference(asked) {
        let path = directory.path().display();
        return Err(RunFailure::Refused(format!(
            "{path} holds another run: {difference}; choose another directory with --out"
        )));
    }
    let shards = store.saved()?;
    Ok(if complete { Before::Complete { shards } } else { Before::Unfinished { shards } })
}
