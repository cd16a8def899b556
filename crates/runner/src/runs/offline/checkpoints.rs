//! The checkpoint file in a run's folder, which contains the merged shards.

use std::path::{Path, PathBuf};

use crate::{Identity, Store};

use crate::runs::RunFailure;

/// A run's checkpoint file, opened for reading, and the identity of the run.
pub(super) struct Checkpoints {
    folder: PathBuf,
    store: Store,
    recorded: Identity,
}

impl Checkpoints {
    /// Opens the checkpoint file in a folder.
    ///
    /// # Errors
    /// The folder contains no checkpoint file, or the file cannot be read.
    pub(super) fn open(folder: &Path) -> Result<Self, RunFailure> {
        let no_run = || RunFailure::Refused(format!("{} holds no run", folder.display()));
        if !Self::are_in(folder) {
            return Err(no_run());
        }
        let store = Store::inspect(&folder.join("run.sqlite"))?;
        let (recorded, _) = store.recorded()?.ok_or_else(no_run)?;
        Ok(Self { folder: folder.to_owned(), store, recorded })
    }

    /// Returns whether a folder contains a checkpoint file.
    pub(super) fn are_in(folder: &Path) -> bool {
        folder.join("run.sqlite").exists()
    }

    /// Returns the seed of the run.
    pub(super) fn seed(&self) -> u64 {
        self.recorded.seed
    }

    /// Returns the store if it belongs to the run with this identity, and an error otherwise.
    pub(super) fn of(self, identity: &Identity) -> Result<Store, RunFailure> {
        match self.recorded.difference(identity) {
            None => Ok(self.store),
            Some(difference) => {
                Err(RunFailure::Refused(format!("{} holds another run: {difference}", self.folder.display())))
            }
        }
    }
}
