//! A band of rows that is advanced by several generations per pass, in place.
//!
//! The pass combines three techniques, each of which builds on the one before. A field that exceeds
//! all caches is read and written once per pass of up to 32 generations, and no second copy of the
//! field is needed.
//!
//! **In place.** The next state of row r depends on the rows r − 1, r and r + 1. In a downward pass
//! the next state may replace row r − 1, which is no longer needed. So the band moves up by one row
//! per generation; the next pass runs upwards and moves it down again. In the drawing, the letters
//! are rows and z is the row above the band; a' is row a in the next generation. The *places* are
//! rows of memory.
//!
//! ```text
//! place      0   1   2   3   4
//! before     z   a   b   c   d
//!            a'  a   b   c   d       a' is computed from z, a and b, and replaces z
//!            a'  b'  b   c   d       b' is computed from a, b and c, and replaces a
//! after      a'  b'  c'  d'  d
//! ```
//!
//! **Several generations in one pass.** Once three consecutive rows of the next generation are
//! known, the middle one can be advanced by another generation, and so forth: each generation
//! follows one row behind the one before. With t generations per pass, only 2t + 1 rows are in use
//! at any time; they fit the cache even if the band does not. The drawing shows the order in which
//! three generations of a band of three rows are computed; each number depends on three numbers of
//! the line above, the one directly above and the two beside it:
//!
//! ```text
//! row             -2  -1   0   1   2   3   4
//! generation 1     1   2   3   5   7  10  13
//! generation 2         4   6   8  11  14
//! generation 3             9  12  15
//! ```
//!
//! Row r of generation g lies g places above the initial place of row r: one place per generation.
//!
//! **Halo.** Row 0 of the second generation depends on row −1 of the first, which belongs to the
//! previous lane or band. Before each pass, a band therefore receives a halo: copies of t rows of
//! its neighbours, above and below. Each generation computes one halo row less at either end than
//! the generation before: in the drawing, generation 1 computes two and generation 2 computes one.
//! Bands exchange nothing but the halo, once per pass.
//!
//! The rows of a band are distributed over the vector lanes as in `kernels/stripes.rs`: "row" above
//! means a row of vectors, with one row of each lane. The halo of a lane belongs to the previous or
//! next lane or, in the first and last lane, to the band above or below.

use std::ops::Range;

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, prelude::*};

use super::aligned::AlignedWords;
use super::formula::{Formula as _, Plan, Recipe, Work, compiled_for, on_vectors, words_in_vector};
use super::logic::Vector;
use super::stripes::{LaneStripes, RowStripes};
use super::sweep::{sweep, sweep_several};
use crate::field::{Shape, get_bit, set_bit};
use crate::memory::{Memory, MemoryError};

/// A band and its memory layout: `rows` + 3 · `halo` rows of vectors. The band's first row is at
/// `offset`, a number from `halo` to 2 · `halo`.
///
/// ```text
/// offset = halo       | halo |        rows        | halo | free |   the next pass moves it down
/// offset = 2 · halo   | free | halo |        rows        | halo |   the next pass moves it up
/// ```
///
/// After a pass of fewer generations than `halo`, the offset is between these two. The next pass
/// then moves the band in the direction that has enough room.
#[derive(Clone)]
pub(crate) struct Band {
    across: RowStripes,
    down: LaneStripes,
    /// The maximum number of generations per pass.
    halo: usize,
    offset: usize,
    /// Words per row of vectors, including the guard vector at either end (`kernels/stripes.rs`).
    stride: usize,
    words: AlignedWords,
}

/// The top and bottom rows of a band. The words of a row are adjacent, not spread over vectors. The
/// neighbouring bands copy these rows into their halos.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    pub(crate) top: Vec<u64>,
    pub(crate) bottom: Vec<u64>,
}

/// The rows next to a band; `None` beyond the edge of a field with a dead border.
#[derive(Clone, Copy)]
pub(crate) struct Neighbours<'a> {
    /// The bottom rows of the band above.
    pub(crate) above: Option<&'a [u64]>,
    /// The top rows of the band below.
    pub(crate) below: Option<&'a [u64]>,
}

impl Band {
    /// Allocates `height` dead rows. Only the last band of a field may have a height that is not a
    /// multiple of the number of words in a vector.
    pub(crate) fn new(
        shape: Shape,
        height: usize,
        level: Level,
        halo: usize,
        memory: &mut Memory,
    ) -> Result<Self, MemoryError> {
        let lanes = words_in_vector(level);
        let (across, down) = (RowStripes::new(shape, level), LaneStripes::new(height, lanes));
        let halo = halo.min(down.rows);
        let stride = across.words() * lanes;
        let rows = down.rows as u128 + 3 * halo as u128;
        let words = AlignedWords::take(stride as u128 * rows, memory)?;
        Ok(Self { across, down, halo, offset: halo, stride, words })
    }

    /// Returns the maximum number of generations of the next pass.
    pub(crate) fn most(&self) -> usize {
        (self.offset - self.halo).max(2 * self.halo - self.offset)
    }

