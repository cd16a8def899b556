//! Room for melds.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::melds::Meld;

/// A list of melds that is filled again and again: it grows where it must and never shrinks, so a warm one
/// allocates nothing.
///
/// It derefs to a slice, also a mutable one: sorted or shuffled in place. An empty one is four words, and
/// allocates nothing before its first meld.
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
    /// The melds, and behind them whatever was there before.
    room: Vec<Meld>,
    length: usize,
}

/// How many words are written at once: whole vectors, of which only the first so many count.
pub(super) const CHUNK: usize = 12;

impl Melds {
    /// No melds.
    pub const fn new() -> Self {
        Self { room: Vec::new(), length: 0 }
    }

    /// Forgets all melds.
    #[inline]
    pub const fn clear(&mut self) {
        self.length = 0;
    }

    /// Adds a meld.
    #[inline]
    pub(crate) fn push(&mut self, meld: Meld) {
        if self.length == self.room.len() {
            self.grow();
        }
        self.room[self.length] = meld;
        self.length += 1;
    }

    /// Adds the first `number` of these words, each with the bits of `base` set too.
    #[inline]
    pub(super) fn push_chunk(&mut self, base: u32, words: &[u32; CHUNK], number: usize) {
        if self.length + CHUNK > self.room.len() {
            self.grow();
        }
        if let Some(room) = self.room[self.length..].first_chunk_mut::<CHUNK>() {
            for (room, word) in room.iter_mut().zip(words) {
                *room = Meld::from_word(base | word);
            }
        }
        self.length += number;
    }

    /// Keeps only the melds that are wanted, in their order.
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

/// Equal lists of melds; what room they have does not matter.
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
