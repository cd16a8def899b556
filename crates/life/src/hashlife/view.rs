//! Partial views of the plane: living cells of a rectangle, and downscaled views.

use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};

use super::HashLife;
use super::nodes::{LEAF, Node};
use crate::area::Area;
use crate::dots::Dots;

impl HashLife {
    /// Returns the living cells (x, y) of a rectangle, in reading order. Time is linear in the
    /// nodes in the rectangle.
    pub fn cells_in(&self, area: &Area<BigInt, BigUint>) -> Vec<(BigInt, BigInt)> {
        let end = |from: &BigInt, length: &BigUint| from + BigInt::from(length.clone());
        let (right, bottom) = (end(&area.x, &area.width), end(&area.y, &area.height));
        let within = |level: usize, x: &BigInt, y: &BigInt| {
            let side = BigInt::from(1u8) << level;
            *x < right && *y < bottom && x + &side > area.x && y + side > area.y
        };
        let mut cells = Vec::new();
        self.each_node(&within, &mut |level, node, x, y| {
            if level > LEAF {
                return true;
            }
            let leaf = self.nodes.cells(node);
            for (down, &row) in leaf.0.iter().enumerate() {
                for right in (0..16).filter(|right| row >> right & 1 == 1) {
                    let (x, y): (BigInt, BigInt) = (x + right, y + down);
                    if within(0, &x, &y) {
                        cells.push((y, x));
                    }
                }
            }
            false
        });
        cells.sort_unstable();
        cells.into_iter().map(|(y, x)| (x, y)).collect()
    }

    /// Returns a rectangle of dots. `size` is the number of columns and rows of dots; each dot
    /// covers 2^`power` × 2^`power` cells. The first dot contains the cell in column `x` of row
    /// `y`. Time is linear in the nodes of the rectangle that are at least as large as a dot.
    pub fn dots(&self, x: &BigInt, y: &BigInt, size: (usize, usize), power: u32) -> Dots {
        let mut dots = Dots::new(size);
        // Right shifts round towards −∞.
        let (left, top): (BigInt, BigInt) = (x >> power, y >> power);
        let place = |at: &BigInt, from: &BigInt| usize::try_from((at >> power) - from).ok();
        let within = |level: usize, x: &BigInt, y: &BigInt| {
            let last = (BigInt::from(1u8) << level) - 1;
            let reaches = |at: &BigInt, from: &BigInt, dots: usize| {
                ((at + &last) >> power) >= *from && (at >> power) < from + dots
            };
            reaches(x, &left, size.0) && reaches(y, &top, size.1)
        };
        let mut last_rows = LastRows { plane: self, known: HashMap::new() };
        self.each_node(&within, &mut |level, node, x, y| {
            if level <= power as usize {
                let Some(column) = place(x, &left) else { return false };
                // The first row of a dot is a multiple of the dot's side. The first row of a node
                // is a multiple of the node's side, plus `MIDDLE`, which is 1. So the last row of a
                // node that is as large as a dot lies in the next row of dots.
                let end = y + (BigInt::from(1u8) << level) - 1;
                let divided = y >> power != &end >> power;
                let [above, last] = if divided { last_rows.of(level, node) } else { [true, false] };
                for (row, alive) in [(y, above), (&end, last)] {
                    if let (true, Some(row)) = (alive, place(row, &top)) {
                        dots.set(column, row);
                    }
                }
                return false;
            }
            if level > LEAF {
                return true;
            }
            let leaf = self.nodes.cells(node);
            for (down, &row) in leaf.0.iter().enumerate() {
                let Some(below) = (row != 0).then(|| place(&(y + down), &top)).flatten() else { continue };
                for right in (0..16).filter(|right| row >> right & 1 == 1) {
                    if let Some(column) = place(&(x + right), &left) {
                        dots.set(column, below);
                    }
                }
            }
            false
        });
        dots
    }

    /// Calls `look` for the non-empty nodes for which `within` is true, parents first, with their
    /// level, first column and first row. The quarters of a node are visited if `look` returns
    /// `true`.
    fn each_node(
        &self,
        within: &dyn Fn(usize, &BigInt, &BigInt) -> bool,
        look: &mut dyn FnMut(usize, Node, &BigInt, &BigInt) -> bool,
    ) {
        // The first column of a dot is a multiple of the dot's side. The first column of the root
        // is not a multiple of the root's width, so `look` is not called for the root. The quarters
        // of the root are the largest nodes whose first column is a multiple of their width.
        let (x, y) = self.corner();
        self.quarters_of(self.level, self.root, &x, &y, within, look);
    }

    fn quarters_of(
        &self,
        level: usize,
        node: Node,
        x: &BigInt,
        y: &BigInt,
        within: &dyn Fn(usize, &BigInt, &BigInt) -> bool,
        look: &mut dyn FnMut(usize, Node, &BigInt, &BigInt) -> bool,
    ) {
        if node == Node::EMPTY {
            return;
        }
        let side = BigInt::from(1u8) << (level - 1);
        for (number, quarter) in self.nodes.quarters(level, node).into_iter().enumerate() {
            let east = if number % 2 == 1 { x + &side } else { x.clone() };
            let south = if number / 2 == 1 { y + &side } else { y.clone() };
            if quarter != Node::EMPTY
                && within(level - 1, &east, &south)
                && look(level - 1, quarter, &east, &south)
            {
                self.quarters_of(level - 1, quarter, &east, &south, within, look);
            }
        }
    }
}

/// Memoised values of [`of`](LastRows::of): for each node, whether a cell above its last row lives,
/// and whether a cell in its last row lives.
struct LastRows<'p> {
    plane: &'p HashLife,
    known: HashMap<(usize, Node), [bool; 2]>,
}

impl LastRows<'_> {
    /// Returns two values for a node: whether a cell above its last row lives, and whether a cell
    /// in its last row lives.
    fn of(&mut self, level: usize, node: Node) -> [bool; 2] {
        if node == Node::EMPTY {
            return [false; 2];
        }
        if level == LEAF {
            let rows = self.plane.nodes.cells(node).rows();
            return [rows & !(1 << 15) != 0, rows >> 15 != 0];
        }
        if let Some(&known) = self.known.get(&(level, node)) {
            return known;
        }
        let [nw, ne, sw, se] = self.plane.nodes.quarters(level, node);
        let (west, east) = (self.of(level - 1, sw), self.of(level - 1, se));
        let north = nw != Node::EMPTY || ne != Node::EMPTY;
        let both = [north || west[0] || east[0], west[1] || east[1]];
        self.known.insert((level, node), both);
        both
    }
}
