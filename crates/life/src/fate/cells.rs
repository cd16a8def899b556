//! Evolution of individual cells, with detection of interactions.

use crate::pattern::Pattern;
use crate::rule::Rule;

/// The coordinates of a cell: row, then column, so that sorted cells are in reading order.
pub(crate) type Cell = (i64, i64);

/// A living cell, with the label of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Living {
    pub(crate) cell: Cell,
    pub(crate) label: u32,
}

/// The rules for even and for odd generations, counted from a pattern's start. Two different rules
/// are called alternating; they occur only for rules with `B0` ([`Rule::without_bounds`]).
#[derive(Clone)]
pub(crate) struct RuleCycle([Rule; 2]);

impl RuleCycle {
    /// Creates the rules for a pattern that declares an odd (`at_odd`) or even generation.
    pub(crate) fn new(rule: Rule, at_odd: bool) -> Self {
        let mut rules = rule.without_bounds();
        if at_odd {
            rules.reverse();
        }
        Self(rules)
    }

    /// Returns the rule that applies to a generation.
    pub(crate) const fn rule(&self, generation: u64) -> Rule {
        self.0[(generation % 2) as usize]
    }

    /// Returns the period of the rules: 2 if they alternate, otherwise 1.
    pub(crate) fn period(&self) -> u64 {
        if self.0[0] == self.0[1] { 1 } else { 2 }
    }
}

/// Returns the cells of a pattern, in the coordinates of the pattern.
pub(crate) fn of_pattern(pattern: &Pattern) -> Vec<Cell> {
    pattern.cells().map(|(x, y)| (y, x)).collect()
}

/// Returns the next generation, sorted. Each cell takes the label of the first living cell, in
/// reading order, of its neighbourhood, which includes the cell itself. If the living cells of a
/// neighbourhood have different labels, `meet` is called with the first label and each of the
/// others.
///
/// For sorted cells, each row of the next generation is derived from three rows, with one cursor
/// per row that only moves forward. Time is linear in the number of living cells.
///
/// ```text
///                  x-1  x  x+1
///     row y-1   …   ●   ·   ●   …     cursor above: the first living cell from x-1 on
///     row y     …   ·   ?   ·   …     cursor here: likewise
///     row y+1   …   ·   ●   ·   …     cursor below: likewise
/// ```
///
/// The next cell (x, y) to be computed is the first one, in reading order, whose neighbourhood
/// contains the living cell at a cursor.
pub(crate) fn next(living: &[Living], rule: Rule, mut meet: impl FnMut(u32, u32)) -> Vec<Living> {
    // At the limits of 64 bits, neighbours wrap around and are out of order.
    let inside = |at: i64| at > i64::MIN + 4 && at < i64::MAX - 4;
    let plain = !living.is_sorted_by_key(|living| living.cell)
        || living.iter().any(|&Living { cell: (y, x), .. }| !inside(y) || !inside(x));
    if plain {
        return plainly(living, rule, meet);
    }
    let mut next = Vec::with_capacity(living.len());
    // A cursor for the row above, one for the current row, and one for the row below. Each cursor
    // is the index of the first living cell of its row that can still lie in the neighbourhood of
    // the current cell (x, y) or of a later cell.
    let mut places = [0; 3];
    // Looks at the row that is `down` rows below the living cell at a cursor. Returns the first
    // coordinates in this row whose neighbourhood contains the living cell.
    let first_seen =
        |place: usize, down: i64| living.get(place).map(|&Living { cell: (y, x), .. }| (y + down, x - 1));
    let mut from = (i64::MIN, i64::MIN);
    loop {
        let firsts = [1, 0, -1].into_iter().zip(places).filter_map(|(down, place)| first_seen(place, down));
        let Some(first) = firsts.min() else { return next };
        let (y, x) = first.max(from);
        let (mut neighbourhood, mut label) = (0, None);
        for ((row, place), down) in places.iter_mut().enumerate().zip([1, 0, -1]) {
            while let Some((seen_by, left)) = first_seen(*place, down) {
                // In each row, a living cell lies in the neighbourhoods of three consecutive cells.
                // The last of the three is in column `left + 2`.
                if (seen_by, left + 2) >= (y, x) {
                    break;
                }
                *place += 1;
            }
            for living in &living[*place..] {
                let (seen_by, cell) = (living.cell.0 + down, living.cell.1);
                if seen_by != y || cell > x + 1 {
                    break;
                }
                neighbourhood |= 1 << (8 - (3 * row as i64 + (cell - x + 1)));
                let label = *label.get_or_insert(living.label);
                if living.label != label {
                    meet(label, living.label);
                }
            }
        }
        if let Some(label) = label
            && rule.lives(neighbourhood)
        {
            next.push(Living { cell: (y, x), label });
        }
        from = (y, x + 1);
    }
}

