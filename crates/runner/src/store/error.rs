//! Errors of using a checkpoint file.

use std::path::PathBuf;

use quadrille_memory::Shortage;

/// Error of using a checkpoint file. Data that were saved before are not deleted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file is not a database, or is damaged.
    #[error("{path} is damaged: {what}; move it away (or choose another directory) to start again")]
    Corrupt {
        /// The checkpoint file's path.
        path: PathBuf,
        /// A description of the damage.
        what: String,
    },
    /// The file is a database of another program.
    #[error("{path} is not a run that this program can use: {what}; choose another directory")]
    Foreign {
        /// The checkpoint file's path.
        path: PathBuf,
        /// The reason that the file cannot be used.
        what: String,
    },
    /// Another process has opened the file.
    #[error("{path} is in use: another process is working on this run")]
    InUse {
        /// The checkpoint file's path.
        path: PathBuf,
    },
    /// The disk is full, or a quota is exhausted.
    #[error(
        "no space left to write {path}: the shards finished so far are safe; free some space, then resume"
    )]
    Full {
        /// The checkpoint file's path.
        path: PathBuf,
    },
    /// The system reported an error while the file was written.
    #[error(
        "cannot write {path}: the disk reported an error, or this process may not write a larger file; the shards finished so far are safe"
    )]
    Failing {
        /// The checkpoint file's path.
        path: PathBuf,
    },
    /// Another process has removed or replaced the file.
    #[error("{path} is gone: it was removed or replaced during the run, and its contents are lost")]
    Gone {
        /// The checkpoint file's path.
        path: PathBuf,
    },
    /// The file exists, but cannot be read.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// The checkpoint file's path.
        path: PathBuf,
        /// The system's error.
        reason: String,
    },
    /// The file cannot be opened or written.
    #[error("cannot write {path}: {reason}")]
    Unwritable {
        /// The checkpoint file's path.
        path: PathBuf,
        /// The system's error.
        reason: String,
    },
    /// Memory does not suffice for reading; the file is unchanged.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// Any other error of `SQLite`.
    #[error("{path}: {reason}")]
    Other {
        /// The checkpoint file's path.
        path: PathBuf,
        /// The error.
        reason: String,
    },
}
