//! Stripes: the layout in which neighbouring cells are in adjacent vectors.
//!
//! A row of W cells becomes V = ⌈W / 64⌉ words, and cell x is bit ⌊x / V⌋ of word x mod V. So the
//! left neighbours of the cells in word j are the cells in word j − 1, bit by bit. Shifts are
//! needed only at the ends: to the left of word 0 is the last word, shifted up by one bit. The rows
//! are distributed over the lanes in the same way: with H rows, L lanes and R = ⌈H / L⌉, there are
//! R rows of vectors, and row y of the field is in lane ⌊y / R⌋ of row y mod R of the vectors.
//!
//! ```text
//! 10 cells, 2 words of 5 bits (high bit first): word 0 = cells 8 6 4 2 0, word 1 = cells 9 7 5 3 1
//! to the left of word 1: word 0.   To the left of word 0: word 1 shifted up = cells 7 5 3 1 –
//! ```
//!
//! Each row of vectors has a guard vector at either end, which contains the shifted words and is
//! computed when the row is written. If W is not a multiple of 64, some bits are unused. The unused
//! bit next to the last cell is kept dead, or on a torus is a copy of cell 0, so that the other
//! unused bits never affect a cell. Thus every width takes the same time per word.

use std::ops::Range;

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch, prelude::*, u64x8};

use super::logic::Vector;
use crate::field::{Shape, set_bit};

/// The layout of a row's cells in words.
#[derive(Clone, Copy, Debug)]
pub struct RowStripes {
    level: Level,
    width: usize,
    /// The number of words, without the guards.
    words: usize,
    torus: bool,
    /// The place of the last cell: its word, counted with the guards, and its bit.
    last: (usize, u32),
    /// The place of the first unused bit: its word, counted with the guards, and the bit. The bit
    /// is 64 if no bit is unused.
    beyond: (usize, u32),
}

impl RowStripes {
    /// Returns the layout of the rows of a field, for the vectors of a level.
    pub fn new(shape: Shape, level: Level) -> Self {
        let Shape { width, torus, .. } = shape;
        let words = width.div_ceil(64);
        let place = |x: usize| (x % words + 1, (x / words) as u32);
        Self { level, width, words, torus, last: place(width - 1), beyond: place(width) }
    }

    /// Returns the number of words per row, including the two guards.
    pub const fn words(self) -> usize {
        self.words + 2
    }

    /// Returns the place of a cell: its word, counted with the guards, and its bit.
    #[inline]
    pub const fn place(self, x: usize) -> (usize, u32) {
        (x % self.words + 1, (x / self.words) as u32)
    }

    /// Updates the guards of a row of vectors, and the bit next to the last cell. On a torus this
    /// bit becomes a copy of cell 0, otherwise it becomes dead.
    #[inline(always)]
    pub fn close<S: Simd>(self, simd: S, row: &mut [u64]) {
        let (zero, one) = (Vector::splat(simd, 0), Vector::splat(simd, 1));
        let first = if self.torus { load(simd, row, 1) & one } else { zero };
        let (word, bit) = self.beyond;
        let beyond = if bit < 64 {
            let kept = load(simd, row, word) & Vector::splat(simd, !(1 << bit)) | first.shift_up(bit);
            store(row, word, kept);
            zero
        } else {
            first.shift_up(63)
        };
        let last = if self.torus { load(simd, row, self.last.0).shift_down(self.last.1) & one } else { zero };
        let left = load(simd, row, self.words).shift_up(1) | last;
        let right = load(simd, row, 1).shift_down(1) | beyond;
        store(row, 0, left);
        store(row, self.words + 1, right);
    }

