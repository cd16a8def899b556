//! What comes again: the cells of an object in every generation of its period.

use super::apgcode::Apgcode;
use crate::fate::cells::{self, Cell, Turns};
use crate::fate::parts::moved;
use crate::rule::Rule;

/// Cells in all phases together that are kept, at most.
const MOST_KEPT: usize = 1 << 22;

/// Columns of the widest object whose rows are words.
const WIDEST: u64 = 60;

/// The next generation of cells that come in order; also in order. Of what is not wide, rows are words.
fn next_cells(cells: &[Cell], rule: Rule) -> Vec<Cell> {
    let (Some(&(top, _)), Some(&(bottom, _))) = (cells.first(), cells.last()) else { return Vec::new() };
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let right = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    if right.abs_diff(left) >= WIDEST || bottom.abs_diff(top) >= MOST_KEPT as u64 {
        return cells::next_cells(cells, rule);
    }
    // Two empty rows above and below, and two empty columns on either side.
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
            // The leftmost cell of a row is the highest of its three bits.
            let three = |row: u64| [0, 4, 2, 6, 1, 5, 3, 7][(row >> (x - 1) & 7) as usize];
            if rule.lives(three(around[0]) << 6 | three(around[1]) << 3 | three(around[2])) {
                next.push((top + y - 1, left + i64::from(x) - 2));
            }
        }
    }
    next
}

/// Cells that come again, phase by phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orbit {
    /// The cells in every generation of a period, in order.
    pub(super) phases: Vec<Vec<Cell>>,
    /// How far down and to the right they lie after it.
    pub(super) moved: Cell,
    /// The generation of the first phase: with two rules in turn it matters whether it is even.
    pub(super) generation: u64,
}

impl Orbit {
    /// Goes on with these cells, which come in order and are alone, until they come again; `None` if they have not
    /// within so many generations, have died, or are too many to be kept.
    pub(super) fn of(cells: Vec<Cell>, turns: &Turns, generation: u64, patience: u64) -> Option<Self> {
        let mut phases: Vec<Vec<Cell>> = Vec::new();
        let (mut now, mut kept) = (cells, 0);
        for after in 1..=patience {
            kept += now.len();
            if now.is_empty() || kept > MOST_KEPT {
                return None;
            }
            let next = next_cells(&now, turns.rule(generation + after - 1));
            phases.push(now);
            if after % turns.length() == 0
                && let Some(moved) = moved(&phases[0], &next)
            {
                return Some(Self { phases, moved, generation });
            }
            now = next;
        }
        None
    }

    /// How many generations the period has.
    pub(super) fn period(&self) -> usize {
        self.phases.len()
    }

    /// Where a cell of the phase after this one stands among that phase's cells, if it lives: after the last phase
    /// comes the first, farther on.
    pub(super) fn place_after(&self, phase: usize, (y, x): Cell) -> Option<(usize, usize)> {
        let (next, cell) = if phase + 1 < self.period() {
            (phase + 1, (y, x))
        } else {
            (0, (y.wrapping_sub(self.moved.0), x.wrapping_sub(self.moved.1)))
        };
        Some((next, self.phases[next].binary_search(&cell).ok()?))
    }

    /// Its code. Of two rules in turn, the phases count in which the first is played: in those between, other cells
    /// are kept.
    pub(super) fn code(&self, turns: &Turns, isotropic: bool) -> Apgcode {
        let first = (self.generation % turns.length()) as usize;
        let phases = self.phases.iter().skip(first).step_by(turns.length() as usize);
        Apgcode::of(self.period(), phases, self.moved != (0, 0), isotropic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Words do what cells one by one do, also where the object is as wide as can be, or wider.
        #[test]
        fn rows_go_on_as_cells_do(
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
