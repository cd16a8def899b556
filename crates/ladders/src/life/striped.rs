//! Rung 10: one bit per cell, in stripes. The neighbours of a vector of cells are whole adjacent
//! vectors, so no shifts are needed.
//!
//! There are two buffers. In each generation, one is read and the other is written. The file
//! `kernels/stripes.rs` of the crate `quadrille-life` explains the layout. Every lane holds a
//! stripe of whole rows, and a row of vectors holds one row of each stripe. In all lanes, the cells
//! above a row of vectors are therefore the previous row of vectors, and the cells below it are the
//! next row. The first and the last row of a stripe have neighbours in other lanes. Before each
//! generation, these neighbours are copied into a guard row at the top and a guard row at the
//! bottom.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, prelude::*};

use quadrille_life::MemoryError;
use quadrille_life::Rule;
use quadrille_life::internals::AlignedWords;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Vector;
use quadrille_life::internals::{Field, Layout, Shape, get_bit, set_bit};
use quadrille_life::internals::{
    Formula as _, Plan, Recipe, Work, compiled_for, on_vectors, words_in_vector,
};
use quadrille_life::internals::{LaneStripes, RowStripes};
use quadrille_life::internals::{sweep, sweep_several};

/// The rows of vectors, with a guard row above the first and below the last.
#[derive(Clone)]
pub(super) struct Striped {
    shape: Shape,
    plan: Plan,
    level: Level,
    across: RowStripes,
    down: LaneStripes,
    /// Words per row of vectors.
    stride: usize,
    now: AlignedWords,
    next: AlignedWords,
}

impl Striped {
    pub(super) fn new(
        shape: Shape,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<Self, MemoryError> {
        let (across, down) =
            (RowStripes::new(shape, level), LaneStripes::new(shape.height, words_in_vector(level)));
        let stride = across.words() * down.lanes;
        let words = stride as u128 * (down.rows as u128 + 2);
        let (now, next) = (AlignedWords::take(words, memory)?, AlignedWords::take(words, memory)?);
        Ok(Self { shape, plan: Plan::new(rule), level, across, down, stride, now, next })
    }

    /// Returns the range of words that contain row `y` of the field, and the lane of the row. Row 0
    /// of the vectors is the upper guard row.
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
            let now = &mut *field.now;
            guard_rows(now, stride, field.down, field.shape.torus);
            let next = &mut *field.next;
            for row in 1..=rows {
                let out = &mut next[row * stride..][..stride];
                let [above, centre, below] =
                    [row - 1, row, row + 1].map(|row| &now[row * stride..][..stride]);
                if R::Formula::<Vector<S>>::SEVERAL {
                    sweep_several(simd, &formula, [above, centre, below], out);
                } else {
                    let places = above.chunks_exact(S::u64s::LEN).zip(out.chunks_exact_mut(S::u64s::LEN));
                    sweep(simd, &formula, places, centre, below);
                }
                field.across.close(simd, out);
            }
            std::mem::swap(&mut field.now, &mut field.next);
        }
    }
}

