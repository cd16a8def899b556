//! Soups: random patterns of 16 × 16 cells, extended by the symmetries of Catagolue, the public
//! database of soup searches.
//!
//! Every soup begins as a block of 16 × 16 cells. The symmetry determines which rotated and
//! reflected copies are placed around it, and by how many cells they overlap:
//!
//! ```text
//!   C1        C2_4          D4_+1  (the middle row and column are shared)      C4_4
//!                  ┌──┐     ┌──┬──┐                                        ┌──┬──┐
//!  ┌──┐            │ᴚ │     │↕ │ᴚ │                                        │⟳ │ᴚ │
//!  │R │         ┌──┼──┘     ├──┼──┤                                        ├──┼──┤
//!  └──┘         │R │        │R │↔ │                                        │R │⟲ │
//!               └──┘        └──┴──┘                                        └──┴──┘
//! ```
//!
//! R is the block and ᴚ the block after a half turn. ⟳ and ⟲ are the block after a quarter turn to
//! the right and to the left. ↕ is the block mirrored from top to bottom, and ↔ the block mirrored
//! from left to right.
//!
//! The block is drawn from a random stream or, for soups of Catagolue, is the SHA-256 of a text.
//! The text consists of a *root*, which is the same for many soups, and of the decimal number of
//! the soup. The caller computes the hash.

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;
use quadrille_random::{Bulk, Chance, StreamKey};
use thiserror::Error;

use crate::pattern::{Pattern, Span};

/// The side of the block in cells.
const SIDE: usize = 16;

/// The rows of a block, from top to bottom: bit x for column x.
type Square = [u16; SIDE];

