//! The folder of a run and the files in it.
//!
//! | file | what it is |
//! |---|---|
//! | `run.sqlite` | the [checkpoint file](crate::store) |
//! | `result.json` | what was found: the same bytes for the same experiment, seed and results revision |
//! | `run.json` | how it was found: machine, threads, times, rates |
//! | `report.html` | both, for people |
//! | `weights.safetensors`, `policy.safetensors` | what a training has learned; they follow from the experiment as the result does |

use std::io::Write as _;
use std::path::{Path, PathBuf};

use quadrille_files::{Draft, Replace, WriteError, create_folder};

use crate::{Store, StoreError};

/// The folder of one run.
#[derive(Debug, Clone)]
pub struct RunDirectory {
    path: PathBuf,
}

/// A file of a run that is not the checkpoint file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// `result.json`
    Result,
    /// `run.json`
    Run,
    /// `report.html`
    Report,
    /// `weights.safetensors`: what a training has learned
    Weights,
    /// `policy.safetensors`: the same in integers, to be played with
    Policy,
}

impl Output {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Result, Self::Run, Self::Report, Self::Weights, Self::Policy];

    /// Returns the file's name.
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

/// Why a folder cannot hold the run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// It is no folder, or a file in it cannot be read.
    #[error("cannot use {path}: {reason}")]
    Unusable {
        /// The folder or the file in it.
        path: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
    /// The folder, or a file in it, cannot be written.
    #[error("{0}")]
    Unwritable(WriteError),
    /// It holds a result that no checkpoint file accounts for.
    #[error("{path} holds a {file}, but no run is recorded in its run.sqlite; choose another directory")]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// The file that would have been overwritten.
        file: &'static str,
    },
    /// Its checkpoint file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RunDirectory {
    /// Returns the folder at `path`, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file in it.
    pub fn file(&self, output: Output) -> PathBuf {
        self.path.join(output.file_name())
    }

    /// Returns whether there is no checkpoint file yet, so that opening the directory would write one.
    pub fn is_new(&self) -> bool {
        matches!(self.path.join("run.sqlite").try_exists(), Ok(false))
    }

    /// Makes the folder if need be and opens its checkpoint file, without changing anything that is there.
    ///
    /// # Errors
    /// The folder cannot be made or written, holds results of something else, or its checkpoint file cannot
    /// be used.
    pub fn open(&self) -> Result<Store, DirectoryError> {
        create_folder(&self.path).map_err(|error| {
            if error.is_refusal() { self.unusable(error.into()) } else { DirectoryError::Unwritable(error) }
        })?;
        let path = self.path.join("run.sqlite");
        // Not `exists`: a dangling link, or a folder one may not look into, is an error to be told.
        if !path.try_exists().map_err(|reason| self.unusable(reason))? {
            self.refuse_outputs()?;
        }
        let store = Store::open(&path)?;
        // A run is recorded before anything else of it is written: outputs beside an empty file have lost
        // their record.
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

    /// What is in a file of the run; `None` if it is not there.
    ///
    /// # Errors
    /// It is there and cannot be read, or is no ordinary file.
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

    /// Writes a file of the run whole or not at all.
    ///
    /// # Errors
    /// It cannot be written; what was there before is still there.
    pub fn write(&self, output: Output, bytes: &[u8]) -> Result<(), DirectoryError> {
        let path = self.file(output);
        let write = || {
            let mut draft = Draft::begin(&path, Replace::RegularFileOrLink)?;
            draft.write_all(bytes).map_err(|error| WriteError::system(&path, error))?;
            // A result must be on the disk before the run is marked complete; progress notes need not wait.
            if output == Output::Run { draft.commit() } else { draft.commit_durably() }
        };
        write().map_err(DirectoryError::Unwritable)
    }

    /// Removes the files that processes which were killed have left half written.
    pub fn sweep(&self) {
        quadrille_files::sweep(&self.path);
    }

    fn unusable(&self, reason: std::io::Error) -> DirectoryError {
        let reason = match reason.kind() {
            // Of a path that leads through something else than a folder.
            std::io::ErrorKind::NotADirectory => std::io::Error::other("it is not a directory"),
            _ => reason,
        };
        DirectoryError::Unusable { path: self.path.clone(), reason }
    }
}
