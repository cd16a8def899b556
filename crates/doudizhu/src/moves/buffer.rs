//! The buffer for generated moves.

use std::ops::{Deref, DerefMut};

use super::Move;

/// A reusable list of moves. It allocates only when it becomes larger than it has ever been.
///
/// The buffer dereferences to the slice of the most recently generated moves. An empty buffer does
/// not allocate.
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
    /// The moves, followed by stale entries. Whenever moves are written, there are at least
    /// [`WINDOW`] entries after `len`.
    moves: Vec<Move>,
    len: usize,
}

/// The maximum number of moves that are written as one block.
pub(super) const WINDOW: usize = 16;

impl MoveBuffer {
    /// Returns an empty list, which does not allocate until moves are written.
    pub const fn new() -> Self {
        Self { moves: Vec::new(), len: 0 }
    }

    /// Returns the moves, in the order of generation.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Returns the moves, for sorting or other changes in place.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }

    /// Removes all moves and keeps the allocation.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes all moves before generation.
    #[inline(always)]
    pub(super) fn start(&mut self) {
        self.len = 0;
    }

    /// Appends a move.
    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move) {
        self.window()[0] = mv;
        self.len += 1;
    }

    /// Returns the space for the next `WINDOW` moves.
    #[inline(always)]
    pub(super) fn window(&mut self) -> &mut [Move; WINDOW] {
        if self.moves.len() < self.len + WINDOW {
            self.grow();
        }
        let Some(window) = self.moves[self.len..].first_chunk_mut() else { unreachable!("grown above") };
        window
    }

    /// Returns the space for the first `2 * WINDOW` moves.
    #[inline(always)]
    pub(super) fn room(&mut self) -> &mut [Move; 2 * WINDOW] {
        if self.moves.len() < 2 * WINDOW {
            self.grow();
        }
        let Some(room) = self.moves.first_chunk_mut() else { unreachable!("grown above") };
        room
    }

    /// Sets the number of moves after writing to [`room`](Self::room).
    #[inline(always)]
    pub(super) fn hold(&mut self, len: usize) {
        debug_assert!(len <= 2 * WINDOW);
        self.len = len;
    }

    /// Returns the cards of the [`WINDOW`] entries from index `begin` on. Entries beyond the length
    /// are stale.
    #[inline(always)]
    pub(super) fn cards_from(&mut self, begin: usize) -> [u64; WINDOW] {
        if self.moves.len() < begin + WINDOW {
            self.grow();
        }
        let Some(window) = self.moves[begin..].first_chunk::<WINDOW>() else { unreachable!("grown above") };
        // A loop, since the compiler did not inline the closure of `array::from_fn` here.
        let mut cards = [0; WINDOW];
        for (cards, mv) in cards.iter_mut().zip(window) {
            *cards = mv.cards().bits();
        }
        cards
    }

    /// Increases the length by the number of valid moves that were written to the window, at most
    /// `WINDOW`.
    #[inline(always)]
    pub(super) fn advance(&mut self, by: usize) {
        debug_assert!(by <= WINDOW);
        self.len += by;
    }

    /// Replaces each move from index `begin` on by the result of `read`. Moves for which the result
    /// is `None` are removed.
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
