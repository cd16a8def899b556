//! The plane as others see it: cells put in, read and counted.

use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};

use super::nodes::{LEAF, Node};
use super::{HashLife, HashLifeError};
use crate::area::Area;
use crate::grid::row_hash;
use crate::memory::MemoryError;
use crate::pattern::{Pattern, Span};
use crate::rule_spec::RuleSpec;
use quadrille_random::splitmix64::mix;

/// Cells along a side of the squares that are words.
const SIDE: i128 = 8;

impl HashLife {
    /// Puts a pattern's cells on a plane without life.
    pub(super) fn place(&mut self, pattern: &Pattern) -> Result<(), HashLifeError> {
        let (right, down) = match (pattern.position, pattern.extent()) {
            (Some((x, y)), Some(extent)) => {
                (i128::from(x) - i128::from(extent.x), i128::from(y) - i128::from(extent.y))
            }
            _ => (0, 0),
        };
        // Words first, by their columns and rows.
        let mut words: HashMap<(i128, i128), u64> = HashMap::new();
        for span in pattern.spans() {
            let (y, mut x) = (i128::from(span.y) + down, i128::from(span.x) + right);
            let end = x + i128::from(span.length);
            while x < end {
                let within = x.rem_euclid(SIDE);
                let count = (end - x).min(SIDE - within);
                let bits = ((1u64 << count) - 1) << within << (SIDE * y.rem_euclid(SIDE));
                *words.entry((x.div_euclid(SIDE), y.div_euclid(SIDE))).or_default() |= bits;
                x += count;
                // As many bytes as an entry and its square take.
                let bytes = 100 * words.len() as u128;
                if bytes > u128::from(self.settings().memory) {
                    return Err(MemoryError { bytes, limit: self.settings().memory }.into());
                }
            }
        }
        let mut squares = HashMap::new();
        for (place, cells) in words {
            squares.insert(place, self.nodes.leaf(cells)?);
        }
        // Then squares of four, until those that are left touch the middle of the plane.
        let mut level = LEAF;
        while level == LEAF || squares.keys().any(|&(x, y)| !(-1..=0).contains(&x) || !(-1..=0).contains(&y))
        {
            let mut quarters: HashMap<(i128, i128), [Node; 4]> = HashMap::new();
            for ((x, y), node) in squares {
                let quarter = (2 * y.rem_euclid(2) + x.rem_euclid(2)) as usize;
                quarters.entry((x.div_euclid(2), y.div_euclid(2))).or_insert([Node::EMPTY; 4])[quarter] =
                    node;
            }
            level += 1;
            squares = HashMap::new();
            for (place, quarters) in quarters {
                squares.insert(place, self.nodes.node(level, quarters)?);
            }
        }
        let at = |x, y| squares.get(&(x, y)).copied().unwrap_or(Node::EMPTY);
        let four = [at(-1, -1), at(0, -1), at(-1, 0), at(0, 0)];
        self.level = level + 1;
        self.root = self.nodes.node(self.level, four)?;
        self.shrink();
        Ok(())
    }

    /// Half the width of the root: columns and rows from −half to half − 1.
    fn half(&self) -> BigInt {
        BigInt::from(1u8) << (self.level - 1)
    }

    /// Which quarter a cell lies in, and where in it: both coordinates from the middle of the square.
    fn quarter(level: usize, x: &mut BigInt, y: &mut BigInt) -> usize {
        // The middle of the quarter lies a quarter of the width away.
        let zero = BigInt::ZERO;
        let (east, south) = (*x >= zero, *y >= zero);
        let quarter = BigInt::from(1u8) << (level - 2);
        *x += if east { -&quarter } else { quarter.clone() };
        *y += if south { -&quarter } else { quarter };
        2 * usize::from(south) + usize::from(east)
    }

    /// The bit of a cell in its square of 8 × 8, by its place from the middle of that.
    fn bit(x: &BigInt, y: &BigInt) -> u32 {
        let at = |place: &BigInt| i32::try_from(place).map_or(0, |place| (place + 4) as u32);
        8 * at(y) + at(x)
    }

