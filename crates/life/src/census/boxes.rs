//! Boxes: every pattern that fits one, each once, wherever and however it lies.
//!
//! A pattern in a box of W columns has a number: bit W·y + x is set if the cell in column x and row y lives. Patterns
//! that can be moved, turned and mirrored into one another live the same life; of all that lie in the box and are the
//! same in this sense, the one with the smallest number stands for them. It touches the top and the left of the box:
//! a row or a column of nothing before it would only make the number larger.

use std::ops::Range;

use thiserror::Error;

use crate::pattern::{Pattern, Span};
use crate::rule::Rule;

/// The patterns of a box, each once.
///
/// Patterns are the same if they differ by where they lie, or by turns and mirrors that the rule does not mind: all
/// eight ways to lay a pattern are one if the rule is isotropic. No pattern is without cells.
///
/// ```
/// use quadrille_life::{BoxPatterns, Rule};
///
/// let patterns = BoxPatterns::new(2, 2, Rule::CONWAY)?;
/// // One cell, two side by side, two across, three, four.
/// assert_eq!(patterns.firsts(patterns.numbers()).collect::<Vec<_>>(), [1, 3, 6, 7, 15]);
/// assert_eq!(patterns.pattern(6), "bo$o!".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxPatterns {
    width: u32,
    height: u32,
    /// The other ways to lay a pattern.
    laid: Vec<Laid>,
}

/// A way to lay a pattern: first, if so, columns become rows, then it is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Laid {
    transposed: bool,
    left_to_right: bool,
    upside_down: bool,
}

impl BoxPatterns {
    /// Cells of a box at most: two million patterns.
    pub const MOST_CELLS: u32 = 21;

    /// The patterns of a box of that many columns and rows, under a rule.
    ///
    /// # Errors
    /// The box has no cells, or more than [21](Self::MOST_CELLS).
    pub fn new(width: u32, height: u32, rule: Rule) -> Result<Self, BoxError> {
        if !(1..=Self::MOST_CELLS).contains(&width.saturating_mul(height)) {
            return Err(BoxError { width, height });
        }
        let ways = rule.symmetries().into_iter().zip(0u8..).skip(1);
        let laid = ways.filter(|&(symmetric, _)| symmetric).map(|(_, way)| Laid {
            transposed: way & 4 != 0,
            left_to_right: way & 1 != 0,
            upside_down: way & 2 != 0,
        });
        Ok(Self { width, height, laid: laid.collect() })
    }

    /// All numbers: from 0 to 2^(width · height), that not included.
    pub const fn numbers(&self) -> Range<u64> {
        0..1 << (self.width * self.height)
    }

    /// The numbers in a range that stand for a pattern, from the smallest on. Some tens of nanoseconds each.
    pub fn firsts(&self, numbers: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        numbers.filter(|&number| self.is_first(number))
    }

    /// Whether no other number of the box is smaller whose pattern is the same.
    pub fn is_first(&self, number: u64) -> bool {
        if !self.numbers().contains(&number) {
            return false;
        }
        let rows = self.rows(number).fold(0, |columns, row| columns | row);
        // Else a shift of it is smaller; nothing at all is nothing.
        if rows & 1 == 0 || self.row(number, 0) == 0 {
            return false;
        }
        let size = (rows.ilog2() + 1, number.ilog2() / self.width + 1);
        self.laid.iter().all(|&laid| self.image(number, size, laid).is_none_or(|image| image >= number))
    }

    /// The pattern of a number, from cell (0, 0) on. Bits beyond the box are no cells.
    pub fn pattern(&self, number: u64) -> Pattern {
        let rows = (0..).zip(self.rows(number));
        Pattern::from_spans(rows.flat_map(|(y, row)| Span::of_word(row, 0, y)))
    }

