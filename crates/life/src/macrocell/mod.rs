//! Patterns as quadtrees: the content of a macrocell file.
//!
//! A node of 2ⁿ × 2ⁿ cells consists of four nodes half as wide, down to leaves of 8 × 8 cells;
//! equal nodes are stored once. So a repetitive pattern takes little memory, even with more cells
//! than a list can hold. [`HashLife`](crate::HashLife) reads and writes macrocells without listing
//! their cells.

mod cells;
mod table;

use num_bigint::{BigInt, BigUint};
use quadrille_memory::Shortage;
use std::collections::HashMap;
use thiserror::Error;

use crate::area::Area;
use crate::edge::{self, Side};
use crate::rule_spec::RuleSpec;
pub(crate) use cells::listed_from;
pub(crate) use table::NodeTable;

/// The level of leaves: 8 × 8 cells.
pub(crate) const LEAF: usize = 3;
/// The maximum level. A node of this level has a side of 2⁴⁰⁰ cells. No pattern crosses such a
/// distance in 10¹²⁰ generations.
pub(crate) const MOST_LEVELS: usize = 400;
/// The maximum number of cells that are listed one by one.
pub(crate) const MOST_LISTED: u64 = 100_000_000;

/// The first row south of the root's centre. In macrocell files, row 0 is the last row of the
/// northern half, because Golly counts rows upwards internally.
pub(crate) const MIDDLE: i8 = 1;

/// A pattern of any size as a quadtree that stores equal nodes once, with the metadata of a pattern
/// file.
///
/// Nodes are numbered from 1; 0 is the empty node of any size. Children precede their parents, and
/// the last node is the root. The root's centre is the corner shared by the cells (−1, 0), (0, 0),
/// (−1, 1) and (0, 1), as in Golly's files: row 0 is the last of the northern half. The
/// representation is canonical: macrocells with equal cells and metadata are equal.
///
/// ```
/// use quadrille_life::{Macrocell, Pattern, Span};
///
/// // 2¹⁰ rows of 2³⁰ living cells each.
/// let rows = Pattern::from_spans((0..1 << 10).map(|y| Span { y, x: 0, length: 1 << 30 }));
/// let rows = Macrocell::from_pattern(&rows)?;
/// assert_eq!(rows.population(), (1u64 << 40).into());
/// assert_eq!((rows.level(), rows.nodes().len()), (31, 64));
/// # Ok::<(), quadrille_life::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macrocell {
    nodes: Vec<MacrocellNode>,
    level: usize,
    /// The rule and the bounds, if the file declares them (`#R`).
    pub rule: Option<RuleSpec>,
    /// The generation, as a decimal number (`#G`).
    pub generation: Option<String>,
    /// The name (`#N`).
    pub name: Option<String>,
    /// The author or discoverer (`#O`).
    pub author: Option<String>,
    /// Comment lines (`#C`).
    pub comments: Vec<String>,
}

/// A node of a [`Macrocell`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MacrocellNode {
    /// 8 × 8 cells: bit 8y + x for the cell in column x of row y.
    Leaf(u64),
    /// Four nodes.
    Inner {
        /// The level, from 4: a side has 2^`level` cells.
        level: u16,
        /// The numbers of the north-western, north-eastern, south-western and south-eastern
        /// quarters, each one level lower; 0 for an empty one.
        quarters: [u32; 4],
    },
}

/// The error of listing a macrocell's cells.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MacrocellError {
    /// There is not enough memory.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// There are too many living cells.
    #[error(
        "{population} living cells in a box of {width} × {height} cells are too many for a list of cells; at most {MOST_LISTED} are supported"
    )]
    TooMany {
        /// The population.
        population: BigUint,
        /// The width of the bounding box.
        width: BigUint,
        /// The height of the bounding box.
        height: BigUint,
    },
    /// The cells lie too far apart for 64-bit coordinates.
    #[error(
        "living cells in a box of {width} × {height} cells are too far apart for a list of cells with 64-bit coordinates"
    )]
    TooFar {
        /// The width of the bounding box.
        width: BigUint,
        /// The height of the bounding box.
        height: BigUint,
    },
}

