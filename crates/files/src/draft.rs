//! Files that are written under a temporary name, and the removal of orphaned temporary files.
//!
//! ```text
//!   result.json.3f09ab41c27d.quadrille-part        name . 12 hexadecimal digits . suffix
//! ```
//!
//! The process that writes a temporary file holds a lock on the file (`flock`). The system releases
//! the lock when the process ends. A temporary file that can be locked is therefore an orphan, and
//! [`sweep`] removes it.
//!
//! A call of [`sweep`] in another process may remove a new file before the writer has locked it.
//! The writer detects this, because the lock is refused or the path no longer leads to the locked
//! file, and tries another name. Once the writer holds the lock and the path leads to the file,
//! [`sweep`] cannot remove the file, because [`sweep`] needs the lock.

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
/// Number of random hexadecimal digits in a temporary name.
const DIGITS: usize = 12;
/// If a file name has more bytes than this number, the temporary name contains `file` instead of
/// the file name. File systems limit names to 255 bytes.
const LONGEST: usize = 200;
/// Number of temporary names that are tried before an error is returned.
const ATTEMPTS: usize = 100;

/// Which existing files may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Replace {
    /// No file is replaced: the path must not exist.
    Never,
    /// A regular file may be replaced, but not a symbolic link.
    RegularFile,
    /// A regular file may be replaced, and so may a symbolic link to a regular file or to a missing
    /// path. The link itself is replaced, not its target.
    RegularFileOrLink,
}

/// A file that is written under a temporary name in the folder of its final path.
///
/// When a draft is dropped before it is [committed](Self::commit), the temporary file is removed.
#[derive(Debug)]
pub struct Draft {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    replace: Replace,
    has_name: bool,
}

impl Draft {
    /// Creates a temporary file for `path`. Also removes [orphaned files](sweep) from the folder.
    ///
    /// # Errors
    /// The file at `path` may not be replaced, or the folder cannot be written.
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
        let taken = || io::Error::other("another program removed every temporary file that was created here");
        Err(WriteError::system(path, last.unwrap_or_else(taken)))
    }

    /// Renames the file to its final path.
    ///
    /// # Errors
    /// The file at the path may not be replaced, or the system reports an error.
    pub fn commit(mut self) -> Result<(), WriteError> {
        self.rename()
    }

    /// Waits until the contents of the file are on disk, then renames the file to its final path.
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
            // A hard link cannot be created if the path exists. A rename would replace a file that
            // another process has created since the check.
            match std::fs::hard_link(&self.temporary, &self.path) {
                // When `self` is dropped, the temporary name is removed.
                Ok(()) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(failed(error)),
                // The file system does not support hard links.
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
            // Errors are ignored: if the file cannot be removed, it becomes an orphan.
            let _ = std::fs::remove_file(&self.temporary);
        }
    }
}

/// Returns the folder of a path.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Locks a file that this process has just created. Returns false if a call of [`sweep`] has locked
/// or removed the file since its creation.
fn holds(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        // The file system does not support locks, so `sweep` cannot lock the file and does not
        // remove it.
        Err(TryLockError::Error(_)) => true,
        Ok(()) => is_at(file, path),
    }
}

/// Returns whether `path` leads to the open file `file`.
fn is_at(file: &File, path: &Path) -> bool {
    let there = path.symlink_metadata().ok().map(|about| FileId::of(&about));
    there.is_some() && there == file.metadata().ok().map(|about| FileId::of(&about))
}

fn temporary_name(name: &OsStr) -> OsString {
    // The keys of `RandomState` are different in each call and each process, so the hash is a
    // random number.
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

/// Removes from a folder the temporary files of processes that have ended, and returns the number
/// of removed files. Files that cannot be removed are ignored.
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
    // The file is opened for writing, because some network file systems lock only files that are
    // open for writing.
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
