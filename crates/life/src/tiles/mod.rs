//! The unbounded plane in tiles that sleep while nothing happens in them.
//!
//! The plane is cut into tiles of 56 × 56 cells, of which only those exist that something lives in or near.
//! A tile is read with what lies around it ([`cells`]) and goes on by a *stride* of four generations at once
//! ([`sweep`]), or of one, where few are asked for.
//!
//! Two copies of every tile take turns: the strides of even number lie in one, those of odd number in the
//! other. So when stride s + 1 is written, it is written over stride s − 1, and it costs one more operation to
//! see whether they are the same. That is what decides who sleeps:
//!
//! ```text
//! copy 0    s = 0        s = 2        s = 4           compared with s = 2 as it is written over it
//! copy 1          s = 1        s = 3        s = 5
//! ```
//!
//! *The invariant*: if a tile and its eight neighbours are, at stride s, what they were at s − 2, then the tile
//! at s + 1 is what it was at s − 1, and that is what its other copy holds: nothing is left to do. So a tile is
//! due only when it, or the edge that a neighbour turns to it, changed against two strides before. A tile that
//! is empty in both copies need not be there at all: missing, it is what it was, and when an edge that a
//! neighbour turns to it changes, it is made. Still lifes sleep, and so does everything of period 2, blinkers
//! above all: what nearly all of a settled soup consists of; with strides of four, everything of period 4 and 8
//! too. (The rule is that of lifelib's `upattern` and other programs for large patterns; the two copies that
//! are compared as they are written are the simplest form of it.)
//!
//! Of a tile that is due, only some of the rows may become different, and often less than half of them is all
//! that is computed ([`window`]): a glider crosses a tile in three rows.
//!
//! A tile whose edge comes alive gets its missing neighbours before the next generation; tiles in which both
//! copies are empty are given up now and then, so a glider leaves no trail.

mod cells;
mod ground;
mod sweep;
mod view;
mod window;

use std::fmt;

use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;

use crate::area::Area;
use crate::dots::Dots;
use crate::grid::{Settings, cells_hash, row_hash};
use crate::kernels::formula::Plan;
use crate::memory::MemoryError;
use crate::pattern::{Pattern, Span};
use crate::position::{Position, PositionError};
use crate::rule::Rule;
use crate::rule_spec::RuleSpec;
use crate::universe::Universe;
use cells::{HALO, SIDE};
use ground::{Ground, NOTHING};
use sweep::{Found, Missing, WORTH_THREADS};

/// Tiles computed between two questions to the observer: a millisecond or so.
const BETWEEN_QUESTIONS: usize = 1 << 13;
/// Strides between two looks for empty tiles.
const BETWEEN_CLEANINGS: u64 = 64;
/// Tiles for each one due from which on sorting those takes less time than a look at all.
const WORTH_SORTING: usize = 16;
/// Tiles computed in the time that a stride takes where hardly any is due.
const TILES_FOR_A_STRIDE: u64 = 4;
/// Generations from which on a long stride is taken: it is worth computing every tile twice for it.
const WORTH_LONG_STRIDES: u64 = 32;

/// An unbounded plane of cells under a rule; quick where much of it is still, or blinks.
///
/// Coordinates are signed, x to the right and y down, and generations are counted in 64 bits. A generation
/// costs time for the tiles in which something happens, some 30 ns for 3136 cells, and none for the others;
/// when nothing happens any more, any number of generations is free. A tile takes 1 KiB of memory and some
/// bytes more.
///
/// If the rule gives birth without neighbours, the cells kept are those that differ from what all cells far away
/// are ([`Rule::without_bounds`]): they are what is put in, read, counted and written.
///
/// ```
/// use quadrille_life::{Pattern, Rule, Settings, Tiles};
///
/// let r_pentomino: Pattern = "b2o$2o$bo!".parse()?;
/// let mut plane = Tiles::from_pattern(&r_pentomino, Rule::CONWAY, Settings::default())?;
/// plane.run(1103, &())?;
/// assert_eq!(plane.population(), 116);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tiles {
    rule: Rule,
    /// What is done in its place from generations of even number, and from those of odd number.
    plans: [Plan; 2],
    /// Whether these differ.
    in_turn: bool,
    /// Whether the second of two rules in turn is that of generations of even number.
    turned: bool,
    settings: Settings,
    generation: u64,
    ground: Ground,
    /// Which copy holds the present generation.
    now: usize,
    /// Generations from one copy to the other.
    stride: u64,
    /// Strides since the plane was made.
    strides: u64,
    /// Tiles that are due next because some differ from two strides before, and those that were seen empty since the
    /// last look for them.
    found: Found,
    /// Tiles to be computed, kept for its memory.
    due: Vec<u32>,
    /// Strides for which every tile is still due, because cells were changed from outside, or the stride was:
    /// what lies in the other copies is not the stride before.
    unsettled: u8,
    /// Tiles computed since the plane was made.
    computed: u64,
}

