//! What comes again: the cells of an object in every generation of its period.

use super::apgcode::Apgcode;
use crate::fate::cells::{self, Cell, Turns};
use crate::fate::parts::moved;

/// Cells in all phases together that are kept, at most.
const MOST_KEPT: usize = 1 << 22;

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
            let next = cells::next_cells(&now, turns.rule(generation + after - 1));
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
