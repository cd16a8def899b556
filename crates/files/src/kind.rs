//! The kinds of files, such as folders and pipes, and the identity of a file.

use std::fmt;
use std::fs::{FileType, Metadata};
use std::io;
use std::path::Path;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file.
    Regular,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, named (FIFO) or unnamed.
    Pipe,
    /// A socket.
    Socket,
    /// A character or block device.
    Device,
    /// Any other kind.
    Other,
}

impl FileKind {
    /// Returns the kind of the file at a path, without following links; `None` if the path does not
    /// exist.
    ///
    /// # Errors
    /// The system's errors, except for a missing file.
    pub fn at(path: &Path) -> io::Result<Option<Self>> {
        Self::found(path.symlink_metadata())
    }

    /// Returns the kind of the file at a path, following links; `None` if the path does not exist.
    ///
    /// # Errors
    /// The system's errors, except for a missing file.
    pub fn behind_links(path: &Path) -> io::Result<Option<Self>> {
        Self::found(path.metadata())
    }

    fn found(about: io::Result<Metadata>) -> io::Result<Option<Self>> {
        match about {
            Ok(about) => Ok(Some(Self::of(about.file_type()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the kind of a file with the given file type.
    pub fn of(kind: FileType) -> Self {
        if kind.is_file() {
            Self::Regular
        } else if kind.is_symlink() {
            Self::Link
        } else if kind.is_dir() {
            Self::Folder
        } else {
            Self::special(kind)
        }
    }

    #[cfg(unix)]
    fn special(kind: FileType) -> Self {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            Self::Pipe
        } else if kind.is_socket() {
            Self::Socket
        } else if kind.is_char_device() || kind.is_block_device() {
            Self::Device
        } else {
            Self::Other
        }
    }

    #[cfg(not(unix))]
    fn special(_: FileType) -> Self {
        Self::Other
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Regular => "a regular file",
            Self::Folder => "a folder",
            Self::Link => "a link",
            Self::Pipe => "a pipe",
            Self::Socket => "a socket",
            Self::Device => "a device",
            Self::Other => "a special file",
        })
    }
}

/// The identity of a file, independent of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileId(u64, u64);

impl FileId {
    /// Returns the identity of the file at a path, following links; `None` if the path does not
    /// exist or its metadata cannot be read.
    pub fn at(path: &Path) -> Option<Self> {
        path.metadata().ok().map(|about| Self::of(&about))
    }

    /// Returns the identity in a file's metadata. A comparison of identities shows whether a path
    /// still leads to the file that was opened there. On Unix, the metadata contain an identity. On
    /// other systems, all files have the same identity.
    #[cfg(unix)]
    pub fn of(about: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self(about.dev(), about.ino())
    }

    /// Returns the identity in a file's metadata. A comparison of identities shows whether a path
    /// still leads to the file that was opened there. On Unix, the metadata contain an identity. On
    /// other systems, all files have the same identity.
    #[cfg(not(unix))]
    pub fn of(_: &Metadata) -> Self {
        Self(0, 0)
    }
}
