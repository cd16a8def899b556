//! Separation of a recurring group of cells into objects.
//!
//! Two blocks with one column of dead cells between them are a still life, but not one object: each
//! would persist without the other. The standard census separates such *pseudo-objects*, and so
//! does this module. Space and time are treated together, as a cylinder whose last phase is
//! followed by the first:
//!
//! 1. An *island* is a connected component. A living cell is connected with its living neighbours,
//!    and with each cell of its 3 × 3 neighbourhood that lives in the next generation. So every
//!    cell that is born or survives belongs to the same island as all its parents, and an island
//!    alone determines its own births and survivals.
//! 2. Islands influence each other only through dead cells. A cell that has neighbours of several
//!    islands and stays dead, but would be born from some subset of these islands, *binds* them.
//! 3. A group of islands is independent if its living cells alone would not give birth to any of
//!    the cells that bind islands. The islands are partitioned into independent groups: into single
//!    islands if these are independent, otherwise into as few groups as possible, at least two. If
//!    there is no such partition, the islands are one object.
//! 4. Each group is then analysed separately, with its own period, and separated further if
//!    possible.
//!
//! If a cell binds only two islands, and one of these islands alone would give birth to it, both
//! islands must belong to the same group. Most islands are assigned in this way. The others are
//! assigned to groups one after the other by a backtracking search; if the search exceeds its
//! limits ([`MOST_TRIED`], [`MOST_MEMBERS`]), the islands are taken as one object.

use std::collections::{BTreeMap, BTreeSet};

use super::orbit::Orbit;
use crate::fate::cells::{Cell, RuleCycle, UnionFind};
use crate::rule::Rule;

/// The maximum number of times that the search assigns an island to a group.
const MOST_TRIED: u32 = 1 << 20;
/// The maximum number of islands that one search partitions: the islands of one cluster, as
/// `parted` defines clusters.
const MOST_MEMBERS: usize = 1024;

/// The living neighbours of a dead cell: for each island to which some of them belong, a mask of
/// the neighbours in this island. The bits of a mask are those of a neighbourhood in
/// [`Rule::lives`].
type Neighbours<Island> = Vec<(Island, u16)>;

/// A dead cell with neighbours of several islands: the index of the rule that applies in its
/// generation, and the cell's neighbours.
type Bond = (u8, Neighbours<u32>);

/// A binding cell: a dead cell that would be born if only some of its neighbouring islands were
/// present. It is given by the rule that applies in its generation, and by its neighbours.
type Binding<Island> = (Rule, Neighbours<Island>);

/// Separates an orbit into its objects. With `together`, islands that have a common dead neighbour
/// stay one object if the number of this cell's living neighbours is at least the smallest birth
/// count of the rule.
pub(super) fn objects(orbit: Orbit, rules: &RuleCycle, together: bool) -> Vec<Orbit> {
    let islands = Islands::of(&orbit);
    let bonds = islands.bonds(&orbit, rules);
    let group_of =
        if together { bound_together(&islands, &bonds, rules) } else { parted(&islands, &bonds, rules) };
    let mut groups: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
    for (&island, &cell) in islands.of_phase[0].iter().zip(&orbit.phases[0]) {
        groups.entry(group_of[island as usize]).or_default().push(cell);
    }
    if groups.len() < 2 {
        return vec![orbit];
    }
    let mut objects = Vec::with_capacity(groups.len());
    for cells in groups.into_values() {
        // Each group recurs after the period of the whole orbit, or earlier.
        let Some(alone) = Orbit::of(cells, rules, orbit.generation, orbit.period() as u64) else {
            return vec![orbit];
        };
        objects.extend(self::objects(alone, rules, together));
    }
    objects
}

/// The connected components in space and time.
struct Islands {
    /// For each phase, the index of the island of each cell.
    of_phase: Vec<Vec<u32>>,
    count: usize,
}

