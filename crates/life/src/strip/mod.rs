//! A field that is bounded in one direction only: an endless strip between dead cells, or an
//! endless tube.
//!
//! A pattern grows by at most one cell per generation at each end. So it runs in a [`Grid`] that
//! has enough room for some generations. Afterwards the pattern is copied to another grid, which is
//! longer if necessary.
//!
//! ```text
//!       first grid: room for 6 generations       second grid, after generation 6: room for 3 more
//!          · · · · · · · a b c · · · · · · ·        · · · · a b c d e f g h · · · ·
//!  start = −7                                 start = −6
//! ```
//!
//! With `B0` the stored cells are those that differ from the background, as on the plane
//! ([`Rule::without_bounds`]). The cells beyond the border of a strip then have the state of the
//! background, as in Golly.

mod view;

use std::fmt;

use num_bigint::BigInt;
use quadrille_progress::{Cancelled, Observer, PartObserver, Progress};
use thiserror::Error;

use crate::area::Area;
use crate::bounds::Bounds;
use crate::grid::{EngineSettings, Grid, GridError, cells_hash, does_not_fit, row_hash, set_span};
use crate::pattern::{Pattern, Span};
use crate::rule::Rule;
use crate::rule_spec::RuleSpec;

/// The grid is made long enough for at least this number of generations, or for all remaining
/// generations if there are fewer.
const LEAST_ROOM: u64 = 64;

/// A field that is unbounded in one direction: one side of its [bounds](Bounds::is_unlimited) is 0.
///
/// In the bounded direction, columns or rows are counted from 0; in the unbounded direction they
/// are signed. The time of a generation is about that of a grid as large as the pattern's bounding
/// box. The box grows, for example, while a glider flies away from other cells.
///
/// ```
/// use quadrille_life::{Pattern, Rule, EngineSettings, Strip};
///
/// // A tube five cells around: a glider flies along it, and around it.
/// let glider: Pattern = "bo$2bo$3o!".parse()?;
/// let bounds = "0x5:torus".parse()?;
/// let mut tube = Strip::from_pattern(&glider, Rule::CONWAY, bounds, EngineSettings::default())?;
/// let from = tube.bounding_box().unwrap();
/// tube.run(20_000, &())?;
/// let to = tube.bounding_box().unwrap();
/// assert_eq!((to.x - from.x, to.y), (5000, from.y));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Strip {
    bounds: Bounds,
    rule: Rule,
    /// The rules for the stored cells: the first in even generations, the second in odd
    /// generations.
    rules: [Rule; 2],
    generation: u64,
    grid: Grid,
    /// The grid's first column or row, in the unbounded direction.
    start: i64,
}

impl Strip {
    /// Creates an empty strip.
    ///
    /// # Errors
    /// If the bounds have no unbounded side, or the memory limit is too low.
    pub fn new(rule: Rule, bounds: Bounds, settings: EngineSettings) -> Result<Self, StripError> {
        if !bounds.is_unlimited() {
            return Err(StripError::Bounded { bounds });
        }
        let rules = rule.without_bounds();
        let grid = Grid::new(rules[0], cut(bounds, 1)?, settings)?;
        Ok(Self { bounds, rule, rules, generation: 0, grid, start: 0 })
    }

