//! Boxes: all patterns that fit a box, one per equivalence class.
//!
//! A pattern in a box of W columns has a number: bit W·y + x is set if the cell in column x and row
//! y lives. Patterns that differ by translation, rotation or reflection evolve alike; each class is
//! represented by its pattern with the smallest number. This representative touches the top and the
//! left side of the box, since an empty first row or column would only increase the number.

use std::ops::Range;

use thiserror::Error;

use crate::pattern::{Pattern, Span};
use crate::rule::Rule;

/// The patterns of a box, one per equivalence class.
///
/// Patterns are equivalent if they differ by translation, or by rotations and reflections under
/// which the rule is invariant. An isotropic rule is invariant under all of them. The empty pattern
/// is excluded.
///
/// ```
/// use quadrille_life::{BoxPatterns, Rule};
///
/// let patterns = BoxPatterns::new(2, 2, Rule::CONWAY)?;
/// // One cell, two adjacent cells, two diagonal cells, three cells, four cells.
/// assert_eq!(patterns.representatives(patterns.numbers()).collect::<Vec<_>>(), [1, 3, 6, 7, 15]);
/// assert_eq!(patterns.pattern(6), "bo$o!".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxPatterns {
    width: u32,
    height: u32,
    /// The symmetries of the rule, except the identity.
    transforms: Vec<Transform>,
}

/// A symmetry of the square: optionally a transposition, followed by reflections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Transform {
    transposed: bool,
    left_to_right: bool,
    upside_down: bool,
}

impl BoxPatterns {
    /// The maximum number of cells of a box. Such a box has about two million patterns.
    pub const MOST_CELLS: u32 = 21;

    /// Creates the set of the patterns of a box with `width` columns and `height` rows. The
    /// symmetries of `rule` determine which patterns are equivalent.
    ///
    /// # Errors
    /// If the box has no cells, or more than [21](Self::MOST_CELLS).
    pub fn new(width: u32, height: u32, rule: Rule) -> Result<Self, BoxError> {
        if !(1..=Self::MOST_CELLS).contains(&width.saturating_mul(height)) {
            return Err(BoxError { width, height });
        }
        let ways = rule.symmetries().into_iter().zip(0u8..).skip(1);
        let transforms = ways.filter(|&(symmetric, _)| symmetric).map(|(_, way)| Transform {
            transposed: way & 4 != 0,
            left_to_right: way & 1 != 0,
            upside_down: way & 2 != 0,
        });
        Ok(Self { width, height, transforms: transforms.collect() })
    }

    /// Returns the range of the numbers of all patterns: 0 to 2^(width · height) − 1.
    pub const fn numbers(&self) -> Range<u64> {
        0..1 << (self.width * self.height)
    }

    /// Returns the representatives in a range of numbers, in ascending order. The iterator takes
    /// tens of nanoseconds per number.
    pub fn representatives(&self, numbers: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        numbers.filter(|&number| self.is_representative(number))
    }

    /// Returns whether a number is the smallest of its equivalence class.
    pub fn is_representative(&self, number: u64) -> bool {
        if !self.numbers().contains(&number) {
            return false;
        }
        let rows = self.rows(number).fold(0, |columns, row| columns | row);
        // The first column and the first row must not be empty: otherwise the pattern is empty, or
        // a translation of it has a smaller number.
        if rows & 1 == 0 || self.row(number, 0) == 0 {
            return false;
        }
        let size = (rows.ilog2() + 1, number.ilog2() / self.width + 1);
        self.transforms
            .iter()
            .all(|&transform| self.image(number, size, transform).is_none_or(|image| image >= number))
    }

    /// Returns the pattern of a number, with the top-left corner of the box at (0, 0). Bits beyond
    /// the box are ignored.
    pub fn pattern(&self, number: u64) -> Pattern {
        let rows = (0..).zip(self.rows(number));
        Pattern::from_spans(rows.flat_map(|(y, row)| Span::of_word(row, 0, y)))
    }

    /// Returns the number of the image of a pattern under a symmetry; `None` if the image does not
    /// fit the box. The pattern has the given numbers of columns and rows. Pattern and image both
    /// touch the top and the left side of the box.
    fn image(&self, number: u64, (width, height): (u32, u32), transform: Transform) -> Option<u64> {
        let (across, down) = if transform.transposed { (height, width) } else { (width, height) };
        if across > self.width || down > self.height {
            return None;
        }
        let (mut image, mut rest) = (0, number);
        while rest != 0 {
            let cell = rest.trailing_zeros();
            rest &= rest - 1;
            let (x, y) = (cell % self.width, cell / self.width);
            let (x, y) = if transform.transposed { (y, x) } else { (x, y) };
            let x = if transform.left_to_right { across - 1 - x } else { x };
            let y = if transform.upside_down { down - 1 - y } else { y };
            image |= 1 << (y * self.width + x);
        }
        Some(image)
    }

    /// Returns the rows from top to bottom; bit x of a row is the cell in column x.
    fn rows(&self, number: u64) -> impl Iterator<Item = u64> + '_ {
        (0..self.height).map(move |y| self.row(number, y))
    }

    const fn row(&self, number: u64, y: u32) -> u64 {
        number >> (y * self.width) & ((1 << self.width) - 1)
    }
}

