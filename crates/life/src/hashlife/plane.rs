//! Access to the plane: reading, changing and counting cells.

use num_bigint::{BigInt, BigUint};

use super::leaf::{Leaf, SIDE};
use super::nodes::{LEAF, Node};
use super::{HashLife, HashLifeError};
use crate::area::Area;
use crate::edge::{self, Side};
use crate::grid::{cells_hash, row_hash};
use crate::macrocell::{MIDDLE, listed_from};
use crate::pattern::{Pattern, Span};
use crate::position::Position;
use crate::rule_spec::RuleSpec;

impl HashLife {
    /// Returns half the width of the root. The root has the columns −half to half − 1 and the rows
    /// [`MIDDLE`] − half to [`MIDDLE`] + half − 1.
    pub(super) fn half(&self) -> BigInt {
        BigInt::from(1u8) << (self.level - 1)
    }

    /// Returns the first column and row of the root.
    pub(super) fn corner(&self) -> (BigInt, BigInt) {
        let half = self.half();
        (-&half, BigInt::from(MIDDLE) - half)
    }

    /// Returns the index of the quarter that contains a cell. The coordinates of the cell are
    /// relative to the node's centre; the function changes them to be relative to the quarter's
    /// centre.
    fn quarter(level: usize, x: &mut BigInt, y: &mut BigInt) -> usize {
        // The centre of the quarter is a quarter of the node's width away from the node's centre,
        // on both axes.
        let zero = BigInt::ZERO;
        let (east, south) = (*x >= zero, *y >= zero);
        let quarter = BigInt::from(1u8) << (level - 2);
        *x += if east { -&quarter } else { quarter.clone() };
        *y += if south { -&quarter } else { quarter };
        2 * usize::from(south) + usize::from(east)
    }

    /// Converts coordinates relative to a leaf's centre to column and row in the leaf.
    fn in_leaf(x: &BigInt, y: &BigInt) -> (usize, usize) {
        let at = |place: &BigInt| i64::try_from(place).map_or(0, |place| (place + SIDE as i64 / 2) as usize);
        (at(x), at(y))
    }

    /// Returns whether the cell in column `x` of row `y` lives.
    pub fn get(&self, x: &BigInt, y: &BigInt) -> bool {
        let half = self.half();
        // The coordinates are relative to the centre of the root.
        let (mut x, mut y) = (x.clone(), y - MIDDLE);
        if x >= half || y >= half || x < -&half || y < -half {
            return false;
        }
        let mut node = self.root;
        for level in (LEAF + 1..=self.level).rev() {
            let quarter = Self::quarter(level, &mut x, &mut y);
            node = self.nodes.quarters(level, node)[quarter];
        }
        let (x, y) = Self::in_leaf(&x, &y);
        self.nodes.cells(node).0[y] >> x & 1 == 1
    }

    /// Sets the cell in column `x` of row `y` to alive or dead.
    ///
    /// # Errors
    /// If there is not enough memory, or the cell lies outside the largest possible plane, whose
    /// side has 2⁴⁰⁰ cells.
    pub fn set(&mut self, x: &BigInt, y: &BigInt, alive: bool) -> Result<(), HashLifeError> {
        match self.set_cell(x, y, alive) {
            Err(HashLifeError::Memory(_) | HashLifeError::TooManyNodes) => {
                self.collect_garbage();
                self.set_cell(x, y, alive)
            }
            other => other,
        }
    }