    /// Writes a row of cells, one bit per cell in order, to lane `lane` of a row of vectors of
    /// `lanes` words, and updates the guards.
    ///
    /// With V words per row, bit b of word j is cell b·V + j. For each bit b, the V cells from b·V
    /// on form one of the 64 rows of a bit matrix, whose columns are the words. The matrix is
    /// transposed in blocks of 64 × 64.
    pub fn scatter(self, cells: &[u64], row: &mut [u64], lane: usize, lanes: usize) {
        dispatch!(self.level.simd(), simd => self.scatter_by(simd, cells, row, lane, lanes));
        self.close_lane(row, lane, lanes);
    }

    #[inline(always)]
    fn scatter_by<S: Simd>(self, simd: S, cells: &[u64], row: &mut [u64], lane: usize, lanes: usize) {
        let at = |word: usize| (word + 1) * lanes + lane;
        for from in (0..self.words).step_by(64) {
            let mut square = [0; 64];
            for (bit, word) in square.iter_mut().enumerate() {
                *word = bits(cells, bit * self.words + from);
            }
            transpose(simd, &mut square);
            for (word, &bits) in (from..self.words).zip(&square) {
                row[at(word)] = bits;
            }
        }
        // Clear the unused bits. Until now they hold bits from beyond the end of the row.
        for word in 0..self.words {
            let cells = (self.width - word.min(self.width)).div_ceil(self.words);
            row[at(word)] &= u64::MAX.checked_shl(cells as u32).map_or(u64::MAX, |beyond| !beyond);
        }
    }

    /// Updates the guards and the bit next to the last cell as [`close`](Self::close) does, in one
    /// lane.
    pub fn close_lane(self, row: &mut [u64], lane: usize, lanes: usize) {
        let at = |word: usize| (word + 1) * lanes + lane;
        let (word, bit) = self.last;
        let (first, last) = (row[at(0)] & 1, row[word * lanes + lane] >> bit);
        let wrapped = u64::from(self.torus);
        let mut beyond = 0;
        let (word, bit) = self.beyond;
        if bit < 64 {
            set_bit(row, word * lanes + lane, bit, first & wrapped == 1);
        } else {
            beyond = (first & wrapped) << 63;
        }
        row[lane] = row[at(self.words - 1)] << 1 | last & wrapped;
        row[at(self.words)] = row[at(0)] >> 1 | beyond;
    }

    /// Returns the number of living cells in the row that a lane of `row` holds.
    pub fn population(self, row: &[u64], lane: usize, lanes: usize) -> u64 {
        // The first `width % words` words have one cell more than the others.
        let (fewest, more) = (self.width / self.words, self.width % self.words);
        let mask = |cells: usize| u64::MAX.checked_shl(cells as u32).map_or(u64::MAX, |beyond| !beyond);
        let count = |word: usize| {
            let cells = mask(fewest + usize::from(word < more));
            u64::from((row[(word + 1) * lanes + lane] & cells).count_ones())
        };
        (0..self.words).map(count).sum()
    }

    /// Reads the row of cells that [`scatter`](Self::scatter) wrote.
    pub fn gather(self, cells: &mut [u64], row: &[u64], lane: usize, lanes: usize) {
        dispatch!(self.level.simd(), simd => self.gather_by(simd, cells, row, lane, lanes));
    }

