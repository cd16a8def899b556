//! Types that write the cells of encodings.

use quadrille_table::{Cell, LengthError};

use super::{CARDS, EncodingError};
use crate::{Hand, Rank};

/// A dense row that is written from left to right. The length is checked at construction. Writes
/// beyond the end are ignored.
pub(super) struct Row<'a, C> {
    rest: &'a mut [C],
}

/// A sparse row. Calls a function with the index of each cell that is 1, from left to right.
pub(super) struct Marks<F> {
    at: usize,
    set: F,
}

impl<F: FnMut(usize)> Marks<F> {
    /// Returns a row that begins with cell 0.
    pub(super) const fn new(set: F) -> Self {
        Self { at: 0, set }
    }
}

impl<F: FnMut(usize)> Cells for Marks<F> {
    fn cards(&mut self, hand: Hand) {
        for (rank, count) in hand.iter() {
            // Each joker has one cell.
            let first = if rank == Rank::RED_JOKER { CARDS - 1 } else { 4 * usize::from(rank.index()) };
            (first..first + usize::from(count)).for_each(|cell| (self.set)(self.at + cell));
        }
        self.at += CARDS;
    }

    fn one_hot<const CELLS: usize>(&mut self, place: usize) {
        if place < CELLS {
            (self.set)(self.at + place);
        }
        self.at += CELLS;
    }
}

/// A row of cells that is written from left to right.
pub(super) trait Cells {
    /// Writes the next 54 cells as a row of cards.
    fn cards(&mut self, hand: Hand);

    /// Writes the next `CELLS` cells: 1 at index `place`, 0 elsewhere.
    fn one_hot<const CELLS: usize>(&mut self, place: usize);

    /// Writes the next `MOST` cells as a one-hot row for the number of cards left. For 0 cards the
    /// last cell is 1, as for `MOST` cards.
    #[inline(always)]
    fn cards_left<const MOST: usize>(&mut self, left: u32) {
        self.one_hot::<MOST>(if left == 0 { MOST - 1 } else { left as usize - 1 });
    }
}

impl<'a, C: Cell> Row<'a, C> {
    /// Returns a row over a slice, which must have exactly `expected` cells.
    pub(super) fn new(what: &'static str, expected: usize, rest: &'a mut [C]) -> Result<Self, EncodingError> {
        LengthError::check(what, expected, rest.len())?;
        Ok(Self { rest })
    }

    /// Writes 54 zeros as the next cells.
    #[inline(always)]
    pub(super) fn no_cards(&mut self) {
        if let Some((row, rest)) = std::mem::take(&mut self.rest).split_first_chunk_mut::<CARDS>() {
            row.fill(C::ZERO);
            self.rest = rest;
        }
    }
}

impl<C: Cell> Cells for Row<'_, C> {
    #[inline(always)]
    fn cards(&mut self, hand: Hand) {
        if let Some((row, rest)) = std::mem::take(&mut self.rest).split_first_chunk_mut() {
            write_cards(row, hand);
            self.rest = rest;
        }
    }

    #[inline(always)]
    fn one_hot<const CELLS: usize>(&mut self, place: usize) {
        if let Some((row, rest)) = std::mem::take(&mut self.rest).split_first_chunk_mut::<CELLS>() {
            *row = [C::ZERO; CELLS];
            if let Some(cell) = row.get_mut(place) {
                *cell = C::ONE;
            }
            self.rest = rest;
        }
    }
}

/// Writes a set of cards as a row of 54 cells.
#[inline(always)]
pub(crate) fn write_cards<C: Cell>(row: &mut [C; CARDS], hand: Hand) {
    let bits = hand.bits();
    for (lane, cells) in row.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        *cells = C::THERMOMETER[(bits >> (4 * lane)) as usize & 7];
    }
    let [black, red] = [52, 56].map(|joker| C::THERMOMETER[(bits >> joker) as usize & 1][0]);
    (row[52], row[53]) = (black, red);
}
