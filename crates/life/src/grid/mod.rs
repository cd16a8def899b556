//! The grid: a bounded field of cells that goes on from generation to generation.

mod cells;
mod digest;
mod error;
mod joined;
mod snapshot;
mod stride;
mod view;

use std::fmt;

use num_bigint::BigInt;
use quadrille_lanes::Level;
use quadrille_progress::{Cancelled, Observer, Progress};

pub(crate) use cells::set_span;
pub use cells::{LiveCells, Spans};
pub use digest::{Digest, Digests};
pub(crate) use digest::{cells_hash, row_hash};
pub use error::GridError;
use joined::Joined;
pub use snapshot::{Snapshot, SnapshotError};
use stride::Stride;
pub use view::View;

use crate::area::Area;
use crate::bounds::{Border, Bounds};
use crate::engine::{Engine, is_shared_out};
use crate::field::{Field, Shape, words};
use crate::kernels::threads;
use crate::memory::{Memory, MemoryError};
use crate::pattern::{Pattern, Span};
use crate::rule::Rule;
use crate::rule_spec::RuleSpec;

/// How a grid does its work; never what comes out.
///
/// ```
/// use quadrille_life::{Engine, Level, Settings};
///
/// let settings = Settings::default().engine(Engine::Grid).memory(1 << 30);
/// assert_eq!((settings.engine, settings.level), (Engine::Grid, Level::best()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Who does it.
    pub engine: Engine,
    /// With which vectors.
    pub level: Level,
    /// How much memory it may take, in bytes.
    pub memory: u64,
}

impl Settings {
    /// The same with that engine.
    #[must_use]
    pub const fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// The same with those vectors.
    #[must_use]
    pub const fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// The same with at most that many bytes of memory.
    #[must_use]
    pub const fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }
}

impl Default for Settings {
    /// The engine is chosen, the level is the best, and memory is what the system gives.
    fn default() -> Self {
        Self { engine: Engine::Auto, level: Level::best(), memory: u64::MAX }
    }
}

/// A bounded field of cells under a rule.
///
/// Column 0 is on the left, row 0 on top.
///
/// ```
/// use quadrille_life::{Bounds, Grid, Pattern, Rule, Settings};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// let bounds: Bounds = "16x16:torus".parse()?;
/// let mut grid = Grid::from_pattern(&glider, Rule::CONWAY, bounds, Settings::default())?;
/// let before = grid.hash();
///
/// // One cell down and to the right every four generations: all the way around in 64.
/// grid.step_n(4);
/// assert_eq!(grid.population(), 5);
/// assert_ne!(grid.hash(), before);
/// grid.step_n(60);
/// assert_eq!(grid.hash(), before);
/// assert_eq!(grid.generation(), 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Grid {
    rule: Rule,
    bounds: Bounds,
    settings: Settings,
    /// The part of the field that can live.
    shape: Shape,
    /// Whether it is worth more than one thread.
    shared_out: bool,
    generation: u64,
    /// The cells that live: all, or those within the ring.
    field: Box<dyn Field>,
}

impl Grid {
    /// A field of dead cells. Memory and time are linear in the cells.
    ///
    /// # Errors
    /// If it does not fit the memory, has a side without an end, or the engine does not know the rule.
    pub fn new(rule: Rule, bounds: Bounds, settings: Settings) -> Result<Self, GridError> {
        if bounds.is_unlimited() {
            return Err(GridError::Unlimited { bounds });
        }
        // No form takes less than a bit a cell.
        let bytes = u128::from(bounds.width()) * u128::from(bounds.height()) / 8;
        let too_large = || MemoryError { bytes, limit: settings.memory };
        let shape =
            Shape::inside(bounds).filter(|_| bytes <= settings.memory.into()).ok_or_else(too_large)?;
        let memory = &mut Memory::new(settings.memory);
        let field = Self::field(bounds, shape, rule, settings, memory)?;
        let shared_out = is_shared_out(if bounds.is_plain() { shape } else { Joined::with_margin(shape) });
        Ok(Self { rule, bounds, settings, shape, shared_out, generation: 0, field })
    }

