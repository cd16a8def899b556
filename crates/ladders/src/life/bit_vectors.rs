//! Rung 9: one bit per cell, stored row by row, one vector at a time. Each vector is loaded three
//! times: in place, one word lower and one word higher.
//!
//! Each word has 64 cells. The left neighbours of these cells are the same word shifted up by one
//! bit. The lowest bit is then missing: it is the top bit of the previous word. Instructions that
//! shift bits from word to word of a vector are slow or missing. But the words are in memory, so a
//! second load at an offset of one word gives the previous words:
//!
//! ```text
//! words in memory      w0   w1   w2   w3   w4   w5
//! vector from word 1       [w1   w2   w3   w4]     shifted up by 1 bit: all but the lowest bits
//! vector from word 0  [w0   w1   w2   w3]          shifted down by 63 bits: the lowest bits
//! ```
//!
//! The neighbours of a cell are summed in two steps. First the three cells of each column are
//! summed, once per row. A word of these sums, or of their carries, has one bit per column. Then
//! the sums of three adjacent columns are added: these words are loaded at offsets as in the
//! drawing.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, prelude::*};

use quadrille_life::MemoryError;
use quadrille_life::Rule;
use quadrille_life::internals::Guarded;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Vector;
use quadrille_life::internals::{
    Column, Formula, Plan, Recipe, Work, compiled_for, on_vectors, words_in_vector,
};
use quadrille_life::internals::{Shape, get_bit, set_bit};

#[derive(Clone)]
pub(super) struct BitVectors {
    shape: Shape,
    plan: Plan,
    level: Level,
    /// Number of words per row: whole vectors, one word before them and one word after them.
    stride: usize,
    now: Vec<u64>,
    next: Vec<u64>,
    /// For each column of a row, the lower binary digit of the sum of three cells: the cell above,
    /// the cell and the cell below.
    sums: Vec<u64>,
    /// For each column of a row, the upper binary digit of the sum whose lower digit is in `sums`.
    carries: Vec<u64>,
}

impl BitVectors {
    pub(super) fn new(
        shape: Shape,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<Self, MemoryError> {
        let stride = (shape.width + 2).div_ceil(64).next_multiple_of(words_in_vector(level)) + 2;
        let words = stride as u128 * (shape.height as u128 + 2);
        Ok(Self {
            shape,
            plan: Plan::new(rule),
            level,
            stride,
            now: memory.take(words)?,
            next: memory.take(words)?,
            sums: memory.take(stride as u128)?,
            carries: memory.take(stride as u128)?,
        })
    }

    const fn word(&self, x: usize, y: usize) -> usize {
        y * self.stride + 1 + x / 64
    }
}

impl Guarded for BitVectors {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        get_bit(&self.now, self.word(x, y), (x % 64) as u32)
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        let word = self.word(x, y);
        set_bit(&mut self.now, word, (x % 64) as u32, alive);
    }

    fn step(&mut self) {
        compiled_for(self.level, &self.plan.clone(), Step(self));
        self.next[..self.stride].fill(0);
        self.next[(self.shape.height + 1) * self.stride..].fill(0);
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

struct Step<'a>(&'a mut BitVectors);

impl Work for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) {
        let Self(field) = self;
        let formula = on_vectors(simd, recipe);
        let (stride, length) = (field.stride, S::u64s::LEN);
        let (sums, carries) = (&mut field.sums[..stride], &mut field.carries[..stride]);
        for y in 1..=field.shape.height {
            let rows = [y - 1, y, y + 1].map(|y| &field.now[y * stride..][..stride]);
            for at in (1..stride - 1).step_by(length) {
                let column = column(simd, rows, at);
                column.sum().store(&mut sums[at..][..length]);
                column.carry().store(&mut carries[at..][..length]);
            }
            let out = &mut field.next[y * stride..][..stride];
            for at in (1..stride - 1).step_by(length) {
                let west = Column::counted(west(simd, sums, at), west(simd, carries, at));
                let east = Column::counted(east(simd, sums, at), east(simd, carries, at));
                let next = formula.next(&west, &column(simd, rows, at), &east);
                next.store(&mut out[at..][..length]);
            }
        }
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, words: &[u64], at: usize) -> Vector<S> {
    Vector::load(simd, &words[at..][..S::u64s::LEN])
}

#[inline(always)]
fn column<S: Simd>(simd: S, rows: [&[u64]; 3], at: usize) -> Column<Vector<S>> {
    Column::new(load(simd, rows[0], at), load(simd, rows[1], at), load(simd, rows[2], at))
}

/// Returns for each bit of a vector the bit of its left neighbour. The vector begins at word `at`.
#[inline(always)]
fn west<S: Simd>(simd: S, words: &[u64], at: usize) -> Vector<S> {
    load(simd, words, at).shift_up(1) | load(simd, words, at - 1).shift_down(63)
}

/// Returns for each bit of a vector the bit of its right neighbour. The vector begins at word `at`.
#[inline(always)]
fn east<S: Simd>(simd: S, words: &[u64], at: usize) -> Vector<S> {
    load(simd, words, at).shift_down(1) | load(simd, words, at + 1).shift_up(63)
}