/// The error of a box without cells or with too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a box of {width} x {height} cells is not supported; expected 1 to {} cells in all",
    BoxPatterns::MOST_CELLS
)]
pub struct BoxError {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::{Census, EngineSettings, Outcome, Pseudo, SoupSearch};

    type Cells = Vec<(i64, i64)>;
    type Orientation = fn(i64, i64) -> (i64, i64);

    const PLACES: [Orientation; 8] = [
        |x, y| (x, y),
        |x, y| (-x, y),
        |x, y| (x, -y),
        |x, y| (-x, -y),
        |x, y| (y, x),
        |x, y| (-y, x),
        |x, y| (y, -x),
        |x, y| (-y, -x),
    ];

    /// Returns whether a rule is invariant under a transformation.
    fn minds_not(rule: Rule, place: Orientation) -> bool {
        (0..512).all(|n| {
            let cells = (0..9).filter(|at| n >> (8 - at) & 1 == 1).map(|at| place(at % 3 - 1, at / 3 - 1));
            rule.lives(n) == rule.lives(cells.map(|(x, y)| 1 << (8 - (3 * (y + 1) + x + 1))).sum())
        })
    }

    /// Returns the lexicographically smallest image of the cells; images are moved to the origin.
    fn plainly(cells: &Cells, places: &[Orientation]) -> Cells {
        let images = places.iter().map(|place| {
            let mut image: Cells = cells.iter().map(|&(x, y)| place(x, y)).collect();
            let left = image.iter().map(|cell| cell.0).min().unwrap_or(0);
            let top = image.iter().map(|cell| cell.1).min().unwrap_or(0);
            for cell in &mut image {
                *cell = (cell.0 - left, cell.1 - top);
            }
            image.sort_unstable();
            image
        });
        images.min().unwrap()
    }

    #[test]
    fn each_pattern_comes_once_and_by_its_smallest_number() {
        // Each cell takes the state of its left neighbour: invariant only under top-to-bottom
        // reflection.
        let to_the_right = (0..512).filter(|n| n & 32 != 0).fold([0; 8], |mut table, n: usize| {
            table[n / 64] |= 1 << (n % 64);
            table
        });
        for rule in [Rule::CONWAY, "B2-a/S12".parse().unwrap(), Rule::from_table(to_the_right)] {
            let places: Vec<Orientation> =
                PLACES.into_iter().filter(|&place| minds_not(rule, place)).collect();
            assert_eq!(places.len(), if rule.is_isotropic() { 8 } else { 2 });
            for (width, height) in [(1, 1), (3, 3), (4, 2), (2, 5), (1, 9), (9, 1), (4, 3)] {
                let mut smallest: BTreeMap<Cells, u64> = BTreeMap::new();
                for number in 1u64..1 << (width * height) {
                    let lives = |at: &u32| number >> at & 1 == 1;
                    let cells = (0..width * height).filter(lives);
                    let cells = cells.map(|at| (i64::from(at % width), i64::from(at / width))).collect();
                    smallest.entry(plainly(&cells, &places)).or_insert(number);
                }
                let expected: BTreeSet<u64> = smallest.into_values().collect();
                let patterns = BoxPatterns::new(width, height, rule).unwrap();
                assert!(
                    patterns.representatives(patterns.numbers()).eq(expected),
                    "{width} x {height} under {rule}"
                );
                assert!(!patterns.is_representative(patterns.numbers().end + 1));
            }
        }
    }

    #[test]
    fn boxes_have_cells_and_not_too_many() {
        for (width, height) in [(0, 5), (5, 0), (22, 1), (5, 5), (u32::MAX, 2)] {
            assert_eq!(BoxPatterns::new(width, height, Rule::CONWAY), Err(BoxError { width, height }));
        }
        for (width, height) in [(21, 1), (1, 21), (7, 3)] {
            assert_eq!(BoxPatterns::new(width, height, Rule::CONWAY).unwrap().numbers(), 0..1 << 21);
        }
    }

    /// The search agrees with the direct census on all patterns of a box.
    #[test]
    fn boxes_settle_as_in_the_direct_census() {
        let settings = EngineSettings::default();
        for (width, height, rule, generations) in
            [(3, 3, "B3/S23", 2000), (5, 1, "B36/S23", 2000), (3, 2, "B2/S0", 100), (2, 2, "B0/S", 100)]
        {
            let rule: Rule = rule.parse().unwrap();
            let patterns = BoxPatterns::new(width, height, rule).unwrap();
            let mut search = SoupSearch::new(rule, settings, generations).unwrap();
            for number in patterns.representatives(patterns.numbers()) {
                let pattern = patterns.pattern(number);
                let found = search.run(&pattern, &()).unwrap();
                let (plain, census) =
                    Census::of(&pattern, rule, Pseudo::Split, settings, generations, &()).unwrap();
                match (found.outcome, plain.outcome) {
                    (Outcome::Settled(found), Outcome::Settled(plain)) => {
                        assert_eq!(found.generation, plain.generation, "{number} of {width} x {height}");
                        assert_eq!(found.population, plain.population);
                    }
                    (found, plain) => assert_eq!(found, plain),
                }
                assert_eq!(found.census, census.unwrap_or_default());
            }
        }
    }
}
