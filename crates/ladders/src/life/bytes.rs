//! Rungs 2, 3 and 5a: one byte per cell, in two passes. The first pass adds the eight neighbours of
//! every cell. The second pass applies the rule.
//!
//! | rung | known as | first pass | second pass |
//! |---|---|---|---|
//! | 2 | `LifeBytes` | [`ByBytes`]: eight additions per cell | [`Compared`] |
//! | 3 | `LongLife` | [`ByWords`]: the same eight additions for eight cells at once | [`Compared`] |
//! | 5a | the first step of `LifeInBits` | [`ByWords`] | [`Computed`] |
//!
//! The rows and their guards are contiguous in memory, so each pass is one loop from the first cell
//! to the last. A pass also writes values to the guards between two rows. These values are
//! overwritten before the next generation.

use std::marker::PhantomData;

use super::byte_cells::ByteCells;
use super::lanes_formula::lanes_formula;
use quadrille_life::MemoryError;
use quadrille_life::internals::Guarded;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Shape;

/// Bytes per word.
const WORD: usize = 8;

/// The first pass: counts the living neighbours of all cells.
pub(super) trait Count: Clone + Send + Sync + 'static {
    /// Writes the numbers of living neighbours of the first `cells` cells. An implementation that
    /// writes whole words of 8 cells can also write the numbers of up to 7 further cells.
    ///
    /// `around` contains three rows: the row above the cells, their own row and the row below. Each
    /// row is given as three slices: one starts at the first cell, the others start one byte before
    /// and one byte after it.
    fn count(around: [[&[u8]; 3]; 3], cells: usize, neighbours: &mut [u8]);
}

/// First pass byte by byte.
#[derive(Clone)]
pub(super) struct ByBytes;

impl Count for ByBytes {
    #[inline(always)]
    fn count([above, beside, below]: [[&[u8]; 3]; 3], cells: usize, neighbours: &mut [u8]) {
        let [above, beside, below] = [above, beside, below].map(|row| row.map(|cells_of| &cells_of[..cells]));
        for (at, sum) in neighbours[..cells].iter_mut().enumerate() {
            *sum = above[0][at]
                + above[1][at]
                + above[2][at]
                + beside[0][at]
                + beside[2][at]
                + below[0][at]
                + below[1][at]
                + below[2][at];
        }
    }
}

/// First pass with eight bytes per word. The words need not be aligned. No sum exceeds 8, so no
/// byte overflows into the next byte.
#[derive(Clone)]
pub(super) struct ByWords;

impl Count for ByWords {
    #[inline(always)]
    fn count(around: [[&[u8]; 3]; 3], cells: usize, neighbours: &mut [u8]) {
        let bytes = cells.next_multiple_of(WORD);
        let around = around.map(|row| row.map(|cells_of| &cells_of[..bytes]));
        for (at, sums) in neighbours[..bytes].chunks_exact_mut(WORD).enumerate() {
            let word = |row: usize, side: usize| {
                let bytes = around[row][side][at * WORD..].first_chunk().copied();
                u64::from_le_bytes(bytes.unwrap_or_default())
            };
            let sum = word(0, 0)
                + word(0, 1)
                + word(0, 2)
                + word(1, 0)
                + word(1, 2)
                + word(2, 0)
                + word(2, 1)
                + word(2, 2);
            sums.copy_from_slice(&sum.to_le_bytes());
        }
    }
}

/// The second pass: computes the next state of a cell (0 or 1) from its state and its number of
/// living neighbours.
pub(super) trait ByteRule: Clone + Send + Sync + 'static {
    fn next(cell: u8, neighbours: u8) -> u8;
}

/// Second pass by comparisons.
#[derive(Clone)]
pub(super) struct Compared;

impl ByteRule for Compared {
    #[inline(always)]
    fn next(cell: u8, neighbours: u8) -> u8 {
        let keep = cell == 1 && (neighbours == 2 || neighbours == 3);
        let born = cell == 0 && neighbours == 3;
        u8::from(keep || born)
    }
}

/// Second pass by [`lanes_formula`].
#[derive(Clone)]
pub(super) struct Computed;

impl ByteRule for Computed {
    #[inline(always)]
    fn next(cell: u8, neighbours: u8) -> u8 {
        lanes_formula(cell, neighbours, 1)
    }
}

#[derive(Clone)]
pub(super) struct TwoPasses<C, R> {
    field: ByteCells,
    neighbours: Vec<u8>,
    passes: PhantomData<(C, R)>,
}

impl<C: Count, R: ByteRule> TwoPasses<C, R> {
    pub(super) fn new(shape: Shape, memory: &mut Memory) -> Result<Self, MemoryError> {
        // A word can begin at the last cell. The extra bytes keep such a word inside the buffer.
        let field = ByteCells::new(shape, WORD, memory)?;
        let neighbours = memory.take(field.cells.len() as u128)?;
        Ok(Self { field, neighbours, passes: PhantomData })
    }
}

impl<C: Count, R: ByteRule> Guarded for TwoPasses<C, R> {
    fn shape(&self) -> Shape {
        self.field.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.field.at(x, y)
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        self.field.put(x, y, alive);
    }

    fn step(&mut self) {
        let ByteCells { shape, stride, ref mut cells } = self.field;
        // Each pass processes the bytes from the first cell of the field to the last cell.
        let first = stride + 1;
        let count = (shape.height + 1) * stride - 1 - first;
        let around = [first - stride, first, first + stride]
            .map(|middle| [middle - 1, middle, middle + 1].map(|at| &cells[at..]));
        C::count(around, count, &mut self.neighbours[first..]);
        for (cell, &neighbours) in cells[first..][..count].iter_mut().zip(&self.neighbours[first..]) {
            *cell = R::next(*cell, neighbours);
        }
        self.field.kill_guard_rows();
    }
}
