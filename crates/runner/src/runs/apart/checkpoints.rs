//! What is merged of a run already, in its folder.

use std::path::{Path, PathBuf};

use crate::{Identity, Store};

use crate::runs::RunFailure;

/// A run's checkpoints, to look at, and whose they are.
pub(super) struct Checkpoints {
    folder: PathBuf,
    store: Store,
    recorded: Identity,
}

impl Checkpoints {
    /// Those in a folder; refused where there are none.
    pub(super) fn look(folder: &Path) -> Result<Self, RunFailure> {
        let no_run = || RunFailure::Refused(format!("{} holds no run", folder.display()));
        if !Self::are_in(folder) {
            return Err(no_run());
        }
        let store = Store::look(&folder.join("run.sqlite"))?;
        let (recorded, _) = store.recorded()?.ok_or_else(no_run)?;
        Ok(Self { folder: folder.to_owned(), store, recorded })
    }

    /// Returns whether a folder has any.
    pub(super) fn are_in(folder: &Path) -> bool {
        folder.join("run.sqlite").exists()
    }

    /// Returns the seed of their run.
    pub(super) fn seed(&self) -> u64 {
        self.recorded.seed
    }

    /// Returns the checkpoints as those of this very run; refused where they are another's.
    pub(super) fn of(self, identity: &Identity) -> Result<Store, RunFailure> {
        match self.recorded.difference(identity) {
            None => Ok(self.store),
            Some(difference) => {
                Err(RunFailure::Refused(format!("{} holds another run: {difference}", self.folder.display())))
            }
        }
    }
}
