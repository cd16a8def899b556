//! Files that grow while a program runs, such as records, logs and files of partial results.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use crate::read::{expect_regular, without_blocking};
use crate::write::{WriteError, check_place};
use crate::{FileKind, Replace};

/// Creates a file at a path that does not exist yet.
///
/// # Errors
/// The path exists, its folder is missing, or the system reports an error.
pub fn create_new(path: &Path) -> Result<File, WriteError> {
    File::create_new(path).map_err(|error| WriteError::system(path, error))
}

/// Creates an empty file, or truncates an existing regular file.
///
/// # Errors
/// The path is not a regular file, or the system reports an error.
pub fn create(path: &Path) -> Result<File, WriteError> {
    let file = opened(path, OpenOptions::new().write(true).create(true).truncate(false))?;
    // The file is opened without truncation. It is truncated only here, after `opened` has checked
    // that it is a regular file.
    file.set_len(0).map_err(|error| WriteError::system(path, error))?;
    Ok(file)
}

/// Opens a regular file for reading and appending, or creates it.
///
/// # Errors
/// The path is not a regular file, or the system reports an error.
pub fn append(path: &Path) -> Result<File, WriteError> {
    opened(path, OpenOptions::new().read(true).append(true).create(true))
}

/// Opens a regular file for reading and writing, or creates it. A symbolic link is refused.
///
/// # Errors
/// The path is not a regular file, or the system reports an error.
pub fn update(path: &Path) -> Result<File, WriteError> {
    if matches!(FileKind::at(path), Ok(Some(FileKind::Link))) {
        return Err(WriteError::place(path, "it is a link; expected a regular file or a new name"));
    }
    opened(path, OpenOptions::new().read(true).write(true).create(true).truncate(false))
}

/// Waits until the contents of a complete file are on disk, then renames the file from `from` to
/// `to`.
///
/// # Errors
/// The file at `to` may not be replaced, or the system reports an error.
pub fn finish(file: &File, from: &Path, to: &Path, replace: Replace) -> Result<(), WriteError> {
    check_place(to, replace)?;
    let finished = file.sync_all().and_then(|()| std::fs::rename(from, to));
    finished.map_err(|error| WriteError::system(to, error))
}

/// Creates a folder and its missing parents.
///
/// # Errors
/// A part of the path is not a folder, or the system reports an error.
pub fn create_folder(path: &Path) -> Result<(), WriteError> {
    std::fs::create_dir_all(path).map_err(|error| {
        let error = match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                WriteError::place(path, "the path, or a part of it, is not a directory")
            }
            io::ErrorKind::NotFound => WriteError::place(path, error.to_string()),
            _ => WriteError::system(path, error),
        };
        error.of_folder()
    })
}

fn opened(path: &Path, options: &mut OpenOptions) -> Result<File, WriteError> {
    let refused = |error: io::Error| WriteError::place(path, error.to_string());
    // The kind is checked before the file is opened, because opening a pipe can block and opening a
    // device can have effects.
    if let Ok(about) = path.metadata() {
        expect_regular(&about).map_err(refused)?;
    }
    let failed = |error| WriteError::system(path, error);
    let file = without_blocking(options).open(path).map_err(failed)?;
    expect_regular(&file.metadata().map_err(failed)?).map_err(refused)?;
    Ok(file)
}
