//! The cells of a tile and their layout in words.
//!
//! A tile has 56 rows of 56 cells. With a *halo* of four rows and columns of its neighbours' cells
//! it becomes 64 rows of 64 cells. This suffices for four generations, since errors at the edge of
//! the halo spread inwards by one cell per generation. A word is a row, and the rows are arranged
//! so that vectors need no shuffling:
//!
//! ```text
//!            lane 0   lane 1   lane 2    …    lane 7
//! vector 0   row 0    row 8    row 16         row 56         row r is word 8 · (r mod 8) + ⌊r / 8⌋
//! vector 1   row 1    row 9    row 17         row 57
//!    ⋮
//! vector 7   row 7    row 15   row 23         row 63
//! ```
//!
//! The rows directly above the rows of a vector are in the previous vector, and the rows directly
//! below are in the next vector. Only the rows above vector 0, which are in vector 7, and the rows
//! below vector 7, which are in vector 0, are shifted by one lane. One lane is one word in memory.
//! The same holds for narrower vectors, which are parts of these wide vectors.
//!
//! A tile is stored with space for the halo's rows: its row y is row y + 4 of the 64. Its columns
//! are bits 0 to 55, and all unused bits and rows are 0.

use bytemuck::{Pod, Zeroable};

use super::Edges;

/// The side of a tile in cells.
pub(super) const SIDE: i64 = 56;
/// The width of the halo, which is also the maximum number of generations per stride.
pub(super) const HALO: usize = 4;
/// The number of rows including the halo, and the number of bits of a word.
const ROWS: usize = 64;
/// The number of lanes of the widest vectors, and the number of these vectors in a tile.
pub(super) const LANES: usize = 8;
/// The bits of a tile's own columns.
const COLUMNS: u64 = (1 << SIDE) - 1;

/// The words of the topmost own rows, which are part of the halos of the neighbours above.
pub(super) const TOP: [usize; HALO] = [4 * LANES, 5 * LANES, 6 * LANES, 7 * LANES];
/// The words of the lowest own rows, which are part of the halos of the neighbours below.
pub(super) const BOTTOM: [usize; HALO] = [LANES - 1, 2 * LANES - 1, 3 * LANES - 1, 4 * LANES - 1];

/// A mask of the tile's own cells in every word.
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

/// The cells of a tile, with or without its halo.
#[derive(Clone, Copy, PartialEq, Eq, Zeroable, Pod)]
#[repr(C, align(64))]
pub(super) struct Cells(pub(super) [u64; ROWS]);

/// Returns the index of the word that holds one of the 64 rows.
const fn word(row: usize) -> usize {
    row % LANES * LANES + row / LANES
}

impl Cells {
    pub(super) const EMPTY: Self = Self([0; ROWS]);

    /// Returns a row of the tile: bit x for column x.
    pub(super) fn row(&self, y: i64) -> u64 {
        self.0[word(y as usize + HALO)]
    }

    pub(super) fn row_mut(&mut self, y: i64) -> &mut u64 {
        &mut self.0[word(y as usize + HALO)]
    }

    /// Returns all own rows, from top to bottom.
    pub(super) fn rows(&self) -> impl Iterator<Item = u64> {
        (0..SIDE).map(|y| self.row(y))
    }

    /// Returns the edges that contain living cells.
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