/// The symmetry of a soup, with its name on Catagolue.
///
/// The letter and the first digit give the symmetry group and its order: C for rotations only, D
/// for rotations and reflections. `+` means horizontal and vertical mirror axes, `x` diagonal ones.
/// The last digit gives the centre of symmetry by the number of cells around it: one, two (the
/// middle of an edge) or four (a corner).
///
/// ```
/// use quadrille_life::{Chance, StreamKey, Symmetry};
///
/// let symmetry: Symmetry = "D8_1".parse()?;
/// let soup = symmetry.soup(StreamKey::new(7, 0), Chance::ratio(1, 2)?);
/// let mirrored: Vec<_> = soup.cells().map(|(x, y)| (30 - x, y)).collect();
/// assert!(mirrored.iter().all(|cell| soup.cells().any(|other| other == *cell)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    non_camel_case_types,
    reason = "the names are Catagolue's, which distinguish symmetries by `_1` and `x1`"
)]
#[expect(missing_docs, reason = "the documentation of the type explains the names")]
pub enum Symmetry {
    #[default]
    C1,
    C2_1,
    C2_2,
    C2_4,
    C4_1,
    C4_4,
    D2_p1,
    D2_p2,
    D2_x,
    D4_p1,
    D4_p2,
    D4_p4,
    D4_x1,
    D4_x4,
    D8_1,
    D8_4,
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 16] = [
        Self::C1,
        Self::C2_1,
        Self::C2_2,
        Self::C2_4,
        Self::C4_1,
        Self::C4_4,
        Self::D2_p1,
        Self::D2_p2,
        Self::D2_x,
        Self::D4_p1,
        Self::D4_p2,
        Self::D4_p4,
        Self::D4_x1,
        Self::D4_x4,
        Self::D8_1,
        Self::D8_4,
    ];

    /// The maximum number of columns and rows of a soup: two blocks.
    pub const MOST_SIDE: u64 = 2 * SIDE as u64;

    /// Returns the name on Catagolue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::C1 => "C1",
            Self::C2_1 => "C2_1",
            Self::C2_2 => "C2_2",
            Self::C2_4 => "C2_4",
            Self::C4_1 => "C4_1",
            Self::C4_4 => "C4_4",
            Self::D2_p1 => "D2_+1",
            Self::D2_p2 => "D2_+2",
            Self::D2_x => "D2_x",
            Self::D4_p1 => "D4_+1",
            Self::D4_p2 => "D4_+2",
            Self::D4_p4 => "D4_+4",
            Self::D4_x1 => "D4_x1",
            Self::D4_x4 => "D4_x4",
            Self::D8_1 => "D8_1",
            Self::D8_4 => "D8_4",
        }
    }

    /// Returns the soup that is drawn from a stream. Each cell of the block lives with the
    /// probability `density`. The cells are drawn row by row and from left to right by the stream's
    /// xoshiro256++ generator, as [`fill::xoshiro`](crate::fill::xoshiro) does for a field of 16 ×
    /// 16.
    pub fn soup(self, stream: StreamKey, density: Chance) -> Pattern {
        let mut rng = stream.rng();
        let square = std::array::from_fn(|_| {
            let mut row = [0];
            rng.roll(density, &mut row, SIDE);
            row[0] as u16
        });
        self.laid_out(square)
    }

    /// Returns the soup that Catagolue derives from a hash of 32 bytes: row y of the block is bytes
    /// 2y and 2y + 1, the higher byte first, with the lowest bit on the left. `seed` is the hashed
    /// text. It matters only for `C2_2`, whose block is mirrored about its rising diagonal unless
    /// `seed` begins with `l_`.
    ///
    /// ```
    /// use quadrille_life::Symmetry;
    ///
    /// let mut hash = [0; 32];
    /// (hash[0], hash[1], hash[31]) = (0x80, 0x03, 0x10);
    /// let soup = Symmetry::C1.soup_of_hash(hash, "k_soup0");
    /// assert!(soup.cells().eq([(0, 0), (1, 0), (15, 0), (4, 15)]));
    /// ```
    pub fn soup_of_hash(self, hash: [u8; 32], seed: &str) -> Pattern {
        let square = std::array::from_fn(|y| u16::from_be_bytes([hash[2 * y], hash[2 * y + 1]]));
        let mirrored = self == Self::C2_2 && !seed.starts_with("l_");
        self.laid_out(if mirrored { about_rising_diagonal(&square) } else { square })
    }

    /// Places the block and its copies, with the top-left corner of the whole at (0, 0).
    fn laid_out(self, square: Square) -> Pattern {
        let (square, other) = match self {
            // The rising diagonal divides the block into two halves. The lower half of the block is
            // replaced by the mirror image of the upper half. The copies to the right of the block
            // and above it are made of a block in which the upper half is replaced by the mirror
            // image of the lower half. With the symmetries `D8_1` and `D8_4`, they are made of the
            // first block, too.
            Self::D2_x | Self::D4_x1 | Self::D4_x4 | Self::D8_1 | Self::D8_4 => {
                let mirror = about_rising_diagonal(&square);
                (joined(&square, &mirror), joined(&mirror, &square))
            }
            Self::C4_1 | Self::C4_4 => (square, about_rising_diagonal(&square)),
            _ => (square, square),
        };
        let beside = if matches!(self, Self::D8_1 | Self::D8_4) { square } else { other };
        let (across, down, turned) = (left_to_right(&beside), upside_down(&beside), half_turned(&square));
        // The copies with their displacement to the right and up.
        let copies: &[(&Square, usize, usize)] = match self {
            Self::C1 | Self::D2_x => &[],
            Self::C2_1 => &[(&turned, 15, 15)],
            Self::C2_2 => &[(&turned, 16, 15)],
            Self::C2_4 => &[(&turned, 16, 16)],
            Self::D2_p1 => &[(&down, 0, 15)],
            Self::D2_p2 => &[(&down, 0, 16)],
            Self::D4_p2 => &[(&down, 0, 15), (&across, 16, 0), (&turned, 16, 15)],
            Self::C4_1 | Self::D4_p1 | Self::D4_x1 | Self::D8_1 => {
                &[(&down, 0, 15), (&across, 15, 0), (&turned, 15, 15)]
            }
            Self::C4_4 | Self::D4_p4 | Self::D4_x4 | Self::D8_4 => {
                &[(&down, 0, 16), (&across, 16, 0), (&turned, 16, 16)]
            }
        };
        let top = copies.iter().map(|copy| copy.2).max().unwrap_or(0);
        let mut rows = vec![0u64; SIDE + top];
        for (copy, right, up) in copies.iter().copied().chain([(&square, 0, 0)]) {
            for (row, &cells) in rows[top - up..].iter_mut().zip(copy) {
                *row |= u64::from(cells) << right;
            }
        }
        Pattern::from_spans((0..).zip(rows).flat_map(|(y, row)| Span::of_word(row, 0, y)))
    }
}

/// Mirrors about the diagonal from bottom left to top right.
fn about_rising_diagonal(square: &Square) -> Square {
    std::array::from_fn(|y| {
        (0..SIDE).fold(0, |row, x| row | (square[SIDE - 1 - x] >> (SIDE - 1 - y) & 1) << x)
    })
}

