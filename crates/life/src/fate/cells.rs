//! Living cells one by one, and which of them have neighbours in common.

use crate::pattern::Pattern;
use crate::rule::Rule;

/// Where a cell lies: row, then column, so that cells in order are in reading order.
pub(crate) type Cell = (i64, i64);

/// A living cell, and what it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Living {
    pub(crate) cell: Cell,
    pub(crate) label: u32,
}

/// The rules in turn, from generation 0 of a pattern.
#[derive(Clone)]
pub(crate) struct Turns([Rule; 2]);

impl Turns {
    /// For a pattern that stands at a generation of odd number, or at one of even number.
    pub(crate) fn new(rule: Rule, at_odd: bool) -> Self {
        let mut rules = rule.without_bounds();
        if at_odd {
            rules.reverse();
        }
        Self(rules)
    }

    /// What is done in that generation.
    pub(crate) const fn rule(&self, generation: u64) -> Rule {
        self.0[(generation % 2) as usize]
    }

    /// Generations after which the same is done again.
    pub(crate) fn length(&self) -> u64 {
        if self.0[0] == self.0[1] { 1 } else { 2 }
    }
}

/// The cells of a pattern where it says that they are.
pub(crate) fn of_pattern(pattern: &Pattern) -> Vec<Cell> {
    pattern.cells().map(|(x, y)| (y, x)).collect()
}

/// The next generation, in order if these cells are. A cell of it belongs to what one of its neighbours, or
/// itself, belonged to; `meet` hears of all that have a neighbour in common.
pub(crate) fn next(living: &[Living], rule: Rule, mut meet: impl FnMut(u32, u32)) -> Vec<Living> {
    // Every cell as each of the nine sees it: nine lists in order, which the sort merges.
    let mut seen: Vec<(Cell, u16, u32)> = Vec::with_capacity(9 * living.len());
    for place in 0..9i64 {
        let (down, right) = (place / 3 - 1, place % 3 - 1);
        let bit = 256 >> place;
        seen.extend(living.iter().map(|&Living { cell: (y, x), label }| {
            ((y.wrapping_sub(down), x.wrapping_sub(right)), bit, label)
        }));
    }
    seen.sort_by_key(|&(cell, ..)| cell);
    let mut next = Vec::with_capacity(living.len());
    for around in seen.chunk_by(|(a, ..), (b, ..)| a == b) {
        let (cell, _, label) = around[0];
        let neighbourhood = around.iter().fold(0, |all, &(_, bit, other)| {
            if other != label {
                meet(label, other);
            }
            all | bit
        });
        if rule.lives(neighbourhood) {
            next.push(Living { cell, label });
        }
    }
    next
}

/// The next generation of cells that belong to the same.
pub(crate) fn next_cells(cells: &[Cell], rule: Rule) -> Vec<Cell> {
    let living: Vec<Living> = cells.iter().map(|&cell| Living { cell, label: 0 }).collect();
    next(&living, rule, |_, _| ()).into_iter().map(|living| living.cell).collect()
}

/// Which labels stand for the same.
pub(crate) struct Joined(Vec<u32>);

impl Joined {
    /// So many labels, each for itself.
    pub(crate) fn new(labels: usize) -> Self {
        Self((0..labels as u32).collect())
    }

    /// The label that stands for all that are joined with this one.
    pub(crate) fn first(&mut self, mut label: u32) -> u32 {
        while self.0[label as usize] != label {
            let above = self.0[self.0[label as usize] as usize];
            self.0[label as usize] = above;
            label = above;
        }
        label
    }

    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Settings;
    use crate::tiles::Tiles;
    use proptest::prelude::*;

    proptest! {
        /// Cells one by one are what tiles have.
        #[test]
        fn cells_go_on_as_tiles_do(
            cells in prop::collection::btree_set((-9..9i64, -9..9i64), 0..60),
            table in prop::array::uniform8(any::<u64>()),
            counted in any::<bool>(),
        ) {
            let rule = if counted { Rule::new(table[0] as u16, table[1] as u16) } else { Rule::from_table(table) };
            let pattern = Pattern::from_cells(cells.iter().map(|&(y, x)| (x, y)));
            let mut tiles = Tiles::from_pattern(&pattern, rule, Settings::default()).unwrap();
            let mut cells: Vec<Cell> = cells.into_iter().collect();
            let turns = Turns::new(rule, false);
            for generation in 0..6 {
                cells = next_cells(&cells, turns.rule(generation));
                tiles.step().unwrap();
                prop_assert_eq!(&cells, &of_pattern(&tiles.to_pattern()));
            }
        }

        /// Two groups that never have a neighbour in common go on as each alone.
        #[test]
        fn what_never_meets_goes_on_alone(
            here in prop::collection::btree_set((0..5i64, 0..5i64), 1..12),
            there in prop::collection::btree_set((0..5i64, 5..10i64), 1..12),
            gap in 0..4i64,
        ) {
            let there = there.into_iter().map(|(y, x)| (y, x + gap));
            let mut living: Vec<Living> = here.iter().map(|&cell| Living { cell, label: 0 }).collect();
            living.extend(there.map(|cell| Living { cell, label: 1 }));
            living.sort_by_key(|living| living.cell);
            let mut alone = [0, 1].map(|label| {
                living.iter().filter(|living| living.label == label).map(|living| living.cell).collect::<Vec<_>>()
            });
            let mut met = false;
            for _ in 0..8 {
                living = next(&living, Rule::CONWAY, |_, _| met = true);
                if met {
                    break;
                }
                alone = alone.map(|cells| next_cells(&cells, Rule::CONWAY));
                let mut both = alone.concat();
                both.sort_unstable();
                prop_assert!(living.iter().map(|living| living.cell).eq(both));
            }
        }
    }
}