    /// Creates a strip from a pattern. In the bounded direction the pattern is placed as in a
    /// [grid](Grid::from_pattern), in the other direction as on the plane. The pattern's own rule
    /// and bounds are ignored. The strip's generations are counted from 0. If the pattern declares
    /// an odd generation and the rule [alternates](Rule::alternates), the second rule applies at
    /// even generations.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new). Also fails if the pattern does not fit, or if coordinates
    /// exceed 64 bits.
    pub fn from_pattern(
        pattern: &Pattern,
        rule: Rule,
        bounds: Bounds,
        settings: EngineSettings,
    ) -> Result<Self, StripError> {
        let mut strip = Self::new(rule, bounds, settings)?;
        if pattern.is_at_odd_generation() {
            strip.rules.reverse();
        }
        let (Some(extent), Some(area)) = (pattern.extent(), pattern.bounding_box()) else { return Ok(strip) };
        let (right, down) = pattern.placement();
        let outside = || match &pattern.position {
            Some(position) => GridError::from(position.outside_64_bits("the strip")).into(),
            None => StripError::EndOfStrip,
        };
        // Returns the displacement of the pattern along the bounded side, or an error if the
        // pattern does not fit.
        let across = |side: u64, length: u64, position: Option<&BigInt>, first: i64| {
            let start = match position {
                Some(position) => i128::try_from(position + side / 2).ok(),
                None => Some(i128::from(side / 2) - i128::from(length / 2)),
            };
            let start = start.filter(|&start| start >= 0 && start <= i128::from(side) - i128::from(length));
            start.map(|start| start - i128::from(first)).ok_or_else(|| does_not_fit(pattern, extent, bounds))
        };
        let along = |way: BigInt| i128::try_from(way).map_err(|_| outside());
        let position = pattern.position.as_ref();
        let (right, down) = if strip.lies_across() {
            (along(right)?, across(bounds.height(), extent.height, position.map(|at| &at.y), extent.y)?)
        } else {
            (across(bounds.width(), extent.width, position.map(|at| &at.x), extent.x)?, along(down)?)
        };
        let moved = |at: i64, by: i128| {
            by.checked_add(at.into()).and_then(|at| i64::try_from(at).ok()).ok_or_else(outside)
        };
        let mut spans = Vec::with_capacity(pattern.spans().len());
        for &Span { y, x, length } in pattern.spans() {
            let inside = |at: i64, length: u64, from: i64, side: u64| {
                at >= from && i128::from(at) + i128::from(length) <= i128::from(from) + i128::from(side)
            };
            if !inside(x, length, extent.x, extent.width) || !inside(y, 1, extent.y, extent.height) {
                return Err(
                    GridError::OutsidePattern { x, y, width: extent.width, height: extent.height }.into()
                );
            }
            spans.push(Span { y: moved(y, down)?, x: moved(x, right)?, length });
        }
        let (start, length) = if strip.lies_across() {
            (moved(area.x, right)?, area.width)
        } else {
            (moved(area.y, down)?, area.height)
        };
        strip.put(&spans, start, length)?;
        Ok(strip)
    }

    /// Returns whether the strip is unbounded to the left and right; otherwise it is unbounded
    /// upwards and downwards.
    const fn lies_across(&self) -> bool {
        self.bounds.width() == 0
    }

    /// Returns the column and row of the grid's top-left cell.
    const fn corner(&self) -> (i64, i64) {
        if self.lies_across() { (self.start, 0) } else { (0, self.start) }
    }

    /// Replaces the grid by a grid of the given length that begins at `start` and contains the
    /// spans. The spans must lie in the new grid and be in reading order.
    fn put(&mut self, spans: &[Span], start: i64, length: u64) -> Result<(), StripError> {
        if i128::from(start) + i128::from(length) - 1 > i128::from(i64::MAX) {
            return Err(StripError::EndOfStrip);
        }
        let mut grid = Grid::new(self.grid.rule(), cut(self.bounds, length)?, self.grid.settings())?;
        let (left, top) = if self.lies_across() { (start, 0) } else { (0, start) };
        let mut row = vec![0; grid.width().div_ceil(64) as usize];
        for spans in spans.chunk_by(|a, b| a.y == b.y) {
            row.fill(0);
            for span in spans {
                set_span(&mut row, span.x.abs_diff(left) as usize, span.length as usize);
            }
            // The result is ignored. It is `false` only if a cell would live outside the grid or on
            // its dead ring. The spans lie in the grid, and a strip's grid has no dead ring.
            grid.write_row(spans[0].y.abs_diff(top), &row);
        }
        (self.grid, self.start) = (grid, start);
        Ok(())
    }

    /// Returns the living cells as spans, in reading order.
    fn spans(&self) -> impl Iterator<Item = Span> {
        let (left, top) = self.corner();
        self.grid.spans().map(move |span| Span { y: top + span.y, x: left + span.x, ..span })
    }

    /// Ensures that the pattern stays away from the grid's ends for the given number of
    /// generations.
    fn make_room(&mut self, generations: u64) -> Result<(), StripError> {
        let Some(area) = self.bounding_box() else { return Ok(()) };
        let (from, length, there) = if self.lies_across() {
            (area.x, area.width, self.grid.width())
        } else {
            (area.y, area.height, self.grid.height())
        };
        // On a torus both ends of the grid are joined. So one more column or row must stay dead at
        // either end.
        let room = generations.saturating_add(1);
        let before = self.start.abs_diff(from);
        if before >= room && there - before - length >= room {
            return Ok(());
        }
        let start = from.checked_sub_unsigned(room).ok_or(StripError::EndOfStrip)?;
        let length = length.checked_add(room.checked_mul(2).ok_or(StripError::EndOfStrip)?);
        let spans: Vec<Span> = self.spans().collect();
        self.put(&spans, start, length.ok_or(StripError::EndOfStrip)?)
    }

