//! Atomic writing of files.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::FileKind;
use crate::draft::{Draft, Replace, folder_of};

/// Error of writing a file or creating a folder. An existing file at the path is unchanged.
#[derive(Debug)]
pub struct WriteError {
    path: PathBuf,
    reason: Reason,
    is_folder: bool,
}

#[derive(Debug)]
enum Reason {
    /// The path exists, and the file may not be replaced.
    Exists,
    /// A file cannot be written at the path. Contains the reason.
    Place(String),
    /// The system's error.
    System(io::Error),
}

impl WriteError {
    pub(crate) fn exists(path: &Path) -> Self {
        Self::new(path, Reason::Exists)
    }

    pub(crate) fn place(path: &Path, reason: impl Into<String>) -> Self {
        Self::new(path, Reason::Place(reason.into()))
    }

    /// Converts an error that the system has reported for writing the file at `path`.
    pub fn system(path: &Path, error: io::Error) -> Self {
        use io::ErrorKind::{AlreadyExists, InvalidFilename, IsADirectory, NotADirectory, NotFound};
        let reason = match error.kind() {
            AlreadyExists => Reason::Exists,
            IsADirectory => Reason::Place("it is a folder".to_owned()),
            NotFound | NotADirectory => Reason::Place(no_folder(path)),
            InvalidFilename => Reason::Place(error.to_string()),
            _ => Reason::System(error),
        };
        Self::new(path, reason)
    }

    fn new(path: &Path, reason: Reason) -> Self {
        Self { path: path.to_owned(), reason, is_folder: false }
    }

    /// Marks the error as an error of creating a folder.
    pub(crate) fn of_folder(self) -> Self {
        Self { is_folder: true, ..self }
    }

    /// Returns whether the path is the reason of the error: a file at the path may not be replaced,
    /// the path does not lead to a regular file, or the folder of the path does not exist. Other
    /// errors are failures of the system, such as a read-only folder or a full disk.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self.reason, Reason::System(_))
    }

    /// Returns the reason without the path.
    pub fn reason(&self) -> String {
        match &self.reason {
            Reason::Exists => "it already exists".to_owned(),
            Reason::Place(reason) => reason.clone(),
            Reason::System(error) => error.to_string(),
        }
    }

    /// Returns the path of the file or folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.reason {
            _ if self.is_folder => write!(f, "cannot create the folder {path}: {}", self.reason()),
            Reason::Exists => write!(f, "{path} already exists; nothing was written"),
            _ => write!(f, "cannot write {path}: {}", self.reason()),
        }
    }
}

impl std::error::Error for WriteError {}

/// The converted error contains only the reason, for callers that add the path to the message.
impl From<WriteError> for io::Error {
    fn from(error: WriteError) -> Self {
        match error.reason {
            Reason::System(error) => error,
            Reason::Exists => Self::new(io::ErrorKind::AlreadyExists, "it already exists"),
            Reason::Place(reason) => Self::new(io::ErrorKind::InvalidInput, reason),
        }
    }
}

fn no_folder(path: &Path) -> String {
    format!("there is no folder {}", folder_of(path).display())
}

/// Checks that the folder of a path exists, and that an existing file at the path may be replaced.
/// Does not try to write.
///
/// # Errors
/// A [`WriteError`] that is a [refusal](WriteError::is_refusal).
pub fn check_place(path: &Path, replace: Replace) -> Result<(), WriteError> {
    let special =
        |kind| WriteError::place(path, format!("it is {kind}; expected a regular file or a new name"));
    // Errors of the system are ignored here, because they occur again when the file is written.
    match FileKind::behind_links(folder_of(path)) {
        Ok(Some(FileKind::Folder)) | Err(_) => {}
        Ok(_) => return Err(WriteError::place(path, no_folder(path))),
    }
    let (itself, target) = (FileKind::at(path).ok().flatten(), FileKind::behind_links(path).ok().flatten());
    match target {
        Some(FileKind::Folder) => return Err(WriteError::place(path, "it is a folder")),
        None | Some(FileKind::Regular) => {}
        Some(other) => return Err(special(other)),
    }
    if path.file_name().is_none() {
        return Err(WriteError::place(path, "it has no file name"));
    }
    match (replace, itself) {
        (Replace::Never, Some(_)) => Err(WriteError::exists(path)),
        (Replace::RegularFile, Some(FileKind::Link)) => Err(special(FileKind::Link)),
        _ => Ok(()),
    }
}

/// Checks that a file can be written at a path, by creating a temporary file and removing it. This
/// is useful before a long computation.
///
/// # Errors
/// [`WriteError`].
pub fn check_writable(path: &Path, replace: Replace) -> Result<(), WriteError> {
    Draft::begin(path, replace).map(drop)
}

/// Writes a file atomically, which means completely or not at all. The argument `write` is a
/// function that writes the contents.
///
/// # Errors
/// The errors of `write`, and [`WriteError`].
pub fn write<E: From<WriteError>>(
    path: &Path,
    replace: Replace,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut draft = Draft::begin(path, replace)?;
    let mut out = BufWriter::new(&mut draft);
    write(&mut out)?;
    out.flush().map_err(|error| WriteError::system(path, error))?;
    drop(out);
    draft.commit().map_err(E::from)
}

/// Writes a file atomically. If the file name ends in `.gz`, the contents are compressed with gzip.
/// The argument `content` is a function that writes the contents.
///
/// # Errors
/// The errors of `content`, and [`WriteError`].
pub fn write_by_name(
    path: &Path,
    replace: Replace,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let packs = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
    write(path, replace, |out| {
        let written = if packs {
            let mut packer = GzEncoder::new(out, Compression::default());
            content(&mut packer).and_then(|()| packer.finish().map(drop))
        } else {
            content(out)
        };
        written.map_err(|error| WriteError::system(path, error))
    })
}

/// Writes `bytes` to a file atomically.
///
/// # Errors
/// [`WriteError`].
pub fn write_bytes(path: &Path, replace: Replace, bytes: &[u8]) -> Result<(), WriteError> {
    write(path, replace, |out| out.write_all(bytes).map_err(|error| WriteError::system(path, error)))
}