    /// The number of a pattern that lies at the top left and has that many columns and rows, laid in another way, at
    /// the top left again; `None` if it does not fit.
    fn image(&self, number: u64, (width, height): (u32, u32), laid: Laid) -> Option<u64> {
        let (across, down) = if laid.transposed { (height, width) } else { (width, height) };
        if across > self.width || down > self.height {
            return None;
        }
        let (mut image, mut rest) = (0, number);
        while rest != 0 {
            let cell = rest.trailing_zeros();
            rest &= rest - 1;
            let (x, y) = (cell % self.width, cell / self.width);
            let (x, y) = if laid.transposed { (y, x) } else { (x, y) };
            let x = if laid.left_to_right { across - 1 - x } else { x };
            let y = if laid.upside_down { down - 1 - y } else { y };
            image |= 1 << (y * self.width + x);
        }
        Some(image)
    }

    /// The rows, downward: bit x for column x.
    fn rows(&self, number: u64) -> impl Iterator<Item = u64> + '_ {
        (0..self.height).map(move |y| self.row(number, y))
    }

    const fn row(&self, number: u64, y: u32) -> u64 {
        number >> (y * self.width) & ((1 << self.width) - 1)
    }
}

/// A box whose patterns are not gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a box of {width} x {height} cells; expected 1 to {} cells", BoxPatterns::MOST_CELLS)]
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
    use crate::{Census, Outcome, Pseudo, Settings, SoupSearch};

    type Cells = Vec<(i64, i64)>;
    type Place = fn(i64, i64) -> (i64, i64);

    const PLACES: [Place; 8] = [
        |x, y| (x, y),
        |x, y| (-x, y),
        |x, y| (x, -y),
        |x, y| (-x, -y),
        |x, y| (y, x),
        |x, y| (-y, x),
        |x, y| (y, -x),
        |x, y| (-y, -x),
    ];

    /// Whether a rule does the same to neighbourhoods laid like this.
    fn minds_not(rule: Rule, place: Place) -> bool {
        (0..512).all(|n| {
            let cells = (0..9).filter(|at| n >> (8 - at) & 1 == 1).map(|at| place(at % 3 - 1, at / 3 - 1));
            rule.lives(n) == rule.lives(cells.map(|(x, y)| 1 << (8 - (3 * (y + 1) + x + 1))).sum())
        })
    }

    /// The first in order of all ways that the cells can lie, from column and row 0 on.
    fn plainly(cells: &Cells, places: &[Place]) -> Cells {
        let laid = places.iter().map(|place| {
            let mut laid: Cells = cells.iter().map(|&(x, y)| place(x, y)).collect();
            let left = laid.iter().map(|cell| cell.0).min().unwrap_or(0);
            let top = laid.iter().map(|cell| cell.1).min().unwrap_or(0);
            for cell in &mut laid {
                *cell = (cell.0 - left, cell.1 - top);
            }
            laid.sort_unstable();
            laid
        });
        laid.min().unwrap()
    }

    #[test]
    fn each_pattern_comes_once_and_by_its_smallest_number() {
        // A cell becomes what its left neighbour is: the rule minds all but being laid upside down.
        let to_the_right = (0..512).filter(|n| n & 32 != 0).fold([0; 8], |mut table, n: usize| {
            table[n / 64] |= 1 << (n % 64);
            table
        });
        for rule in [Rule::CONWAY, "B2-a/S12".parse().unwrap(), Rule::from_table(to_the_right)] {
            let places: Vec<Place> = PLACES.into_iter().filter(|&place| minds_not(rule, place)).collect();
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
                assert!(patterns.firsts(patterns.numbers()).eq(expected), "{width} x {height} under {rule}");
                assert!(!patterns.is_first(patterns.numbers().end + 1));
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

    /// As a pattern of a box settles by the plain way, it does in the search.
    #[test]
    fn boxes_settle_to_what_the_plain_way_finds() {
        let settings = Settings::default();
        for (width, height, rule, generations) in
            [(3, 3, "B3/S23", 2000), (5, 1, "B36/S23", 2000), (3, 2, "B2/S0", 100), (2, 2, "B0/S", 100)]
        {
            let rule: Rule = rule.parse().unwrap();
            let patterns = BoxPatterns::new(width, height, rule).unwrap();
            let mut search = SoupSearch::new(rule, settings, generations).unwrap();
            for number in patterns.firsts(patterns.numbers()) {
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