    /// Whether the cell in column `x` of row `y` lives.
    pub fn get(&self, x: &BigInt, y: &BigInt) -> bool {
        let half = self.half();
        if *x >= half || *y >= half || *x < -&half || *y < -half {
            return false;
        }
        let (mut x, mut y) = (x.clone(), y.clone());
        let mut node = self.root;
        for level in (LEAF + 1..=self.level).rev() {
            let quarter = Self::quarter(level, &mut x, &mut y);
            node = self.nodes.quarters(level, node)[quarter];
        }
        self.nodes.cells(node) >> Self::bit(&x, &y) & 1 == 1
    }

    /// Gives life to the cell in column `x` of row `y`, or takes it.
    ///
    /// # Errors
    /// If there is not memory enough, or the cell lies 2⁴⁰⁰ columns or rows away.
    pub fn set(&mut self, x: &BigInt, y: &BigInt, alive: bool) -> Result<(), HashLifeError> {
        match self.set_cell(x, y, alive) {
            Err(HashLifeError::Memory(_)) => {
                self.nodes.keep_only(&mut self.root, self.level);
                self.set_cell(x, y, alive)
            }
            other => other,
        }
    }

    fn set_cell(&mut self, x: &BigInt, y: &BigInt, alive: bool) -> Result<(), HashLifeError> {
        loop {
            let half = self.half();
            if *x < half && *y < half && *x >= -&half && *y >= -half {
                break;
            }
            if !alive {
                return Ok(());
            }
            self.grow()?;
        }
        let (mut x, mut y) = (x.clone(), y.clone());
        let mut path = Vec::new();
        let mut node = self.root;
        for level in (LEAF + 1..=self.level).rev() {
            let quarter = Self::quarter(level, &mut x, &mut y);
            let quarters = self.nodes.quarters(level, node);
            path.push((level, quarters, quarter));
            node = quarters[quarter];
        }
        let (cells, bit) = (self.nodes.cells(node), 1 << Self::bit(&x, &y));
        let mut node = self.nodes.leaf(if alive { cells | bit } else { cells & !bit })?;
        for (level, mut quarters, quarter) in path.into_iter().rev() {
            quarters[quarter] = node;
            node = self.nodes.node(level, quarters)?;
        }
        self.root = node;
        Ok(())
    }

    /// How many cells live. Linear in the squares that the plane is made of.
    pub fn population(&self) -> BigUint {
        let mut known = vec![HashMap::new(); self.level + 1];
        self.population_of(self.level, self.root, &mut known)
    }

    fn population_of(&self, level: usize, node: Node, known: &mut [HashMap<Node, BigUint>]) -> BigUint {
        if node == Node::EMPTY {
            return BigUint::ZERO;
        }
        if level == LEAF {
            return self.nodes.cells(node).count_ones().into();
        }
        if let Some(population) = known[level].get(&node) {
            return population.clone();
        }
        let quarters = self.nodes.quarters(level, node);
        let population: BigUint =
            quarters.into_iter().map(|quarter| self.population_of(level - 1, quarter, known)).sum();
        known[level].insert(node, population.clone());
        population
    }

