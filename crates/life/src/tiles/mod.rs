//! The unbounded plane in tiles, each of which is computed only while it or a neighbour changes.
//!
//! The plane is divided into tiles of 56 × 56 cells, which exist only in and next to regions with
//! living cells. A tile is read together with its surroundings ([`cells`]) and advanced by a
//! *stride* of four generations at once ([`sweep`]), or of one generation in short runs.
//!
//! Each tile has two copies. Copy 0 holds the cells after an even number of strides, copy 1 those
//! after an odd number. The stride that follows s strides overwrites the cells after s − 1 strides
//! with those after s + 1; comparing the two takes only one more operation. This comparison decides
//! which tiles are *due*, that is, must be computed in the next stride; the other tiles *sleep*.
//!
//! ```text
//! copy 0    s = 0        s = 2        s = 4           compared with s = 2 while overwriting it
//! copy 1          s = 1        s = 3        s = 5
//! ```
//!
//! *Invariant*: if a tile and its eight neighbours are the same after s strides as after s − 2,
//! then the tile is the same after s + 1 strides as after s − 1. Its other copy already has this
//! content, so the tile need not be computed. A tile is due only if its own cells, or a
//! neighbour's cells at the common edge or corner, differ from those of two strides before. A tile
//! that is empty in both copies need not exist; it is created when an adjacent edge of a neighbour
//! changes. By this criterion, tiles with only still lifes and oscillators of period 2, such as
//! blinkers, sleep. Nearly all objects in the ash of a soup are of these kinds. With strides of
//! four generations, tiles with oscillators of period 4 or 8 sleep, too. Other programs for large
//! patterns, such as lifelib's `upattern`, use the same criterion.
//!
//! Often only some rows of a due tile can change. If these rows are close together, as for a tile
//! that contains only a glider, only half of the tile is computed ([`window`]).
//!
//! When the edge of a tile changes, the absent neighbours at this edge are created before the next
//! stride. Tiles whose copies are both empty are freed regularly, so a glider leaves no trail of
//! empty tiles.

mod arena;
mod cells;
mod sweep;
mod view;
mod window;

use std::fmt;

use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;

use crate::area::Area;
use crate::dots::Dots;
use crate::grid::{EngineSettings, cells_hash, row_hash};
use crate::kernels::formula::Plan;
use crate::memory::MemoryError;
use crate::pattern::{Pattern, Span};
use crate::position::{Position, PositionError};
use crate::rule::Rule;
use crate::rule_spec::RuleSpec;
use crate::universe::Universe;
use arena::{Arena, EMPTY_TILE};
use cells::{HALO, SIDE};
use sweep::{Missing, SweepResult, WORTH_THREADS};

/// The number of tiles computed between two calls of the observer. Computing them takes about a
/// millisecond.
const BETWEEN_QUESTIONS: usize = 1 << 13;
/// The number of strides between two removals of empty tiles.
const BETWEEN_CLEANINGS: u64 = 64;
/// If there are at least this many tiles for each due tile, the due tiles are sorted. Otherwise it
/// is faster to scan all tiles for those that are due.
const WORTH_SORTING: usize = 16;
/// The cost of a stride without due tiles, in units of computing one tile.
const TILES_FOR_A_STRIDE: u64 = 4;
/// The minimum number of generations for a run in long strides. At the start, such a run computes
/// every tile twice.
const WORTH_LONG_STRIDES: u64 = 32;