/// Some living cells of a row: bit i for the one i columns to the right of column `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TileRow {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) cells: u64,
}

impl TileRow {
    /// What its cells add to the [hash](Tiles::hash) of the plane.
    pub(crate) fn hash(self) -> u64 {
        cells_hash(row_hash(self.y as u64), self.x as u64, self.cells)
    }
}

/// What is changed, or alive, of a tile: any of it, and each of the edges and corners that its eight
/// neighbours see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Edges(u16);

impl Edges {
    /// Anything at all.
    const ANY: u16 = 1 << 8;

    /// Of a tile's rows, or of those in which two tiles differ: those at the top, those at the bottom and
    /// all of them in one.
    #[inline]
    fn of(top: u64, bottom: u64, all: u64) -> Self {
        let some = |word: u64, direction: usize| u16::from(word != 0) << direction;
        let left = |word: u64| word & ((1 << HALO) - 1);
        let right = |word: u64| word >> (SIDE as usize - HALO);
        Self(
            some(left(top), ground::NW)
                | some(top, ground::N)
                | some(right(top), ground::NE)
                | some(left(all), ground::W)
                | some(right(all), ground::E)
                | some(left(bottom), ground::SW)
                | some(bottom, ground::S)
                | some(right(bottom), ground::SE)
                | some(all, 8),
        )
    }

    /// The directions in which there is something.
    #[inline]
    fn directions(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0 & (Self::ANY - 1);
        std::iter::from_fn(move || {
            let direction = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(direction)
        })
    }

    #[inline]
    fn any(self) -> bool {
        self.0 != 0
    }
}

impl Tiles {
    /// A plane without life.
    ///
    /// # Errors
    /// If there is hardly any memory.
    pub fn new(rule: Rule, settings: Settings) -> Result<Self, TilesError> {
        let rules = rule.without_bounds();
        let ground = Ground::new(settings.memory)?;
        Ok(Self {
            rule,
            plans: rules.map(Plan::new),
            in_turn: rule.alternates(),
            turned: false,
            settings,
            generation: 0,
            ground,
            now: 0,
            stride: 1,
            strides: 0,
            found: Found::default(),
            due: Vec::new(),
            unsettled: 2,
            computed: 0,
        })
    }

    /// The pattern's cells where the pattern has them, or, if it names its position, where that says. The rule
    /// is the one given, not the pattern's. If the pattern stands at a generation of odd number and the rule is
    /// two [in turn](Rule::without_bounds), the second begins.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and if there is not memory enough, or the position lies so far out that a
    /// cell lies beyond what 64 bits count.
    pub fn from_pattern(pattern: &Pattern, rule: Rule, settings: Settings) -> Result<Self, TilesError> {
        let mut tiles = Self::new(rule, settings)?;
        // What stands at an odd generation goes on from there.
        if pattern.is_at_odd_generation() {
            tiles.plans.reverse();
            tiles.turned = true;
        }
        // What is far too much is refused before it is begun: cells fill tiles at best, and a span some in a row.
        let longest = pattern.spans().iter().map(|span| span.length).max().unwrap_or(0);
        let all = pattern.population() / (SIDE * SIDE) as u128;
        tiles.ground.room(all.max(u128::from(longest) / SIDE as u128))?;
        let outside = || match &pattern.position {
            Some(position) => position.outside_64_bits("the plane of tiles").into(),
            None => TilesError::EndOfPlane,
        };
        let (right, down) = pattern.placement();
        let (right, down) = (i128::try_from(right), i128::try_from(down));
        let (Ok(right), Ok(down)) = (right, down) else { return Err(outside()) };
        let moved = |at: i64, by: i128| {
            by.checked_add(at.into()).and_then(|at| i64::try_from(at).ok()).ok_or_else(outside)
        };
        for &Span { y, x, length } in pattern.spans() {
            let span = Span { y: moved(y, down)?, x: moved(x, right)?, length };
            if i128::from(span.x) + i128::from(length) - 1 > i128::from(i64::MAX) {
                return Err(outside());
            }
            tiles.fill(span)?;
        }
        Ok(tiles)
    }