impl Islands {
    fn of(orbit: &Orbit) -> Self {
        let mut begins = Vec::with_capacity(orbit.period());
        let mut all = 0;
        for phase in &orbit.phases {
            begins.push(all);
            all += phase.len();
        }
        let mut joined = UnionFind::new(all);
        for (number, phase) in orbit.phases.iter().enumerate() {
            for (at, &(y, x)) in phase.iter().enumerate() {
                let here = (begins[number] + at) as u32;
                for place in 0..9 {
                    let cell = (y.wrapping_add(place / 3 - 1), x.wrapping_add(place % 3 - 1));
                    // Connections with neighbours earlier in reading order have already been made.
                    if place > 4
                        && let Ok(other) = phase.binary_search(&cell)
                    {
                        joined.union(here, (begins[number] + other) as u32);
                    }
                    if let Some((next, other)) = orbit.place_after(number, cell) {
                        joined.union(here, (begins[next] + other) as u32);
                    }
                }
            }
        }
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        let mut of_phase = Vec::with_capacity(orbit.period());
        for (phase, &begin) in orbit.phases.iter().zip(&begins) {
            let mut islands = Vec::with_capacity(phase.len());
            for at in 0..phase.len() {
                let count = numbers.len() as u32;
                islands.push(*numbers.entry(joined.find((begin + at) as u32)).or_insert(count));
            }
            of_phase.push(islands);
        }
        Self { of_phase, count: numbers.len() }
    }

    /// Returns the dead cells that have neighbours of several islands, without duplicates.
    fn bonds(&self, orbit: &Orbit, rules: &RuleCycle) -> BTreeSet<Bond> {
        let mut bonds = BTreeSet::new();
        if self.count < 2 {
            return bonds;
        }
        let mut seen: Vec<(Cell, u32, u16)> = Vec::new();
        for (number, (phase, islands)) in orbit.phases.iter().zip(&self.of_phase).enumerate() {
            let turn = ((orbit.generation + number as u64) % rules.period()) as u8;
            seen.clear();
            for (&(y, x), &island) in phase.iter().zip(islands) {
                for place in 0..9i64 {
                    let cell = (y.wrapping_sub(place / 3 - 1), x.wrapping_sub(place % 3 - 1));
                    seen.push((cell, island, 256 >> place));
                }
            }
            seen.sort_unstable();
            for around in seen.chunk_by(|a, b| a.0 == b.0) {
                let neighbours = around
                    .chunk_by(|a, b| a.1 == b.1)
                    .map(|of_island| (of_island[0].1, of_island.iter().fold(0, |all, &(.., bit)| all | bit)));
                let neighbours: Vec<(u32, u16)> = neighbours.collect();
                // A cell with neighbours of several islands is dead: all living neighbours of a
                // living cell belong to its own island.
                if neighbours.len() > 1 {
                    bonds.insert((turn, neighbours));
                }
            }
        }
        bonds
    }
}

/// Joins islands that have a common dead neighbour if this cell has at least as many living
/// neighbours as the smallest birth count. Returns the number of each island's group.
fn bound_together(islands: &Islands, bonds: &BTreeSet<Bond>, rules: &RuleCycle) -> Vec<u32> {
    let least = [0, 1].map(|turn| {
        let born = |&n: &u16| n & 16 == 0 && rules.rule(turn).lives(n);
        (0..512u16).filter(born).map(u16::count_ones).min().unwrap_or(u32::MAX)
    });
    let mut joined = UnionFind::new(islands.count);
    for (turn, neighbours) in bonds {
        let living: u32 = neighbours.iter().map(|(_, mask)| mask.count_ones()).sum();
        if living >= least[usize::from(*turn)] {
            neighbours.windows(2).for_each(|pair| joined.union(pair[0].0, pair[1].0));
        }
    }
    (0..islands.count as u32).map(|island| joined.find(island)).collect()
}