    /// The field of cells that live.
    fn field(
        bounds: Bounds,
        shape: Shape,
        rule: Rule,
        settings: Settings,
        memory: &mut Memory,
    ) -> Result<Box<dyn Field>, GridError> {
        let Settings { engine, level, .. } = settings;
        if bounds.is_plain() {
            return engine.field(shape, rule, level, memory);
        }
        let inner = engine.field::<GridError>(Joined::with_margin(shape), rule, level, memory)?;
        Ok(Box::new(Joined::new(bounds, shape, inner)))
    }

    /// Returns an upper bound of the bytes that a field takes, on any number of threads.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn bytes(rule: Rule, bounds: Bounds, settings: Settings) -> Result<u64, GridError> {
        let bits = u128::from(bounds.width()) * u128::from(bounds.height()) / 8;
        let too_large = || MemoryError { bytes: bits, limit: settings.memory };
        let shape = Shape::inside(bounds).filter(|_| bits <= settings.memory.into()).ok_or_else(too_large)?;
        let shape = if bounds.is_plain() { shape } else { Joined::with_margin(shape) };
        let memory = &mut Memory::new(settings.memory);
        settings.engine.field_in_one_band::<GridError>(shape, rule, settings.level, memory)?;
        // Bands have rows in common.
        Ok(memory.taken() + memory.taken() / 8)
    }

    /// The pattern in the middle of a field: its [`extent`](Pattern::extent) of w × h cells starts at column
    /// ⌊W/2⌋ − ⌊w/2⌋ and row ⌊H/2⌋ − ⌊h/2⌋, or where its position says, counted from (⌊W/2⌋, ⌊H/2⌋). Rule and
    /// bounds are those given, not the pattern's.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and if the pattern does not fit.
    pub fn from_pattern(
        pattern: &Pattern,
        rule: Rule,
        bounds: Bounds,
        settings: Settings,
    ) -> Result<Self, GridError> {
        let mut grid = Self::new(rule, bounds, settings)?;
        if let Some(extent) = pattern.extent() {
            grid.place(pattern, extent)?;
        }
        Ok(grid)
    }

    fn place(&mut self, pattern: &Pattern, extent: Area<i64>) -> Result<(), GridError> {
        let Area { width, height, .. } = extent;
        let does_not_fit = || does_not_fit(pattern, extent, self.bounds);
        let middle = |side: u64, extent: u64| i128::from(side / 2) - i128::from(extent / 2);
        let (left, top) = match &pattern.position {
            Some(position) => {
                let place =
                    |at: &BigInt, side: u64| i128::try_from(at + side / 2).map_err(|_| does_not_fit());
                (place(&position.x, self.width())?, place(&position.y, self.height())?)
            }
            None => (middle(self.width(), width), middle(self.height(), height)),
        };
        let fits = |at: i128, extent: u64, side: u64| at >= 0 && at <= i128::from(side) - i128::from(extent);
        if !fits(left, width, self.width()) || !fits(top, height, self.height()) {
            return Err(does_not_fit());
        }
        let mut row = vec![0; words(self.width() as usize)];
        for spans in pattern.spans().chunk_by(|a, b| a.y == b.y) {
            row.fill(0);
            for span in spans {
                let inside = i128::from(span.x) - i128::from(extent.x);
                let below = i128::from(span.y) - i128::from(extent.y);
                let end = inside + i128::from(span.length);
                if inside < 0 || below < 0 || end > i128::from(width) || below >= i128::from(height) {
                    return Err(GridError::OutsidePattern { x: span.x, y: span.y, width, height });
                }
                cells::set_span(&mut row, (left + inside) as usize, span.length as usize);
            }
            let y = (top + i128::from(spans[0].y) - i128::from(extent.y)) as u64;
            if !self.write_row(y, &row) {
                return Err(GridError::NoCell { x: left as u64, y, bounds: self.bounds.to_string() });
            }
        }
        Ok(())
    }

    /// When cells are born and survive.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Size and border.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Cells a row.
    pub const fn width(&self) -> u64 {
        self.bounds.width()
    }

    /// How many rows of cells, those of a dead ring included.
    pub const fn height(&self) -> u64 {
        self.bounds.height()
    }

    /// How the work is done, as asked for.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Returns whether the engine [`Grid`](Engine::Grid) shares the work on this field out among threads, if there
    /// are several.
    pub const fn is_shared_out(&self) -> bool {
        self.shared_out
    }

    /// Generations since the grid was made.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether the cell in column `x` of row `y` lives; there is no life outside the field.
    pub fn get(&self, x: u64, y: u64) -> bool {
        self.inside(x, y).is_some_and(|(x, y)| self.field.get(x, y))
    }

    /// Gives life to the cell in column `x` of row `y`, or takes it.
    ///
    /// # Errors
    /// If there is no such cell, or it belongs to the ring that stays dead (taking life from that is no
    /// error).
    pub fn set(&mut self, x: u64, y: u64, alive: bool) -> Result<(), GridError> {
        match self.inside(x, y) {
            Some((x, y)) => {
                self.field.set(x, y, alive);
                Ok(())
            }
            None if !alive && x < self.width() && y < self.height() => Ok(()),
            None => Err(GridError::NoCell { x, y, bounds: self.bounds.to_string() }),
        }
    }

    /// Goes on by another rule, with the cells as they are. Linear in the cells, and takes as much memory again
    /// for a moment.
    ///
    /// # Errors
    /// If there is no memory for that, or the engine does not know the rule; the grid is then as it was.
    ///
    /// ```
    /// use quadrille_life::{Grid, Pattern, Rule, Settings};
    ///
    /// let blinker: Pattern = "3o!".parse()?;
    /// let mut grid = Grid::from_pattern(&blinker, Rule::CONWAY, "9x9".parse()?, Settings::default())?;
    /// grid.step();
    /// grid.set_rule("B/S012345678".parse()?)?;
    /// grid.step();
    /// assert!(grid.get(4, 3) && grid.get(4, 4) && grid.get(4, 5));
    /// assert_eq!((grid.population(), grid.generation()), (3, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_rule(&mut self, rule: Rule) -> Result<(), GridError> {
        let memory = &mut Memory::new(self.settings.memory);
        let mut field = Self::field(self.bounds, self.shape, rule, self.settings, memory)?;
        let mut row = vec![0; words(self.shape.width)];
        for y in 0..self.shape.height {
            self.field.read_row(y, &mut row);
            field.write_row(y, &row);
        }
        (self.rule, self.field) = (rule, field);
        Ok(())
    }

    /// One generation.
    pub fn step(&mut self) {
        self.step_n(1);
    }

    /// That many generations: much faster than as many single steps.
    pub fn step_n(&mut self, generations: u64) {
        self.field.advance(generations);
        self.generation = self.generation.wrapping_add(generations);
    }

    /// That many generations, like [`step_n`](Self::step_n); `observer` hears of generations every few
    /// milliseconds and may stop the call.
    ///
    /// Only whole generations are done: a field so large that one of them takes a while is stopped after that
    /// one. The default engine needs about a tenth of a second for 2³³ cells.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer says stop; the grid then stands at the generation it had come to, and
    /// can go on.
    ///
    /// ```
    /// use quadrille_life::{CancelToken, Cancelled, Grid, Rule, Settings};
    ///
    /// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, Settings::default())?;
    /// let token = CancelToken::new();
    /// assert_eq!(grid.run(1000, &token), Ok(()));
    /// token.cancel();
    /// assert_eq!(grid.run(1_000_000_000_000, &token), Err(Cancelled));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&mut self, generations: u64, observer: &dyn Observer) -> Result<(), Cancelled> {
        let mut stride = Stride::new(self.shape);
        let mut done = 0;
        while done < generations {
            done += stride.time(generations - done, |now| self.step_n(now));
            if observer.observe(&Progress::of(done, generations).counting("generations")).is_break() {
                return Err(Cancelled);
            }
        }
        Ok(())
    }

    /// How many cells live. Linear in the cells.
    pub fn population(&self) -> u64 {
        self.field.population(self.shape)
    }

    /// Returns how many spans the living cells make, at most: those that cross from one word of a row into
    /// the next count twice. Linear in the cells.
    pub fn span_count(&self) -> u64 {
        let mut row = vec![0; words(self.width() as usize)];
        let in_row = |y| {
            self.read_row(y, &mut row);
            row.iter().map(|&word| Span::count_in_word(word)).sum::<u64>()
        };
        (0..self.height()).map(in_row).sum()
    }

    /// The smallest rectangle that holds all living cells; `None` if there are none.
    pub fn bounding_box(&self) -> Option<Area> {
        self.whole().bounding_box()
    }

    /// The living cells (x, y), in reading order: row by row, from left to right.
    pub fn live_cells(&self) -> LiveCells<'_> {
        self.whole().live_cells()
    }

    /// The living cells as spans side by side, in reading order.
    pub fn spans(&self) -> Spans<'_> {
        self.whole().spans()
    }

    /// What lies in a rectangle; the part of it outside the field holds no life.
    pub const fn view(&self, area: Area) -> View<'_> {
        View::new(self, area)
    }

    const fn whole(&self) -> View<'_> {
        self.view(Area { x: 0, y: 0, width: self.width(), height: self.height() })
    }

    /// The living cells as a pattern: its size is the field's, and rule and bounds are the grid's.
    pub fn to_pattern(&self) -> Pattern {
        let mut pattern = self.whole().to_pattern();
        let bounds = (self.bounds.border() != Border::Ring).then_some(self.bounds);
        pattern.rule = Some(RuleSpec { rule: self.rule, bounds });
        pattern
    }

    /// Row `y`, a bit a cell: cell x is bit x % 64 of word x / 64, unused bits are 0. A row outside the field
    /// is all 0.
    ///
    /// # Panics
    /// If `row` has not width / 64 words, rounded up.
    pub fn read_row(&self, y: u64, row: &mut [u64]) {
        assert_eq!(row.len(), words(self.width() as usize), "a row of {} cells", self.width());
        let Some(inner) = self.within_ring(y, self.height()) else { return row.fill(0) };
        if self.margin() == 0 {
            return self.field.read_row(inner as usize, row);
        }
        row.fill(0);
        self.field.read_row(inner as usize, &mut row[..words(self.width() as usize - 2)]);
        let mut carry = 0;
        for word in row {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
    }

    /// The cells that can live: all, or those within the ring.
    pub(crate) fn inside_mut(&mut self) -> (&mut dyn Field, Shape) {
        (&mut *self.field, self.shape)
    }

    /// Writes a row as [`read_row`](Self::read_row) reads it; says no if that would give life to a cell
    /// outside the field or on the ring.
    pub(crate) fn write_row(&mut self, y: u64, row: &[u64]) -> bool {
        let margin = self.margin();
        let width = self.width() as usize;
        let Some(inner) = self.within_ring(y, self.height()) else {
            return row.iter().all(|&word| word == 0);
        };
        if margin == 0 {
            self.field.write_row(inner as usize, row);
            return true;
        }
        let ring = row[0] & 1 | row[(width - 1) / 64] >> ((width - 1) % 64) & 1;
        let next = row.iter().skip(1).chain(&[0]);
        let moved: Vec<u64> = row.iter().zip(next).map(|(word, next)| word >> 1 | next << 63).collect();
        self.field.write_row(inner as usize, &moved[..words(width - 2)]);
        ring == 0
    }

    /// The rows as bytes, each of width / 8 bytes, rounded up: cell x is bit x & 7 of byte x >> 3, unused
    /// bits are 0. Their SHA-256 is `sha256_rows` of a soup.
    pub fn row_bytes(&self) -> impl Iterator<Item = Vec<u8>> {
        let width = self.width() as usize;
        let mut row = vec![0; words(width)];
        (0..self.height()).map(move |y| {
            self.read_row(y, &mut row);
            let mut bytes = vec![0; width.div_ceil(8)];
            put_bytes(&row, &mut bytes);
            bytes
        })
    }

    /// The same of the rows from `first` on, one after the other in `bytes`, by all threads.
    ///
    /// ```
    /// use quadrille_life::{Grid, Rule, Settings};
    ///
    /// let mut grid = Grid::new(Rule::CONWAY, "11x9".parse()?, Settings::default())?;
    /// grid.set(10, 8, true)?;
    /// let mut bytes = [0; 2 * 2];
    /// grid.read_row_bytes(7, &mut bytes);
    /// assert_eq!(bytes, [0, 0, 0, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `bytes` is not a number of rows long, or there are not so many rows.
    pub fn read_row_bytes(&self, first: u64, bytes: &mut [u8]) {
        let width = self.width() as usize;
        let length = width.div_ceil(8);
        let rows = (bytes.len() / length) as u64;
        assert!(bytes.len().is_multiple_of(length), "{} bytes are no rows of {width} cells", bytes.len());
        assert!(first <= self.height() && rows <= self.height() - first, "{rows} rows from row {first} on");
        let at_once = (rows as usize).div_ceil(threads::count()).max(1);
        let mut parts: Vec<&mut [u8]> = bytes.chunks_mut(at_once * length).collect();
        threads::for_each(&mut parts, |(part, bytes)| {
            let mut row = vec![0; words(width)];
            for (y, bytes) in (first + (part * at_once) as u64..).zip(bytes.chunks_exact_mut(length)) {
                self.read_row(y, &mut row);
                put_bytes(&row, bytes);
            }
        });
    }

    /// Columns and rows of the ring.
    pub(crate) const fn margin(&self) -> u64 {
        matches!(self.bounds.border(), Border::Ring) as u64
    }

    /// Converts a column or row of the grid, which has `side` of them, to one of the cells that can
    /// live.
    fn within_ring(&self, at: u64, side: u64) -> Option<u64> {
        let margin = self.margin();
        (margin..side - margin).contains(&at).then(|| at - margin)
    }

    /// Where a cell of the grid is in the field of those that live.
    fn inside(&self, x: u64, y: u64) -> Option<(usize, usize)> {
        let (x, y) = (self.within_ring(x, self.width())?, self.within_ring(y, self.height())?);
        Some((x as usize, y as usize))
    }
}

