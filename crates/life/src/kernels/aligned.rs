//! Words aligned to cache lines.

use std::ops::{Deref, DerefMut};

use crate::memory::{Memory, MemoryError};

/// The size of a cache line in bytes. A vector of at most this size lies within one line if it is
/// aligned to its own size.
const LINE: usize = 64;
/// The maximum number of words that are skipped to reach the next cache line.
const SLACK: usize = LINE / 8 - 1;

/// A list of words that begins at an address divisible by 64.
///
/// A `Vec` of elements with an alignment of 64 bytes would be zeroed word by word. For a field of
/// 2³² cells that takes noticeable time, in which the call cannot be cancelled. Plain words come
/// from the system as pages that are zeroed on first access. So this type allocates plain words, a
/// few more than needed, and leaves those before the first address divisible by 64 unused.
pub struct AlignedWords {
    words: Vec<u64>,
    start: usize,
    length: usize,
}

impl AlignedWords {
    /// Allocates `count` zeroed words.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn take(count: u128, memory: &mut Memory) -> Result<Self, MemoryError> {
        let words = memory.take(count + SLACK as u128)?;
        Ok(Self::within(words, count as usize))
    }

    /// Returns `length` of the words, beginning at the first cache-line boundary.
    fn within(words: Vec<u64>, length: usize) -> Self {
        let beyond = words.as_ptr().addr() % LINE;
        Self { words, start: (LINE - beyond) % LINE / 8, length }
    }
}

impl Deref for AlignedWords {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.words[self.start..][..self.length]
    }
}

impl DerefMut for AlignedWords {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.start..][..self.length]
    }
}

impl Clone for AlignedWords {
    /// Copies the words. The copy begins at a cache-line boundary of its own memory.
    fn clone(&self) -> Self {
        let mut copy = Self::within(vec![0; self.length + SLACK], self.length);
        copy.copy_from_slice(self);
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_their_copies_begin_on_a_boundary() {
        for count in [0u128, 1, 7, 8, 1000] {
            let mut words = AlignedWords::take(count, &mut Memory::new(1 << 20)).unwrap();
            assert_eq!(words.len() as u128, count);
            words.iter_mut().zip(1..).for_each(|(word, i)| *word = i);
            for _ in 0..20 {
                let copy = words.clone();
                assert!(count == 0 || copy.as_ptr().addr().is_multiple_of(LINE));
                assert_eq!(*copy, *words);
                words = copy;
            }
        }
    }
}