/// An unbounded plane of cells under a rule; fast if large parts are still or oscillate with period
/// 2.
///
/// Coordinates are signed, x to the right and y down, and generations are counted in 64 bits. The
/// time per generation is some 20 ns per tile (3136 cells) with a change; other tiles take no time.
/// Once nothing changes any more, any number of generations takes no time. A tile takes somewhat
/// more than 1 KiB of memory.
///
/// With `B0`, the plane stores the cells that differ from the background
/// ([`Rule::without_bounds`]): these are the cells that the methods set, read, count and write to
/// patterns.
///
/// ```
/// use quadrille_life::{Pattern, Rule, EngineSettings, Tiles};
///
/// let r_pentomino: Pattern = "b2o$2o$bo!".parse()?;
/// let mut plane = Tiles::from_pattern(&r_pentomino, Rule::CONWAY, EngineSettings::default())?;
/// plane.run(1103, &())?;
/// assert_eq!(plane.population(), 116);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tiles {
    rule: Rule,
    /// The rules for the stored cells: the first in even generations, the second in odd
    /// generations.
    plans: [Plan; 2],
    /// Whether the two rules differ.
    alternates: bool,
    /// Whether the second of two alternating rules applies at even generation counts, because the
    /// pattern declared an odd generation.
    turned: bool,
    settings: EngineSettings,
    generation: u64,
    arena: Arena,
    /// The index of the copy with the current generation.
    now: usize,
    /// The number of generations by which the two copies differ.
    stride: u64,
    /// The number of strides since the plane was created.
    strides: u64,
    /// The results of the last stride. They include the tiles that are due next, and the tiles
    /// found empty since the last removal.
    found: SweepResult,
    /// The tiles to compute, reused to save allocations.
    due: Vec<u32>,
    /// The number of coming strides in which every tile must be computed. It becomes 2 when cells
    /// are set or the length of the stride changes, since the other copy of a tile then does not
    /// hold the previous stride.
    unsettled: u8,
    /// The number of tiles computed since the plane was created.
    computed: u64,
}

/// A part of a row with living cells: bit i of `cells` is the cell in column `x` + i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TileRow {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) cells: u64,
}

impl TileRow {
    /// Returns the contribution of these cells to the [hash](Tiles::hash) of the plane.
    pub(crate) fn hash(self) -> u64 {
        cells_hash(row_hash(self.y as u64), self.x as u64, self.cells)
    }
}

/// The parts of a tile that have changed, or the parts that have living cells. One bit is for the
/// whole tile. Each other bit is for an edge or corner that is part of a neighbour's halo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Edges(u16);

impl Edges {
    /// The bit for the whole tile, set if any part of it has changed.
    const ANY: u16 = 1 << 8;

    /// Returns the edges. The arguments are the union of the top rows, that of the bottom rows, and
    /// that of all rows.
    #[inline]
    fn of(top: u64, bottom: u64, all: u64) -> Self {
        let some = |word: u64, direction: usize| u16::from(word != 0) << direction;
        let left = |word: u64| word & ((1 << HALO) - 1);
        let right = |word: u64| word >> (SIDE as usize - HALO);
        Self(
            some(left(top), arena::NW)
                | some(top, arena::N)
                | some(right(top), arena::NE)
                | some(left(all), arena::W)
                | some(right(all), arena::E)
                | some(left(bottom), arena::SW)
                | some(bottom, arena::S)
                | some(right(bottom), arena::SE)
                | some(all, 8),
        )
    }

    /// Returns the directions of the neighbours whose halos contain one of the parts.
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
    /// Creates an empty plane.
    ///
    /// # Errors
    /// If the memory limit is too low.
    pub fn new(rule: Rule, settings: EngineSettings) -> Result<Self, TilesError> {
        let rules = rule.without_bounds();
        let arena = Arena::new(settings.memory)?;
        Ok(Self {
            rule,
            plans: rules.map(Plan::new),
            alternates: rule.alternates(),
            turned: false,
            settings,
            generation: 0,
            arena,
            now: 0,
            stride: 1,
            strides: 0,
            found: SweepResult::default(),
            due: Vec::new(),
            unsettled: 2,
            computed: 0,
        })
    }

