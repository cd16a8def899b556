//! Division of the living cells of a plane into parts that never interact.

use std::collections::BTreeMap;

use quadrille_progress::Cancelled;

use super::cells::{self, Cell, Living, RuleCycle, UnionFind};

/// Living cells within this many columns and rows of each other have a common neighbour.
const REACH: i128 = 2;
/// The limit of the population of a part that is run in isolation: the initial population times
/// the first number, plus the second number.
const GROWN: (usize, usize) = (16, 4096);
/// The number of pairs of parts examined between two checks for cancellation.
const BETWEEN_QUESTIONS: usize = 1 << 20;

/// The state of the plane and the observer, for functions that search for parts.
pub(super) struct Context<'a> {
    pub(super) rules: &'a RuleCycle,
    /// The current generation.
    pub(super) generation: u64,
    /// Checks for cancellation; called regularly.
    pub(super) ask: &'a dyn Fn() -> Result<(), Cancelled>,
}

/// Parts that never interact again, each of which recurs.
pub(super) struct RecurringParts(Vec<RecurringPart>);

/// A part that recurs.
pub(crate) struct RecurringPart {
    pub(crate) cells: Vec<Cell>,
    pub(crate) period: u64,
    /// The displacement per period, down and to the right.
    pub(crate) moved: Cell,
    /// The population in each generation of the period.
    pub(crate) populations: Vec<u64>,
    /// The first and the last row with living cells in any phase.
    pub(crate) rows: (i64, i64),
    /// The first and the last column with living cells in any phase.
    pub(crate) columns: (i64, i64),
}

impl RecurringParts {
    /// Returns the parts of these cells, if the cells have settled. Cells that have a common
    /// neighbour within `together` generations belong to one part. Each part must recur within
    /// `patience` generations. `effort` limits the sum of the populations of all generations that
    /// are run.
    pub(super) fn of(
        cells: &[Cell],
        here: &Context<'_>,
        together: u64,
        patience: u64,
        mut effort: u64,
    ) -> Result<Option<Self>, Cancelled> {
        let Some(mut joined) = followed(cells, here, together, &mut effort)? else { return Ok(None) };
        loop {
            let mut groups: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
            for (label, &cell) in (0..).zip(cells) {
                groups.entry(joined.find(label)).or_default().push(cell);
            }
            let mut parts = Vec::with_capacity(groups.len());
            let labels: Vec<u32> = groups.keys().copied().collect();
            for group in groups.into_values() {
                let Some(part) = RecurringPart::of(group, here, patience, &mut effort)? else {
                    return Ok(None);
                };
                parts.push(part);
            }
            let Some(close) = close_by(&parts, here)? else { return Ok(None) };
            if close.is_empty() {
                return Ok(Some(Self(parts)));
            }
            for (a, b) in close {
                joined.union(labels[a], labels[b]);
            }
        }
    }

    /// Returns the cells of each part.
    pub(super) fn into_cells(self) -> Vec<Vec<Cell>> {
        self.0.into_iter().map(|part| part.cells).collect()
    }

    /// Returns the number of parts.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of generations after which all parts recur; `None` if it exceeds 64 bits.
    pub(super) fn period(&self) -> Option<u64> {
        self.0.iter().try_fold(1, |all, part| least_common_multiple(all, part.period))
    }

    /// Returns the displacement per period, to the right and down, if it is the same for all parts.
    pub(super) fn displacement(&self) -> Option<(i64, i64)> {
        let period = self.period()?;
        let moved = |part: &RecurringPart| {
            let times = i64::try_from(period / part.period).ok()?;
            Some((part.moved.1.checked_mul(times)?, part.moved.0.checked_mul(times)?))
        };
        let Some((first, others)) = self.0.split_first() else { return Some((0, 0)) };
        let first = moved(first)?;
        others.iter().all(|part| moved(part) == Some(first)).then_some(first)
    }

