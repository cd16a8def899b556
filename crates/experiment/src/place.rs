//! What stands at a path: a run's files are ordinary ones, and stay the same ones.

use std::fs::{File, FileType, Metadata};
use std::io::{Error, ErrorKind};
use std::path::Path;

use tempfile::NamedTempFile;

/// What was found at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    /// An ordinary file.
    File,
    /// Something else: `a folder`.
    Other(&'static str),
}

/// What stands at the path itself: of a link, that it is one.
pub(crate) fn at(path: &Path) -> Result<Found, Error> {
    found(path.symlink_metadata())
}

/// What stands at the path, or where a link that stands there leads.
pub(crate) fn behind_links(path: &Path) -> Result<Found, Error> {
    found(path.metadata())
}

fn found(about: Result<Metadata, Error>) -> Result<Found, Error> {
    match about {
        Ok(about) => Ok(kind(about.file_type())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found::Nothing),
        Err(error) => Err(error),
    }
}

fn kind(kind: FileType) -> Found {
    if kind.is_file() {
        Found::File
    } else if kind.is_symlink() {
        Found::Other("a link")
    } else if kind.is_dir() {
        Found::Other("a folder")
    } else {
        Found::Other("a pipe, a socket or a device")
    }
}

/// A new file in a folder, which goes unless it is given a name for good. It is made like any new file, so that it
/// has the permissions that the user wants for those, and errors tell no temporary name.
pub(crate) fn new_file(folder: &Path, prefix: &str) -> Result<NamedTempFile<File>, Error> {
    tempfile::Builder::new().prefix(prefix).make_in(folder, |path| File::create_new(path))
}

/// Which file it is that stands at a path, by whatever name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileId(u64, u64);

impl FileId {
    /// The file at the path; `None` if there is none, or it cannot be looked at.
    #[cfg(unix)]
    pub(crate) fn at(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        let about = path.metadata().ok()?;
        Some(Self(about.dev(), about.ino()))
    }

    /// Whether there is a file at the path. Elsewhere than on Unix one that is open is not replaced.
    #[cfg(not(unix))]
    pub(crate) fn at(path: &Path) -> Option<Self> {
        path.exists().then_some(Self(0, 0))
    }
}
