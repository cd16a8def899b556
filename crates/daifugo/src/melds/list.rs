//! Reusable lists of melds.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::melds::Meld;

/// A reusable list of melds.
///
/// The list keeps its memory when it is cleared and refilled, and allocates only to grow. It
/// dereferences to a mutable slice, so it can be sorted or shuffled in place. An empty list takes
/// four words and allocates no memory until the first meld.
///
/// ```
/// use quadrille_daifugo::melds::{Hand, Melds, Order, leads};
///
/// let mut melds = Melds::new();
/// leads("C3 D3 H9".parse()?, Order::Normal, &mut melds);
/// melds.sort_by_key(|meld| meld.size());
/// assert_eq!(melds[3].to_string(), "C3 D3");
/// # Ok::<(), quadrille_daifugo::melds::HandError>(())
/// ```
#[derive(Clone, Default)]
pub struct Melds {
    /// The melds, followed by leftovers of earlier contents.
    room: Vec<Meld>,
    length: usize,
}

/// Number of words that [`Melds::push_chunk`] writes at once. Only the first `number` of them
/// become melds of the list.
pub(super) const CHUNK: usize = 12;

impl Melds {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self { room: Vec::new(), length: 0 }
    }

    /// Removes all melds.
    #[inline]
    pub const fn clear(&mut self) {
        self.length = 0;
    }

    /// Appends a meld.
    #[inline]
    pub(crate) fn push(&mut self, meld: Meld) {
        if self.length == self.room.len() {
            self.grow();
        }
        self.room[self.length] = meld;
        self.length += 1;
    }

    /// Appends the first `number` words, each combined with the bits of `base`.
    #[inline]
    pub(super) fn push_chunk(&mut self, base: Meld, words: &[u32; CHUNK], number: usize) {
        if self.length + CHUNK > self.room.len() {
            self.grow();
        }
        if let Some(room) = self.room[self.length..].first_chunk_mut::<CHUNK>() {
            *room = words.map(|word| base.with_bits(word));
        }
        self.length += number;
    }

    /// Returns a writer that overwrites the list from the start.
    ///
    /// The caller must call [`set_length`](Self::set_length) afterwards.
    #[inline]
    pub(super) const fn rewrite(&mut self) -> Writer<'_> {
        Writer { melds: self, end: 0 }
    }

    /// Sets the number of melds, all of which must have been written.
    #[inline]
    pub(super) fn set_length(&mut self, length: usize) {
        self.length = length.min(self.room.len());
    }

    /// Removes the melds for which `wanted` returns false. The order of the others does not change.
    pub fn retain(&mut self, mut wanted: impl FnMut(Meld) -> bool) {
        let mut kept = 0;
        for at in 0..self.length {
            let meld = self.room[at];
            self.room[kept] = meld;
            kept += usize::from(wanted(meld));
        }
        self.length = kept;
    }

    #[cold]
    fn grow(&mut self) {
        let room = (2 * self.room.len()).max(256);
        self.room.resize(room, Meld::JOKER);
    }
}

/// Writes melds to a list from its start.
///
/// The writer keeps the end of the list, since storing it in the list and loading it again for each
/// meld would add latency to every write.
pub(super) struct Writer<'a> {
    melds: &'a mut Melds,
    end: usize,
}

impl Writer<'_> {
    /// Returns the number of melds written.
    #[inline]
    pub(super) const fn end(&self) -> usize {
        self.end
    }

    /// Writes all of these melds, of which only the first `number` become part of the list.
    #[inline(always)]
    pub(super) fn put<const WRITTEN: usize>(&mut self, melds: [Meld; WRITTEN], number: usize) {
        if self.melds.room.len() < self.end + WRITTEN {
            self.melds.grow();
        }
        if let Some(room) = self.melds.room.get_mut(self.end..self.end + WRITTEN) {
            room.copy_from_slice(&melds);
        }
        self.end += number;
    }
}

impl Deref for Melds {
    type Target = [Meld];

    #[inline]
    fn deref(&self) -> &[Meld] {
        &self.room[..self.length]
    }
}

impl DerefMut for Melds {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Meld] {
        &mut self.room[..self.length]
    }
}

/// Compares the melds only, not the capacity.
impl PartialEq for Melds {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Melds {}

impl<'a> IntoIterator for &'a Melds {
    type Item = &'a Meld;
    type IntoIter = std::slice::Iter<'a, Meld>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Melds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