    /// Returns the range of words of the row of vectors that contains row `y`, and the lane of row
    /// `y` in it.
    fn row(&self, y: usize) -> (std::ops::Range<usize>, usize) {
        let (row, lane) = self.down.place(y);
        ((self.offset + row) * self.stride..(self.offset + row + 1) * self.stride, lane)
    }

    pub(crate) fn read_row(&self, y: usize, words: &mut [u64]) {
        let (row, lane) = self.row(y);
        self.across.gather(words, &self.words[row], lane, self.down.lanes);
    }

    /// Returns the number of living cells.
    pub(crate) fn population(&self) -> u64 {
        let rows = (0..self.down.height).map(|y| self.row(y));
        rows.map(|(row, lane)| self.across.population(&self.words[row], lane, self.down.lanes)).sum()
    }

    pub(crate) fn write_row(&mut self, y: usize, words: &[u64]) {
        let (row, lane) = self.row(y);
        self.across.scatter(words, &mut self.words[row], lane, self.down.lanes);
    }

    pub(crate) fn get(&self, x: usize, y: usize) -> bool {
        let (word, bit) = self.across.place(x);
        let (row, lane) = self.row(y);
        get_bit(&self.words[row], word * self.down.lanes + lane, bit)
    }

    pub(crate) fn set(&mut self, x: usize, y: usize, alive: bool) {
        let (word, bit) = self.across.place(x);
        let ((row, lane), lanes) = (self.row(y), self.down.lanes);
        let row = &mut self.words[row];
        set_bit(row, word * lanes + lane, bit, alive);
        self.across.close_lane(row, lane, lanes);
    }

    /// Passes the cells of column `x` in the given rows to `take`. The first argument of `take` is
    /// the row, counted from `rows.start`.
    pub(crate) fn read_column(&self, x: usize, rows: Range<usize>, mut take: impl FnMut(usize, bool)) {
        let (word, bit) = self.across.place(x);
        let lanes = self.down.lanes;
        for (at, (row, lane)) in self.down.places(rows).enumerate() {
            take(at, get_bit(&self.words, (self.offset + row) * self.stride + word * lanes + lane, bit));
        }
    }

    /// Sets the cells of column `x` in the given rows. The argument of `alive` is the row, counted
    /// from `rows.start`.
    pub(crate) fn write_column(&mut self, x: usize, rows: Range<usize>, alive: impl Fn(usize) -> bool) {
        let (word, bit) = self.across.place(x);
        let lanes = self.down.lanes;
        for (at, (row, lane)) in self.down.places(rows).enumerate() {
            let row = &mut self.words[(self.offset + row) * self.stride..][..self.stride];
            set_bit(row, word * lanes + lane, bit, alive(at));
            self.across.close_lane(row, lane, lanes);
        }
    }

    /// Allocates edges with the maximum number of rows that a pass needs.
    pub(crate) fn edges(&self, memory: &mut Memory) -> Result<Edges, MemoryError> {
        let words = (self.halo * self.across.words()) as u128;
        Ok(Edges { top: memory.take(words)?, bottom: memory.take(words)? })
    }

    /// Copies the first `generations` rows of the band to `edges.top`, and the last ones to the end
    /// of `edges.bottom`.
    pub(crate) fn copy_edges(&self, generations: usize, edges: &mut Edges) {
        let width = self.across.words();
        let words = &*self.words;
        let copy = |y: usize, out: &mut [u64]| {
            let (row, lane) = self.row(y);
            let lanes = self.down.lanes;
            for (word, out) in words[row][lane..].iter().step_by(lanes).zip(out) {
                *out = *word;
            }
        };
        for (y, out) in edges.top.chunks_exact_mut(width).enumerate().take(generations) {
            copy(y, out);
        }
        for (y, out) in edges.bottom.chunks_exact_mut(width).rev().enumerate().take(generations) {
            copy(self.down.height - 1 - y, out);
        }
    }

    /// Advances by `generations`, at most [`most`](Self::most), in one pass.
    pub(crate) fn pass(&mut self, level: Level, plan: &Plan, generations: usize, neighbours: Neighbours<'_>) {
        self.fill_halo(generations, neighbours);
        let dead = (neighbours.above.is_none(), neighbours.below.is_none());
        let up = self.offset - self.halo >= generations;
        let walls = self.walls(generations, dead);
        compiled_for(level, plan, Pass { band: self, generations, up, walls: &walls });
        self.offset = if up { self.offset - generations } else { self.offset + generations };
    }