    /// Returns the rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the bounds, one side of which is 0.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the number of generations since the strip was created.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns whether the cell in column `x` of row `y` lives; `false` beyond the strip's edges.
    pub fn get(&self, x: i64, y: i64) -> bool {
        let (left, top) = self.corner();
        x >= left && y >= top && self.grid.get(x.abs_diff(left), y.abs_diff(top))
    }

    /// Returns the number of living cells. Time is linear in the area of the grid.
    pub fn population(&self) -> u64 {
        self.grid.population()
    }

    /// Returns the smallest rectangle that contains all living cells; `None` if there are none.
    pub fn bounding_box(&self) -> Option<Area<i64>> {
        let (left, top) = self.corner();
        let area = self.grid.bounding_box()?;
        Some(Area {
            x: left.saturating_add_unsigned(area.x),
            y: top.saturating_add_unsigned(area.y),
            width: area.width,
            height: area.height,
        })
    }

    /// Advances by the given number of generations; every few milliseconds, `observer` receives the
    /// number of generations done and can cancel the call.
    ///
    /// # Errors
    /// Cancellation, lack of memory for the pattern's length, or coordinates that exceed 64 bits.
    /// The strip then remains at the last completed generation, from which it can continue.
    pub fn run(&mut self, generations: u64, observer: &dyn Observer) -> Result<(), StripError> {
        if self.generation.checked_add(generations).is_none() {
            return Err(StripError::EndOfCount);
        }
        let alternates = self.rules[0] != self.rules[1];
        let mut done = 0;
        while done < generations {
            let Some(area) = self.bounding_box() else {
                // Without living cells nothing is born: the rules applied to the stored cells have
                // no `B0`.
                self.generation += generations - done;
                break;
            };
            // The room is limited to a quarter of the pattern's length, or to LEAST_ROOM if that is
            // more. With more room, the larger grid would cost more time than fewer copies save.
            let length = if self.lies_across() { area.width } else { area.height };
            let next = (length / 4).max(LEAST_ROOM).min(generations - done);
            self.make_room(next)?;
            let before = self.grid.generation();
            let part = PartObserver::new(observer, done, next, Some(generations));
            let ran = if alternates {
                self.run_alternating(next, &part)
            } else {
                self.grid.run(next, &part).map_err(Into::into)
            };
            self.generation += self.grid.generation() - before;
            done += next;
            ran?;
        }
        let whole = Progress::of(generations, generations).counting("generations");
        if observer.observe(&whole).is_break() { Err(StripError::Cancelled(Cancelled)) } else { Ok(()) }
    }

    /// Advances under two alternating rules.
    fn run_alternating(&mut self, generations: u64, observer: &dyn Observer) -> Result<(), StripError> {
        let before = self.generation;
        for done in 0..generations {
            self.grid.set_rule(self.rules[((before + done) & 1) as usize])?;
            self.grid.step();
            let progress = Progress::of(done + 1, generations).counting("generations");
            if observer.observe(&progress).is_break() {
                return Err(StripError::Cancelled(Cancelled));
            }
        }
        Ok(())
    }

    /// Returns the living cells as a pattern, with rule, bounds and position.
    pub fn to_pattern(&self) -> Pattern {
        let mut pattern = Pattern::from_spans(self.spans());
        pattern.rule = Some(RuleSpec { rule: self.rule, bounds: Some(self.bounds) });
        // In files, positions along a bounded side are relative to its middle.
        pattern.position = pattern.bounding_box().map(|Area { x, y, .. }| {
            let middle = |at: i64, side: u64| at.saturating_sub_unsigned(side / 2);
            (middle(x, self.bounds.width()), middle(y, self.bounds.height())).into()
        });
        pattern
    }

