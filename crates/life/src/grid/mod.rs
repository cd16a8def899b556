//! The grid: a bounded field of cells.

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
pub use view::GridView;

use crate::area::Area;
use crate::bounds::{Border, Bounds};
use crate::engine::{Engine, is_shared_out};
use crate::field::{Field, Shape, words};
use crate::kernels::threads;
use crate::memory::{Memory, MemoryError};
use crate::pattern::{Pattern, Span};
use crate::rule::Rule;
use crate::rule_spec::RuleSpec;

/// Execution settings of an engine; they never affect results.
///
/// ```
/// use quadrille_life::{Engine, Level, EngineSettings};
///
/// let settings = EngineSettings::default().engine(Engine::Grid).memory(1 << 30);
/// assert_eq!((settings.engine, settings.level), (Engine::Grid, Level::best()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineSettings {
    /// The engine.
    pub engine: Engine,
    /// The vector level.
    pub level: Level,
    /// The memory limit in bytes.
    pub memory: u64,
}

impl EngineSettings {
    /// Sets the engine.
    #[must_use]
    pub const fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Sets the vector level.
    #[must_use]
    pub const fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Sets the memory limit in bytes.
    #[must_use]
    pub const fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }
}

impl Default for EngineSettings {
    /// Returns settings with an automatic choice of the engine, the best vector level, and no
    /// memory limit.
    fn default() -> Self {
        Self { engine: Engine::Auto, level: Level::best(), memory: u64::MAX }
    }
}

/// A bounded field of cells under a rule. Column 0 is on the left, row 0 at the top.
///
/// ```
/// use quadrille_life::{Bounds, Grid, Pattern, Rule, EngineSettings};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// let bounds: Bounds = "16x16:torus".parse()?;
/// let mut grid = Grid::from_pattern(&glider, Rule::CONWAY, bounds, EngineSettings::default())?;
/// let before = grid.hash();
///
/// // The glider moves one cell down and right in four generations: around the torus in 64.
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
    settings: EngineSettings,
    /// The size of the part of the field whose cells can live.
    shape: Shape,
    /// Whether the field is large enough for several threads.
    shared_out: bool,
    generation: u64,
    /// The region in which cells can live: the field without its dead ring, if there is one.
    field: Box<dyn Field>,
}

impl Grid {
    /// Creates a field of dead cells. Memory and time are linear in the cells.
    ///
    /// # Errors
    /// If the field exceeds the memory limit, if it has an unbounded side, or if the engine does
    /// not support the rule.
    pub fn new(rule: Rule, bounds: Bounds, settings: EngineSettings) -> Result<Self, GridError> {
        if bounds.is_unlimited() {
            return Err(GridError::Unlimited { bounds });
        }
        // A lower bound for all implementations: one bit per cell.
        let bytes = u128::from(bounds.width()) * u128::from(bounds.height()) / 8;
        let too_large = || MemoryError { bytes, limit: settings.memory };
        let shape =
            Shape::inside(bounds).filter(|_| bytes <= settings.memory.into()).ok_or_else(too_large)?;
        let memory = &mut Memory::new(settings.memory);
        let field = Self::field(bounds, shape, rule, settings, memory)?;
        let shared_out = is_shared_out(if bounds.is_plain() { shape } else { Joined::with_margin(shape) });
        Ok(Self { rule, bounds, settings, shape, shared_out, generation: 0, field })
    }

    /// Creates the inner field, which contains only the cells that can live.
    fn field(
        bounds: Bounds,
        shape: Shape,
        rule: Rule,
        settings: EngineSettings,
        memory: &mut Memory,
    ) -> Result<Box<dyn Field>, GridError> {
        let EngineSettings { engine, level, .. } = settings;
        if bounds.is_plain() {
            return engine.field(shape, rule, level, memory);
        }
        let inner = engine.field::<GridError>(Joined::with_margin(shape), rule, level, memory)?;
        Ok(Box::new(Joined::new(bounds, shape, inner)))
    }

