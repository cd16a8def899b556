//! Rungs 3 and 5a: a byte a cell as in rung 2, but eight cells are added with one word (rung 3 is known as
//! `LongLife`). The second pass takes byte by byte: it compares ([`compared`], rung 3), or it computes
//! ([`formula`], rung 5a, the first step of what is known as `LifeInBits`).
//!
//! A word is read from wherever it begins: the eight neighbours of eight cells are eight words, three of them
//! a row up, three a row down, each beginning one byte after the other. No sum exceeds 8, so no byte runs
//! over into the next.

use super::bytes::compared;
use super::lanes_formula::lanes_formula;
use crate::field::Shape;
use crate::kernels::guarded::Guarded;
use crate::memory::{Memory, MemoryError};

/// Cells a word.
const WORD: usize = 8;

/// What becomes of a cell of 0 or 1 with so many neighbours.
pub(crate) trait ByteRule: Clone + Send + Sync + 'static {
    fn next(cell: u8, neighbours: u8) -> u8;
}

/// Rung 3: by comparisons.
#[derive(Clone)]
pub(crate) struct Compared;

impl ByteRule for Compared {
    #[inline(always)]
    fn next(cell: u8, neighbours: u8) -> u8 {
        compared(cell, neighbours)
    }
}

/// Rung 5a: by the formula.
#[derive(Clone)]
pub(crate) struct Computed;

impl ByteRule for Computed {
    #[inline(always)]
    fn next(cell: u8, neighbours: u8) -> u8 {
        lanes_formula(cell, neighbours, 1)
    }
}

#[derive(Clone)]
pub(crate) struct LongWords<R> {
    shape: Shape,
    stride: usize,
    cells: Vec<u8>,
    neighbours: Vec<u8>,
    rule: std::marker::PhantomData<R>,
}

impl<R: ByteRule> LongWords<R> {
    pub(crate) fn new(shape: Shape, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = shape.width + 2;
        // The last word may begin at the last cell.
        let bytes = stride as u128 * (shape.height as u128 + 2) + WORD as u128;
        let (cells, neighbours) = (memory.take(bytes)?, memory.take(bytes)?);
        Ok(Self { shape, stride, cells, neighbours, rule: std::marker::PhantomData })
    }
}

impl<R: ByteRule> Guarded for LongWords<R> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.cells[y * self.stride + x] == 1
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        self.cells[y * self.stride + x] = u8::from(alive);
    }

    fn step(&mut self) {
        let (stride, height) = (self.stride, self.shape.height);
        // From the first cell of the field to the last, in whole words.
        let first = stride + 1;
        let bytes = ((height + 1) * stride - 1 - first).next_multiple_of(WORD);
        let rows = [first - stride, first, first + stride]
            .map(|middle| [middle - 1, middle, middle + 1].map(|at| &self.cells[at..][..bytes]));
        for (at, sums) in self.neighbours[first..][..bytes].chunks_exact_mut(WORD).enumerate() {
            let word = |row: usize, side: usize| {
                let bytes = rows[row][side][at * WORD..].first_chunk().copied();
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
        for (cell, &neighbours) in self.cells[first..][..bytes].iter_mut().zip(&self.neighbours[first..]) {
            *cell = R::next(*cell, neighbours);
        }
        self.cells[..stride].fill(0);
        self.cells[(height + 1) * stride..].fill(0);
    }
}