    /// Returns the total population of the parts over time.
    pub(super) fn populations(&self) -> Populations {
        let mut by_period: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for part in &self.0 {
            let sums = by_period.entry(part.period).or_insert_with(|| vec![0; part.period as usize]);
            for (sum, population) in sums.iter_mut().zip(&part.populations) {
                *sum += population;
            }
        }
        Populations(by_period.into_values().collect())
    }

    /// Returns whether the parts, each traced back in isolation, do not interact during the last
    /// `before` generations.
    pub(super) fn stay_apart(&self, before: u64, here: &Context<'_>) -> Result<bool, Cancelled> {
        // Parts of equal velocity never interact if they do not interact now.
        Ok(unlike(&self.0, here, |a, b| !self.0[a].stays_apart_from(&self.0[b], before))?.is_none())
    }

    /// Returns the parts at an earlier generation, as if each had always been isolated.
    pub(super) fn back_at(&self, generation: u64, here: &Context<'_>) -> Result<Alone, Cancelled> {
        let before = here.generation - generation;
        let mut alone = Vec::with_capacity(self.0.len());
        for part in &self.0 {
            // Run the part forward to the phase that it has at `generation`, then move it back by
            // whole periods.
            let periods = before.div_ceil(part.period);
            let forward = periods * part.period - before;
            let mut cells = part.cells.clone();
            for generation in 0..forward {
                cells = cells::next_cells(&cells, here.rules.rule(here.generation + generation));
            }
            (here.ask)()?;
            let (down, right) = part.moved;
            let back = |at: i64, by: i64| at.wrapping_sub(by.wrapping_mul(periods as i64));
            alone.push(cells.into_iter().map(|(y, x)| (back(y, down), back(x, right))).collect());
        }
        Ok(Alone { generation, parts: alone })
    }
}

/// Follows labelled cells for the given number of generations. If two cells have a common neighbour
/// in any generation, their labels are merged. The population of each generation is subtracted from
/// `effort`; returns `None` if `effort` reaches 0.
fn followed(
    cells: &[Cell],
    here: &Context<'_>,
    generations: u64,
    effort: &mut u64,
) -> Result<Option<UnionFind>, Cancelled> {
    let mut joined = UnionFind::new(cells.len());
    let mut living: Vec<Living> =
        cells.iter().zip(0..).map(|(&cell, label)| Living { cell, label }).collect();
    for generation in here.generation..here.generation + generations {
        (here.ask)()?;
        *effort = effort.saturating_sub(living.len() as u64);
        if *effort == 0 {
            return Ok(None);
        }
        living = cells::next(&living, here.rules.rule(generation), |a, b| joined.union(a, b));
    }
    Ok(Some(joined))
}

/// Returns the indices of all pairs of parts of equal velocity whose uniformly moving boxes are
/// within reach of each other. Returns `None` if the boxes of two parts of different velocities
/// ever come within reach.
fn close_by(parts: &[RecurringPart], here: &Context<'_>) -> Result<Option<Vec<(usize, usize)>>, Cancelled> {
    if unlike(parts, here, |a, b| !parts[a].stays_apart_from(&parts[b], 0))?.is_some() {
        return Ok(None);
    }
    let mut close = Vec::new();
    let mut pairs = 0;
    for group in alike(parts).values_mut() {
        // Parts are sorted by their first row. If a part begins too far below, this part and all
        // later parts are out of reach.
        group.sort_unstable_by_key(|&part| parts[part].even_rows().0);
        for (place, &a) in group.iter().enumerate() {
            let reached = parts[a].even_rows().1 + REACH;
            for &b in group[place + 1..].iter().take_while(|&&b| parts[b].even_rows().0 <= reached) {
                pairs += 1;
                if pairs % BETWEEN_QUESTIONS == 0 {
                    (here.ask)()?;
                }
                if !parts[a].stays_apart_from(&parts[b], 0) {
                    close.push((a, b));
                }
            }
        }
    }
    Ok(Some(close))
}

