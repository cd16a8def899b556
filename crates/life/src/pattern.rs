//! Patterns: living cells anywhere on the plane, with what a pattern file says about them.

use std::cmp::Reverse;

use crate::area::Area;
use crate::universe::Universe;

/// Living cells side by side in one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The row, down.
    pub y: i64,
    /// The leftmost cell's column.
    pub x: i64,
    /// How many cells; at least 1.
    pub length: u64,
}

impl Run {
    /// The first column to the right of it.
    const fn end(self) -> i128 {
        self.x as i128 + self.length as i128
    }
}

/// A pattern: what a pattern file holds and nothing else. It knows no engine.
///
/// The cells are kept as runs, in reading order, none touching the next: a row of 10⁹ cells takes as much memory as one cell.
///
/// ```
/// use quadrille_life::{Pattern, Run};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// assert_eq!(glider.population(), 5);
/// assert_eq!(glider.runs()[2], Run { y: 2, x: 0, length: 3 });
/// let area = glider.bounding_box().unwrap();
/// assert_eq!((area.x, area.y, area.width, area.height), (0, 0, 3, 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    runs: Vec<Run>,
    /// Width and height that the file names: the box from cell (0, 0) on, which may have empty margins.
    pub size: Option<(u64, u64)>,
    /// The rule, and the bounds, if the file names them.
    pub universe: Option<Universe>,
    /// Where the box's top-left cell lies, counted from the middle of the universe (`#CXRLE Pos`).
    pub position: Option<(i64, i64)>,
    /// The generation, a decimal number as the file has it (`#CXRLE Gen`).
    pub generation: Option<String>,
    /// The name (`#N`).
    pub name: Option<String>,
    /// Who made it or found it (`#O`).
    pub author: Option<String>,
    /// Remarks, line by line (`#C`).
    pub comments: Vec<String>,
}

impl Pattern {
    /// The pattern of these cells, in any order; a cell named twice lives once.
    pub fn from_cells(cells: impl IntoIterator<Item = (i64, i64)>) -> Self {
        Self::from_runs(cells.into_iter().map(|(x, y)| Run { y, x, length: 1 }))
    }

    /// The pattern of these runs, in any order; runs may touch and overlap, and empty ones are dropped. What reaches beyond the
    /// last column, `i64::MAX`, is cut off.
    ///
    /// Linear where the runs come in reading order, otherwise they are sorted.
    pub fn from_runs(runs: impl IntoIterator<Item = Run>) -> Self {
        let mut runs: Vec<Run> = runs.into_iter().filter(|run| run.length > 0).collect();
        for run in &mut runs {
            run.length = run.length.min(i64::MAX.abs_diff(run.x).saturating_add(1));
        }
        if !runs.is_sorted() {
            runs.sort_unstable_by_key(|run| (run.y, run.x, Reverse(run.length)));
        }
        runs.dedup_by(|next, last| {
            let joined = last.y == next.y && i128::from(next.x) <= last.end();
            if joined {
                let length = next.end().max(last.end()) - i128::from(last.x);
                last.length = length.min(u64::MAX.into()) as u64;
            }
            joined
        });
        Self { runs, ..Self::default() }
    }

    /// What this pattern says of itself, with other cells.
    pub(crate) fn with_runs(self, runs: Vec<Run>) -> Self {
        Self { runs: Self::from_runs(runs).runs, ..self }
    }

    /// The living cells as runs, in reading order; no run touches the next.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The living cells (x, y) one by one, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (i64, i64)> {
        self.runs.iter().flat_map(|run| (0..run.length).map(|i| (run.x.wrapping_add_unsigned(i), run.y)))
    }

    /// How many cells live.
    pub fn population(&self) -> u128 {
        self.runs.iter().map(|run| u128::from(run.length)).sum()
    }

    /// The smallest rectangle that holds all living cells; `None` if there are none. Linear in the runs.
    ///
    /// A side of 2⁶⁴ cells counts as one less.
    pub fn bounding_box(&self) -> Option<Area<i64>> {
        let (first, last) = (self.runs.first()?, self.runs.last()?);
        let left = self.runs.iter().map(|run| run.x).min()?;
        let right = self.runs.iter().map(|run| run.end()).max()?;
        let width = (right - i128::from(left)).min(u64::MAX.into()) as u64;
        Some(Area { x: left, y: first.y, width, height: last.y.abs_diff(first.y).saturating_add(1) })
    }

    /// The box that is placed on a field: the one the file names, from cell (0, 0) on, else the smallest.
    pub fn extent(&self) -> Option<Area<i64>> {
        match self.size {
            Some((width, height)) => Some(Area { x: 0, y: 0, width, height }),
            None => self.bounding_box(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_ends_of_the_plane_are_no_trouble() {
        let far = Run { y: i64::MIN, x: i64::MAX, length: u64::MAX };
        let wide = Run { y: i64::MAX, x: i64::MIN, length: u64::MAX };
        let pattern = Pattern::from_runs([wide, far]);
        assert_eq!(pattern.runs(), [Run { length: 1, ..far }, wide]);
        assert_eq!(pattern.population(), 1 + u128::from(u64::MAX));
        let area = pattern.bounding_box().unwrap();
        assert_eq!((area.x, area.y, area.width, area.height), (i64::MIN, i64::MIN, u64::MAX, u64::MAX));
        assert_eq!(Pattern::default().bounding_box(), None);
    }

    proptest! {
        #[test]
        fn runs_hold_the_cells_they_are_made_of(
            runs in prop::collection::vec((-3..3i64, -9..9i64, 0..7u64), 0..30),
        ) {
            let runs: Vec<Run> = runs.into_iter().map(|(y, x, length)| Run { y, x, length }).collect();
            let cells: BTreeSet<(i64, i64)> = runs
                .iter()
                .flat_map(|run| (0..run.length as i64).map(|i| (run.y, run.x + i)))
                .collect();
            let pattern = Pattern::from_runs(runs);
            prop_assert!(pattern.cells().map(|(x, y)| (y, x)).eq(cells.iter().copied()));
            prop_assert_eq!(pattern.population(), cells.len() as u128);
            let again = Pattern::from_cells(cells.iter().rev().map(|&(y, x)| (x, y)));
            prop_assert_eq!(&again, &pattern);
            for pair in pattern.runs().windows(2) {
                prop_assert!(pair[0].y < pair[1].y || pair[0].end() < i128::from(pair[1].x));
            }
            if let Some(area) = pattern.bounding_box() {
                prop_assert_eq!(area.x, cells.iter().map(|c| c.1).min().unwrap());
                prop_assert_eq!(area.width as i64, cells.iter().map(|c| c.1).max().unwrap() - area.x + 1);
                prop_assert_eq!(area.y, cells.first().unwrap().0);
                prop_assert_eq!(area.height as i64, cells.last().unwrap().0 - area.y + 1);
            }
        }
    }
}