/// Returns the error that a pattern does not fit a field: that it is too large, or that its position is wrong.
pub(crate) fn does_not_fit(pattern: &Pattern, extent: Area<i64>, bounds: Bounds) -> GridError {
    let Area { width, height, .. } = extent;
    let sides = [(bounds.width(), width), (bounds.height(), height)];
    let fits = sides.iter().all(|&(side, length)| side == 0 || length <= side);
    let Some(position) = pattern.position.as_ref().filter(|_| fits) else {
        return GridError::TooLarge { width, height, bounds: bounds.to_string() };
    };
    let range = sides.map(|(side, length)| match side {
        0 => "any".to_owned(),
        _ => format!("-{} to {}", side / 2, i128::from(side - side / 2) - i128::from(length)),
    });
    let [columns, rows] = range;
    let range = format!("columns {columns} and rows {rows} for a pattern of {width} × {height} cells");
    position.outside(format!("a field of {bounds}"), range).into()
}

/// A row as bytes; those of the last word that are beyond the row have no place.
fn put_bytes(row: &[u64], bytes: &mut [u8]) {
    for (bytes, word) in bytes.chunks_mut(8).zip(row) {
        bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grid")
            .field("rule", &self.rule)
            .field("bounds", &self.bounds)
            .field("engine", &self.settings.engine)
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}
