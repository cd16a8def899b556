//! The interface of bounded fields: reading and writing cells, and advancing generations. It hides
//! the memory layout of a field.

use std::fmt;
use std::ops::Range;

use crate::bounds::{Border, Bounds};

/// Returns the number of 64-bit words that a row of `width` cells needs.
#[inline]
pub const fn words(width: usize) -> usize {
    width.div_ceil(64)
}

/// A field with a dead border or on a torus.
///
/// A row is passed as a slice of words with one bit per cell: cell x is bit x % 64 of word x / 64,
/// and the bits beyond the last cell are 0.
pub trait Field: Send + Sync {
    /// Clones the field, with its own memory.
    fn boxed_clone(&self) -> Box<dyn Field>;

    /// Copies row `y` to `words`.
    fn read_row(&self, y: usize, words: &mut [u64]);

    /// Replaces row `y` by `words`.
    fn write_row(&mut self, y: usize, words: &[u64]);

    /// Returns the number of living cells. The default implementation reads all rows; other
    /// implementations may be faster.
    fn population(&self, shape: Shape) -> u64 {
        let mut row = vec![0; words(shape.width)];
        let count = |y| {
            self.read_row(y, &mut row);
            row.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
        };
        (0..shape.height).map(count).sum()
    }

    /// Returns the memory layout of the rows.
    fn layout(&self, shape: Shape) -> Layout {
        Layout { band: shape.height, lanes: 1 }
    }

    /// Divides the field into bands of rows that can be written concurrently.
    fn row_bands(&mut self, shape: Shape) -> Vec<RowBand<'_>> {
        vec![RowBand { rows: 0..shape.height, write: Box::new(|y, words| self.write_row(y, words)) }]
    }

    /// Advances the field by the given number of generations.
    fn advance(&mut self, generations: u64);

    /// Returns whether the cell in column `x` of row `y` lives.
    fn get(&self, x: usize, y: usize) -> bool;

    /// Sets the cell in column `x` of row `y`.
    fn set(&mut self, x: usize, y: usize, alive: bool);

    /// Reads the cells of column `x` in these rows. The cells are packed 64 per word, as in a row.
    fn read_column(&self, x: usize, rows: Range<usize>, cells: &mut [u64]) {
        cells.fill(0);
        for (at, y) in rows.enumerate() {
            cells[at / 64] |= u64::from(self.get(x, y)) << (at % 64);
        }
    }

    /// Writes the cells of column `x` in these rows. The cells are packed 64 per word, as in a row.
    fn write_column(&mut self, x: usize, rows: Range<usize>, cells: &[u64]) {
        for (at, y) in rows.enumerate() {
            self.set(x, y, cells[at / 64] >> (at % 64) & 1 == 1);
        }
    }
}

impl fmt::Debug for dyn Field {
    /// Prints only the type's name: fields have millions of cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Field")
    }
}

impl Clone for Box<dyn Field> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The memory layout of rows: bands, one below the other. Each band is divided into stripes whose
/// rows are interleaved.
///
/// The first rows of all stripes are adjacent in memory, then the second rows of all stripes, and
/// so forth. Visiting the rows in this order passes through memory once. Visiting them from top to
/// bottom passes through memory once per stripe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows per band; the last band may have fewer.
    pub band: usize,
    /// Stripes per band.
    pub lanes: usize,
}

/// Divides `rows` into `count` stripes of equal height; the last stripes may have fewer rows or
/// none.
pub(crate) fn stripes(rows: Range<u64>, count: u64) -> impl Iterator<Item = Range<u64>> + Clone {
    let height = (rows.end - rows.start).div_ceil(count);
    (0..count).map(move |stripe| {
        let start = rows.start.saturating_add(stripe.saturating_mul(height)).min(rows.end);
        start..start.saturating_add(height).min(rows.end)
    })
}

/// A function that writes a row of a field. Its arguments are the index of the row and the words of
/// the row.
pub type WriteRow<'a> = Box<dyn FnMut(usize, &[u64]) + Send + 'a>;

/// A band of rows that can be written while other threads write other bands.
pub struct RowBand<'a> {
    /// The rows of the field that belong to the band.
    pub rows: Range<usize>,
    /// Writes a row of the band, as [`Field::write_row`] does.
    pub write: WriteRow<'a>,
}

/// Returns whether bit `bit` of word `word` is set.
#[inline]
pub fn get_bit(words: &[u64], word: usize, bit: u32) -> bool {
    words[word] >> bit & 1 == 1
}

/// Sets or clears bit `bit` of word `word`.
#[inline]
pub fn set_bit(words: &mut [u64], word: usize, bit: u32, set: bool) {
    words[word] = words[word] & !(1 << bit) | u64::from(set) << bit;
}

/// The maximum length of a side. With longer sides, the size of a row could overflow.
const LONGEST: usize = usize::MAX >> 16;

/// The size of a field in memory, and whether its opposite edges are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Whether opposite edges are joined.
    pub torus: bool,
}

impl Shape {
    /// Returns the shape of the region in which cells can live: the field without its dead ring, if
    /// there is one. Returns `None` if a side is too long for any memory.
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