/// Groups the parts by velocity.
fn alike(parts: &[RecurringPart]) -> BTreeMap<Velocity, Vec<usize>> {
    let mut groups: BTreeMap<Velocity, Vec<usize>> = BTreeMap::new();
    for (place, part) in parts.iter().enumerate() {
        groups.entry(part.velocity()).or_default().push(place);
    }
    groups
}

/// Returns the first pair of parts of different velocities for which `is_found` is true.
fn unlike(
    parts: &[RecurringPart],
    here: &Context<'_>,
    is_found: impl Fn(usize, usize) -> bool,
) -> Result<Option<(usize, usize)>, Cancelled> {
    let groups: Vec<Vec<usize>> = alike(parts).into_values().collect();
    let mut pairs = 0;
    for (place, group) in groups.iter().enumerate() {
        for &a in group {
            for &b in groups[place + 1..].iter().flatten() {
                pairs += 1;
                if pairs % BETWEEN_QUESTIONS == 0 {
                    (here.ask)()?;
                }
                if is_found(a, b) {
                    return Ok(Some((a, b)));
                }
            }
        }
    }
    Ok(None)
}

/// The velocity in rows and columns per generation, as fractions in lowest terms.
pub(crate) type Velocity = [(i64, u64); 2];

impl RecurringPart {
    /// Runs these cells in isolation; returns the part if it recurs.
    fn of(
        cells: Vec<Cell>,
        here: &Context<'_>,
        patience: u64,
        effort: &mut u64,
    ) -> Result<Option<Self>, Cancelled> {
        let most = cells.len() * GROWN.0 + GROWN.1;
        let (mut rows, mut columns) = ((i64::MAX, i64::MIN), (i64::MAX, i64::MIN));
        let mut populations = Vec::new();
        let mut now = cells.clone();
        for period in 1..=patience {
            *effort = effort.saturating_sub(now.len() as u64);
            if now.is_empty() || now.len() > most || *effort == 0 {
                return Ok(None);
            }
            for &(y, x) in &now {
                rows = (rows.0.min(y), rows.1.max(y));
                columns = (columns.0.min(x), columns.1.max(x));
            }
            populations.push(now.len() as u64);
            now = cells::next_cells(&now, here.rules.rule(here.generation + period - 1));
            if period % here.rules.period() == 0
                && let Some(moved) = moved(&cells, &now)
            {
                return Ok(Some(Self { cells, period, moved, populations, rows, columns }));
            }
            if period.is_multiple_of(64) {
                (here.ask)()?;
            }
        }
        Ok(None)
    }

    /// Returns the part's velocity.
    pub(crate) fn velocity(&self) -> Velocity {
        [self.moved.0, self.moved.1].map(|way| {
            let shared = greatest_common_divisor(way.unsigned_abs(), self.period);
            // `shared` is at most the period, which is a number of generations that were run, so
            // the conversion cannot overflow.
            (way / shared as i64, self.period / shared)
        })
    }

    /// Returns the first and last row of a uniformly moving box that always contains the part.
    fn even_rows(&self) -> (i128, i128) {
        even(self.rows, self.moved.0)
    }

    /// Returns whether the uniformly moving boxes of both parts are never within reach of each
    /// other, starting `before` generations ago.
    pub(crate) fn stays_apart_from(&self, other: &Self, before: u64) -> bool {
        let periods = (self.period, other.period);
        let rows = Near::of(self.rows, other.rows, (self.moved.0, other.moved.0), periods);
        let columns = Near::of(self.columns, other.columns, (self.moved.1, other.moved.1), periods);
        let (Some(rows), Some(columns)) = (rows, columns) else { return true };
        let begin = Moment(-i128::from(before), i128::from(self.period) * i128::from(other.period));
        let from = [rows.from, columns.from].into_iter().flatten();
        let to = [rows.to, columns.to].into_iter().flatten();
        let from = from.fold(begin, |a, b| if b.is_after(a) { b } else { a });
        to.into_iter().any(|to| from.is_after(to))
    }
}

