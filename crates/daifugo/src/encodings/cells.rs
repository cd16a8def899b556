//! The cells of encodings, and how rows of them are written.

use quadrille_table::{Cell, LengthError};

use super::EncodingError;
use crate::melds::Hand;

/// A row that is written from left to right. Whoever makes one has seen to its length; what does not fit is
/// left out.
pub(super) struct Row<'a, C> {
    rest: &'a mut [C],
}

impl<'a, C: Cell> Row<'a, C> {
    /// A row of exactly `expected` cells.
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

/// Calls `set` with the number of each cell that is 1.
pub(super) struct Marks<F> {
    pub(super) set: F,
    /// The number of the next cell.
    pub(super) next: usize,
}

impl<F: FnMut(usize)> Cells for Marks<F> {
    fn bits<const CELLS: usize>(&mut self, word: u64) {
        let cells = word & (u64::MAX >> (64 - CELLS));
        (0..CELLS).filter(|bit| cells >> bit & 1 == 1).for_each(|bit| (self.set)(self.next + bit));
        self.next += CELLS;
    }
}

/// Cells that are written from left to right.
pub(super) trait Cells {
    /// The next `CELLS` cells, 1 to 64: the lowest bits of a word, the lowest first.
    fn bits<const CELLS: usize>(&mut self, word: u64);

    /// The next 54 cells: cards.
    #[inline(always)]
    fn cards(&mut self, hand: Hand) {
        self.bits::<54>(hand.packed());
    }

    /// The next cell.
    #[inline(always)]
    fn flag(&mut self, on: bool) {
        self.bits::<1>(u64::from(on));
    }

    /// The next `CELLS` cells: a 1 in one place, or none.
    #[inline(always)]
    fn one_hot<const CELLS: usize>(&mut self, place: Option<usize>) {
        self.bits::<CELLS>(place.filter(|&place| place < 64).map_or(0, |place| 1 << place));
    }

    /// The next `CELLS` cells: the first `number` set.
    #[inline(always)]
    fn first<const CELLS: usize>(&mut self, number: u32) {
        self.bits::<CELLS>((1 << number.min(63)) - 1);
    }
}

/// Bit 4 r + k − 1 is set if exactly k cards of rank r are there.
#[inline(always)]
pub(super) fn exact_counts(hand: Hand) -> u64 {
    hand.cards.one_hot().bits()
}