/// Combines the part of `above` that lies above and on the rising diagonal with the part of `below`
/// that lies below it.
fn joined(above: &Square, below: &Square) -> Square {
    std::array::from_fn(|y| {
        let upper = ((1u32 << (SIDE - y)) - 1) as u16;
        above[y] & upper | below[y] & !upper
    })
}

fn left_to_right(square: &Square) -> Square {
    square.map(u16::reverse_bits)
}

fn upside_down(square: &Square) -> Square {
    std::array::from_fn(|y| square[SIDE - 1 - y])
}

fn half_turned(square: &Square) -> Square {
    upside_down(&left_to_right(square))
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of an unknown symmetry name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no symmetry `{}`; expected one of {}", printable(.text), Symmetry::ALL.map(Symmetry::name).join(", "))]
pub struct SymmetryError {
    /// The text, shortened if long.
    pub text: String,
}

impl FromStr for Symmetry {
    type Err = SymmetryError;

    fn from_str(text: &str) -> Result<Self, SymmetryError> {
        let found = Self::ALL.into_iter().find(|symmetry| symmetry.name() == text);
        found.ok_or_else(|| SymmetryError { text: text.chars().take(40).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Cells = BTreeSet<(i64, i64)>;

    fn cells(pattern: &Pattern) -> Cells {
        pattern.cells().collect()
    }

    /// Returns whether a transformation maps the cells to themselves.
    fn unchanged(cells: &Cells, to: impl Fn(i64, i64) -> (i64, i64)) -> bool {
        cells.iter().map(|&(x, y)| to(x, y)).collect::<Cells>() == *cells
    }

    #[test]
    fn names_are_read_back_and_others_refused() {
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
        }
        let error = "c1".parse::<Symmetry>().unwrap_err().to_string();
        assert!(error.starts_with("there is no symmetry `c1`; expected one of C1, C2_1,"), "{error}");
    }

    proptest! {
        /// Each soup has the symmetry of its name, and contains its block where nothing overlaps.
        #[test]
        fn soups_are_symmetric(square: Square, which in 0..16usize) {
            let symmetry = Symmetry::ALL[which];
            let soup = cells(&symmetry.laid_out(square));
            let (width, height) = match symmetry {
                Symmetry::C1 | Symmetry::D2_x => (16, 16),
                Symmetry::D2_p1 => (16, 31),
                Symmetry::D2_p2 => (16, 32),
                Symmetry::C2_2 | Symmetry::D4_p2 => (32, 31),
                Symmetry::C2_1 | Symmetry::C4_1 | Symmetry::D4_p1 | Symmetry::D4_x1 | Symmetry::D8_1 => (31, 31),
                Symmetry::C2_4 | Symmetry::C4_4 | Symmetry::D4_p4 | Symmetry::D4_x4 | Symmetry::D8_4 => (32, 32),
            };
            prop_assert!(soup.iter().all(|&(x, y)| (0..width).contains(&x) && (0..height).contains(&y)));
            let name = symmetry.name();
            let half = |x, y| (width - 1 - x, height - 1 - y);
            let quarter = |x, y| (height - 1 - y, x);
            let flat = |x, y| (x, height - 1 - y);
            let upright = |x, y| (width - 1 - x, y);
            let rising = |x, y| (height - 1 - y, width - 1 - x);
            let falling = |x, y| (y, x);
            let turns = name.starts_with("C2") || name.starts_with("C4") || name.starts_with("D4") || name.starts_with("D8");
            prop_assert!(!turns || unchanged(&soup, half));
            prop_assert!(!(name.starts_with("C4") || name.starts_with("D8")) || unchanged(&soup, quarter));
            prop_assert!(!(name.starts_with("D2_+") || name.starts_with("D8")) || unchanged(&soup, flat));
            prop_assert!(!name.starts_with("D4_+") || unchanged(&soup, flat) && unchanged(&soup, upright));
            prop_assert!(!name.starts_with("D2_x") || unchanged(&soup, rising));
            prop_assert!(!name.starts_with("D4_x") || unchanged(&soup, rising) && unchanged(&soup, falling));
            // The block is at the bottom left.
            let inside = |&(x, y): &(i64, i64)| x < 15 && y > height - 16;
            let own: Cells = cells(&Symmetry::C1.laid_out(square)).into_iter().map(|(x, y)| (x, y + height - 16)).collect();
            if !name.contains('x') && !name.starts_with("D8") {
                prop_assert!(soup.iter().filter(|cell| inside(cell)).eq(own.iter().filter(|cell| inside(cell))));
            }
        }
    }
}
