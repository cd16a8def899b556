//! A memo that grows while several threads use it.

use std::sync::{PoisonError, RwLock};

use crate::{Bounds, Memo, hash};

/// The number of parts of a [`SharedMemo`].
const PARTS: usize = 16;

/// A [`Memo`] for several threads. It consists of 16 parts, each behind a lock; the hash of a key
/// selects the part.
///
/// A part doubles when half of its slots are used. The thread that stored the last entry copies the
/// part, and other threads wait if they need this part. No observer is called meanwhile, so a
/// cancellation takes effect after the copy. While a part grows, it takes three times its memory.
/// The parts grow one after another or at the same time, as the threads fill them.
#[derive(Debug)]
pub struct SharedMemo<B, const WORDS: usize>([RwLock<Memo<B, WORDS>>; PARTS]);

impl<B: Bounds, const WORDS: usize> Default for SharedMemo<B, WORDS> {
    /// Creates an empty memo, which is limited only by the memory of the process.
    fn default() -> Self {
        Self(std::array::from_fn(|_| RwLock::new(Memo::new(u64::MAX))))
    }
}

impl<B: Bounds, const WORDS: usize> SharedMemo<B, WORDS> {
    /// Returns the part that stores a key. The highest bits of the hash select it, since the lowest
    /// bits select the bucket within the part.
    #[inline]
    fn part(&self, key: [u64; WORDS]) -> &RwLock<Memo<B, WORDS>> {
        &self.0[(hash(key) >> (64 - PARTS.ilog2())) as usize]
    }

    /// Returns the bounds stored for a key; the bounds with the packed form 0 if there are none.
    /// The same keys are allowed as for [`Table::get`](crate::Table::get).
    pub fn get(&self, key: impl Into<[u64; WORDS]>) -> B {
        let key = key.into();
        self.part(key).read().unwrap_or_else(PoisonError::into_inner).get(key)
    }

    /// Merges bounds into the entry of a key, and doubles the part of the key if half of its slots
    /// are used. If memory is insufficient, the part grows no further: when it is full, the entry
    /// with the least `work` is lost. The same keys and bounds are allowed as for
    /// [`Table::put`](crate::Table::put).
    pub fn put(&self, key: impl Into<[u64; WORDS]>, bounds: B, work: u64) {
        let key = key.into();
        let part = self.part(key);
        let should_grow = {
            let memo = part.read().unwrap_or_else(PoisonError::into_inner);
            memo.put(key, bounds, work);
            memo.should_grow()
        };
        if should_grow {
            part.write().unwrap_or_else(PoisonError::into_inner).grow_if_due();
        }
    }
}