    /// Returns an upper bound on the memory of a field in bytes, for any number of threads.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn bytes(rule: Rule, bounds: Bounds, settings: EngineSettings) -> Result<u64, GridError> {
        let bits = u128::from(bounds.width()) * u128::from(bounds.height()) / 8;
        let too_large = || MemoryError { bytes: bits, limit: settings.memory };
        let shape = Shape::inside(bounds).filter(|_| bits <= settings.memory.into()).ok_or_else(too_large)?;
        let shape = if bounds.is_plain() { shape } else { Joined::with_margin(shape) };
        let memory = &mut Memory::new(settings.memory);
        settings.engine.field_in_one_band::<GridError>(shape, rule, settings.level, memory)?;
        // With several threads, each band also stores copies of adjacent rows (its halo). The
        // additional eighth covers these copies.
        Ok(memory.taken() + memory.taken() / 8)
    }

    /// Creates a field of W × H cells with a pattern in its middle, or at the pattern's declared
    /// position.
    ///
    /// In the middle, the pattern's [`extent`](Pattern::extent) of w × h cells starts at column
    /// ⌊W/2⌋ − ⌊w/2⌋ and row ⌊H/2⌋ − ⌊h/2⌋. A declared position counts from the cell (⌊W/2⌋,
    /// ⌊H/2⌋). The rule and bounds of the pattern itself are ignored.
    ///
    /// # Errors
    /// Those of [`new`](Self::new). Also fails if the pattern does not fit.
    pub fn from_pattern(
        pattern: &Pattern,
        rule: Rule,
        bounds: Bounds,
        settings: EngineSettings,
    ) -> Result<Self, GridError> {
        let mut grid = Self::new(rule, bounds, settings)?;
        if let Some(extent) = pattern.extent() {
            grid.place(pattern, extent)?;
        }
        Ok(grid)
    }

    /// Places a pattern on the empty grid.
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

    /// Returns the rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the size and border.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> u64 {
        self.bounds.width()
    }

    /// Returns the number of rows, including those of a dead ring.
    pub const fn height(&self) -> u64 {
        self.bounds.height()
    }

    /// Returns the settings that the grid was created with.
    pub const fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// Returns whether the engine [`Grid`](Engine::Grid) divides the work on this field among
    /// threads, if several are available.
    pub const fn is_shared_out(&self) -> bool {
        self.shared_out
    }

    /// Returns the number of generations since the grid was created.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns whether the cell in column `x` of row `y` lives; `false` outside the field.
    pub fn get(&self, x: u64, y: u64) -> bool {
        self.inside(x, y).is_some_and(|(x, y)| self.field.get(x, y))
    }

    /// Sets the cell in column `x` of row `y` to alive or dead.
    ///
    /// # Errors
    /// If there is no such cell, or it belongs to the dead ring and `alive` is `true`.
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

    /// Changes the rule and keeps the cells. Time is linear in the cells; the memory for a second
    /// field is needed temporarily.
    ///
    /// # Errors
    /// If there is not enough memory, or the engine does not support the rule; the grid is then
    /// unchanged.
    ///
    /// ```
    /// use quadrille_life::{Grid, Pattern, Rule, EngineSettings};
    ///
    /// let blinker: Pattern = "3o!".parse()?;
    /// let mut grid = Grid::from_pattern(&blinker, Rule::CONWAY, "9x9".parse()?, EngineSettings::default())?;
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

    /// Advances by one generation.
    pub fn step(&mut self) {
        self.step_n(1);
    }

    /// Advances by the given number of generations. One call is much faster than `generations`
    /// calls of [`step`](Self::step).
    pub fn step_n(&mut self, generations: u64) {
        self.field.advance(generations);
        self.generation = self.generation.wrapping_add(generations);
    }

    /// Advances by the given number of generations, like [`step_n`](Self::step_n). About every 10
    /// to 40 ms, `observer` receives the number of generations done and can cancel the call.
    ///
    /// Only whole generations are computed: if one of them takes long on a large field,
    /// cancellation waits for its end. The default engine needs about a tenth of a second for a
    /// generation of 2³³ cells.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels; the grid then remains at the last completed
    /// generation, from which it can continue.
    ///
    /// ```
    /// use quadrille_life::{CancelToken, Cancelled, Grid, Rule, EngineSettings};
    ///
    /// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, EngineSettings::default())?;
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

    /// Returns the number of living cells. Time is linear in the cells.
    pub fn population(&self) -> u64 {
        self.field.population(self.shape)
    }

    /// Returns an upper bound of the number of spans of living cells. A span counts once for each
    /// 64-bit word of a row that it touches. Time is linear in the cells.
    pub fn span_count(&self) -> u64 {
        let mut row = vec![0; words(self.width() as usize)];
        let in_row = |y| {
            self.read_row(y, &mut row);
            row.iter().map(|&word| Span::count_in_word(word)).sum::<u64>()
        };
        (0..self.height()).map(in_row).sum()
    }

    /// Returns the smallest rectangle that contains all living cells; `None` if there are none.
    pub fn bounding_box(&self) -> Option<Area> {
        self.whole().bounding_box()
    }

    /// Returns the living cells (x, y) in reading order: row by row, from left to right.
    pub fn live_cells(&self) -> LiveCells<'_> {
        self.whole().live_cells()
    }

    /// Returns the living cells as spans, in reading order.
    pub fn spans(&self) -> Spans<'_> {
        self.whole().spans()
    }

    /// Returns a view of a rectangle; cells outside the field are dead.
    pub const fn view(&self, area: Area) -> GridView<'_> {
        GridView::new(self, area)
    }

    const fn whole(&self) -> GridView<'_> {
        self.view(Area { x: 0, y: 0, width: self.width(), height: self.height() })
    }

    /// Returns the living cells as a pattern with the field's size, the grid's rule and its bounds.
    /// Bounds with a dead ring are omitted, since no file format can express them.
    pub fn to_pattern(&self) -> Pattern {
        let mut pattern = self.whole().to_pattern();
        let bounds = (self.bounds.border() != Border::Ring).then_some(self.bounds);
        pattern.rule = Some(RuleSpec { rule: self.rule, bounds });
        pattern
    }

    /// Reads row `y`, one bit per cell: cell x is bit x % 64 of word x / 64, and unused bits are 0.
    /// A row outside the field is all 0.
    ///
    /// # Panics
    /// If the length of `row` is not ⌈width / 64⌉ words.
    pub fn read_row(&self, y: u64, row: &mut [u64]) {
        assert_eq!(
            row.len(),
            words(self.width() as usize),
            "wrong number of words for a row of {} cells",
            self.width()
        );
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

    /// Returns the inner field and its shape. A dead ring is not part of the inner field.
    pub(crate) fn inside_mut(&mut self) -> (&mut dyn Field, Shape) {
        (&mut *self.field, self.shape)
    }

    /// Writes a row in the form of [`read_row`](Self::read_row). Returns `false` if a living cell
    /// lies outside the field or on the dead ring.
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

    /// Returns the rows as ⌈width / 8⌉ bytes each: cell x is bit x & 7 of byte x >> 3, and unused
    /// bits are 0. In the results of a soup, `sha256_rows` is the SHA-256 of these bytes.
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

    /// Reads the bytes of consecutive rows from row `first` on, in the form of
    /// [`row_bytes`](Self::row_bytes), on all threads.
    ///
    /// ```
    /// use quadrille_life::{Grid, Rule, EngineSettings};
    ///
    /// let mut grid = Grid::new(Rule::CONWAY, "11x9".parse()?, EngineSettings::default())?;
    /// grid.set(10, 8, true)?;
    /// let mut bytes = [0; 2 * 2];
    /// grid.read_row_bytes(7, &mut bytes);
    /// assert_eq!(bytes, [0, 0, 0, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the length of `bytes` is not a whole number of rows, or the rows extend beyond the last
    /// row of the grid.
    pub fn read_row_bytes(&self, first: u64, bytes: &mut [u8]) {
        let width = self.width() as usize;
        let length = width.div_ceil(8);
        let rows = (bytes.len() / length) as u64;
        assert!(
            bytes.len().is_multiple_of(length),
            "{} bytes are not whole rows of {width} cells",
            bytes.len()
        );
        assert!(
            first <= self.height() && rows <= self.height() - first,
            "{rows} rows from row {first} on exceed the grid"
        );
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

    /// Returns the width of the dead ring: 1 or 0.
    pub(crate) const fn margin(&self) -> u64 {
        matches!(self.bounds.border(), Border::Ring) as u64
    }

    /// Converts a column (or row) of the grid to a column (or row) of the inner field, in which
    /// cells can live. `side` is the number of columns (or rows) of the grid. Returns `None` on the
    /// dead ring or outside the grid.
    fn within_ring(&self, at: u64, side: u64) -> Option<u64> {
        let margin = self.margin();
        (margin..side - margin).contains(&at).then(|| at - margin)
    }

    /// Converts coordinates of the grid to coordinates of the inner field, in which cells can live.
    /// Returns `None` on the dead ring or outside the grid.
    fn inside(&self, x: u64, y: u64) -> Option<(usize, usize)> {
        let (x, y) = (self.within_ring(x, self.width())?, self.within_ring(y, self.height())?);
        Some((x as usize, y as usize))
    }
}

/// Returns the error of a pattern that does not fit a field: the pattern is too large, or its
/// position is outside the field.
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

/// Writes a row as bytes. Bytes of the last word that lie beyond the end of the row are dropped.
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
