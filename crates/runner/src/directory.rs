//! The folder of a run and the files in it.
//!
//! | file | contents |
//! |---|---|
//! | `run.sqlite` | the [checkpoint file](crate::store) |
//! | `result.json` | the result: the same bytes for the same experiment, seed and revision of the kind |
//! | `run.json` | facts about the run: machine, threads, times, rates |
//! | `report.html` | the report: the contents of both JSON files as a page for people |
//! | `weights.safetensors`, `policy.safetensors` | learned weights; like the result, they depend on the experiment only |

use std::io::Write as _;
use std::path::{Path, PathBuf};

use quadrille_files::{Draft, Replace, WriteError, create_folder};

use crate::{Store, StoreError};

/// The folder of one run.
#[derive(Debug, Clone)]
pub struct RunDirectory {
    path: PathBuf,
}

/// One of the files of a run, except the checkpoint file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// `result.json`
    Result,
    /// `run.json`
    Run,
    /// `report.html`
    Report,
    /// `weights.safetensors`: learned weights
    Weights,
    /// `policy.safetensors`: learned weights in integers, for playing
    Policy,
}

impl Output {
    /// All outputs.
    pub const ALL: [Self; 5] = [Self::Result, Self::Run, Self::Report, Self::Weights, Self::Policy];

    /// Returns the file name.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Result => "result.json",
            Self::Run => "run.json",
            Self::Report => "report.html",
            Self::Weights => "weights.safetensors",
            Self::Policy => "policy.safetensors",
        }
    }
}

/// Error of using a folder for a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// The path is not a folder, or a file in it cannot be read.
    #[error("cannot use {path}: {reason}")]
    Unusable {
        /// The path of the folder, or of the file in the folder.
        path: PathBuf,
        /// The system's error.
        reason: std::io::Error,
    },
    /// The folder, or a file in it, cannot be written.
    #[error("{0}")]
    Unwritable(WriteError),
    /// The folder contains results, but its checkpoint file records no run.
    #[error("{path} holds a {file}, but no run is recorded in its run.sqlite; choose another directory")]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// The file that would have been overwritten.
        file: &'static str,
    },
    /// The checkpoint file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RunDirectory {
    /// Creates the run directory at `path`, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file in the folder.
    pub fn file(&self, output: Output) -> PathBuf {
        self.path.join(output.file_name())
    }

    /// Returns whether the folder has no checkpoint file yet, so that [`open`](Self::open) would
    /// create it.
    pub fn is_new(&self) -> bool {
        matches!(self.path.join("run.sqlite").try_exists(), Ok(false))
    }

    /// Creates the folder if it is missing, and opens its checkpoint file without changing the
    /// contents of the file.
    ///
    /// # Errors
    /// The folder cannot be created or written, contains results of a run that is not recorded, or
    /// its checkpoint file cannot be used.
    pub fn open(&self) -> Result<Store, DirectoryError> {
        create_folder(&self.path).map_err(|error| {
            if error.is_refusal() { self.unusable(error.into()) } else { DirectoryError::Unwritable(error) }
        })?;
        let path = self.path.join("run.sqlite");
        // `exists` would return false if this process has no permission to search the folder.
        // `try_exists` returns an error in this case.
        if !path.try_exists().map_err(|reason| self.unusable(reason))? {
            self.refuse_outputs()?;
        }
        let store = Store::open(&path)?;
        // A run is recorded before any of its outputs is written. If there are outputs next to an
        // empty checkpoint file, the record of their run has been lost.
        if store.is_empty()? {
            self.refuse_outputs()?;
        }
        Ok(store)
    }

    fn refuse_outputs(&self) -> Result<(), DirectoryError> {
        for output in Output::ALL {
            if self.file(output).try_exists().map_err(|reason| self.unusable(reason))? {
                return Err(DirectoryError::Occupied { path: self.path.clone(), file: output.file_name() });
            }
        }
        Ok(())
    }

    /// Reads a file of the run; `None` if it is missing.
    ///
    /// # Errors
    /// The file cannot be read, or is not a regular file.
    pub fn read(&self, output: Output) -> Result<Option<Vec<u8>>, DirectoryError> {
        let path = self.file(output);
        let read = quadrille_files::open(&path).and_then(|file| {
            let size = file.metadata()?.len();
            quadrille_files::read_all(file, size, u64::MAX)
        });
        match read {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(reason) => Err(DirectoryError::Unusable { path, reason }),
        }
    }

    /// Writes a file of the run atomically.
    ///
    /// # Errors
    /// The file cannot be written; its previous contents are unchanged.
    pub fn write(&self, output: Output, bytes: &[u8]) -> Result<(), DirectoryError> {
        let path = self.file(output);
        let write = || {
            let mut draft = Draft::begin(&path, Replace::RegularFileOrLink)?;
            draft.write_all(bytes).map_err(|error| WriteError::system(&path, error))?;
            // Results must be on disk before the run is marked complete. For `run.json` this is not
            // necessary.
            if output == Output::Run { draft.commit() } else { draft.commit_durably() }
        };
        write().map_err(DirectoryError::Unwritable)
    }

    /// Removes the incomplete files that killed processes have left in the folder.
    pub fn sweep(&self) {
        quadrille_files::sweep(&self.path);
    }

    fn unusable(&self, reason: std::io::Error) -> DirectoryError {
        let reason = match reason.kind() {
            // The path has a component that is not a folder.
            std::io::ErrorKind::NotADirectory => {
                std::io::Error::other("the path, or a part of it, is not a directory")
            }
            _ => reason,
        };
        DirectoryError::Unusable { path: self.path.clone(), reason }
    }
}
