//! Writers of rows of cells, each 0 or 1.

use quadrille_table::{Cell, LengthError};

use super::EncodingError;
use crate::melds::Hand;

/// Writes a slice of cells from left to right. The length is checked on construction; writes beyond
/// the end have no effect.
pub(super) struct Row<'a, C> {
    rest: &'a mut [C],
}

impl<'a, C: Cell> Row<'a, C> {
    /// Wraps a slice of exactly `expected` cells. If the length differs, the error names the slice
    /// by `what`.
    pub(super) fn new(what: &'static str, expected: usize, rest: &'a mut [C]) -> Result<Self, EncodingError> {
        LengthError::check(what, expected, rest.len())?;
        Ok(Self { rest })
    }
}

impl<C: Cell> Cells for Row<'_, C> {
    #[inline(always)]
    fn bits<const CELLS: usize>(&mut self, word: u64) {
        if let Some((row, rest)) = std::mem::take(&mut self.rest).split_first_chunk_mut::<CELLS>() {
            for (bit, cell) in row.iter_mut().enumerate() {
                *cell = if word >> bit & 1 == 1 { C::ONE } else { C::ZERO };
            }
            self.rest = rest;
        }
    }
}

/// A sparse writer: calls `set` with the index of each cell that is 1.
pub(super) struct Marks<F> {
    pub(super) set: F,
    /// Index of the next cell.
    pub(super) next: usize,
}

impl<F: FnMut(usize)> Cells for Marks<F> {
    fn bits<const CELLS: usize>(&mut self, word: u64) {
        let cells = word & (u64::MAX >> (64 - CELLS));
        (0..CELLS).filter(|bit| cells >> bit & 1 == 1).for_each(|bit| (self.set)(self.next + bit));
        self.next += CELLS;
    }
}

/// A writer of cells, from left to right.
pub(super) trait Cells {
    /// Writes the `CELLS` lowest bits of a word, the lowest first; `CELLS` is 1 to 64.
    fn bits<const CELLS: usize>(&mut self, word: u64);

    /// Writes 54 cells: a set of cards.
    #[inline(always)]
    fn cards(&mut self, hand: Hand) {
        self.bits::<54>(hand.packed());
    }

    /// Writes one cell.
    #[inline(always)]
    fn flag(&mut self, on: bool) {
        self.bits::<1>(u64::from(on));
    }

    /// Writes `CELLS` cells: 1 at the index `place` and 0 elsewhere. For `None`, all cells are 0.
    #[inline(always)]
    fn one_hot<const CELLS: usize>(&mut self, place: Option<usize>) {
        self.bits::<CELLS>(place.filter(|&place| place < 64).map_or(0, |place| 1 << place));
    }

    /// Writes `CELLS` cells: the first `number` are 1, the others 0.
    #[inline(always)]
    fn first<const CELLS: usize>(&mut self, number: u32) {
        self.bits::<CELLS>((1 << number.min(63)) - 1);
    }
}

/// Returns the one-hot counts: bit 4 r + k − 1 is set iff the hand has exactly k cards of rank r.
#[inline(always)]
pub(super) fn exact_counts(hand: Hand) -> u64 {
    hand.cards.one_hot().bits()
}
