//! Patterns as squares of squares: what a macrocell file holds.
//!
//! A square of 2ⁿ × 2ⁿ cells is four squares half as wide, down to leaves of 8 × 8; equal squares are one. So
//! a pattern with much that repeats is short, however many cells it has: [`HashLife`](crate::HashLife) takes
//! it and gives it as it is.

mod cells;
mod squares;

use num_bigint::{BigInt, BigUint};
use quadrille_memory::Shortage;
use std::collections::HashMap;
use thiserror::Error;

use crate::area::Area;
use crate::edge::{self, Side};
use crate::rule_spec::RuleSpec;
pub(crate) use cells::listed_from;
pub(crate) use squares::Squares;

/// The level of leaves: 8 × 8 cells.
pub(crate) const LEAF: usize = 3;
/// The most levels: squares of 2⁴⁰⁰ cells a side, farther out than 10¹²⁰ generations reach.
pub(crate) const MOST_LEVELS: usize = 400;
/// The most cells that are listed one by one.
pub(crate) const MOST_LISTED: u64 = 100_000_000;

/// The first row south of the middle of a whole. Golly counts rows upwards inside, so that row 0 of a
/// plane is the last of the northern half; its files are trees that lie so.
pub(crate) const MIDDLE: i8 = 1;

/// A pattern of any size, made of squares that are kept once each, with what a pattern file says about it.
///
/// Squares have numbers, from 1; 0 is the square without life, of whatever size. A square stands behind those
/// that it is made of, and the last is the whole, whose centre is the corner that cells (−1, 0), (0, 0),
/// (−1, 1) and (0, 1) share, as in Golly's files: row 0 is the last of the northern half. Of equal cells and
/// remarks there is one `Macrocell`, however it was made.
///
/// ```
/// use quadrille_life::{Macrocell, Pattern, Span};
///
/// // 2¹⁰ rows of 2³⁰ living cells each.
/// let rows = Pattern::from_spans((0..1 << 10).map(|y| Span { y, x: 0, length: 1 << 30 }));
/// let rows = Macrocell::from_pattern(&rows)?;
/// assert_eq!(rows.population(), (1u64 << 40).into());
/// assert_eq!((rows.level(), rows.squares().len()), (31, 64));
/// # Ok::<(), quadrille_life::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macrocell {
    squares: Vec<Square>,
    level: usize,
    /// The rule, and the bounds, if the file names them (`#R`).
    pub rule: Option<RuleSpec>,
    /// The generation, a decimal number as the file has it (`#G`).
    pub generation: Option<String>,
    /// The name (`#N`).
    pub name: Option<String>,
    /// Who made it or found it (`#O`).
    pub author: Option<String>,
    /// Remarks, line by line (`#C`).
    pub comments: Vec<String>,
}

/// A square of a [`Macrocell`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// 8 × 8 cells: bit 8y + x for the cell in column x of row y.
    Leaf(u64),
    /// Four squares.
    Node {
        /// The cells along a side are 2 to the power of this, from 4.
        level: u16,
        /// The numbers of the squares in the north-west, north-east, south-west and south-east, each a level
        /// below; 0 for one without life.
        quarters: [u32; 4],
    },
}

/// Why a macrocell's cells could not be listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MacrocellError {
    /// There is not memory enough to list them.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// There are too many of them.
    #[error(
        "{population} living cells in {width} × {height} are too many to be listed one by one; at most {MOST_LISTED} are"
    )]
    TooMany {
        /// How many live.
        population: BigUint,
        /// Columns of the smallest rectangle that holds them.
        width: BigUint,
        /// Its rows.
        height: BigUint,
    },
    /// A list of cells has columns and rows of 64 bits, wherever it begins.
    #[error(
        "cells in {width} × {height} lie farther apart than the columns and rows that 64 bits count, so no list can hold them"
    )]
    TooFar {
        /// Columns of the smallest rectangle that holds all living cells.
        width: BigUint,
        /// Its rows.
        height: BigUint,
    },
}

/// Without life.
impl Default for Macrocell {
    fn default() -> Self {
        Squares::default().whole(LEAF + 1, 0)
    }
}

