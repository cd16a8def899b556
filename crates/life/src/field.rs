//! What every form of a field is, whatever its memory looks like: cells that can be read, written and
//! stepped.

use std::fmt;
use std::ops::Range;

use crate::bounds::{Border, Bounds};

/// Words of 64 cells that a row takes.
#[inline]
pub const fn words(width: usize) -> usize {
    width.div_ceil(64)
}

/// A field with a dead border or on a torus.
///
/// Rows are handed in and out with a bit a cell: cell x is bit x % 64 of word x / 64, and the bits beyond the
/// last cell are 0.
pub trait Field: Send + Sync {
    /// A copy with memory of its own.
    fn boxed_clone(&self) -> Box<dyn Field>;

    /// Reads row `y`.
    fn read_row(&self, y: usize, words: &mut [u64]);

    /// Writes row `y`.
    fn write_row(&mut self, y: usize, words: &[u64]);

    /// How many cells live: all rows read and counted, where a form has no shorter way.
    fn population(&self, shape: Shape) -> u64 {
        let mut row = vec![0; words(shape.width)];
        let count = |y| {
            self.read_row(y, &mut row);
            row.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
        };
        (0..shape.height).map(count).sum()
    }

    /// How the rows lie in memory.
    fn layout(&self, shape: Shape) -> Layout {
        Layout { band: shape.height, lanes: 1 }
    }

    /// The field in parts, each of which can be written while others are.
    fn parts(&mut self, shape: Shape) -> Vec<Part<'_>> {
        vec![Part { rows: 0..shape.height, write: Box::new(|y, words| self.write_row(y, words)) }]
    }

    /// Goes on by that many generations.
    fn advance(&mut self, generations: u64);

    /// The cell in column `x` of row `y`.
    fn get(&self, x: usize, y: usize) -> bool;

    /// Changes the cell in column `x` of row `y`.
    fn set(&mut self, x: usize, y: usize, alive: bool);

    /// Reads the cells of column `x` in these rows, as a row is read.
    fn read_column(&self, x: usize, rows: Range<usize>, cells: &mut [u64]) {
        cells.fill(0);
        for (at, y) in rows.enumerate() {
            cells[at / 64] |= u64::from(self.get(x, y)) << (at % 64);
        }
    }

    /// Writes them.
    fn write_column(&mut self, x: usize, rows: Range<usize>, cells: &[u64]) {
        for (at, y) in rows.enumerate() {
            self.set(x, y, cells[at / 64] >> (at % 64) & 1 == 1);
        }
    }
}

impl fmt::Debug for dyn Field {
    /// Millions of cells would help nobody.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Field")
    }
}

impl Clone for Box<dyn Field> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// How rows lie in memory: in bands, one below the other, each in stripes whose rows lie beside each other. Whoever
/// takes the first row of every stripe, then the second of each, goes through the memory once; whoever takes the
/// rows as they come does so once for every stripe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows of every band; of the last perhaps fewer.
    pub band: usize,
    /// Stripes of a band.
    pub lanes: usize,
}

/// Stripes into which `rows` are cut: all as high, but the last ones, which may be lower.
pub(crate) fn stripes(rows: Range<u64>, count: u64) -> impl Iterator<Item = Range<u64>> + Clone {
    let height = (rows.end - rows.start).div_ceil(count);
    (0..count).map(move |stripe| {
        let start = rows.start.saturating_add(stripe.saturating_mul(height)).min(rows.end);
        start..start.saturating_add(height).min(rows.end)
    })
}

/// Writes a row of a field by its number.
pub type WriteRow<'a> = Box<dyn FnMut(usize, &[u64]) + Send + 'a>;

/// Rows of a field that can be written while others are.
pub struct Part<'a> {
    /// Which of the field's rows.
    pub rows: Range<usize>,
    /// Writes one of them, as [`Field::write_row`] does.
    pub write: WriteRow<'a>,
}

/// Whether bit `bit` of word `word` is set.
#[inline]
pub fn get_bit(words: &[u64], word: usize, bit: u32) -> bool {
    words[word] >> bit & 1 == 1
}

/// Sets bit `bit` of word `word`, or clears it.
#[inline]
pub fn set_bit(words: &mut [u64], word: usize, bit: u32, set: bool) {
    words[word] = words[word] & !(1 << bit) | u64::from(set) << bit;
}

/// The longest side, with which sizes of rows can be computed without running over.
const LONGEST: usize = usize::MAX >> 16;

/// The size of a field that fits memory, and whether its edges meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Cells a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Whether opposite edges meet.
    pub torus: bool,
}

impl Shape {
    /// What lives inside the bounds: all cells, or those within the ring. `None` if a side is longer than any
    /// memory.
    pub fn inside(bounds: Bounds) -> Option<Self> {
        let ring = 2 * u64::from(bounds.border() == Border::Ring);
        let side = |length: u64| usize::try_from(length).ok().filter(|&length| length <= LONGEST);
        Some(Self {
            width: side(bounds.width() - ring)?,
            height: side(bounds.height() - ring)?,
            torus: bounds.border() == Border::Torus,
        })
    }
}