/// Computes the result of [`next`] for cells in any order and at the limits of 64 bits. Lists the
/// nine cells in the neighbourhood of each living cell, and sorts the list.
fn plainly(living: &[Living], rule: Rule, mut meet: impl FnMut(u32, u32)) -> Vec<Living> {
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

/// Returns the next generation of unlabelled cells.
pub(crate) fn next_cells(cells: &[Cell], rule: Rule) -> Vec<Cell> {
    let living: Vec<Living> = cells.iter().map(|&cell| Living { cell, label: 0 }).collect();
    next(&living, rule, |_, _| ()).into_iter().map(|living| living.cell).collect()
}

/// Disjoint sets of labels (union–find).
pub(crate) struct UnionFind(Vec<u32>);

impl UnionFind {
    /// Creates the given number of sets of one label each.
    pub(crate) fn new(labels: usize) -> Self {
        Self((0..labels as u32).collect())
    }

    /// Returns the representative of the set that contains `label`: the smallest label of the set.
    pub(crate) fn find(&mut self, mut label: u32) -> u32 {
        while self.0[label as usize] != label {
            let above = self.0[self.0[label as usize] as usize];
            self.0[label as usize] = above;
            label = above;
        }
        label
    }

    /// Merges the sets of two labels.
    pub(crate) fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::EngineSettings;
    use crate::tiles::Tiles;
    use proptest::prelude::*;

    proptest! {
        /// Single cells evolve in the same way as tiles.
        #[test]
        fn cells_evolve_as_tiles_do(
            cells in prop::collection::btree_set((-9..9i64, -9..9i64), 0..60),
            table in prop::array::uniform8(any::<u64>()),
            counted in any::<bool>(),
        ) {
            let rule = if counted { Rule::new(table[0] as u16, table[1] as u16) } else { Rule::from_table(table) };
            let pattern = Pattern::from_cells(cells.iter().map(|&(y, x)| (x, y)));
            let mut tiles = Tiles::from_pattern(&pattern, rule, EngineSettings::default()).unwrap();
            let mut cells: Vec<Cell> = cells.into_iter().collect();
            let rules = RuleCycle::new(rule, false);
            for generation in 0..6 {
                cells = next_cells(&cells, rules.rule(generation));
                tiles.step().unwrap();
                prop_assert_eq!(&cells, &of_pattern(&tiles.to_pattern()));
            }
        }

        /// The cursors give the same labels and the same interactions as sorting.
        #[test]
        fn cursors_agree_with_sorting(
            cells in prop::collection::btree_map((-6..6i64, -6..6i64), 0..5u32, 0..90),
            far in prop::sample::select(&[0, 1 << 40, i64::MAX - 6, i64::MAX - 9, i64::MIN + 6, i64::MIN + 9]),
            turned in any::<bool>(),
            table in prop::array::uniform8(any::<u64>()),
        ) {
            let rule = Rule::from_table(table);
            let at = |(y, x): Cell| if turned { (y, x.wrapping_add(far)) } else { (y.wrapping_add(far), x) };
            let mut living: Vec<Living> =
                cells.into_iter().map(|(cell, label)| Living { cell: at(cell), label }).collect();
            living.sort_by_key(|living| living.cell);
            let (mut met, mut plainly_met) = (Vec::new(), Vec::new());
            let found = next(&living, rule, |a, b| met.push((a, b)));
            prop_assert_eq!(&found, &plainly(&living, rule, |a, b| plainly_met.push((a, b))));
            prop_assert_eq!(met, plainly_met);
            living.reverse();
            let other_way = next(&living, rule, |_, _| ());
            prop_assert!(other_way.iter().map(|living| living.cell).eq(found.iter().map(|living| living.cell)));
        }

        /// Two groups that never have a common neighbour evolve independently.
        #[test]
        fn cells_that_never_interact_evolve_independently(
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