/// The empty macrocell.
impl Default for Macrocell {
    fn default() -> Self {
        NodeTable::default().whole(LEAF + 1, 0)
    }
}

impl Macrocell {
    /// Returns all nodes, children before parents: number n is at index n − 1. The last node is the
    /// root; an empty macrocell has no nodes.
    pub fn nodes(&self) -> &[MacrocellNode] {
        &self.nodes
    }

    /// The first row south of the root's centre; column 0 is the first column east of the centre.
    pub const MIDDLE_ROW: i8 = MIDDLE;

    /// Returns the root's level, from 4 to 400: its side has 2^level cells.
    pub const fn level(&self) -> usize {
        self.level
    }

    /// Returns whether no cell lives.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Keeps the nodes and takes the metadata of `other`.
    pub(crate) fn with_remarks(self, other: Self) -> Self {
        Self { nodes: self.nodes, level: self.level, ..other }
    }

    /// Returns a node by its number; `None` for 0.
    fn node(&self, number: u32) -> Option<MacrocellNode> {
        self.nodes.get((number as usize).checked_sub(1)?).copied()
    }

    /// Returns the quarters of the node with this number; leaves and the empty node have empty
    /// quarters.
    pub(crate) fn quarters(&self, number: u32) -> [u32; 4] {
        match self.node(number) {
            Some(MacrocellNode::Inner { quarters, .. }) => quarters,
            _ => [0; 4],
        }
    }

    /// Returns the number of living cells. Time is linear in the nodes.
    pub fn population(&self) -> BigUint {
        // Nodes up to level 63 have at most 2¹²⁶ cells, so their populations fit 128 bits. The
        // populations of larger nodes, which are few, are kept in `large`.
        let mut counts: Vec<u128> = Vec::with_capacity(self.nodes.len());
        let mut large: HashMap<u32, BigUint> = HashMap::new();
        let at = |counts: &[u128], number: u32| match number {
            0 => 0,
            _ => counts[number as usize - 1],
        };
        for (node, number) in self.nodes.iter().zip(1u32..) {
            counts.push(match *node {
                MacrocellNode::Leaf(cells) => cells.count_ones().into(),
                MacrocellNode::Inner { level, quarters } if level < 64 => {
                    quarters.iter().map(|&quarter| at(&counts, quarter)).sum()
                }
                MacrocellNode::Inner { quarters, .. } => {
                    let count = |&quarter: &u32| {
                        large.get(&quarter).cloned().unwrap_or_else(|| at(&counts, quarter).into())
                    };
                    let sum = quarters.iter().map(count).sum();
                    large.insert(number, sum);
                    0
                }
            });
        }
        let whole = self.nodes.len() as u32;
        large.remove(&whole).unwrap_or_else(|| at(&counts, whole).into())
    }

    /// Returns the smallest rectangle that contains all living cells; `None` if there are none.
    /// Time is linear in the nodes.
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

    /// Returns the number of empty columns or rows along a side of the root; the root must not be
    /// empty. `in_leaf` returns this number for a leaf.
    fn margin(&self, side: Side, in_leaf: fn(u64) -> u32) -> BigUint {
        let root = (self.level, self.nodes.len() as u32);
        let (margin, along) = edge::margin(side, root, LEAF, |_, number| self.quarters(number));
        let cells = along.iter().fold(0, |cells, &number| match self.node(number) {
            Some(MacrocellNode::Leaf(leaf)) => cells | leaf,
            _ => cells,
        });
        margin + in_leaf(cells)
    }
}

/// Returns the number of empty columns on the left of a leaf. The three functions below return the
/// number of empty columns on the right, and of empty rows at the top and at the bottom.
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

/// Returns the non-empty columns, one bit each.
fn columns(leaf: u64) -> u8 {
    leaf.to_le_bytes().into_iter().fold(0, |columns, row| columns | row)
}

#[cfg(test)]
mod tests;