/// Partitions the islands into independent groups, and returns the number of each island's group.
fn parted(islands: &Islands, bonds: &BTreeSet<Bond>, rules: &RuleCycle) -> Vec<u32> {
    let mut joined = UnionFind::new(islands.count);
    let mut binding: Vec<Binding<u32>> =
        bonds.iter().map(|(turn, neighbours)| (rules.rule((*turn).into()), neighbours.clone())).collect();
    // If a cell binds two islands, and one of them alone would give birth to the cell, the islands
    // are merged. A merger may make further mergers necessary, so the loop is repeated.
    loop {
        let mut changed = false;
        binding.retain_mut(|(rule, neighbours)| {
            let mut masks: BTreeMap<u32, u16> = BTreeMap::new();
            for &(island, mask) in &*neighbours {
                *masks.entry(joined.find(island)).or_default() |= mask;
            }
            *neighbours = masks.into_iter().collect();
            let alone = |&(_, mask): &(u32, u16)| rule.lives(mask);
            if neighbours.len() == 2 && neighbours.iter().any(alone) {
                joined.union(neighbours[0].0, neighbours[1].0);
                changed = true;
            }
            neighbours.len() > 1 && binds(*rule, neighbours)
        });
        if !changed {
            break;
        }
    }
    // `binding` holds the dead cells that bind islands. Islands that are bound by the same cell are
    // in one cluster. Each cluster is searched separately; islands in no cluster are independent.
    let mut clusters = UnionFind::new(islands.count);
    for (_, neighbours) in &binding {
        neighbours.windows(2).for_each(|pair| clusters.union(pair[0].0, pair[1].0));
    }
    let mut by_cluster: BTreeMap<u32, Vec<Binding<u32>>> = BTreeMap::new();
    for bond in binding {
        by_cluster.entry(clusters.find(bond.1[0].0)).or_default().push(bond);
    }
    for bonds in by_cluster.into_values() {
        let members: BTreeSet<u32> =
            bonds.iter().flat_map(|(_, neighbours)| neighbours).map(|one| one.0).collect();
        let members: Vec<u32> = members.into_iter().collect();
        let group_of = Search::new(&members, &bonds).run();
        // The first island of a group is its representative.
        let mut first_of: BTreeMap<usize, u32> = BTreeMap::new();
        for (&group, &member) in group_of.iter().zip(&members) {
            joined.union(member, *first_of.entry(group).or_insert(member));
        }
    }
    (0..islands.count as u32).map(|island| joined.find(island)).collect()
}

/// Returns whether a dead cell with these neighbours, grouped by island, would be born if only the
/// islands of some subset were present.
fn binds(rule: Rule, neighbours: &[(u32, u16)]) -> bool {
    let some = |chosen: u32| {
        let chosen = neighbours.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        chosen.fold(0, |all, (_, &(_, mask))| all | mask)
    };
    (1..1u32 << neighbours.len()).any(|chosen| rule.lives(some(chosen)))
}

/// The backtracking search for the smallest number of independent groups. Its *members* are the
/// islands of one cluster. Dead cells bind the islands of a cluster to each other, directly or
/// through further islands.
struct Search {
    /// For each member, the [binding cells](Binding) whose neighbours include this member and no
    /// member with a higher index. An island is given by its index among the members.
    bonds: Vec<Vec<Binding<usize>>>,
    group_of: Vec<usize>,
    tried: u32,
}

impl Search {
    fn new(members: &[u32], bonds: &[Binding<u32>]) -> Self {
        let mut by_last = vec![Vec::new(); members.len()];
        for (rule, neighbours) in bonds {
            let place =
                |&(island, mask): &(u32, u16)| (members.partition_point(|&member| member < island), mask);
            let places: Vec<(usize, u16)> = neighbours.iter().map(place).collect();
            by_last[places.last().map_or(0, |last| last.0)].push((*rule, places));
        }
        Self { bonds: by_last, group_of: vec![0; members.len()], tried: 0 }
    }