    fn set_cell(&mut self, x: &BigInt, y: &BigInt, alive: bool) -> Result<(), HashLifeError> {
        // The coordinates are relative to the centre of the root.
        let (mut x, mut y) = (x.clone(), y - MIDDLE);
        loop {
            let half = self.half();
            if x < half && y < half && x >= -&half && y >= -&half {
                break;
            }
            if !alive {
                return Ok(());
            }
            self.grow()?;
        }
        let mut path = Vec::new();
        let mut node = self.root;
        for level in (LEAF + 1..=self.level).rev() {
            let quarter = Self::quarter(level, &mut x, &mut y);
            let quarters = self.nodes.quarters(level, node);
            path.push((level, quarters, quarter));
            node = quarters[quarter];
        }
        let (mut cells, (x, y)) = (self.nodes.cells(node), Self::in_leaf(&x, &y));
        cells.0[y] = cells.0[y] & !(1 << x) | u16::from(alive) << x;
        let mut node = self.nodes.leaf(cells)?;
        for (level, mut quarters, quarter) in path.into_iter().rev() {
            quarters[quarter] = node;
            node = self.nodes.node(level, quarters)?;
        }
        self.root = node;
        Ok(())
    }

    /// Returns the number of living cells. Time is linear in the nodes of the plane.
    pub fn population(&self) -> BigUint {
        let parts = self.nodes.parts(self.level, self.root);
        // Populations are summed level by level. `counts` holds the populations of the nodes of the
        // level below, in the order of `parts`.
        let mut counts: Vec<Count> = parts[LEAF]
            .iter()
            .map(|&leaf| Count::Small(self.nodes.cells(leaf).population().into()))
            .collect();
        for level in LEAF + 1..=self.level {
            let below = &parts[level - 1];
            let count = |&node: &Node| {
                let quarters = self.nodes.quarters(level, node);
                let places = quarters.map(|quarter| below.binary_search(&quarter).unwrap_or(0));
                Count::sum(places.map(|place| &counts[place]))
            };
            counts = parts[level].iter().map(count).collect();
        }
        match counts.pop() {
            Some(Count::Small(count)) => count.into(),
            Some(Count::Large(count)) => *count,
            None => BigUint::ZERO,
        }
    }