    /// The smallest rectangle that holds all living cells; `None` if there are none. Linear in the squares
    /// that the plane is made of.
    pub fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        let mut known = vec![HashMap::new(); self.level + 1];
        let [left, top, right, bottom] = self.ends(self.level, self.root, &mut known)?;
        let half = BigUint::from(1u8) << (self.level - 1);
        let corner = |from: &BigUint| BigInt::from(from.clone()) - BigInt::from(half.clone());
        Some(Area {
            x: corner(&left),
            y: corner(&top),
            width: right - &left + 1u8,
            height: bottom - &top + 1u8,
        })
    }

    /// The first and last columns and rows of a square in which something lives, from its corner.
    fn ends(
        &self,
        level: usize,
        node: Node,
        known: &mut [HashMap<Node, [BigUint; 4]>],
    ) -> Option<[BigUint; 4]> {
        if node == Node::EMPTY {
            return None;
        }
        if level == LEAF {
            let cells = self.nodes.cells(node);
            let columns = (0..8).fold(0, |all, y| all | cells >> (8 * y) & 0xFF) as u8;
            let ends =
                [columns.trailing_zeros(), cells.trailing_zeros() / 8, columns.ilog2(), cells.ilog2() / 8];
            return Some(ends.map(BigUint::from));
        }
        if let Some(ends) = known[level].get(&node) {
            return Some(ends.clone());
        }
        let side = BigUint::from(1u8) << (level - 1);
        let mut all: Option<[BigUint; 4]> = None;
        for (quarter, node) in self.nodes.quarters(level, node).into_iter().enumerate() {
            let Some([left, top, right, bottom]) = self.ends(level - 1, node, known) else { continue };
            let east = if quarter % 2 == 1 { side.clone() } else { BigUint::ZERO };
            let south = if quarter / 2 == 1 { side.clone() } else { BigUint::ZERO };
            let these = [left + &east, top + &south, right + east, bottom + south];
            all = Some(match all {
                None => these,
                Some([left, top, right, bottom]) => {
                    let [l, t, r, b] = these;
                    [left.min(l), top.min(t), right.max(r), bottom.max(b)]
                }
            });
        }
        if let Some(ends) = &all {
            known[level].insert(node, ends.clone());
        }
        all
    }

    /// The living cells as a pattern, with the rule, and the position that says where they lie. Linear in the
    /// living cells: for many of them, ask for the [population](Self::population) first.
    ///
    /// # Errors
    /// If cells lie beyond the columns and rows that 64 bits count.
    pub fn to_pattern(&self) -> Result<Pattern, HashLifeError> {
        let mut spans = Vec::new();
        self.each_leaf(&mut |x, y, cells| {
            for row in 0..8 {
                let mut rest = cells >> (8 * row) & 0xFF;
                while rest != 0 {
                    let from = rest.trailing_zeros();
                    let length = (rest >> from).trailing_ones();
                    spans.push(Span { y: y + row, x: x + i64::from(from), length: length.into() });
                    rest &= u64::MAX << (from + length);
                }
            }
        })?;
        spans.sort_unstable();
        let mut pattern = Pattern::from_spans(spans);
        pattern.rule = Some(RuleSpec { rule: self.rule(), bounds: None });
        pattern.position = pattern.bounding_box().map(|area| (area.x, area.y));
        Ok(pattern)
    }

    /// A 64-bit hash of the living cells and where they are: that of [`Grid::hash`](crate::Grid::hash), with
    /// coordinates as 64 bits in two's complement. Linear in the living cells: for many of them, ask for the
    /// [population](Self::population) first.
    ///
    /// # Errors
    /// If cells lie beyond the columns and rows that 64 bits count.
    pub fn hash(&self) -> Result<u64, HashLifeError> {
        let mut sum = 0u64;
        self.each_leaf(&mut |x, y, cells| {
            let mut rest = cells;
            while rest != 0 {
                let bit = i64::from(rest.trailing_zeros());
                let cell = mix(row_hash((y + bit / 8) as u64).wrapping_add((x + bit % 8) as u64));
                sum = sum.wrapping_add(cell);
                rest &= rest - 1;
            }
        })?;
        Ok(sum)
    }

    /// Every square of 8 × 8 in which something lives, by its first column and row.
    fn each_leaf(&self, leaf: &mut dyn FnMut(i64, i64, u64)) -> Result<(), HashLifeError> {
        // Not found out on the way: there may be 10³⁰ cells before the first that lies too far out.
        let Some(Area { x, y, width, height }) = self.bounding_box() else { return Ok(()) };
        let counted = |from: &BigInt, side: BigUint| {
            i64::try_from(from).is_ok() && i64::try_from(from + BigInt::from(side) - 1).is_ok()
        };
        if !counted(&x, width) || !counted(&y, height) {
            return Err(HashLifeError::NoPattern);
        }
        let corner = -self.half();
        self.leaves_of(self.level, self.root, &corner, &corner, leaf)
    }

    fn leaves_of(
        &self,
        level: usize,
        node: Node,
        x: &BigInt,
        y: &BigInt,
        leaf: &mut dyn FnMut(i64, i64, u64),
    ) -> Result<(), HashLifeError> {
        if node == Node::EMPTY {
            return Ok(());
        }
        if level == LEAF {
            let place = |at: &BigInt| i64::try_from(at).ok();
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