    /// Creates a plane from a pattern, placed at the position that the pattern declares, or else at
    /// its own coordinates. The pattern's own rule is ignored. The plane's generations are counted
    /// from 0. If the pattern declares an odd generation and the rule
    /// [alternates](Rule::alternates), the second rule applies at even generations.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new), lack of memory, or coordinates that exceed 64 bits.
    pub fn from_pattern(pattern: &Pattern, rule: Rule, settings: EngineSettings) -> Result<Self, TilesError> {
        let mut tiles = Self::new(rule, settings)?;
        // Alternating rules continue from the parity of the declared generation.
        if pattern.is_at_odd_generation() {
            tiles.plans.reverse();
            tiles.turned = true;
        }
        // A pattern that is far too large is rejected in advance, by two lower bounds of the number
        // of tiles: the number of tiles that the cells would fill completely, and the number of
        // tiles that the longest span fills along its row.
        let longest = pattern.spans().iter().map(|span| span.length).max().unwrap_or(0);
        let all = pattern.population() / (SIDE * SIDE) as u128;
        tiles.arena.room(all.max(u128::from(longest) / SIDE as u128))?;
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

    /// Sets the cells of a span, tile by tile.
    pub(crate) fn fill(&mut self, span: Span) -> Result<(), TilesError> {
        self.unsettled = 2;
        let (mut x, mut left) = (span.x, span.length);
        while left > 0 {
            let within = x.rem_euclid(SIDE) as u64;
            let count = left.min(SIDE as u64 - within);
            let tile = self.arena.at_or_new(x.div_euclid(SIDE), span.y.div_euclid(SIDE))?;
            let row = self.arena.copies[self.now][tile as usize].row_mut(span.y.rem_euclid(SIDE));
            *row |= u64::MAX >> (64 - count) << within;
            left -= count;
            // The sum saturates only if the span ends at the last 64-bit column. Then `left` is 0,
            // and `x` is not used again.
            x = x.saturating_add_unsigned(count);
        }
        Ok(())
    }

    /// The number of columns of a tile, which is also the number of its rows.
    pub(crate) const SIDE: u64 = SIDE as u64;

    /// Returns an upper bound of the bytes of a plane whose pattern lies in a box of this size, at
    /// any position. The bound includes the tiles in and around the box, in lists of twice the
    /// necessary length.
    pub(crate) const fn bytes_of_box(columns: u64, rows: u64) -> u64 {
        // A box that begins inside a tile extends into one more tile.
        let across = columns.div_ceil(Self::SIDE) + 3;
        let down = rows.div_ceil(Self::SIDE) + 3;
        Arena::doubled(across.saturating_mul(down).saturating_add(1))
    }

    /// Removes all cells and sets the generation, keeping the memory.
    pub(crate) fn clear(&mut self, generation: u64) {
        self.arena.clear();
        self.found = SweepResult::default();
        (self.generation, self.strides, self.unsettled) = (generation, 0, 2);
    }

    /// Sets living cells of a tile's row: bit i is the cell in column `x` + i.
    pub(crate) fn put(&mut self, TileRow { x, y, cells }: TileRow) -> Result<(), TilesError> {
        Span::of_word(cells, x, y).try_for_each(|span| self.fill(span))
    }

    /// Returns the non-empty rows of tiles, in no particular order. Time is linear in the tiles.
    pub(crate) fn rows(&self) -> impl Iterator<Item = TileRow> {
        // Freed tiles need no check: all their rows are empty.
        (1..self.arena.copies[self.now].len()).flat_map(|tile| {
            let (x, top) = self.arena.corner(tile as u32);
            let rows = (top..).zip(self.arena.copies[self.now][tile].rows());
            rows.filter(|&(_, cells)| cells != 0).map(move |(y, cells)| TileRow { x, y, cells })
        })
    }

    /// Returns the rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the settings that the plane was created with.
    pub const fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// Returns the generation count. It begins at 0 unless
    /// [`with_generation`](Self::with_generation) sets another value.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the same plane with another generation count; alternating rules follow the parity of
    /// the count.
    #[must_use]
    pub const fn with_generation(mut self, generation: u64) -> Self {
        self.generation = generation;
        self
    }

    /// Returns whether the second of two [alternating rules](Rule::alternates) applies at even
    /// generation counts. It does if the plane was created from a pattern that declared an odd
    /// generation, because the plane's count began at 0 in this generation.
    pub const fn is_turned(&self) -> bool {
        self.turned
    }

    /// Returns whether the cell in column `x` of row `y` lives.
    pub fn get(&self, x: i64, y: i64) -> bool {
        let tile = self.arena.at(x.div_euclid(SIDE), y.div_euclid(SIDE));
        let row = self.arena.copies[self.now][tile as usize].row(y.rem_euclid(SIDE));
        row >> x.rem_euclid(SIDE) & 1 == 1
    }

    /// Sets the cell in column `x` of row `y` to alive or dead.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn set(&mut self, x: i64, y: i64, alive: bool) -> Result<(), TilesError> {
        if alive {
            return self.fill(Span { y, x, length: 1 });
        }
        let tile = self.arena.at(x.div_euclid(SIDE), y.div_euclid(SIDE));
        if tile != EMPTY_TILE {
            let row = self.arena.copies[self.now][tile as usize].row_mut(y.rem_euclid(SIDE));
            *row &= !(1 << x.rem_euclid(SIDE));
            self.unsettled = 2;
        }
        Ok(())
    }

