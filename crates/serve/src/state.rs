//! The state that a server saves for its successor, the next server for the same folder of runs:
//! its port, and the digests of its cookies.
//!
//! The state is kept in the user's state folder, never in the folder of runs. There is one file of
//! mode 0600 for each folder of runs. Only the user can write to the state folder.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cookies::Kept;

/// Error of the state folder, or of a file in it.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}", path = path.display())]
pub struct StateError {
    path: PathBuf,
    reason: String,
}

/// The state of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The folder of runs.
    pub(crate) folder: String,
    /// The port of the server. The cookies are valid only at this port.
    pub(crate) port: u16,
    /// The digests and expiry times of the cookies; empty if the cookies become invalid when the
    /// process ends.
    pub(crate) cookies: Vec<Kept>,
}

/// The file with the state of a server.
#[derive(Debug)]
pub(crate) struct StateFile {
    path: PathBuf,
}

/// Maximum size of the file, in bytes.
const LARGEST: u64 = 64 << 10;

#[cfg(unix)]
impl StateFile {
    /// Opens the state for a folder of runs, and creates the state folder if it is missing.
    ///
    /// # Errors
    /// The folder or the file belongs to another user, others can read or write the file, or the
    /// folder cannot be created.
    pub(crate) fn of(folder: &Path, runs: &Path) -> Result<Self, StateError> {
        use std::os::unix::ffi::OsStrExt as _;
        use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};

        use crate::secret::Digest;

        let failed = |reason: String| StateError { path: folder.to_owned(), reason };
        let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.map_err(|error| failed(format!("cannot be created: {error}")))?;
        let about = std::fs::metadata(folder).map_err(|error| failed(error.to_string()))?;
        check(&about, 0, "a folder that you own").map_err(failed)?;
        // Another program may have created the folder with write access for its group.
        let closed = std::fs::Permissions::from_mode(about.mode() & 0o755);
        std::fs::set_permissions(folder, closed).map_err(|error| failed(error.to_string()))?;
        let digest = Digest::of_bytes(runs.as_os_str().as_bytes()).to_hexadecimal();
        let file = Self { path: folder.join(format!("serve-{}.json", &digest[..16])) };
        file.check()?;
        Ok(file)
    }

    /// Reads the state; `None` if the file is missing or damaged.
    pub(crate) fn read(&self) -> Result<Option<State>, StateError> {
        self.check()?;
        let bytes = quadrille_files::Reader::new(LARGEST).bytes(&self.path).ok();
        Ok(bytes.and_then(|content| serde_json::from_slice(&content.bytes).ok()))
    }

    /// Replaces the file with a new one, created exclusively with mode 0600.
    pub(crate) fn write(&self, state: &State) -> Result<(), StateError> {
        use std::io::Write as _;
        use std::os::unix::fs::PermissionsExt as _;

        let write = || -> std::io::Result<()> {
            let folder = self.path.parent().unwrap_or(Path::new("."));
            let mode = std::fs::Permissions::from_mode(0o600);
            let mut file =
                tempfile::Builder::new().prefix(".serve-").permissions(mode).tempfile_in(folder)?;
            file.write_all(&serde_json::to_vec_pretty(state)?)?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            Ok(())
        };
        write().map_err(|error| StateError {
            path: self.path.clone(),
            reason: format!("cannot be written: {error}"),
        })
    }

    fn check(&self) -> Result<(), StateError> {
        let failed = |reason: String| StateError { path: self.path.clone(), reason };
        match std::fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(failed(error.to_string())),
            Ok(about) if !about.is_file() => Err(failed("it is not a regular file".to_owned())),
            Ok(about) => check(&about, 0o077, "a file that you own, with mode 0600").map_err(failed),
        }
    }
}

#[cfg(unix)]
fn check(about: &std::fs::Metadata, forbidden: u32, expected: &str) -> Result<(), String> {
    use std::os::unix::fs::MetadataExt as _;

    let (owner, mode) = (about.uid(), about.mode() & 0o777);
    if owner == rustix::process::geteuid().as_raw() && mode & forbidden == 0 {
        return Ok(());
    }
    Err(format!("it belongs to user {owner} and has mode {mode:04o}; expected {expected}"))
}

/// On systems without Unix file modes, no state is kept.
#[cfg(not(unix))]
impl StateFile {
    pub(crate) fn of(folder: &Path, _: &Path) -> Result<Self, StateError> {
        Ok(Self { path: folder.to_owned() })
    }

    pub(crate) fn read(&self) -> Result<Option<State>, StateError> {
        let _ = (&self.path, LARGEST);
        Ok(None)
    }

    pub(crate) fn write(&self, _: &State) -> Result<(), StateError> {
        Ok(())
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    fn state() -> State {
        State { folder: "/runs".to_owned(), port: 8080, cookies: Vec::new() }
    }

    #[test]
    fn the_state_is_a_file_of_mode_0600() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("state/quadrille");
        let file = StateFile::of(&folder, Path::new("/runs")).unwrap();
        assert_eq!(file.read().unwrap(), None);
        file.write(&state()).unwrap();
        assert_eq!(file.read().unwrap(), Some(state()));
        assert_eq!(fs::metadata(&file.path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o777, 0o700);
        let other = StateFile::of(&folder, Path::new("/other")).unwrap();
        assert_eq!(other.read().unwrap(), None, "each folder of runs has its own state");
        fs::write(&file.path, "damaged").unwrap();
        assert_eq!(file.read().unwrap(), None);
    }

    #[test]
    fn files_that_others_can_read_and_links_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("quadrille");
        let runs = Path::new("/runs");
        let file = StateFile::of(&folder, runs).unwrap();
        file.write(&state()).unwrap();
        for mode in [0o644, 0o640, 0o606, 0o660] {
            fs::set_permissions(&file.path, Permissions::from_mode(mode)).unwrap();
            let error = StateFile::of(&folder, runs).unwrap_err().to_string();
            assert!(error.contains("mode 0600"), "{error}");
        }
        fs::remove_file(&file.path).unwrap();
        symlink("/etc/passwd", &file.path).unwrap();
        assert!(StateFile::of(&folder, runs).unwrap_err().to_string().contains("not a regular file"));
        fs::remove_file(&file.path).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
        StateFile::of(&folder, runs).unwrap();
        assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o777, 0o755, "others can no longer write");
    }
}