    /// Returns the smallest rectangle that contains all living cells; `None` if there are none.
    /// Time is linear in the nodes of the plane.
    pub fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        if self.root == Node::EMPTY {
            return None;
        }
        let left = self.margin(Side::West, |leaf| leaf.columns().trailing_zeros());
        let top = self.margin(Side::North, |leaf| leaf.rows().trailing_zeros());
        let right = self.margin(Side::East, |leaf| leaf.columns().leading_zeros());
        let bottom = self.margin(Side::South, |leaf| leaf.rows().leading_zeros());
        let ((x, y), side) = (self.corner(), BigUint::from(1u8) << self.level);
        Some(Area {
            width: &side - &left - right,
            height: side - &top - bottom,
            x: BigInt::from(left) + x,
            y: BigInt::from(top) + y,
        })
    }

    /// Returns the number of empty columns or rows along a side of the root; the root must not be
    /// empty. `in_leaf` returns this number for a leaf.
    fn margin(&self, side: Side, in_leaf: impl Fn(Leaf) -> u32) -> BigUint {
        let quarters = |level, node| self.nodes.quarters(level, node);
        let (margin, along) = edge::margin(side, (self.level, self.root), LEAF, quarters);
        margin + along.into_iter().map(|leaf| in_leaf(self.nodes.cells(leaf))).min().unwrap_or_default()
    }

    /// Returns the living cells as a pattern, with the rule and the position. Time is linear in the
    /// population; check the [population](Self::population) first if it may be large. The position
    /// is that of the bounding box's top-left corner. The cells have their own coordinates or, if
    /// these exceed 64 bits, coordinates relative to this corner.
    ///
    /// # Errors
    /// If coordinates exceed 64 bits and the bounding box has 2⁶³ or more columns or rows.
    pub fn to_pattern(&self) -> Result<Pattern, HashLifeError> {
        let mut spans = Vec::new();
        let area = self.bounding_box();
        let origin = listed_from(area.as_ref()).ok_or(HashLifeError::NoPattern)?;
        self.each_leaf(&origin, &mut |x, y, cells| {
            for_each_row(x, y, cells, |x, y, row| spans.extend(Span::of_word(row, x, y)));
        })?;
        spans.sort_unstable();
        let mut pattern = Pattern::from_spans(spans);
        pattern.rule = Some(RuleSpec { rule: self.rule(), bounds: None });
        pattern.position = area.map(|area| Position { x: area.x, y: area.y });
        Ok(pattern)
    }

    /// Returns a 64-bit hash of the living cells and their coordinates, as defined by
    /// [`Grid::hash`](crate::Grid::hash). Coordinates enter the hash as 64-bit numbers in two's
    /// complement. Time is linear in the population; check the [population](Self::population) first
    /// if it may be large.
    ///
    /// # Errors
    /// If coordinates exceed 64 bits.
    pub fn hash(&self) -> Result<u64, HashLifeError> {
        let mut sum = 0u64;
        // The coordinates are checked in advance. Otherwise a cell with coordinates beyond 64 bits
        // might be found only after 10³⁰ other cells.
        let origin =
            listed_from(self.bounding_box().as_ref()).filter(|origin| *origin == Position::default());
        self.each_leaf(&origin.ok_or(HashLifeError::NoHash)?, &mut |x, y, cells| {
            for_each_row(x, y, cells, |x, y, row| {
                sum = sum.wrapping_add(cells_hash(row_hash(y as u64), x as u64, row));
            });
        })?;
        Ok(sum)
    }

    /// Calls `leaf` for every non-empty leaf, with its first column and row relative to `origin`.
    fn each_leaf(
        &self,
        origin: &Position,
        leaf: &mut dyn FnMut(i128, i128, Leaf),
    ) -> Result<(), HashLifeError> {
        let (x, y) = self.corner();
        self.leaves_of(self.level, self.root, &(x - &origin.x), &(y - &origin.y), leaf)
    }

    fn leaves_of(
        &self,
        level: usize,
        node: Node,
        x: &BigInt,
        y: &BigInt,
        leaf: &mut dyn FnMut(i128, i128, Leaf),
    ) -> Result<(), HashLifeError> {
        if node == Node::EMPTY {
            return Ok(());
        }
        if level == LEAF {
            let place = |at: &BigInt| i128::try_from(at).ok();
            let (x, y) = place(x).zip(place(y)).ok_or(HashLifeError::NoPattern)?;
            leaf(x, y, self.nodes.cells(node));
            return Ok(());
        }
        let side = BigInt::from(1u8) << (level - 1);
        for (quarter, node) in self.nodes.quarters(level, node).into_iter().enumerate() {
            if node == Node::EMPTY {
                continue;
            }
            let east = if quarter % 2 == 1 { x + &side } else { x.clone() };
            let south = if quarter / 2 == 1 { y + &side } else { y.clone() };
            self.leaves_of(level - 1, node, &east, &south, leaf)?;
        }
        Ok(())
    }
}

/// Calls a function for each non-empty row of a leaf, with the coordinates of the row's first
/// living cell, and with a word whose lowest bit is this cell. The leaf's corner may lie beyond 64
/// bits, but its living cells must not.
fn for_each_row(x: i128, y: i128, leaf: Leaf, mut call: impl FnMut(i64, i64, u64)) {
    for (&row, y) in leaf.0.iter().zip(y..) {
        let first = row.trailing_zeros();
        if let (true, Ok(x), Ok(y)) = (row != 0, i64::try_from(x + i128::from(first)), i64::try_from(y)) {
            call(x, y, u64::from(row >> first));
        }
    }
}

/// The population of a node.
enum Count {
    Small(u64),
    Large(Box<BigUint>),
}

impl Count {
    fn sum(counts: [&Self; 4]) -> Self {
        let small = |sum: u64, count: &&Self| match count {
            Self::Small(count) => sum.checked_add(*count),
            Self::Large(_) => None,
        };
        counts.iter().try_fold(0, small).map_or_else(
            || {
                let large = counts.map(|count| match count {
                    Self::Small(count) => BigUint::from(*count),
                    Self::Large(count) => BigUint::clone(count),
                });
                Self::Large(Box::new(large.into_iter().sum()))
            },
            Self::Small,
        )
    }
}
