//! Rung 10: one bit a cell in stripes, so that neighbours are adjacent vectors and nothing has to be shifted.
//!
//! Two fields take turns: one is read, the other written.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, prelude::*};

use crate::field::{Field, Shape, get_bit, set_bit};
use crate::kernels::formula::{Recipe, Work, compiled_for, on_vectors, words_in_vector};
use crate::kernels::stripes::{LaneStripes, Line, RowStripes, as_words, as_words_mut};
use crate::kernels::sweep::sweep;
use crate::memory::{Memory, MemoryError};
use crate::rule::Rule;

/// The rows of vectors, with a guard row above the first and one below the last.
pub(crate) struct Striped {
    shape: Shape,
    rule: Rule,
    level: Level,
    across: RowStripes,
    down: LaneStripes,
    /// Words a row of vectors.
    stride: usize,
    now: Vec<Line>,
    next: Vec<Line>,
}

impl Striped {
    pub(crate) fn new(
        shape: Shape,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<Self, MemoryError> {
        let (across, down) = (RowStripes::new(shape), LaneStripes::new(shape.height, words_in_vector(level)));
        let stride = across.words() * down.lanes;
        let lines = (stride as u128 * (down.rows as u128 + 2)).div_ceil(8);
        let (now, next) = (memory.take(lines)?, memory.take(lines)?);
        Ok(Self { shape, rule, level, across, down, stride, now, next })
    }

    /// Where a lane's row starts; row 0 is the guard row.
    fn row(&self, y: usize) -> (std::ops::Range<usize>, usize) {
        let (row, lane) = self.down.place(y);
        ((row + 1) * self.stride..(row + 2) * self.stride, lane)
    }
}

struct Steps<'a>(&'a mut Striped, u64);

impl Work for Steps<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) {
        let Self(field, generations) = self;
        let (stride, rows) = (field.stride, field.down.rows);
        let formula = on_vectors(simd, recipe);
        for _ in 0..generations {
            let now = as_words_mut(&mut field.now);
            guard_rows(now, stride, field.down, field.shape.torus);
            let next = as_words_mut(&mut field.next);
            for row in 1..=rows {
                let out = &mut next[row * stride..][..stride];
                let [above, centre, below] =
                    [row - 1, row, row + 1].map(|row| &now[row * stride..][..stride]);
                let places = above.chunks_exact(S::u64s::LEN).zip(out.chunks_exact_mut(S::u64s::LEN));
                sweep(simd, &formula, places, centre, below);
                field.across.close(simd, out);
            }
            std::mem::swap(&mut field.now, &mut field.next);
        }
    }
}

/// Above a lane's first row is the last row of the lane before, below its last one the first of the lane after. Beyond the field
/// is nothing, or on a torus the other edge.
fn guard_rows(words: &mut [u64], stride: usize, down: LaneStripes, torus: bool) {
    let LaneStripes { height, lanes, rows } = down;
    let last = rows * stride;
    words.copy_within(last..last + stride - 1, 1);
    words.copy_within(stride + 1..2 * stride, last + stride);
    let (end_row, end_lane) = down.place(height - 1);
    let (beyond_row, beyond_lane) = down.place(height);
    // Below the last lane is the guard row.
    let beyond = if beyond_lane == lanes {
        ((rows + 1) * stride, lanes - 1)
    } else {
        ((beyond_row + 1) * stride, beyond_lane)
    };
    for at in (0..stride).step_by(lanes) {
        let [above, below] =
            if torus { [words[(end_row + 1) * stride + at + end_lane], words[stride + at]] } else { [0; 2] };
        words[at] = above;
        words[beyond.0 + at + beyond.1] = below;
        if beyond_row == 0 && beyond_lane < lanes {
            // The lane before ends where the field does.
            words[(rows + 1) * stride + at + beyond_lane - 1] = below;
        }
    }
}

impl Field for Striped {
    fn read_row(&self, y: usize, words: &mut [u64]) {
        let (row, lane) = self.row(y);
        self.across.gather(words, &as_words(&self.now)[row], lane, self.down.lanes);
    }

    fn write_row(&mut self, y: usize, words: &[u64]) {
        let (row, lane) = self.row(y);
        self.across.scatter(words, &mut as_words_mut(&mut self.now)[row], lane, self.down.lanes);
    }

    fn population(&self, shape: Shape) -> u64 {
        let rows = (0..shape.height).map(|y| self.row(y));
        rows.map(|(row, lane)| self.across.population(&as_words(&self.now)[row], lane, self.down.lanes)).sum()
    }

    fn advance(&mut self, generations: u64) {
        compiled_for(self.level, self.rule, Steps(self, generations));
    }

    fn get(&self, x: usize, y: usize) -> bool {
        let (word, bit) = self.across.place(x);
        let (row, lane) = self.row(y);
        get_bit(&as_words(&self.now)[row], word * self.down.lanes + lane, bit)
    }

    fn set(&mut self, x: usize, y: usize, alive: bool) {
        let (word, bit) = self.across.place(x);
        let ((row, lane), lanes) = (self.row(y), self.down.lanes);
        let row = &mut as_words_mut(&mut self.now)[row];
        set_bit(row, word * lanes + lane, bit, alive);
        self.across.close_lane(row, lane, lanes);
    }
}