/// A point in time as a fraction: the numerator and the positive denominator.
#[derive(Clone, Copy)]
struct Moment(i128, i128);

impl Moment {
    const fn is_after(self, other: Self) -> bool {
        self.0 * other.1 > other.0 * self.1
    }
}

/// The interval of time in which two boxes are within reach of each other along one axis. `None`
/// means that the interval has no beginning or no end.
///
/// Time 0 is now, and the unit of time is p · q generations, where p and q are the periods of the
/// boxes.
struct Near {
    from: Option<Moment>,
    to: Option<Moment>,
}

impl Near {
    /// Returns the interval for the boxes `a` and `b`, which jump by `ways.0` and `ways.1` per
    /// period; `None` if they are never within reach.
    fn of(a: (i64, i64), b: (i64, i64), ways: (i64, i64), periods: (u64, u64)) -> Option<Self> {
        let (a, b) = (even(a, ways.0), even(b, ways.1));
        // The velocity of `b` relative to `a`, times the product of both periods.
        let speed = i128::from(ways.1) * i128::from(periods.0) - i128::from(ways.0) * i128::from(periods.1);
        // The boxes are within reach while neither begins more than REACH after the end of the
        // other.
        let (ahead, behind) = (REACH - (b.0 - a.1), REACH - (a.0 - b.1));
        let at = |distance: i128| Some(Moment(distance, speed.abs()));
        match speed.signum() {
            0 if ahead >= 0 && behind >= 0 => Some(Self { from: None, to: None }),
            0 => None,
            1 => Some(Self { from: at(-behind), to: at(ahead) }),
            _ => Some(Self { from: at(-ahead), to: at(behind) }),
        }
    }
}

/// Returns the first and last coordinate of a box that moves uniformly and always contains the
/// given box, which instead jumps by `way` coordinates at the end of each period. The returned box
/// is longer by one jump at its rear.
fn even((first, last): (i64, i64), way: i64) -> (i128, i128) {
    (i128::from(first) - i128::from(way.max(0)), i128::from(last) - i128::from(way.min(0)))
}

/// Returns the displacement, down and to the right, from one sorted list of cells to another;
/// `None` if neither list is a displaced copy of the other.
pub(crate) fn moved(before: &[Cell], after: &[Cell]) -> Option<Cell> {
    let (from, to) = (before.first()?, after.first()?);
    let way = (to.0.wrapping_sub(from.0), to.1.wrapping_sub(from.1));
    let same = |(a, b): (&Cell, &Cell)| (b.0.wrapping_sub(a.0), b.1.wrapping_sub(a.1)) == way;
    (before.len() == after.len() && before.iter().zip(after).all(same)).then_some(way)
}

/// Returns the least common multiple, or `None` on overflow.
pub(crate) fn least_common_multiple(a: u64, b: u64) -> Option<u64> {
    (a / greatest_common_divisor(a, b)).checked_mul(b)
}

/// Returns the greatest common divisor of two numbers, at least one of which is positive.
const fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The total population over time, as one list for each period that occurs. Item t of a list is the
/// total population of all parts with this period, in generation t of the period.
pub(super) struct Populations(Vec<Vec<u64>>);

impl Populations {
    /// Returns the total population at `generation`. The lists begin at the generation `here`, at
    /// which the parts were found.
    pub(super) fn at(&self, here: u64, generation: u64) -> u64 {
        let before = here - generation;
        let of = |sums: &Vec<u64>| {
            let period = sums.len() as u64;
            sums[((period - before % period) % period) as usize]
        };
        self.0.iter().map(of).sum()
    }
}

/// Parts that evolve in isolation.
pub(super) struct Alone {
    generation: u64,
    parts: Vec<Vec<Cell>>,
}

