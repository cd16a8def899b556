//! What becomes of the middle of a square.
//!
//! A square of level n knows enough to say what its middle, a square of level n − 1, is after up to 2ⁿ⁻²
//! generations. It is found by squares of level n − 1, nine of which overlap in it:
//!
//! ```text
//!   ┌───┬───┬───┬───┐        nine squares, half as wide        nine successors of level n − 2, in threes
//!   │ 0 │   │   │   │        0 1 2                              r0 r1 r2
//!   ├───┼───┼───┼───┤        3 4 5                              r3 r4 r5
//!   │   │   │   │   │        6 7 8                              r6 r7 r8
//!   ├───┼───┼───┼───┤
//!   │   │   │   │   │        four of them that touch make a square of level n − 1 again:
//!   ├───┼───┼───┼───┤        r0 r1    r1 r2    r3 r4    r4 r5
//!   │   │   │   │   │        r3 r4    r4 r5    r6 r7    r7 r8
//!   └───┴───┴───┴───┘
//! ```
//!
//! The nine go 2ⁿ⁻³ generations; if the step is as long as that or longer, the four go as far again, so that
//! their successors, side by side, are the middle after 2ⁿ⁻². If the step is shorter, the nine have gone all
//! of it, and the middles of the four are taken as they are.
//!
//! At level 4 the square is sixteen rows of sixteen cells, and up to four generations are worked out by the
//! formulas of a field, with four rows a word; what comes in wrongly at its edges does not reach its middle
//! by then.

use quadrille_progress::{Observer, Progress};

use super::nodes::{LEAF, Node, Nodes, Quarters};
use crate::kernels::formula::{Column, Formula, Plan, Recipe, RuleWork, by_rule};
use crate::memory::MemoryError;

/// Squares worked out between two questions to the observer: some milliseconds.
const BETWEEN_QUESTIONS: u32 = 1 << 14;

/// Why a successor was not found.
pub(super) enum Stop {
    /// There is no memory for one more square.
    Full(MemoryError),
    /// The observer said stop.
    Cancelled,
}

impl From<MemoryError> for Stop {
    fn from(error: MemoryError) -> Self {
        Self::Full(error)
    }
}

/// A step of 2^`power` generations.
pub(super) struct Work<'a> {
    pub(super) nodes: &'a mut Nodes,
    pub(super) plan: &'a Plan,
    pub(super) power: usize,
    pub(super) observer: &'a dyn Observer,
    /// Squares worked out since the observer was asked.
    pub(super) asked: u32,
}