    /// Gives life to a span, a word at a time.
    pub(crate) fn fill(&mut self, span: Span) -> Result<(), TilesError> {
        self.unsettled = 2;
        let (mut x, mut left) = (span.x, span.length);
        while left > 0 {
            let within = x.rem_euclid(SIDE) as u64;
            let count = left.min(SIDE as u64 - within);
            let tile = self.ground.at_or_new(x.div_euclid(SIDE), span.y.div_euclid(SIDE))?;
            let row = self.ground.copies[self.now][tile as usize].row_mut(span.y.rem_euclid(SIDE));
            *row |= u64::MAX >> (64 - count) << within;
            left -= count;
            // A span ends with the plane at the latest.
            x = x.saturating_add_unsigned(count);
        }
        Ok(())
    }

    /// Columns and rows of a tile.
    pub(crate) const SIDE: u64 = SIDE as u64;

    /// Returns an upper bound of the bytes of a plane in which a box of these columns and rows
    /// lives, at any place: its tiles and those around them, in lists that have doubled.
    pub(crate) const fn bytes_of_box(columns: u64, rows: u64) -> u64 {
        // A box that begins within a tile reaches into one more.
        let across = columns.div_ceil(Self::SIDE) + 3;
        let down = rows.div_ceil(Self::SIDE) + 3;
        Ground::doubled(across.saturating_mul(down).saturating_add(1))
    }

    /// Takes all life and begins anew at that generation, in the memory that is there already.
    pub(crate) fn clear(&mut self, generation: u64) {
        self.ground.clear();
        self.found = Found::default();
        (self.generation, self.strides, self.unsettled) = (generation, 0, 2);
    }

    /// Gives life to the cells of a row of a tile: bit i for the cell i columns to the right of column `x`.
    pub(crate) fn put(&mut self, TileRow { x, y, cells }: TileRow) -> Result<(), TilesError> {
        Span::of_word(cells, x, y).try_for_each(|span| self.fill(span))
    }

    /// The rows of tiles in which something lives, in no order. Linear in the tiles.
    pub(crate) fn rows(&self) -> impl Iterator<Item = TileRow> {
        // Tiles that were given up are empty.
        (1..self.ground.copies[self.now].len()).flat_map(|tile| {
            let (x, top) = self.ground.corner(tile as u32);
            let rows = (top..).zip(self.ground.copies[self.now][tile].rows());
            rows.filter(|&(_, cells)| cells != 0).map(move |(y, cells)| TileRow { x, y, cells })
        })
    }

    /// When cells are born and survive.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How the work is done, as asked for.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Generations since the plane was made.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the same plane with another count of generations since it was made; two rules in turn apply
    /// as they do at that generation.
    #[must_use]
    pub const fn with_generation(mut self, generation: u64) -> Self {
        self.generation = generation;
        self
    }

    /// Returns whether the plane was made from a pattern at a generation of odd number, so that of two
    /// rules in turn the second applies to generations of even number.
    pub const fn is_turned(&self) -> bool {
        self.turned
    }

    /// Whether the cell in column `x` of row `y` lives.
    pub fn get(&self, x: i64, y: i64) -> bool {
        let tile = self.ground.at(x.div_euclid(SIDE), y.div_euclid(SIDE));
        let row = self.ground.copies[self.now][tile as usize].row(y.rem_euclid(SIDE));
        row >> x.rem_euclid(SIDE) & 1 == 1
    }