    #[inline(always)]
    fn gather_by<S: Simd>(self, simd: S, cells: &mut [u64], row: &[u64], lane: usize, lanes: usize) {
        if self.words == 1 {
            // The cells of a single word are in order.
            cells[0] = row[lanes + lane] & u64::MAX >> (64 - self.width);
            return;
        }
        cells.fill(0);
        for from in (0..self.words).step_by(64) {
            let mut square = [0; 64];
            for (word, bits) in (from..self.words).zip(&mut square) {
                *bits = row[(word + 1) * lanes + lane];
            }
            transpose(simd, &mut square);
            let length = (self.words - from).min(64);
            for (bit, &word) in square.iter().enumerate() {
                put_bits(cells, bit * self.words + from, word & u64::MAX >> (64 - length));
            }
        }
        if let (Some(last), rest @ 1..) = (cells.last_mut(), self.width % 64) {
            *last &= u64::MAX >> (64 - rest);
        }
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, row: &[u64], word: usize) -> Vector<S> {
    Vector::load(simd, &row[word * S::u64s::LEN..][..S::u64s::LEN])
}

#[inline(always)]
fn store<S: Simd>(row: &mut [u64], word: usize, vector: Vector<S>) {
    vector.store(&mut row[word * S::u64s::LEN..][..S::u64s::LEN]);
}

/// Returns 64 cells from index `from` on; cells beyond the last word are dead.
fn bits(cells: &[u64], from: usize) -> u64 {
    let word = |at: usize| cells.get(at).copied().unwrap_or(0);
    let (at, shift) = (from / 64, from % 64);
    if shift == 0 { word(at) } else { word(at) >> shift | word(at + 1) << (64 - shift) }
}

/// Sets the cells from index `from` on that are alive in `word`; cells beyond the last word are
/// dropped.
fn put_bits(cells: &mut [u64], from: usize, word: u64) {
    let (at, shift) = (from / 64, from % 64);
    if let Some(cells) = cells.get_mut(at) {
        *cells |= word << shift;
    }
    if let (Some(cells), 1..) = (cells.get_mut(at + 1), shift) {
        *cells |= word >> (64 - shift);
    }
}

/// Transposes a 64 × 64 bit matrix: bit j of word i becomes bit i of word j. Blocks of 32, then 16,
/// … bits are exchanged (H. S. Warren, "Hacker's Delight", 7-3).
///
/// Blocks of 32, 16 and 8 are exchanged between vectors of eight consecutive words; for blocks of
/// 4, 2 and 1, a vector holds every eighth word.
#[inline(always)]
pub(crate) fn transpose<S: Simd>(simd: S, square: &mut [u64; 64]) {
    if S::u64s::LEN < 4 {
        return mirror(square);
    }
    let mut vectors = [u64x8::splat(simd, 0); 8];
    for (vector, words) in vectors.iter_mut().zip(square.chunks_exact(8)) {
        *vector = u64x8::from_slice(simd, words);
    }
    exchange(&mut vectors, 4, 32, 0x0000_0000_FFFF_FFFF);
    exchange(&mut vectors, 2, 16, 0x0000_FFFF_0000_FFFF);
    exchange(&mut vectors, 1, 8, 0x00FF_00FF_00FF_00FF);
    for (vector, words) in vectors.iter().zip(square.chunks_exact_mut(8)) {
        vector.store_slice(words);
    }
    let mut every_eighth = [[0; 8]; 8];
    for (at, words) in every_eighth.iter_mut().enumerate() {
        for (word, i) in words.iter_mut().zip(0..) {
            *word = square[8 * i + at];
        }
    }
    for (vector, words) in vectors.iter_mut().zip(&every_eighth) {
        *vector = u64x8::from_slice(simd, words);
    }
    exchange(&mut vectors, 4, 4, 0x0F0F_0F0F_0F0F_0F0F);
    exchange(&mut vectors, 2, 2, 0x3333_3333_3333_3333);
    exchange(&mut vectors, 1, 1, 0x5555_5555_5555_5555);
    for (vector, words) in vectors.iter().zip(&mut every_eighth) {
        vector.store_slice(words);
    }
    for (at, words) in every_eighth.iter().enumerate() {
        for (i, &word) in words.iter().enumerate() {
            square[8 * i + at] = word;
        }
    }
}

/// Exchanges blocks of `size` bits between vectors whose indices differ by `apart`: the upper
/// blocks of the first vector with the lower blocks of the second. `mask` has the bits of the lower
/// blocks set.
#[inline(always)]
fn exchange<S: Simd>(vectors: &mut [u64x8<S>; 8], apart: usize, size: u32, mask: u64) {
    for upper in 0..8 {
        if upper & apart == 0 {
            let changed = ((vectors[upper] >> size) ^ vectors[upper + apart]) & mask;
            vectors[upper] ^= changed << size;
            vectors[upper + apart] ^= changed;
        }
    }
}

/// The scalar form of [`transpose`].
fn mirror(square: &mut [u64; 64]) {
    let mut mask = u64::MAX >> 32;
    let mut size = 32;
    while size > 0 {
        for upper in (0..64).filter(|row| row & size == 0) {
            let changed = (square[upper] >> size ^ square[upper + size]) & mask;
            square[upper] ^= changed << size;
            square[upper + size] ^= changed;
        }
        size /= 2;
        mask ^= mask << size;
    }
}

/// The layout of rows in lanes: `rows` consecutive rows per lane.
#[derive(Clone, Copy, Debug)]
pub struct LaneStripes {
    /// Rows of the field.
    pub height: usize,
    /// Lanes of a vector.
    pub lanes: usize,
    /// Rows per lane.
    pub rows: usize,
}

impl LaneStripes {
    /// Creates the layout of `height` rows in `lanes` lanes.
    pub const fn new(height: usize, lanes: usize) -> Self {
        Self { height, lanes, rows: height.div_ceil(lanes) }
    }

