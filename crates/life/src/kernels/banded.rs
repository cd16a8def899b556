//! A field divided into bands of rows: a single band, or one per thread. A pass advances each band
//! by several generations.

use std::ops::Range;

use quadrille_lanes::Level;

use super::band::{Band, Edges, Neighbours};
use super::formula::{Plan, words_in_vector};
use super::threads;
use crate::field::{Field, Layout, RowBand, Shape};
use crate::memory::{Memory, MemoryError};
use crate::rule::Rule;

mod pace;

use pace::{Mode, Pace};

/// A field as bands, from top to bottom.
#[derive(Clone)]
pub struct Banded {
    plan: Plan,
    level: Level,
    torus: bool,
    /// Rows per band; the last band may have fewer.
    height: usize,
    bands: Vec<Band>,
    /// The edges of each band before the current pass.
    edges: Vec<Edges>,
    pace: Pace,
}

/// The minimum number of cells of a field for which several threads are worthwhile. On smaller
/// fields, one thread completes a pass before another thread wakes up.
pub(crate) const WORTH_THREADS: usize = 1 << 22;

/// The number of bands per thread. More bands would balance the load better, but bands with fewer
/// rows allow fewer generations per pass.
const BANDS_PER_THREAD: usize = 1;

/// The cache budget of a pass in bytes, for fields that fit the second-level cache: half of a
/// first-level cache.
const SMALL: usize = 24 << 10;
/// The cache budget of a pass in bytes, for larger fields: half of a second-level cache.
const LARGE: usize = 640 << 10;
/// The maximum number of bytes of a field that stays in a second-level cache.
const FITS: usize = 1 << 20;

/// Returns the maximum number of generations per pass. It is limited by the cache and by the number
/// of rows per lane: each generation needs one more halo row at either end of every lane, and the
/// halo must stay small.
fn halo(bytes_per_row: usize, rows: usize) -> usize {
    let cache = if bytes_per_row.saturating_mul(rows) <= FITS { SMALL } else { LARGE };
    (cache / bytes_per_row / 2).min(rows / 24).clamp(1, 32)
}

impl Banded {
    /// Creates a field of one band.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(shape: Shape, rule: Rule, level: Level, memory: &mut Memory) -> Result<Self, MemoryError> {
        Self::of_height(shape, shape.height, rule, level, memory)
    }

    /// Creates a field with a band for each thread of the pool, or with fewer bands if the field is
    /// small.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn with_threads(
        shape: Shape,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<Self, MemoryError> {
        let threads = threads::count();
        let worth = shape.width.saturating_mul(shape.height) >= WORTH_THREADS;
        let bands = if worth && threads > 1 { threads * BANDS_PER_THREAD } else { 1 };
        // With fewer than 64 rows per lane, a pass would compute at most two generations.
        let height = shape.height.div_ceil(bands).max(64 * words_in_vector(level));
        Self::of_height(shape, height, rule, level, memory)
    }

    /// Creates a field with bands of about the given height.
    fn of_height(
        shape: Shape,
        height: usize,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<Self, MemoryError> {
        let lanes = words_in_vector(level);
        let height = if height >= shape.height { shape.height } else { height.next_multiple_of(lanes) };
        let bytes_per_row = (shape.width.div_ceil(64) + 2) * lanes * 8;
        let halo = halo(bytes_per_row, height.div_ceil(lanes));
        let mut bands = Vec::new();
        let mut edges = Vec::new();
        for top in (0..shape.height).step_by(height) {
            let band = Band::new(shape, height.min(shape.height - top), level, halo, memory)?;
            edges.push(band.edges(memory)?);
            bands.push(band);
        }
        let plan = Plan::new(rule);
        Ok(Self { plan, level, torus: shape.torus, height, bands, edges, pace: Pace::default() })
    }
}

impl Banded {
    /// Passes the cells of column `x` in the given rows to `take`. The first argument of `take` is
    /// the row, counted from `rows.start`.
    fn each_cell(&self, x: usize, rows: Range<usize>, mut take: impl FnMut(usize, bool)) {
        for (at, band) in self.bands.iter().enumerate() {
            let top = at * self.height;
            let here = rows.start.max(top)..rows.end.min(top + self.height);
            if !here.is_empty() {
                let skipped = here.start - rows.start;
                band.read_column(x, here.start - top..here.end - top, |at, alive| take(skipped + at, alive));
            }
        }
    }
}

impl Field for Banded {
    fn boxed_clone(&self) -> Box<dyn Field> {
        Box::new(self.clone())
    }

    fn read_row(&self, y: usize, words: &mut [u64]) {
        self.bands[y / self.height].read_row(y % self.height, words);
    }

    fn write_row(&mut self, y: usize, words: &[u64]) {
        self.bands[y / self.height].write_row(y % self.height, words);
    }

    fn population(&self, _: Shape) -> u64 {
        self.bands.iter().map(Band::population).sum()
    }

    fn layout(&self, _: Shape) -> Layout {
        Layout { band: self.height, lanes: words_in_vector(self.level) }
    }

    fn row_bands(&mut self, shape: Shape) -> Vec<RowBand<'_>> {
        let height = self.height;
        let bands = self.bands.iter_mut().enumerate();
        bands
            .map(|(at, band)| {
                let top = at * height;
                let rows = top..shape.height.min(top + height);
                RowBand { rows, write: Box::new(move |y, words| band.write_row(y - top, words)) }
            })
            .collect()
    }

    fn advance(&mut self, generations: u64) {
        let mut left = generations;
        while left > 0 {
            let most = self.bands.iter().map(Band::most).min().unwrap_or(1);
            let now = left.min(most as u64) as usize;
            for (band, edges) in self.bands.iter().zip(&mut self.edges) {
                band.copy_edges(now, edges);
            }
            let (level, plan, torus, edges, count) =
                (self.level, &self.plan, self.torus, &self.edges, self.bands.len());
            let pass = |(at, band): (usize, &mut Band)| {
                let neighbours = Neighbours {
                    above: (torus || at > 0).then(|| &*edges[(at + count - 1) % count].bottom),
                    below: (torus || at + 1 < count).then(|| &*edges[(at + 1) % count].top),
                };
                band.pass(level, plan, now, neighbours);
            };
            let bands = &mut self.bands;
            if count == 1 {
                pass((0, &mut bands[0]));
            } else {
                self.pace.time(now, |mode| match mode {
                    Mode::Parallel => threads::for_each(bands, pass),
                    Mode::Sequential => bands.iter_mut().enumerate().for_each(pass),
                });
            }
            left -= now as u64;
        }
    }

    fn get(&self, x: usize, y: usize) -> bool {
        self.bands[y / self.height].get(x, y % self.height)
    }

    fn set(&mut self, x: usize, y: usize, alive: bool) {
        self.bands[y / self.height].set(x, y % self.height, alive);
    }

    fn read_column(&self, x: usize, rows: Range<usize>, cells: &mut [u64]) {
        cells.fill(0);
        self.each_cell(x, rows, |at, alive| cells[at / 64] |= u64::from(alive) << (at % 64));
    }

    fn write_column(&mut self, x: usize, rows: Range<usize>, cells: &[u64]) {
        let height = self.height;
        for (at, band) in self.bands.iter_mut().enumerate() {
            let top = at * height;
            let here = rows.start.max(top)..rows.end.min(top + height);
            if !here.is_empty() {
                let skipped = here.start - rows.start;
                band.write_column(x, here.start - top..here.end - top, |at| {
                    cells[(skipped + at) / 64] >> ((skipped + at) % 64) & 1 == 1
                });
            }
        }
    }
}