impl Alone {
    pub(super) fn step(&mut self, rules: &RuleCycle) {
        let rule = rules.rule(self.generation);
        for part in &mut self.parts {
            *part = cells::next_cells(part, rule);
        }
        self.generation += 1;
    }

    /// Returns the cells of all parts, sorted.
    pub(super) fn together(&self) -> Vec<Cell> {
        let mut all = self.parts.concat();
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::rule::Rule;
    use proptest::prelude::*;

    fn parts(text: &str, rule: &str) -> Option<RecurringParts> {
        parts_of(&text.parse().unwrap(), rule)
    }

    fn parts_of(pattern: &Pattern, rule: &str) -> Option<RecurringParts> {
        let rules = RuleCycle::new(rule.parse::<Rule>().unwrap(), false);
        let here = Context { rules: &rules, generation: 0, ask: &|| Ok(()) };
        RecurringParts::of(&cells::of_pattern(pattern), &here, 64, 1000, 1 << 20).unwrap()
    }

    #[test]
    fn escaping_parts_have_settled_and_approaching_ones_have_not() {
        // A glider that moves away from a block, and one that approaches a block.
        let away = parts("2o$2o10$13bo$14bo$12b3o!", "B3/S23").unwrap();
        assert_eq!((away.len(), away.period(), away.displacement()), (2, Some(4), None));
        assert!(parts("bo$2bo$3o20$24b2o$24b2o!", "B3/S23").is_none());
        // Two parallel gliders move together.
        let both = parts("bo20bo$2bo20bo$3o18b3o!", "B3/S23").unwrap();
        assert_eq!((both.len(), both.period(), both.displacement()), (2, Some(4), Some((1, 1))));
        // Many still lifes.
        let field = Pattern::from_cells((0..3000).flat_map(|n| {
            let (x, y) = (10 * (n % 50), 10 * (n / 50));
            [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        }));
        let field = parts_of(&field, "B3/S23").unwrap();
        assert_eq!((field.len(), field.period()), (3000, Some(1)));
        // The empty plane has no parts.
        let none = parts("b!", "B3/S23").unwrap();
        assert_eq!((none.len(), none.period(), none.displacement()), (0, Some(1), Some((0, 0))));
    }

    proptest! {
        /// Boxes reported as staying apart do so at every generation checked; for stationary boxes
        /// the report is exact.
        #[test]
        fn boxes_that_stay_apart_do(
            at in prop::array::uniform4(-30..30i64),
            size in prop::array::uniform4(0..5i64),
            ways in prop::array::uniform4(-3..=3i64),
            periods in prop::array::uniform2(1..7u64),
            before in 0..40u64,
        ) {
            let part = |n: usize| RecurringPart {
                cells: Vec::new(),
                period: periods[n],
                moved: (ways[2 * n], ways[2 * n + 1]),
                populations: Vec::new(),
                rows: (at[2 * n], at[2 * n] + size[2 * n]),
                columns: (at[2 * n + 1], at[2 * n + 1] + size[2 * n + 1]),
            };
            let (a, b) = (part(0), part(1));
            let close = |time: i64| {
                let moved = |part: &RecurringPart, span: (i64, i64), way: i64| {
                    let by = way * time.div_euclid(part.period as i64);
                    (span.0 + by, span.1 + by)
                };
                let near = |a: (i64, i64), b: (i64, i64)| b.0 - a.1 <= 2 && a.0 - b.1 <= 2;
                near(moved(&a, a.rows, a.moved.0), moved(&b, b.rows, b.moved.0))
                    && near(moved(&a, a.columns, a.moved.1), moved(&b, b.columns, b.moved.1))
            };
            let apart = a.stays_apart_from(&b, before);
            prop_assert_eq!(apart, b.stays_apart_from(&a, before));
            let ever_close = (-(before as i64)..500).any(close);
            prop_assert!(!(apart && ever_close));
            // Stationary boxes are decided exactly.
            if ways == [0; 4] {
                prop_assert_eq!(apart, !ever_close);
            }
        }
    }
}