    /// Returns the group of each member. Each member has a group of its own if these groups are
    /// independent. Otherwise there are as few groups as possible, but at least two; if no such
    /// groups are found, there is one group.
    fn run(mut self) -> Vec<usize> {
        let count = self.group_of.len();
        self.group_of = (0..count).collect();
        if (0..count).all(|last| self.is_independent(last)) {
            return self.group_of;
        }
        // With more members, the search below would try too many assignments. Its recursion would
        // also be too deep, since its depth is the number of members.
        if count > MOST_MEMBERS {
            return vec![0; count];
        }
        for groups in 2..count {
            if self.parts(0, 0, groups) {
                return self.group_of;
            }
        }
        vec![0; count]
    }

    /// Assigns groups to the members from index `at` on. Returns whether an assignment was found in
    /// which all groups are independent (see [`is_independent`](Self::is_independent)). The members
    /// before `at` are already assigned to `used` groups; all members together must be assigned to
    /// exactly `groups` groups.
    fn parts(&mut self, at: usize, used: usize, groups: usize) -> bool {
        let left = self.group_of.len() - at;
        if left == 0 {
            return used == groups;
        }
        if used + left < groups {
            return false;
        }
        for group in 0..(used + 1).min(groups) {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return false;
            }
            self.group_of[at] = group;
            if self.is_independent(at) && self.parts(at + 1, used.max(group + 1), groups) {
                return true;
            }
        }
        false
    }

    /// Returns whether none of the dead cells in `bonds[last]` would be born if the islands of only
    /// one group were present.
    fn is_independent(&self, last: usize) -> bool {
        self.bonds[last].iter().all(|(rule, neighbours)| {
            neighbours.iter().all(|&(first, _)| {
                let group =
                    neighbours.iter().filter(|&&(other, _)| self.group_of[other] == self.group_of[first]);
                !rule.lives(group.fold(0, |all, &(_, mask)| all | mask))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fate::cells;
    use crate::pattern::Pattern;
    use proptest::prelude::*;

    const PATIENCE: u64 = 64;

    fn orbit(pattern: &Pattern, rule: Rule) -> Option<Orbit> {
        Orbit::of(cells::of_pattern(pattern), &RuleCycle::new(rule, false), 0, PATIENCE)
    }

    fn codes(pattern: &str, rule: &str, together: bool) -> Vec<String> {
        let rule: Rule = rule.parse().unwrap();
        let orbit = orbit(&pattern.parse().unwrap(), rule).unwrap();
        let objects = objects(orbit, &RuleCycle::new(rule, false), together);
        let rules = RuleCycle::new(rule, false);
        let mut codes: Vec<String> =
            objects.iter().map(|object| object.code(&rules, true).to_string()).collect();
        codes.sort();
        codes
    }

    #[test]
    fn pseudo_objects_are_separated_unless_kept_together() {
        for (pattern, parts, whole) in [
            // Two blocks with one column between them, and two blocks with two columns.
            ("2ob2o$2ob2o!", &["xs4_33", "xs4_33"][..], &["xs8_rr"][..]),
            ("2o2b2o$2o2b2o!", &["xs4_33", "xs4_33"], &["xs4_33", "xs4_33"]),
            // A block and a blinker without a common neighbour.
            ("2o5bo$2o5bo$7bo!", &["xp2_7", "xs4_33"], &["xp2_7", "xs4_33"]),
            // The loaves of a half-bakery depend on each other, and so do two mirrored tables.
            ("bo$obo$o2bo$b2obo$3bobo$3bo2bo$4b2o!", &["xs14_g88m952z121"], &["xs14_g88m952z121"]),
            ("2ob2o$bobo$bobo$2ob2o!", &["xs12_raar"], &["xs12_raar"]),
        ] {
            assert_eq!(codes(pattern, "B3/S23", false), parts, "{pattern}");
            assert_eq!(codes(pattern, "B3/S23", true), whole, "{pattern}");
        }
    }

    /// Returns whether each phase of a group, run without the other cells, becomes the next phase
    /// of the group: the definition of independence.
    fn evolves_alone(
        orbit: &Orbit,
        islands: &Islands,
        group: &dyn Fn(u32) -> bool,
        rules: &RuleCycle,
    ) -> bool {
        let of_group = |phase: usize| -> Vec<Cell> {
            let labelled = islands.of_phase[phase].iter().zip(&orbit.phases[phase]);
            labelled.filter(|(island, _)| group(**island)).map(|(_, &cell)| cell).collect()
        };
        (0..orbit.period()).all(|phase| {
            let next = cells::next_cells(&of_group(phase), rules.rule(orbit.generation + phase as u64));
            let mut wanted = of_group((phase + 1) % orbit.period());
            if phase + 1 == orbit.period() {
                wanted = wanted.iter().map(|&(y, x)| (y + orbit.moved.0, x + orbit.moved.1)).collect();
            }
            next == wanted
        })
    }

    /// Returns all partitions of the given number of islands, as group numbers.
    fn partitions(islands: usize) -> Vec<Vec<u32>> {
        let mut all = vec![vec![]];
        for _ in 0..islands {
            all = all
                .into_iter()
                .flat_map(|groups: Vec<u32>| {
                    let next = groups.iter().max().map_or(0, |most| most + 1);
                    (0..=next).map(move |group| [&groups[..], &[group]].concat())
                })
                .collect();
        }
        all
    }

    /// Generates objects near one another, whose ash covers many cases.
    fn scattered() -> impl Strategy<Value = Pattern> {
        const THINGS: &[&str] = &[
            "2o$2o!",
            "3o!",
            "bo$obo$bo!",
            "bo$obo$b2o!",
            "b2o$o2bo$b2o!",
            "2o$o$3bo$2b2o!",
            "bo$2bo$3o!",
            "2o$o$bo$2o!",
        ];
        prop::collection::vec((prop::sample::select(THINGS), 0..8i64, 0..8i64), 1..5).prop_map(|laid| {
            let cells = laid.into_iter().flat_map(|(thing, x, y)| {
                let thing: Pattern = thing.parse().unwrap();
                thing.cells().map(move |(a, b)| (a + x, b + y)).collect::<Vec<_>>()
            });
            Pattern::from_cells(cells)
        })
    }

    proptest! {
        /// Verifies on the cells that the groups are independent, and that islands that were not
        /// separated have no partition into independent groups.
        #[test]
        fn groups_are_independent_and_minimal(
            pattern in scattered(),
            rule in prop::sample::select(&["B3/S23", "B36/S23", "B2/S0", "B34/S3", "B3/S012345678", "B03/S23"]),
        ) {
            let rule: Rule = rule.parse().unwrap();
            let rules = RuleCycle::new(rule, false);
            let Some(whole) = orbit(&pattern, rule) else { return Ok(()) };
            let parts = objects(whole.clone(), &rules, false);
            // The objects together are the original cells.
            let mut all: Vec<Cell> = parts.iter().flat_map(|part| part.phases[0].clone()).collect();
            all.sort_unstable();
            prop_assert_eq!(&all, &whole.phases[0]);
            for part in parts {
                prop_assert_eq!(&Orbit::of(part.phases[0].clone(), &rules, 0, PATIENCE), &Some(part.clone()));
                let islands = Islands::of(&part);
                if islands.count > 7 {
                    continue;
                }
                for groups in partitions(islands.count) {
                    let count = groups.iter().max().map_or(0, |most| most + 1);
                    let stands = (0..count).all(|group| {
                        evolves_alone(&part, &islands, &|island| groups[island as usize] == group, &rules)
                    });
                    prop_assert_eq!(stands, count == 1, "{:?} of {:?}", groups, part);
                }
            }
        }
    }
}