    /// Gives life to the cell in column `x` of row `y`, or takes it.
    ///
    /// # Errors
    /// If there is not memory enough.
    pub fn set(&mut self, x: i64, y: i64, alive: bool) -> Result<(), TilesError> {
        if alive {
            return self.fill(Span { y, x, length: 1 });
        }
        let tile = self.ground.at(x.div_euclid(SIDE), y.div_euclid(SIDE));
        if tile != NOTHING {
            let row = self.ground.copies[self.now][tile as usize].row_mut(y.rem_euclid(SIDE));
            *row &= !(1 << x.rem_euclid(SIDE));
            self.unsettled = 2;
        }
        Ok(())
    }

    /// How many cells live. Linear in the tiles.
    pub fn population(&self) -> u64 {
        self.ground.copies[self.now]
            .iter()
            .flat_map(|tile| tile.0)
            .map(|row| u64::from(row.count_ones()))
            .sum()
    }

    /// Returns how many spans the living cells make, at most: those that cross from one tile into the next
    /// count twice. Linear in the tiles.
    pub fn span_count(&self) -> u64 {
        self.rows().map(|row| Span::count_in_word(row.cells)).sum()
    }

    /// How many tiles there are, and in how many of them the last stride changed something: in all where cells were
    /// written from outside since.
    pub fn tiles(&self) -> (usize, usize) {
        let due = if self.unsettled > 0 { self.ground.len() } else { self.found.changed };
        (self.ground.len(), due)
    }

    /// Returns the work done since the plane was made: tiles computed and, in the same unit, what a stride costs
    /// without any. The same on every machine for the same calls.
    pub(crate) const fn effort(&self) -> u64 {
        self.computed + self.strides * TILES_FOR_A_STRIDE
    }

    /// Returns the bytes that its tiles take.
    pub(crate) fn bytes(&self) -> u64 {
        self.ground.bytes()
    }

