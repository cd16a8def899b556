//! The cells of encodings, and how rows of them are written.

use super::EncodingError;
use crate::melds::Hand;

mod sealed {
    pub trait Sealed {}
}

/// A number type that encodings are written in: 0 and 1 are all that is needed of it.
pub trait Cell: Copy + sealed::Sealed {
    /// No.
    const ZERO: Self;
    /// Yes.
    const ONE: Self;
}

macro_rules! cell {
    ($type:ty, $zero:expr, $one:expr) => {
        impl sealed::Sealed for $type {}

        impl Cell for $type {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
        }
    };
}

cell!(i8, 0, 1);
cell!(u8, 0, 1);
cell!(bool, false, true);
cell!(f32, 0.0, 1.0);

/// A row that is written from left to right. Whoever makes one has seen to its length; what does not fit is
/// left out.
pub(super) struct Row<'a, C> {
    rest: &'a mut [C],
}

impl<'a, C: Cell> Row<'a, C> {
    /// A row of exactly `expected` cells.
    pub(super) fn new(what: &'static str, expected: usize, rest: &'a mut [C]) -> Result<Self, EncodingError> {
        let found = rest.len();
        if found == expected {
            Ok(Self { rest })
        } else {
            Err(EncodingError::Length { what, expected, found })
        }
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