    /// Returns the number of living cells. Time is linear in the tiles.
    pub fn population(&self) -> u64 {
        self.arena.copies[self.now]
            .iter()
            .flat_map(|tile| tile.0)
            .map(|row| u64::from(row.count_ones()))
            .sum()
    }

    /// Returns an upper bound of the number of spans of living cells: spans that cross the border
    /// of two tiles count twice. Time is linear in the tiles.
    pub fn span_count(&self) -> u64 {
        self.rows().map(|row| Span::count_in_word(row.cells)).sum()
    }

    /// Returns the number of tiles, and the number of those that changed in the last stride; if
    /// cells were set since then, all tiles count as changed.
    pub fn tiles(&self) -> (usize, usize) {
        let due = if self.unsettled > 0 { self.arena.len() } else { self.found.changed };
        (self.arena.len(), due)
    }

    /// Returns the amount of computation since the plane was created: the number of tiles computed,
    /// plus the fixed cost of the strides in the same unit. The amount is the same on every machine
    /// for the same calls.
    pub(crate) const fn effort(&self) -> u64 {
        self.computed + self.strides * TILES_FOR_A_STRIDE
    }

    /// Returns the size in bytes of all tiles.
    pub(crate) fn bytes(&self) -> u64 {
        self.arena.bytes()
    }