    /// Returns whether nothing changes any more, except to and fro with every stride; then generations are free.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.unsettled == 0 && self.is_still()
    }

    /// One generation.
    ///
    /// # Errors
    /// If there is not memory enough for the tiles that it needs; the plane then stays as it is.
    pub fn step(&mut self) -> Result<(), TilesError> {
        self.advance(1).map(|_| ())
    }

    /// A stride of so many generations, up to four; how many tiles were computed for it.
    fn advance(&mut self, stride: u64) -> Result<usize, TilesError> {
        let next = self.generation.checked_add(stride).ok_or(TilesError::EndOfCount)?;
        if stride != self.stride {
            (self.stride, self.unsettled) = (stride, 2);
        }
        self.find_due()?;
        let work = sweep::Work {
            ground: &mut self.ground,
            plan: &self.plans[(self.generation & 1) as usize],
            level: self.settings.level,
            generations: stride,
        };
        self.found.changed = 0;
        self.computed += self.due.len() as u64;
        work.compute(self.now, &self.due, &mut self.found);
        self.generation = next;
        self.now ^= 1;
        self.strides += 1;
        self.unsettled = self.unsettled.saturating_sub(1);
        if self.strides.is_multiple_of(BETWEEN_CLEANINGS) {
            self.give_up_empty_tiles();
        }
        Ok(self.due.len())
    }

    /// Finds the tiles that have to be computed; those that are missing are made.
    fn find_due(&mut self) -> Result<(), TilesError> {
        if self.unsettled > 0 {
            self.due.clear();
            self.found.due.clear();
            self.found.missing.clear();
            // Whatever lives near an edge may cross it.
            for tile in self.ground.numbers() {
                for direction in self.ground.copies[self.now][tile as usize].edges().directions() {
                    self.ground.neighbour_or_new(tile, direction)?;
                }
            }
            self.due.extend(self.ground.numbers());
            self.ground.need_all(self.now);
            return Ok(());
        }
        // What cannot be made, for lack of memory, is asked for again.
        while let Some(&Missing { beside, direction, rows }) = self.found.missing.last() {
            let neighbour = self.ground.neighbour_or_new(beside, direction.into())?;
            self.found.missing.pop();
            if self.ground.needs[self.now][neighbour as usize].note(rows, false) {
                self.found.due.push(neighbour);
            }
        }
        self.due.clear();
        std::mem::swap(&mut self.due, &mut self.found.due);
        if self.due.len() >= WORTH_THREADS {
            self.put_due_in_order();
        }
        Ok(())
    }

    /// What is due is found in the order in which tiles were computed, and neighbours next to each: from stride to
    /// stride it becomes less of an order, and on a large plane what is read lies farther and farther apart.
    fn put_due_in_order(&mut self) {
        if self.ground.len() / self.due.len() < WORTH_SORTING {
            self.due.clear();
            self.due.extend(self.ground.due(self.now));
        } else {
            self.due.sort_unstable();
        }
    }

    /// Whether nothing is due.
    fn is_still(&self) -> bool {
        self.found.due.is_empty() && self.found.missing.is_empty()
    }

    /// Gives up tiles in which both copies are empty.
    fn give_up_empty_tiles(&mut self) {
        if self.unsettled > 0 {
            // Every tile is computed, and an empty one seen, once more.
            self.found.empty.clear();
            return;
        }
        for tile in std::mem::take(&mut self.found.empty) {
            self.ground.give_up_if_empty(tile);
        }
    }

    /// That many generations; `observer` hears of generations every millisecond or so and may stop the call.
    ///
    /// # Errors
    /// Cancellation, or not enough memory. The plane then stands at the generation it had come to, and can go
    /// on.
    pub fn run(&mut self, generations: u64, observer: &dyn Observer) -> Result<(), TilesError> {
        self.run_within(generations, u64::MAX, observer).map(|_| ())
    }

    /// Advances by that many generations, or fewer if they take more than this [effort](Self::effort); returns how many
    /// were done. What is left then is a multiple of about an eighth of what was done, rounded down to a power of two.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub(crate) fn run_within(
        &mut self,
        generations: u64,
        effort: u64,
        observer: &dyn Observer,
    ) -> Result<u64, TilesError> {
        let most = self.effort().saturating_add(effort);
        if self.generation.checked_add(generations).is_none() {
            return Err(TilesError::EndOfCount);
        }
        let long = HALO as u64;
        let worth_it =
            generations >= WORTH_LONG_STRIDES || (self.stride == long && generations.is_multiple_of(long));
        let stride = if worth_it && !self.in_turn { long } else { 1 };
        let mut done = 0;
        let mut computed = 0;
        while done < generations {
            let left = generations - done;
            // What is over comes first, so that the plane ends settled.
            let over = left % stride;
            let next = if over > 0 { over } else { stride };
            if over == 0 && self.stride == stride && self.unsettled == 0 && self.is_still() {
                // What is left are the two copies in turn.
                self.now ^= (left / stride % 2) as usize;
                self.generation += left;
                break;
            }
            // A stride costs something even if hardly a tile is due.
            computed += self.advance(next)? + 16;
            done += next;
            if self.effort() > most
                && (generations - done).is_multiple_of(stride.max(1 << (done / 8).max(1).ilog2()))
            {
                return Ok(done);
            }
            if computed >= BETWEEN_QUESTIONS {
                computed = 0;
                let progress = Progress::of(done, generations).counting("generations");
                if observer.observe(&progress).is_break() {
                    return Err(TilesError::Cancelled(Cancelled));
                }
            }
        }
        let whole = Progress::of(generations, generations).counting("generations");
        let stopped = observer.observe(&whole).is_break();
        if stopped { Err(TilesError::Cancelled(Cancelled)) } else { Ok(generations) }
    }

    /// The smallest rectangle that holds all living cells; `None` if there are none. Linear in the tiles.
    pub fn bounding_box(&self) -> Option<Area<i64>> {
        let copy = &self.ground.copies[self.now];
        let mut found: Option<[i128; 4]> = None;
        for tile in self.ground.numbers() {
            let cells = &copy[tile as usize];
            let all = cells.rows().fold(0, |all, row| all | row);
            let Some(top) = (0..SIDE).find(|&y| cells.row(y) != 0) else { continue };
            let Some(bottom) = (0..SIDE).rfind(|&y| cells.row(y) != 0) else { continue };
            let (x, y) = self.ground.corner(tile);
            let ends = [
                i128::from(x) + i128::from(all.trailing_zeros()),
                i128::from(y + top),
                i128::from(x) + i128::from(all.ilog2()),
                i128::from(y + bottom),
            ];
            found = Some(found.map_or(ends, |[left, top, right, bottom]| {
                [left.min(ends[0]), top.min(ends[1]), right.max(ends[2]), bottom.max(ends[3])]
            }));
        }
        let [left, top, right, bottom] = found?;
        let side = |from: i128, to: i128| u64::try_from(to - from + 1).unwrap_or(u64::MAX);
        Some(Area { x: left as i64, y: top as i64, width: side(left, right), height: side(top, bottom) })
    }

    /// The living cells as spans, in reading order; spans that meet at the border of two tiles are not joined.
    fn spans(&self) -> Vec<Span> {
        let copy = &self.ground.copies[self.now];
        let mut tiles: Vec<u32> = self.ground.numbers().collect();
        tiles.sort_unstable_by_key(|&tile| {
            let (x, y) = self.ground.corner(tile);
            (y, x)
        });
        let mut spans = Vec::new();
        for line in tiles.chunk_by(|&a, &b| self.ground.corner(a).1 == self.ground.corner(b).1) {
            for row in 0..SIDE {
                for &tile in line {
                    let (x, y) = self.ground.corner(tile);
                    spans.extend(Span::of_word(copy[tile as usize].row(row), x, y + row));
                }
            }
        }
        spans
    }

    /// The living cells as a pattern, with the rule, and the position that says where they lie.
    pub fn to_pattern(&self) -> Pattern {
        let mut pattern = Pattern::from_spans(self.spans());
        pattern.rule = Some(RuleSpec { rule: self.rule, bounds: None });
        pattern.position = pattern.bounding_box().as_ref().map(Position::of);
        pattern
    }

    /// A 64-bit hash of the living cells and where they are: that of [`Grid::hash`](crate::Grid::hash), with
    /// negative coordinates in two's complement. Linear in the tiles and the living cells.
    pub fn hash(&self) -> u64 {
        self.rows().map(TileRow::hash).fold(0, u64::wrapping_add)
    }
}

