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

    /// The next `CELLS` cells, up to 64: the lowest bits of a word, the lowest first.
    #[inline(always)]
    pub(super) fn bits<const CELLS: usize>(&mut self, word: u64) {
        if let Some((row, rest)) = std::mem::take(&mut self.rest).split_first_chunk_mut::<CELLS>() {
            for (bit, cell) in row.iter_mut().enumerate() {
                *cell = if word >> bit & 1 == 1 { C::ONE } else { C::ZERO };
            }
            self.rest = rest;
        }
    }

    /// The next 54 cells: cards.
    #[inline(always)]
    pub(super) fn cards(&mut self, hand: Hand) {
        self.bits::<54>(hand.packed());
    }

    /// The next cell.
    #[inline(always)]
    pub(super) fn flag(&mut self, on: bool) {
        self.bits::<1>(u64::from(on));
    }

    /// The next `CELLS` cells: a 1 in one place, or none.
    #[inline(always)]
    pub(super) fn one_hot<const CELLS: usize>(&mut self, place: Option<usize>) {
        self.bits::<CELLS>(place.filter(|&place| place < 64).map_or(0, |place| 1 << place));
    }

    /// The next `CELLS` cells: the first `number` set.
    #[inline(always)]
    pub(super) fn first<const CELLS: usize>(&mut self, number: u32) {
        self.bits::<CELLS>((1 << number.min(63)) - 1);
    }
}

/// Bit 4 r + k − 1 is set if exactly k cards of rank r are there.
#[inline(always)]
pub(super) fn exact_counts(hand: Hand) -> u64 {
    hand.cards.one_hot().bits()
}
