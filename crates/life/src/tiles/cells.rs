//! The cells of a tile, and how they lie in words.
//!
//! A tile has 56 rows of 56 cells. Around it lies a *halo* of four rows and columns of its neighbours' cells,
//! with which it makes 64 rows of 64: enough for four generations, since what is wrong at the edge of the halo
//! comes in by a cell a generation. A word is a row, and the rows lie so that vectors need not be moved:
//!
//! ```text
//!            lane 0   lane 1   lane 2    …    lane 7
//! vector 0   row 0    row 8    row 16         row 56          row r is word 8 · (r mod 8) + r / 8
//! vector 1   row 1    row 9    row 17         row 57
//!    ⋮
//! vector 7   row 7    row 15   row 23         row 63
//! ```
//!
//! The rows above those of a vector are the vector before it, and those below are the one after it: only above
//! vector 0 and below vector 7 the same rows stand one lane further, which in memory is one word further. A
//! narrower vector is a part of one of these, and the same holds.
//!
//! A tile is kept with a place for its halo's rows, so that its own row y is row y + 4 of the 64; but its columns
//! are in bits 0 to 55, and what is in no column, and in no row, is 0.

use bytemuck::{Pod, Zeroable};

use super::Edges;

/// Cells along a tile's side.
pub(super) const SIDE: i64 = 56;
/// Rows and columns of the neighbours' cells on each side; and the most generations at a time.
pub(super) const HALO: usize = 4;
/// Rows with the halo, and bits of a word.
const ROWS: usize = 64;
/// Lanes of the widest vectors, and how many of these vectors there are.
pub(super) const LANES: usize = 8;
/// A row's own bits.
const COLUMNS: u64 = (1 << SIDE) - 1;

/// The words of the topmost and the lowest own rows, those that the neighbours' halos show.
pub(super) const TOP: [usize; HALO] = [4 * LANES, 5 * LANES, 6 * LANES, 7 * LANES];
pub(super) const BOTTOM: [usize; HALO] = [LANES - 1, 2 * LANES - 1, 3 * LANES - 1, 4 * LANES - 1];

/// The own bits of every word.
pub(super) static OWN: Cells = {
    let mut words = [COLUMNS; ROWS];
    let mut row = 0;
    while row < HALO {
        words[word(row)] = 0;
        words[word(ROWS - 1 - row)] = 0;
        row += 1;
    }
    Cells(words)
};

/// A tile's cells, or those with the halo.
#[derive(Clone, Copy, PartialEq, Eq, Zeroable, Pod)]
#[repr(C, align(64))]
pub(super) struct Cells(pub(super) [u64; ROWS]);

/// Where a row of the 64 stands.
const fn word(row: usize) -> usize {
    row % LANES * LANES + row / LANES
}

impl Cells {
    pub(super) const EMPTY: Self = Self([0; ROWS]);

    /// A row of the tile: bit x for column x.
    pub(super) fn row(&self, y: i64) -> u64 {
        self.0[word(y as usize + HALO)]
    }

    pub(super) fn row_mut(&mut self, y: i64) -> &mut u64 {
        &mut self.0[word(y as usize + HALO)]
    }

    /// All rows, downward.
    pub(super) fn rows(&self) -> impl Iterator<Item = u64> {
        (0..SIDE).map(|y| self.row(y))
    }

    /// The edges on which something lives.
    pub(super) fn edges(&self) -> Edges {
        let all = |words: &[usize]| words.iter().fold(0, |all, &at| all | self.0[at]);
        Edges::of(all(&TOP), all(&BOTTOM), self.0.iter().fold(0, |all, row| all | row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_word() {
        let mut words: Vec<usize> = (0..ROWS).map(word).collect();
        assert_eq!(TOP, [4, 5, 6, 7].map(word));
        assert_eq!(BOTTOM, [56, 57, 58, 59].map(word));
        words.sort_unstable();
        assert!(words.into_iter().eq(0..ROWS));
        for row in 0..ROWS {
            let own = (HALO..ROWS - HALO).contains(&row);
            assert_eq!(OWN.0[word(row)], if own { COLUMNS } else { 0 });
        }
    }
}