    /// Copies the halo for a pass of `t` generations: `t` rows above the first row and `t` rows
    /// below the last row of every lane.
    ///
    /// The rows above the first row of a lane are the last `t` rows of the previous lane. Shifting
    /// a row of vectors by one word moves every row to the next lane. The first lane gets the rows
    /// of the band above. The rows below are filled in the same way, but in the other direction.
    ///
    /// The last lane may have fewer rows than the others. Then the rows of the band below begin
    /// within this lane. If the lane is very short, the rows of the band below extend into the halo
    /// of the previous lane.
    fn fill_halo(&mut self, t: usize, neighbours: Neighbours<'_>) {
        let LaneStripes { lanes, rows, height } = self.down;
        let (stride, offset, width) = (self.stride, self.offset, self.across.words());
        let (end_row, end_lane) = self.down.place(height);
        let edge = self.halo - t;
        let words = &mut *self.words;
        for i in 0..t {
            // The rows above lane l are the last rows of lane l − 1.
            let (from, to) = ((offset + rows - t + i) * stride, (offset - t + i) * stride);
            words.copy_within(from..from + stride - 1, to + 1);
            let above = neighbours.above.map(|above| &above[(edge + i) * width..][..width]);
            put_lane(&mut words[to..to + stride], 0, lanes, above);
        }
        for i in 0..t {
            // Below its last row, lane l takes the first rows of lane l + 1.
            let (from, to) = ((offset + i) * stride, (offset + rows + i) * stride);
            words.copy_within(from + 1..from + stride, to);
        }
        for i in 0..t {
            let below = neighbours.below.map(|below| &below[i * width..][..width]);
            let mut put = |row: usize, lane: usize| {
                let at = (offset + row) * stride;
                put_lane(&mut words[at..at + stride], lane, lanes, below);
            };
            // The rows of the band below are written after the last row of this band, in the same
            // lane. They are also written to the halo of the previous lane, as far as this halo
            // extends below the band.
            if end_lane < lanes {
                put(end_row + i, end_lane);
            }
            if end_lane > 0 && end_row + i < t {
                put(rows + end_row + i, end_lane - 1);
            }
        }
    }

    /// Returns the halo rows next to the field at dead borders, each with its lane. These rows are
    /// cleared after every generation, so that nothing beyond them affects the field.
    fn walls(&self, t: usize, (above, below): (bool, bool)) -> Vec<(isize, usize)> {
        let LaneStripes { lanes, rows, height } = self.down;
        let (end_row, end_lane) = self.down.place(height);
        let mut walls = Vec::new();
        if above {
            walls.push((-1, 0));
        }
        if below && end_lane < lanes {
            walls.push((end_row as isize, end_lane));
        }
        if below && end_lane > 0 && end_row < t {
            walls.push(((rows + end_row) as isize, end_lane - 1));
        }
        walls
    }
}

/// Writes one lane of a row of vectors; `None` means dead cells.
fn put_lane(row: &mut [u64], lane: usize, lanes: usize, words: Option<&[u64]>) {
    let places = row[lane..].iter_mut().step_by(lanes);
    match words {
        Some(words) => places.zip(words).for_each(|(place, word)| *place = *word),
        None => places.for_each(|place| *place = 0),
    }
}

/// One pass over a band, compiled for a vector level and a rule.
struct Pass<'a> {
    band: &'a mut Band,
    generations: usize,
    /// Whether the band moves up. If `true`, the pass visits the rows from top to bottom, and
    /// stores each row one place further up; otherwise both directions are reversed.
    up: bool,
    walls: &'a [(isize, usize)],
}

impl Work for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) {
        let Self { band, generations, up, walls } = self;
        let (stride, rows, lanes, across) =
            (band.stride, band.down.rows as isize, band.down.lanes, band.across);
        let places = (rows as usize + 3 * band.halo) as isize;
        let offset = if up { band.offset as isize } else { places - band.offset as isize - rows };
        let t = generations as isize;
        let formula = on_vectors(simd, recipe);
        let several = R::Formula::<Vector<S>>::SEVERAL;
        let mut copy = vec![0; if several { stride } else { 0 }];
        let words = &mut *band.words;
        // Rows are counted in the direction of the pass. When generation 1 is at row `first`,
        // generation g is g − 1 rows behind, at row first − g + 1. The first row of generation g is
        // −(t − g), so generation g begins once g ≤ (first + t + 1) / 2. All generations end at the
        // same value of `first`.
        for first in 1 - t..rows + t - 1 {
            for generation in 1..=t.min((first + t + 1) / 2) {
                let row = first - generation + 1;
                // Three adjacent rows of memory, from `place` on in the direction of the pass, hold
                // the rows `row` − 1, `row` and `row` + 1 of the previous generation. The next
                // state of `row` is written to the first of the three.
                let place = offset + row - generation;
                let start = if up { place } else { places - place - 3 } as usize * stride;
                let three = &mut words[start..start + 3 * stride];
                let (upper, rest) = three.split_at_mut(stride);
                let (centre, lower) = rest.split_at_mut(stride);
                let (out, other) = if up { (upper, lower) } else { (lower, upper) };
                if several {
                    copy.copy_from_slice(out);
                    let (above, below) = if up { (&*copy, &*other) } else { (&*other, &*copy) };
                    sweep_several(simd, &formula, [above, centre, below], out);
                } else {
                    // Counts of neighbours do not depend on which row is above and which below.
                    sweep(simd, &formula, out.chunks_exact_mut(S::u64s::LEN), centre, other);
                }
                across.close(simd, out);
                let row = if up { row } else { rows - 1 - row };
                for &(_, lane) in walls.iter().filter(|&&(wall, _)| wall == row) {
                    put_lane(out, lane, lanes, None);
                }
            }
        }
    }
}
