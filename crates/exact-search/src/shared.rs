//! A memo that grows while several threads use it.

use std::sync::{PoisonError, RwLock};

use crate::{Bounds, Memo};

/// A [`Memo`] for several threads. A thread that fills the last slots doubles the table while the
/// others wait.
#[derive(Debug)]
pub struct SharedMemo<B, const WORDS: usize>(RwLock<Memo<B, WORDS>>);

impl<B: Bounds, const WORDS: usize> Default for SharedMemo<B, WORDS> {
    /// Creates an empty memo, which is limited only by the memory of the process.
    fn default() -> Self {
        Self(RwLock::new(Memo::new(u64::MAX)))
    }
}

impl<B: Bounds, const WORDS: usize> SharedMemo<B, WORDS> {
    /// Returns the bounds stored for a key; the bounds with the packed form 0 if there are none.
    pub fn get(&self, key: impl Into<[u64; WORDS]>) -> B {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(key)
    }

    /// Merges bounds into the entry of a key, and grows the table when it is time to. If memory is
    /// insufficient, the table grows no further: then the entry with the least `work` is lost.
    pub fn put(&self, key: impl Into<[u64; WORDS]>, bounds: B, work: u64) {
        let should_grow = {
            let memo = self.0.read().unwrap_or_else(PoisonError::into_inner);
            memo.put(key, bounds, work);
            memo.should_grow()
        };
        if should_grow {
            self.0.write().unwrap_or_else(PoisonError::into_inner).grow_if_due();
        }
    }
}