/// Fills the guard rows, and the row below the field.
///
/// The row above the first row of a lane is the last row of the previous lane. The row below the
/// last row of a lane is the first row of the next lane. In the drawing, a field of 10 rows has 4
/// lanes, and therefore ⌈10 / 4⌉ = 3 rows per lane. The numbers are rows of the field:
///
/// ```text
///               lane 0  1  2  3
/// guard row        a  2  5  8    the last row of vectors, moved up by one lane
/// row 1            0  3  6  9
/// row 2            1  4  7  b    row 10 would be here: beyond the field
/// row 3            2  5  8  ·    garbage
/// guard row        3  6  9  ·    the first row of vectors, moved down by one lane
/// ```
///
/// Lanes are adjacent words, so a copy to an offset of one word moves a row by one lane. At the
/// border between two vectors, the copy writes an unrelated word: to lane 0 of the upper guard row,
/// and to the last lane of the lower guard row. These lanes have no previous or next lane, so the
/// edges of the field are filled in separately.
///
/// Finally, the edges a and b are filled in. Row a is above the first row of the field. It has dead
/// cells, or on a torus a copy of the last row (here row 9). Row b is below the last row of the
/// field. It has dead cells, or on a torus a copy of row 0. Rows below b contain garbage, which
/// never reaches the field, because b is rewritten before each generation. The place of b depends
/// on the height:
///
/// - If all lanes are full, b is in the lower guard row, in the last lane.
/// - If the last row of the field is the last row of a lane, and further lanes follow, b is the
///   first row of the next lane. The lower guard row of the lane that holds the last row must then
///   also contain b. It has just received the previous contents of the next lane's first row, which
///   are garbage, and is overwritten with b.
/// - Otherwise b is in the middle of a lane, as in the drawing.
fn guard_rows(words: &mut [u64], stride: usize, down: LaneStripes, torus: bool) {
    let LaneStripes { height, lanes, rows } = down;
    // The last row of each lane is copied to the upper guard row of the next lane. The first row of
    // each lane is copied to the lower guard row of the previous lane.
    let last = rows * stride;
    words.copy_within(last..last + stride - 1, 1);
    words.copy_within(stride + 1..2 * stride, last + stride);
    let (end_row, end_lane) = down.place(height - 1);
    let (beyond_row, beyond_lane) = down.place(height);
    // If the last lane is full, the row below the field is in the lower guard row.
    let beyond = if beyond_lane == lanes {
        ((rows + 1) * stride, lanes - 1)
    } else {
        ((beyond_row + 1) * stride, beyond_lane)
    };
    for at in (0..stride).step_by(lanes) {
        let [above, below] =
            if torus { [words[(end_row + 1) * stride + at + end_lane], words[stride + at]] } else { [0; 2] };
        // Writes row a of the drawing in the documentation of this function, then row b.
        words[at] = above;
        words[beyond.0 + at + beyond.1] = below;
        if beyond_row == 0 && beyond_lane < lanes {
            // The last row of the field is the last row of its lane, and row b is the first row of
            // the next lane, `beyond_lane`. So row b is also written to the lower guard row of the
            // lane that has the last row of the field.
            words[(rows + 1) * stride + at + beyond_lane - 1] = below;
        }
    }
}

impl Field for Striped {
    fn boxed_clone(&self) -> Box<dyn Field> {
        Box::new(self.clone())
    }

    fn read_row(&self, y: usize, words: &mut [u64]) {
        let (row, lane) = self.row(y);
        self.across.gather(words, &self.now[row], lane, self.down.lanes);
    }

    fn write_row(&mut self, y: usize, words: &[u64]) {
        let (row, lane) = self.row(y);
        self.across.scatter(words, &mut self.now[row], lane, self.down.lanes);
    }

    fn population(&self, shape: Shape) -> u64 {
        let rows = (0..shape.height).map(|y| self.row(y));
        rows.map(|(row, lane)| self.across.population(&self.now[row], lane, self.down.lanes)).sum()
    }

    fn layout(&self, shape: Shape) -> Layout {
        Layout { band: shape.height, lanes: self.down.lanes }
    }

    fn advance(&mut self, generations: u64) {
        compiled_for(self.level, &self.plan.clone(), Steps(self, generations));
    }

    fn get(&self, x: usize, y: usize) -> bool {
        let (word, bit) = self.across.place(x);
        let (row, lane) = self.row(y);
        get_bit(&self.now[row], word * self.down.lanes + lane, bit)
    }

    fn set(&mut self, x: usize, y: usize, alive: bool) {
        let (word, bit) = self.across.place(x);
        let ((row, lane), lanes) = (self.row(y), self.down.lanes);
        let row = &mut self.now[row];
        set_bit(row, word * lanes + lane, bit, alive);
        self.across.close_lane(row, lane, lanes);
    }
}