    /// Returns whether every cell repeats after one or two strides. Further generations then take
    /// no time.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.unsettled == 0 && self.is_still()
    }

    /// Advances by one generation.
    ///
    /// # Errors
    /// If there is not enough memory for new tiles; the plane is then unchanged.
    pub fn step(&mut self) -> Result<(), TilesError> {
        self.advance(1).map(|_| ())
    }

    /// Advances by a stride of at most four generations; returns the number of tiles computed.
    fn advance(&mut self, stride: u64) -> Result<usize, TilesError> {
        let next = self.generation.checked_add(stride).ok_or(TilesError::EndOfCount)?;
        if stride != self.stride {
            (self.stride, self.unsettled) = (stride, 2);
        }
        self.find_due()?;
        let work = sweep::Work {
            arena: &mut self.arena,
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
            self.free_empty_tiles();
        }
        Ok(self.due.len())
    }

    /// Determines the tiles to compute, and creates those that are absent.
    fn find_due(&mut self) -> Result<(), TilesError> {
        if self.unsettled > 0 {
            self.due.clear();
            self.found.due.clear();
            self.found.missing.clear();
            // Living cells near an edge of a tile may give birth beyond the edge.
            for tile in self.arena.numbers() {
                for direction in self.arena.copies[self.now][tile as usize].edges().directions() {
                    self.arena.neighbour_or_new(tile, direction)?;
                }
            }
            self.due.extend(self.arena.numbers());
            self.arena.mark_all_pending(self.now);
            return Ok(());
        }
        // A tile that cannot be created for lack of memory stays in the list for the next attempt.
        while let Some(&Missing { beside, direction, rows }) = self.found.missing.last() {
            let neighbour = self.arena.neighbour_or_new(beside, direction.into())?;
            self.found.missing.pop();
            if self.arena.pending[self.now][neighbour as usize].note(rows, false) {
                self.found.due.push(neighbour);
            }
        }
        self.due.clear();
        std::mem::swap(&mut self.due, &mut self.found.due);
        if self.due.len() >= WORTH_THREADS {
            self.sort_due();
        }
        Ok(())
    }

    /// Sorts the due tiles by number. Without sorting, they would be in the order in which they
    /// were found: each followed by its neighbours. Over many strides this order becomes irregular,
    /// so on a large plane memory accesses would be scattered.
    fn sort_due(&mut self) {
        if self.arena.len() / self.due.len() < WORTH_SORTING {
            self.due.clear();
            self.due.extend(self.arena.due(self.now));
        } else {
            self.due.sort_unstable();
        }
    }

    /// Returns whether no tile is due.
    fn is_still(&self) -> bool {
        self.found.due.is_empty() && self.found.missing.is_empty()
    }

    /// Frees tiles whose copies are both empty.
    fn free_empty_tiles(&mut self) {
        if self.unsettled > 0 {
            // Every tile will be computed again, so empty tiles will be found again.
            self.found.empty.clear();
            return;
        }
        for tile in std::mem::take(&mut self.found.empty) {
            self.arena.free_if_empty(tile);
        }
    }

    /// Advances by the given number of generations. About once per millisecond, `observer` receives
    /// the number of generations done, and can cancel the call.
    ///
    /// # Errors
    /// Cancellation, or lack of memory. The plane then remains at the last completed stride, from
    /// which it can continue.
    pub fn run(&mut self, generations: u64, observer: &dyn Observer) -> Result<(), TilesError> {
        self.run_within(generations, u64::MAX, observer).map(|_| ())
    }

    /// Advances by the given number of generations. Stops early if the computation exceeds the
    /// given [effort](Self::effort). Returns the number of generations done.
    ///
    /// Let 2ᵖ be the largest power of two that is at most an eighth of the number of generations
    /// done. If the call stops early, the number of remaining generations is a multiple of 2ᵖ.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run).
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
        let stride = if worth_it && !self.alternates { long } else { 1 };
        let mut done = 0;
        let mut computed = 0;
        while done < generations {
            let left = generations - done;
            // The remainder comes first, so that the run ends with strides of full length, after
            // which tiles can sleep.
            let over = left % stride;
            let next = if over > 0 { over } else { stride };
            if over == 0 && self.stride == stride && self.unsettled == 0 && self.is_still() {
                // The two copies alternately hold the content of all later strides.
                self.now ^= (left / stride % 2) as usize;
                self.generation += left;
                break;
            }
            // `computed` only decides when the observer is called. It counts each stride as its
            // tiles plus 16, a high estimate of the fixed cost of a stride.
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

    /// Returns the smallest rectangle that contains all living cells; `None` if there are none.
    /// Time is linear in the tiles.
    pub fn bounding_box(&self) -> Option<Area<i64>> {
        let copy = &self.arena.copies[self.now];
        let mut found: Option<[i128; 4]> = None;
        for tile in self.arena.numbers() {
            let cells = &copy[tile as usize];
            let all = cells.rows().fold(0, |all, row| all | row);
            let Some(top) = (0..SIDE).find(|&y| cells.row(y) != 0) else { continue };
            let Some(bottom) = (0..SIDE).rfind(|&y| cells.row(y) != 0) else { continue };
            let (x, y) = self.arena.corner(tile);
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

    /// Returns the living cells as spans, in reading order; spans that meet at the border of two
    /// tiles are not joined.
    fn spans(&self) -> Vec<Span> {
        let copy = &self.arena.copies[self.now];
        let mut tiles: Vec<u32> = self.arena.numbers().collect();
        tiles.sort_unstable_by_key(|&tile| {
            let (x, y) = self.arena.corner(tile);
            (y, x)
        });
        let mut spans = Vec::new();
        for line in tiles.chunk_by(|&a, &b| self.arena.corner(a).1 == self.arena.corner(b).1) {
            for row in 0..SIDE {
                for &tile in line {
                    let (x, y) = self.arena.corner(tile);
                    spans.extend(Span::of_word(copy[tile as usize].row(row), x, y + row));
                }
            }
        }
        spans
    }

    /// Returns the living cells as a pattern, with the rule and the position.
    pub fn to_pattern(&self) -> Pattern {
        let mut pattern = Pattern::from_spans(self.spans());
        pattern.rule = Some(RuleSpec { rule: self.rule, bounds: None });
        pattern.position = pattern.bounding_box().as_ref().map(Position::of);
        pattern
    }

    /// Returns a 64-bit hash of the living cells and their coordinates, equal to
    /// [`Grid::hash`](crate::Grid::hash), with negative coordinates in two's complement. Time is
    /// linear in the tiles and the population.
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

/// The error of constructing, filling or running a plane of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TilesError {
    /// The plane exceeds the memory limit.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A cell would have coordinates of more than 64 bits.
    #[error(
        "a living cell would lie beyond the 64-bit range of columns and rows of the engine tiles; expected cells nearer to the origin, or the engine hashlife"
    )]
    EndOfPlane,
    /// The position of the pattern exceeds 64 bits.
    #[error("{0}, or the engine hashlife")]
    Position(#[from] PositionError),
    /// The number of generations exceeds 64 bits.
    #[error("the engine tiles counts at most 2^64 - 1 generations; expected fewer, or the engine hashlife")]
    EndOfCount,
    /// The observer cancelled a long call.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
