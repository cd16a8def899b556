//! Orbits: the cells of a recurring object in every generation of its period.

use super::apgcode::Apgcode;
use crate::fate::cells::{self, Cell, RuleCycle};
use crate::fate::parts::moved;
use crate::rule::Rule;

/// The maximum total number of cells in all phases of an orbit.
const MOST_KEPT: usize = 1 << 22;

/// The maximum width, in columns, of objects that are computed with one word per row.
const WIDEST: u64 = 60;

/// Returns the next generation of cells; the argument and the result are sorted. Narrow objects are
/// computed with one word per row.
fn next_cells(cells: &[Cell], rule: Rule) -> Vec<Cell> {
    let (Some(&(top, _)), Some(&(bottom, _))) = (cells.first(), cells.last()) else { return Vec::new() };
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let right = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    if right.abs_diff(left) >= WIDEST || bottom.abs_diff(top) >= MOST_KEPT as u64 {
        return cells::next_cells(cells, rule);
    }
    // The rows of the object, with two empty rows above and below and two empty columns on either
    // side.
    let mut rows = vec![0u64; bottom.abs_diff(top) as usize + 5];
    for &(y, x) in cells {
        rows[y.abs_diff(top) as usize + 2] |= 1 << (x.abs_diff(left) + 2);
    }
    let mut next = Vec::with_capacity(2 * cells.len());
    for (y, around) in (0..).zip(rows.windows(3)) {
        let any = around[0] | around[1] | around[2];
        let mut places = any << 1 | any | any >> 1;
        while places != 0 {
            let x = places.trailing_zeros();
            places &= places - 1;
            // Reverse the three bits: the leftmost cell is the highest bit of a neighbourhood.
            let three = |row: u64| [0, 4, 2, 6, 1, 5, 3, 7][(row >> (x - 1) & 7) as usize];
            if rule.lives(three(around[0]) << 6 | three(around[1]) << 3 | three(around[2])) {
                next.push((top + y - 1, left + i64::from(x) - 2));
            }
        }
    }
    next
}

/// The phases of an object that recurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orbit {
    /// The sorted cells in every generation of a period.
    pub(super) phases: Vec<Vec<Cell>>,
    /// The displacement per period: down and to the right.
    pub(super) moved: Cell,
    /// The generation of the first phase; if the rules [alternate](RuleCycle), its parity selects
    /// the rule.
    pub(super) generation: u64,
}

impl Orbit {
    /// Runs isolated cells, which are sorted, until they recur; returns `None` if they do not recur
    /// within `patience` generations, die out, or become too many.
    pub(super) fn of(cells: Vec<Cell>, rules: &RuleCycle, generation: u64, patience: u64) -> Option<Self> {
        let mut phases: Vec<Vec<Cell>> = Vec::new();
        let (mut now, mut kept) = (cells, 0);
        for after in 1..=patience {
            kept += now.len();
            if now.is_empty() || kept > MOST_KEPT {
                return None;
            }
            let next = next_cells(&now, rules.rule(generation + after - 1));
            phases.push(now);
            if after % rules.period() == 0
                && let Some(moved) = moved(&phases[0], &next)
            {
                return Some(Self { phases, moved, generation });
            }
            now = next;
        }
        None
    }

    /// Returns the period in generations.
    pub(super) fn period(&self) -> usize {
        self.phases.len()
    }

    /// Returns the index of the phase after `phase`, and the index of a cell in that phase; `None`
    /// if the cell is dead in that phase. The last phase is followed by the first, displaced.
    pub(super) fn place_after(&self, phase: usize, (y, x): Cell) -> Option<(usize, usize)> {
        let (next, cell) = if phase + 1 < self.period() {
            (phase + 1, (y, x))
        } else {
            (0, (y.wrapping_sub(self.moved.0), x.wrapping_sub(self.moved.1)))
        };
        Some((next, self.phases[next].binary_search(&cell).ok()?))
    }

    /// Returns the apgcode. If the rules [alternate](RuleCycle), only the phases at even
    /// generations are considered, since the stored cells are the living cells at even generations
    /// and the dead cells at odd ones ([`Rule::without_bounds`]).
    pub(super) fn code(&self, rules: &RuleCycle, isotropic: bool) -> Apgcode {
        let first = (self.generation % rules.period()) as usize;
        let phases = self.phases.iter().skip(first).step_by(rules.period() as usize);
        Apgcode::of(self.period(), phases, self.moved != (0, 0), isotropic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Computing with words agrees with computing cell by cell, also at and above the maximum
        /// width.
        #[test]
        fn rows_evolve_as_cells_do(
            cells in prop::collection::btree_set((-9..9i64, prop_oneof![-9..9i64, -40..40i64]), 0..40),
            table in prop::array::uniform8(any::<u64>()),
            far in prop::sample::select(&[0, i64::MAX / 2]),
        ) {
            let table = [table[0] & !1, table[1], table[2], table[3], table[4], table[5], table[6], table[7]];
            let cells: Vec<Cell> = cells.into_iter().map(|(y, x)| (y + far, x - far)).collect();
            for rule in [Rule::CONWAY, Rule::from_table(table)] {
                prop_assert_eq!(next_cells(&cells, rule), cells::next_cells(&cells, rule));
            }
        }
    }
}