impl Universe for Tiles {
    type Coordinate = i64;
    type Count = u64;
    type Error = TilesError;

    fn rule_spec(&self) -> RuleSpec {
        RuleSpec { rule: self.rule, bounds: None }
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn population(&self) -> u64 {
        self.population()
    }

    fn bounding_box(&self) -> Option<Area<i64>> {
        self.bounding_box()
    }

    fn get(&self, &x: &i64, &y: &i64) -> bool {
        self.get(x, y)
    }

    fn set(&mut self, &x: &i64, &y: &i64, alive: bool) -> Result<(), TilesError> {
        self.set(x, y, alive)
    }

    fn run(&mut self, &generations: &u64, observer: &dyn Observer) -> Result<(), TilesError> {
        self.run(generations, observer)
    }

    fn step(&mut self) -> Result<(), TilesError> {
        self.step()
    }

    fn step_pow2(&mut self, power: u32, observer: &dyn Observer) -> Result<(), TilesError> {
        self.run(1u64.checked_shl(power).ok_or(TilesError::EndOfCount)?, observer)
    }

    fn cells_in(&self, &area: &Area<i64>) -> Vec<(i64, i64)> {
        self.cells_in(area)
    }

    fn dots(&self, &x: &i64, &y: &i64, size: (usize, usize), power: u32) -> Dots {
        self.dots(x, y, size, power)
    }

    fn hash(&self) -> Result<u64, TilesError> {
        Ok(self.hash())
    }

    fn to_pattern(&self) -> Result<Pattern, TilesError> {
        Ok(self.to_pattern())
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tiles")
            .field("rule", &self.rule)
            .field("generation", &self.generation)
            .field("tiles", &self.tiles())
            .finish_non_exhaustive()
    }
}

/// Why a plane of tiles could not be made, filled or gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TilesError {
    /// It takes more memory than it may.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// Life has come to the last column or row that 64 bits count.
    #[error("a cell would live beyond the columns and rows that 64 bits count; hashlife goes farther")]
    EndOfPlane,
    /// The pattern lies farther out than 64 bits count.
    #[error("{0}; hashlife goes farther")]
    Position(#[from] PositionError),
    /// There are more generations than 64 bits count.
    #[error("more than 2^64 - 1 generations are more than tiles count")]
    EndOfCount,
    /// The observer of a long call said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
