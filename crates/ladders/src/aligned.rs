//! Page-aligned buffers. With them, the time of a rung does not depend on the allocator.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// Size of a page in bytes. When a processor checks whether a load depends on an earlier store, it
/// first compares only the two offsets within a page.
const PAGE: usize = 4096;

/// A contiguous buffer whose first item is page-aligned.
///
/// The allocator determines the address of a `Vec`, which affects two costs:
/// - A vector of 64 bytes that crosses a cache line takes two accesses.
/// - A load is delayed by an earlier store to the same offset of another page. If all buffers are
///   page-aligned, a load of item i + 1 does not have the same offset as the recent stores of the
///   items up to i.
pub(crate) struct Aligned<T> {
    /// The padding, followed by the items.
    allocated: Vec<T>,
    /// Number of unused items before the first item.
    padding: usize,
}

impl<T: Copy> Aligned<T> {
    /// Replaces the items, and reuses the memory if it suffices.
    pub(crate) fn refill(&mut self, items: impl IntoIterator<Item = T>) {
        let items: Vec<T> = items.into_iter().collect();
        self.allocated.clear();
        self.padding = 0;
        let Some(&first) = items.first() else { return };
        // The padding depends on the address, and a `Vec` that grows can move to another address.
        // The full capacity is therefore reserved first.
        let most = PAGE / size_of::<T>().max(1);
        self.allocated.reserve(most + items.len());
        let padding = self.allocated.as_ptr().align_offset(PAGE);
        // If the size of an item does not divide the page size, the first aligned item can be more
        // than a page away. The items then stay unaligned.
        if padding <= most {
            self.padding = padding;
        }
        self.allocated.resize(self.padding, first);
        self.allocated.extend_from_slice(&items);
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.allocated[self.padding..]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.allocated[self.padding..]
    }
}

impl<'a, T> IntoIterator for &'a Aligned<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Aligned<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T> Default for Aligned<T> {
    fn default() -> Self {
        Self { allocated: Vec::new(), padding: 0 }
    }
}

impl<T: Copy> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        self.iter().copied().collect()
    }
}

impl<T: Copy> FromIterator<T> for Aligned<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut aligned = Self::default();
        aligned.refill(items);
        aligned
    }
}

impl<T: fmt::Debug> fmt::Debug for Aligned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_begin_with_a_page_however_often_they_are_replaced() {
        let mut words: Aligned<u64> = Aligned::default();
        assert!(words.is_empty());
        for count in [1, 3, 64, 1000, 7, 100_000, 0, 5] {
            words.refill(0..count);
            assert!(words.iter().copied().eq(0..count));
            assert!(count == 0 || words.as_ptr().addr().is_multiple_of(PAGE), "{count}");
            let copy = words.clone();
            assert!(copy.iter().eq(words.iter()));
            assert!(count == 0 || copy.as_ptr().addr().is_multiple_of(PAGE), "{count}");
        }
        let triples: Aligned<[u8; 3]> = (0..50).map(|n| [n; 3]).collect();
        assert!(triples.iter().copied().eq((0..50).map(|n| [n; 3])));
    }
}
