//! Where generated moves are written.

use std::ops::{Deref, DerefMut};

use super::Move;

/// A list of moves that is used again and again: it grows to the longest list it has held, and then allocates
/// no more.
///
/// It is a slice of the moves that were generated last. An empty one costs nothing: memory comes with the
/// first moves.
///
/// ```
/// use quadrille_doudizhu::{MoveBuffer, Rules};
///
/// let mut moves = MoveBuffer::new();
/// Rules::RLCARD.leads("334".parse()?, &mut moves);
/// assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["3", "4", "33"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MoveBuffer {
    /// The moves, and after them whatever was there before: a window of it whenever something is written.
    moves: Vec<Move>,
    len: usize,
}

/// How many moves are written at a time, at most.
pub(super) const WINDOW: usize = 16;

impl MoveBuffer {
    /// An empty list, without memory of its own until moves are written.
    pub const fn new() -> Self {
        Self { moves: Vec::new(), len: 0 }
    }

    /// The moves, in the order in which they were generated.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// The moves, to be sorted or otherwise changed in place.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }

    /// Forgets the moves, and keeps their memory.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// No moves any more.
    #[inline(always)]
    pub(super) fn start(&mut self) {
        self.len = 0;
    }

    /// One move more.
    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move) {
        self.window()[0] = mv;
        self.len += 1;
    }

    /// The places of the next moves.
    #[inline(always)]
    pub(super) fn window(&mut self) -> &mut [Move; WINDOW] {
        if self.moves.len() < self.len + WINDOW {
            self.grow();
        }
        let Some(window) = self.moves[self.len..].first_chunk_mut() else { unreachable!("it has grown") };
        window
    }

    /// The places of the first moves.
    #[inline(always)]
    pub(super) fn room(&mut self) -> &mut [Move; 2 * WINDOW] {
        if self.moves.len() < 2 * WINDOW {
            self.grow();
        }
        let Some(room) = self.moves.first_chunk_mut() else { unreachable!("it has grown") };
        room
    }

    /// As many of the first places now hold moves, and no others.
    #[inline(always)]
    pub(super) fn hold(&mut self, len: usize) {
        debug_assert!(len <= 2 * WINDOW);
        self.len = len;
    }

    /// The cards of a window of moves from `begin` on, not all of which need to be there.
    #[inline(always)]
    pub(super) fn cards_from(&mut self, begin: usize) -> [u64; WINDOW] {
        if self.moves.len() < begin + WINDOW {
            self.grow();
        }
        let Some(window) = self.moves[begin..].first_chunk::<WINDOW>() else { unreachable!("it has grown") };
        // A loop, for the compiler does not always inline what `array::from_fn` calls, and here it did not.
        let mut cards = [0; WINDOW];
        for (cards, mv) in cards.iter_mut().zip(window) {
            *cards = mv.cards().bits();
        }
        cards
    }

    /// As many of the next places as this now hold moves; no more than a window has.
    #[inline(always)]
    pub(super) fn advance(&mut self, by: usize) {
        debug_assert!(by <= WINDOW);
        self.len += by;
    }

    /// Puts in the place of each move from `begin` on what `read` makes of it, and leaves out what it makes
    /// nothing of.
    pub(super) fn read_again(&mut self, begin: usize, read: impl Fn(Move) -> Option<Move>) {
        let mut end = begin;
        for at in begin..self.len {
            if let Some(mv) = read(self.moves[at]) {
                self.moves[end] = mv;
                end += 1;
            }
        }
        self.len = end;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.moves.resize((2 * self.moves.len()).max(4 * WINDOW), Move::PASS);
    }
}

impl Deref for MoveBuffer {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl DerefMut for MoveBuffer {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        self.as_mut_slice()
    }
}

impl<'a> IntoIterator for &'a MoveBuffer {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}