    /// Returns the place of row `y`: its row of vectors and its lane. Also accepts the first row
    /// below the field; its lane may be one past the last lane.
    #[inline]
    pub const fn place(self, y: usize) -> (usize, usize) {
        (y % self.rows, y / self.rows)
    }

    /// Returns the [place](Self::place) of each of these rows.
    pub fn places(self, rows: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
        let mut next = self.place(rows.start);
        rows.map(move |_| {
            let this = next;
            next = if this.0 + 1 == self.rows { (0, this.1 + 1) } else { (this.0 + 1, this.1) };
            this
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_square_is_mirrored() {
        let square: [u64; 64] = std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut plain = square;
        mirror(&mut plain);
        for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
            assert_eq!(plain[i] >> j & 1, square[j] >> i & 1);
        }
        for level in Level::available() {
            let mut mirrored = square;
            dispatch!(level.simd(), simd => transpose(simd, &mut mirrored));
            assert_eq!(mirrored, plain, "{level}");
        }
    }

    proptest! {
        #[test]
        fn each_cell_is_at_its_place_and_comes_back(
            width in 1..700usize,
            words in prop::collection::vec(any::<u64>(), 11),
            torus: bool,
            lane in 0..4usize,
            level in prop::sample::select(Level::available()),
        ) {
            let stripes = RowStripes::new(Shape { width, height: 1, torus }, level);
            let mut cells = words[..width.div_ceil(64)].to_vec();
            if width % 64 > 0 {
                *cells.last_mut().unwrap() &= u64::MAX >> (64 - width % 64);
            }
            let mut row = vec![0xABAB; stripes.words() * 4];
            stripes.scatter(&cells, &mut row, lane, 4);
            let cell = |word: usize, bit: u32| row[word * 4 + lane] >> bit & 1;
            let expected = |x: usize| cells[x / 64] >> (x % 64) & 1;
            for x in 0..width {
                let (word, bit) = stripes.place(x);
                prop_assert_eq!(cell(word, bit), expected(x), "{}", x);
                let left = if x > 0 { expected(x - 1) } else { u64::from(torus) & expected(width - 1) };
                prop_assert_eq!(cell(word - 1, bit), left);
                let right = if x + 1 < width { expected(x + 1) } else { u64::from(torus) & expected(0) };
                prop_assert_eq!(cell(word + 1, bit), right);
            }
            let mut again = vec![u64::MAX; cells.len()];
            stripes.gather(&mut again, &row, lane, 4);
            prop_assert_eq!(&again, &cells);
            let living: u32 = cells.iter().map(|word| word.count_ones()).sum();
            prop_assert_eq!(stripes.population(&row, lane, 4), u64::from(living));
        }
    }
}