impl Macrocell {
    /// All squares, children before parents: number n is `squares()[n - 1]`. The last is the whole; there are
    /// none if nothing lives.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The first row south of the middle of the whole, where column 0 is the first east of it.
    pub const MIDDLE_ROW: i8 = MIDDLE;

    /// The level of the whole: 2 to the power of it cells a side; from 4 to 400.
    pub const fn level(&self) -> usize {
        self.level
    }

    /// Whether nothing lives.
    pub const fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// These squares, with what another macrocell says of itself.
    pub(crate) fn with_remarks(self, other: Self) -> Self {
        Self { squares: self.squares, level: self.level, ..other }
    }

    /// A square by its number; nothing for 0.
    fn square(&self, number: u32) -> Option<Square> {
        self.squares.get((number as usize).checked_sub(1)?).copied()
    }

    /// The quarters of a square by its number; those of the square without life are like it.
    pub(crate) fn quarters(&self, number: u32) -> [u32; 4] {
        match self.square(number) {
            Some(Square::Node { quarters, .. }) => quarters,
            _ => [0; 4],
        }
    }

    /// How many cells live. Linear in the squares.
    pub fn population(&self) -> BigUint {
        // Squares of up to 2⁶³ cells a side have at most 2¹²⁶; larger ones are few.
        let mut counts: Vec<u128> = Vec::with_capacity(self.squares.len());
        let mut large: HashMap<u32, BigUint> = HashMap::new();
        let at = |counts: &[u128], number: u32| match number {
            0 => 0,
            _ => counts[number as usize - 1],
        };
        for (square, number) in self.squares.iter().zip(1u32..) {
            counts.push(match *square {
                Square::Leaf(cells) => cells.count_ones().into(),
                Square::Node { level, quarters } if level < 64 => {
                    quarters.iter().map(|&quarter| at(&counts, quarter)).sum()
                }
                Square::Node { quarters, .. } => {
                    let count = |&quarter: &u32| {
                        large.get(&quarter).cloned().unwrap_or_else(|| at(&counts, quarter).into())
                    };
                    let sum = quarters.iter().map(count).sum();
                    large.insert(number, sum);
                    0
                }
            });
        }
        let whole = self.squares.len() as u32;
        large.remove(&whole).unwrap_or_else(|| at(&counts, whole).into())
    }

    /// The smallest rectangle that holds all living cells; `None` if there are none. Linear in the squares.
    pub fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        if self.is_empty() {
            return None;
        }
        let [left, right] = [self.margin(Side::West, left), self.margin(Side::East, right)];
        let [top, bottom] = [self.margin(Side::North, top), self.margin(Side::South, bottom)];
        let side = BigUint::from(1u8) << self.level;
        let half = BigInt::from(1u8) << (self.level - 1);
        Some(Area {
            x: BigInt::from(left.clone()) - &half,
            y: BigInt::from(top.clone()) - half + MIDDLE,
            width: &side - left - right,
            height: side - top - bottom,
        })
    }

    /// How many columns or rows along a side are empty; `in_leaf` says it of a leaf. Something lives.
    fn margin(&self, side: Side, in_leaf: fn(u64) -> u32) -> BigUint {
        let root = (self.level, self.squares.len() as u32);
        let (margin, along) = edge::margin(side, root, LEAF, |_, number| self.quarters(number));
        let cells = along.iter().fold(0, |cells, &number| match self.square(number) {
            Some(Square::Leaf(leaf)) => cells | leaf,
            _ => cells,
        });
        margin + in_leaf(cells)
    }
}

/// Columns or rows without life along each side of 8 × 8 cells.
fn left(leaf: u64) -> u32 {
    columns(leaf).trailing_zeros()
}

fn right(leaf: u64) -> u32 {
    columns(leaf).leading_zeros()
}

const fn top(leaf: u64) -> u32 {
    leaf.trailing_zeros() / 8
}

const fn bottom(leaf: u64) -> u32 {
    leaf.leading_zeros() / 8
}

/// The columns in which something lives.
fn columns(leaf: u64) -> u8 {
    leaf.to_le_bytes().into_iter().fold(0, |columns, row| columns | row)
}

#[cfg(test)]
mod tests;
