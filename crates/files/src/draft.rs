//! Files under a temporary name, and the removal of orphaned temporary files.
//!
//! ```text
//!   result.json.3f09ab41c27d.quadrille-part        name . 12 hexadecimal digits . suffix
//! ```
//!
//! The process that writes a temporary file holds a lock on it (`flock`), which ends with the
//! process. A temporary file that can be locked is therefore an orphan, and is removed.
//!
//! Between its creation and its lock, a sweep may lock and remove a new file. The writer detects
//! this: either its lock is refused, or the locked file no longer has a name. It then tries another
//! name. A file that is locked and has a name stays, because a sweep removes a file only while it
//! holds the lock.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::read::without_blocking;
use crate::write::{WriteError, check_place};
use crate::{FileId, FileKind};

/// The suffix of temporary names.
const ENDING: &str = ".quadrille-part";
/// Number of hexadecimal digits that make a temporary name unique.
const DIGITS: usize = 12;
/// Maximum length of a name that becomes part of a temporary name; file systems limit names to 255
/// bytes.
const LONGEST: usize = 200;
/// Number of names tried before an error is returned.
const ATTEMPTS: usize = 100;

/// The rule for replacing existing files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Replace {
    /// No file is replaced: the path must not exist.
    Never,
    /// A regular file, but no symbolic link.
    RegularFile,
    /// A regular file, or a symbolic link to a regular file or to a missing path. The link itself
    /// is replaced.
    RegularFileOrLink,
}

/// A file that is written under a temporary name in the folder of its final path.
///
/// It is removed unless it is [committed](Self::commit).
#[derive(Debug)]
pub struct Draft {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    replace: Replace,
    has_name: bool,
}

impl Draft {
    /// Begins a file for `path`, and removes [orphans](sweep) from its folder.
    ///
    /// # Errors
    /// The rule does not allow a file at `path`, or its folder cannot be written.
    pub fn begin(path: &Path, replace: Replace) -> Result<Self, WriteError> {
        check_place(path, replace)?;
        let folder = folder_of(path);
        sweep(folder);
        let name = path.file_name().filter(|name| name.len() <= LONGEST).unwrap_or(OsStr::new("file"));
        let mut last = None;
        for _ in 0..ATTEMPTS {
            let temporary = folder.join(temporary_name(name));
            match File::create_new(&temporary) {
                Ok(file) if holds(&file, &temporary) => {
                    return Ok(Self { file, temporary, path: path.to_owned(), replace, has_name: true });
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = Some(error),
                Err(error) => return Err(WriteError::system(path, error)),
            }
        }
        let taken =
            || io::Error::other("another program removed every temporary file that was created for it");
        Err(WriteError::system(path, last.unwrap_or_else(taken)))
    }

    /// Renames the file to its final path.
    ///
    /// # Errors
    /// The path has an entry that may not be replaced, or the system reports an error.
    pub fn commit(mut self) -> Result<(), WriteError> {
        self.rename()
    }

    /// Renames the file to its final path after its bytes were written to the disk.
    ///
    /// # Errors
    /// As [`Self::commit`].
    pub fn commit_durably(mut self) -> Result<(), WriteError> {
        self.file.sync_all().map_err(|error| WriteError::system(&self.path, error))?;
        self.rename()
    }

    fn rename(&mut self) -> Result<(), WriteError> {
        check_place(&self.path, self.replace)?;
        let failed = |error| WriteError::system(&self.path, error);
        if self.replace == Replace::Never {
            // A hard link fails if the path exists; a rename would replace a file created since the
            // check.
            match std::fs::hard_link(&self.temporary, &self.path) {
                // Dropping `self` removes the temporary name.
                Ok(()) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(failed(error)),
                // The file system has no hard links.
                Err(_) => {}
            }
        }
        std::fs::rename(&self.temporary, &self.path).map_err(failed)?;
        self.has_name = false;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.has_name {
            // A missing temporary file is not an error; a file that cannot be removed becomes an
            // orphan.
            let _ = std::fs::remove_file(&self.temporary);
        }
    }
}

/// Returns the folder of a path.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Locks a file that was just created; returns false if a sweep has removed or locked it before.
fn holds(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        // On file systems without locks a sweep cannot lock the file either, and removes nothing.
        Err(TryLockError::Error(_)) => true,
        Ok(()) => is_at(file, path),
    }
}

/// Returns whether a path still leads to an open file.
fn is_at(file: &File, path: &Path) -> bool {
    let there = path.symlink_metadata().ok().map(|about| FileId::of(&about));
    there.is_some() && there == file.metadata().ok().map(|about| FileId::of(&about))
}

fn temporary_name(name: &OsStr) -> OsString {
    // The keys of `RandomState` differ from call to call and from process to process.
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    let number = hasher.finish() >> (64 - 4 * DIGITS);
    let mut temporary = name.to_owned();
    temporary.push(format!(".{number:0DIGITS$x}{ENDING}"));
    temporary
}

fn is_temporary(name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    let Some(begin) = bytes.strip_suffix(ENDING.as_bytes()) else { return false };
    let Some((name, digits)) = begin.split_at_checked(begin.len().saturating_sub(DIGITS)) else {
        return false;
    };
    let is_digit = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    digits.len() == DIGITS && digits.iter().all(is_digit) && name.len() > 1 && name.ends_with(b".")
}

/// Removes the temporary files of ended processes from a folder, and returns their number. Files
/// that cannot be removed are ignored.
pub fn sweep(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let named = entries.filter_map(Result::ok).filter(|entry| is_temporary(&entry.file_name()));
    named.filter(|entry| remove_orphan(&entry.path())).count()
}

fn remove_orphan(path: &Path) -> bool {
    if !matches!(FileKind::at(path), Ok(Some(FileKind::Regular))) {
        return false;
    }
    let mut options = OpenOptions::new();
    // Opened with write access, because some network file systems lock only such files.
    options.read(true).write(true);
    let Ok(file) = without_blocking(&mut options).open(path) else { return false };
    file.try_lock().is_ok() && is_at(&file, path) && std::fs::remove_file(path).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_temporary_names_are_swept() {
        assert!(is_temporary(&temporary_name(OsStr::new("result.json"))));
        for other in [
            "a.quadrille-part",
            ".0123456789ab.quadrille-part",
            "a.0123456789aB.quadrille-part",
            "a0123456789ab.quadrille-part",
            "a.0123456789ab.part",
            "a.123456789ab.quadrille-part",
        ] {
            assert!(!is_temporary(OsStr::new(other)), "{other}");
        }
    }

    /// Simulates a sweep between the creation of a file and its lock.
    #[test]
    fn a_writer_notices_that_its_file_was_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(temporary_name(OsStr::new("a")));
        let file = File::create_new(&path).unwrap();
        assert_eq!(sweep(folder.path()), 1);
        assert!(!holds(&file, &path));
        let sweeping = File::create_new(&path).unwrap();
        sweeping.lock().unwrap();
        assert!(!holds(&File::open(&path).unwrap(), &path));
        drop(sweeping);
        assert!(holds(&File::open(&path).unwrap(), &path));
    }
}