    /// Returns a 64-bit hash of the living cells and their coordinates, equal to [`Grid::hash`],
    /// with negative coordinates in two's complement. Time is linear in the area of the grid.
    pub fn hash(&self) -> u64 {
        let (left, top) = self.corner();
        let mut row = vec![0; self.grid.width().div_ceil(64) as usize];
        (0..self.grid.height()).fold(0u64, |sum, y| {
            self.grid.read_row(y, &mut row);
            let row_hash = row_hash(top.wrapping_add_unsigned(y) as u64);
            row.iter().zip(0..).fold(sum, |sum, (&word, at)| {
                sum.wrapping_add(cells_hash(row_hash, left.wrapping_add(64 * at) as u64, word))
            })
        })
    }
}

/// Returns the bounds with the given length in place of the unbounded side.
fn cut(bounds: Bounds, length: u64) -> Result<Bounds, StripError> {
    let side = |side: u64| if side == 0 { length } else { side };
    Bounds::new(side(bounds.width()), side(bounds.height()), bounds.border())
        .map_err(|_| StripError::Bounded { bounds })
}

impl fmt::Debug for Strip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strip")
            .field("rule", &self.rule)
            .field("bounds", &self.bounds)
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

/// The error of constructing, filling or running a strip.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StripError {
    /// The bounds have no unbounded side.
    #[error("a field of {bounds} has no unbounded side; expected a width or height of 0")]
    Bounded {
        /// The bounds.
        bounds: Bounds,
    },
    /// There is no cell at these coordinates.
    #[error("there is no cell ({x}, {y}) in a field of {bounds}")]
    NoCell {
        /// Column.
        x: i64,
        /// Row.
        y: i64,
        /// The bounds.
        bounds: Bounds,
    },
    /// The grid that holds the cells cannot be constructed or filled.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A cell would have coordinates of more than 64 bits.
    #[error(
        "a living cell would lie beyond the 64-bit range of columns and rows; expected cells nearer to the origin"
    )]
    EndOfStrip,
    /// The number of generations exceeds 64 bits.
    #[error("a strip counts at most 2^64 - 1 generations; expected fewer")]
    EndOfCount,
    /// The observer cancelled a long call.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::oracle::PLAIN;
    use crate::{Border, Engine};

    /// Returns the next generation, cell by cell.
    fn next(cells: &BTreeSet<(i64, i64)>, rule: Rule, bounds: Bounds) -> BTreeSet<(i64, i64)> {
        // The cell that appears at a position, if any.
        let seen = |at: i64, side: u64| match (side as i64, bounds.border()) {
            (0, _) => Some(at),
            (side, Border::Torus) => Some(at.rem_euclid(side)),
            (side, _) => (0..side).contains(&at).then_some(at),
        };
        let seen = |x: i64, y: i64| seen(x, bounds.width()).zip(seen(y, bounds.height()));
        let around = |(x, y): (i64, i64)| (0..9).map(move |at| (x + at % 3 - 1, y + at / 3 - 1));
        let touched: BTreeSet<_> =
            cells.iter().flat_map(|&cell| around(cell)).filter_map(|(x, y)| seen(x, y)).collect();
        let alive = |(x, y): (i64, i64)| seen(x, y).is_some_and(|cell| cells.contains(&cell));
        let lives = |&cell: &(i64, i64)| {
            rule.lives(around(cell).fold(0, |cells, place| cells << 1 | u16::from(alive(place))))
        };
        touched.into_iter().filter(lives).collect()
    }

    fn cells(strip: &Strip) -> BTreeSet<(i64, i64)> {
        strip.spans().flat_map(|span| (0..span.length as i64).map(move |i| (span.x + i, span.y))).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_strip_does_what_its_cells_do(
            table: [u64; 8],
            which in 0..4usize,
            side in prop_oneof![1..9u64, 60..70u64],
            across: bool,
            torus: bool,
            living in prop::collection::vec((0..20i64, 0..100i64), 0..60),
            generations in prop::collection::vec(0..9u64, 1..4),
            engine in prop::sample::select(vec![Engine::Auto, Engine::Form(&PLAIN)]),
        ) {
            let rule = [Rule::CONWAY, Rule::from_table(table), "B0/S".parse().unwrap(), "B03/S238".parse().unwrap()][which];
            let border = if torus { Border::Torus } else { Border::Dead };
            let bounds = if across { Bounds::rows(side, border) } else { Bounds::columns(side, border) }.unwrap();
            let living = living.into_iter().map(|(far, near)| (far, near % side as i64));
            let living: BTreeSet<_> = living.map(|(far, near)| if across { (far, near) } else { (near, far) }).collect();
            let mut pattern = Pattern::from_cells(living.iter().copied());
            let middle = side as i64 / 2;
            pattern.position = pattern.bounding_box().map(|Area { x, y, .. }| if across { (x, y - middle) } else { (x - middle, y) }.into());
            let mut strip = Strip::from_pattern(&pattern, rule, bounds, EngineSettings::default().engine(engine)).unwrap();
            let mut expected = living;
            let rules = rule.without_bounds();
            for generations in generations {
                let found = cells(&strip);
                prop_assert_eq!(&found, &expected, "{} on {}, generation {}", rule, bounds, strip.generation());
                prop_assert_eq!(strip.population(), expected.len() as u64);
                let area = Pattern::from_cells(expected.iter().copied()).bounding_box();
                prop_assert_eq!(strip.bounding_box(), area);
                for &(x, y) in &expected {
                    prop_assert!(strip.get(x, y));
                }
                let hash = expected.iter().fold(0u64, |sum, &(x, y)| sum.wrapping_add(cells_hash(row_hash(y as u64), x as u64, 1)));
                prop_assert_eq!(strip.hash(), hash);
                let mut again = Strip::from_pattern(&strip.to_pattern(), rule, bounds, EngineSettings::default()).unwrap();
                prop_assert_eq!(cells(&again), found);
                // A later run may begin with either of two alternating rules.
                let before = strip.generation();
                strip.run(generations, &()).unwrap();
                for generation in before..strip.generation() {
                    expected = next(&expected, rules[(generation & 1) as usize], bounds);
                }
                if before.is_multiple_of(2) {
                    again.run(generations, &()).unwrap();
                    prop_assert_eq!(cells(&again), cells(&strip));
                }
            }
        }
    }

    /// Growth far beyond the initial room, on both sides.
    #[test]
    fn a_strip_grows_with_its_pattern() {
        for (bounds, area) in [("0x40", (40, 0)), ("40x0:torus", (0, 40))] {
            let gliders = Pattern::from_cells([
                (1, 0),
                (2, 1),
                (0, 2),
                (1, 2),
                (2, 2),
                (20, 4),
                (19, 5),
                (19, 6),
                (20, 6),
                (21, 6),
            ]);
            let bounds: Bounds = bounds.parse().unwrap();
            let mut strip =
                Strip::from_pattern(&gliders, "B3/S23".parse().unwrap(), bounds, EngineSettings::default())
                    .unwrap();
            let mut expected = cells(&strip);
            strip.run(130, &()).unwrap();
            for _ in 0..130 {
                expected = next(&expected, Rule::CONWAY, bounds);
            }
            assert_eq!(cells(&strip), expected, "{area:?}");
        }
    }

    #[test]
    fn bounded_fields_and_misfits_are_refused() {
        let settings = EngineSettings::default();
        let bounded = "5x5".parse().unwrap();
        assert_eq!(
            Strip::new(Rule::CONWAY, bounded, settings).unwrap_err(),
            StripError::Bounded { bounds: bounded }
        );
        let strip = "0x2".parse().unwrap();
        let tall = Pattern::from_cells([(0, 0), (0, 2)]);
        assert!(matches!(
            Strip::from_pattern(&tall, Rule::CONWAY, strip, settings),
            Err(StripError::Grid(GridError::TooLarge { .. }))
        ));
        assert_eq!(
            Grid::new(Rule::CONWAY, strip, settings).unwrap_err(),
            GridError::Unlimited { bounds: strip }
        );
        let far = Pattern::from_cells([(i64::MAX, 0)]);
        let mut last = Strip::from_pattern(&far, "B/S012345678".parse().unwrap(), strip, settings).unwrap();
        assert_eq!(last.run(1, &()), Err(StripError::EndOfStrip));
        let mut wide = Strip::from_pattern(
            &Pattern::from_cells([(0, 0), (1 << 40, 0)]),
            Rule::CONWAY,
            strip,
            settings.memory(1 << 20),
        );
        assert!(matches!(wide, Err(StripError::Grid(GridError::Memory(_)))));
        wide = Strip::new(Rule::CONWAY, strip, settings);
        assert_eq!(wide.unwrap().run(u64::MAX, &()), Ok(()));
    }
}