impl Work<'_> {
    /// The root's middle after the step: a square one level lower.
    pub(super) fn root(mut self, level: usize, root: Node) -> Result<Node, Stop> {
        self.successor(level, root)
    }

    fn successor(&mut self, level: usize, node: Node) -> Result<Node, Stop> {
        if let Some(known) = self.nodes.successor(level, node) {
            return Ok(known);
        }
        self.asked += 1;
        if self.asked >= BETWEEN_QUESTIONS {
            self.asked = 0;
            let squares = Progress::done(self.nodes.len() as u64).counting("squares");
            if self.observer.observe(&squares).is_break() {
                return Err(Stop::Cancelled);
            }
        }
        let found = if level == LEAF + 1 {
            let cells = self.nodes.quarters(level, node).map(|leaf| self.nodes.cells(leaf));
            let generations = 1 << self.power.min(2);
            self.nodes.leaf(by_rule(self.plan, Small { cells, generations }))?
        } else {
            self.by_nine(level, node)?
        };
        self.nodes.set_successor(level, node, found);
        Ok(found)
    }

    fn by_nine(&mut self, level: usize, node: Node) -> Result<Node, Stop> {
        let quarters = self.nodes.quarters(level, node);
        let [nw, ne, sw, se] = quarters.map(|quarter| self.nodes.quarters(level - 1, quarter));
        let below = level - 1;
        let nine = [
            quarters[0],
            self.nodes.node(below, [nw[1], ne[0], nw[3], ne[2]])?,
            quarters[1],
            self.nodes.node(below, [nw[2], nw[3], sw[0], sw[1]])?,
            self.nodes.node(below, [nw[3], ne[2], sw[1], se[0]])?,
            self.nodes.node(below, [ne[2], ne[3], se[0], se[1]])?,
            quarters[2],
            self.nodes.node(below, [sw[1], se[0], sw[3], se[2]])?,
            quarters[3],
        ];
        let mut r = [Node::EMPTY; 9];
        for (successor, node) in r.iter_mut().zip(nine) {
            *successor = self.successor(below, node)?;
        }
        let fours = [
            [r[0], r[1], r[3], r[4]],
            [r[1], r[2], r[4], r[5]],
            [r[3], r[4], r[6], r[7]],
            [r[4], r[5], r[7], r[8]],
        ];
        let mut middle = [Node::EMPTY; 4];
        for (middle, four) in middle.iter_mut().zip(fours) {
            *middle = if self.power + 2 >= level {
                let square = self.nodes.node(below, four)?;
                self.successor(below, square)?
            } else {
                self.middle(below, four)?
            };
        }
        Ok(self.nodes.node(below, middle)?)
    }

    /// The middle of a square of level `level`, given by its quarters.
    fn middle(&mut self, level: usize, quarters: Quarters) -> Result<Node, Stop> {
        if level == LEAF + 1 {
            let [nw, ne, sw, se] = quarters.map(|leaf| self.nodes.cells(leaf));
            let rows = Rows::of([nw, ne, sw, se]);
            return Ok(self.nodes.leaf(rows.middle())?);
        }
        let [nw, ne, sw, se] = quarters.map(|quarter| self.nodes.quarters(level - 1, quarter));
        Ok(self.nodes.node(level - 1, [nw[3], ne[2], sw[1], se[0]])?)
    }
}

/// Sixteen rows of sixteen cells: four rows a word, column x of row y in bit 16 · (y mod 4) + x.
#[derive(Clone, Copy)]
struct Rows([u64; 4]);

impl Rows {
    /// Four squares of 8 × 8.
    fn of([nw, ne, sw, se]: [u64; 4]) -> Self {
        let rows = |left: u64, right: u64, first: usize| {
            (0..4).fold(0, |word, row| {
                let byte = |cells: u64| cells >> (8 * (first + row)) & 0xFF;
                word | (byte(left) | byte(right) << 8) << (16 * row)
            })
        };
        Self([rows(nw, ne, 0), rows(nw, ne, 4), rows(sw, se, 0), rows(sw, se, 4)])
    }

    /// The square of 8 × 8 in the middle.
    fn middle(self) -> u64 {
        (0..8).fold(0, |cells, y| {
            let row = self.0[(y + 4) / 4] >> (16 * ((y + 4) % 4)) >> 4 & 0xFF;
            cells | row << (8 * y)
        })
    }

    /// The next generation; at the four edges it is wrong by a cell more.
    #[inline(always)]
    fn next(self, formula: &impl Formula<u64>) -> Self {
        let [a, b, c, d] = self.0;
        let columns = |above: u64, rows: u64, below: u64| {
            Column::new(rows << 16 | above >> 48, rows, rows >> 16 | below << 48)
        };
        let next = |middle: Column<u64>| {
            let (west, east) = (middle.map(|cells| cells << 1), middle.map(|cells| cells >> 1));
            formula.next(&west, &middle, &east)
        };
        Self([next(columns(0, a, b)), next(columns(a, b, c)), next(columns(b, c, d)), next(columns(c, d, 0))])
    }
}

/// The middle of four squares of 8 × 8 after one, two or four generations.
struct Small {
    cells: [u64; 4],
    generations: u32,
}

impl RuleWork for Small {
    type Output = u64;

    fn run<R: Recipe>(self, recipe: R) -> u64 {
        let formula = recipe.formula(|word: u64| word);
        (0..self.generations).fold(Rows::of(self.cells), |rows, _| rows.next(&formula)).middle()
    }
}
