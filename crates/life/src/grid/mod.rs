//! The grid: a bounded field of cells that goes on from generation to generation.

mod cells;
mod error;
mod view;

use std::fmt;
use std::ops::ControlFlow;

use quadrille_lanes::Level;
use quadrille_random::splitmix64::{GOLDEN_GAMMA, mix};

pub use cells::{LiveCells, Runs};
pub use error::GridError;
pub use view::View;

use crate::area::Area;
use crate::engine::Engine;
use crate::field::{Field, Shape, words};
use crate::ladder;
use crate::memory::{Memory, MemoryError};
use crate::pattern::Pattern;
use crate::rule::Rule;
use crate::universe::{Border, Bounds, Universe};
use crate::watch::{Report, Snapshot, Stopped, generations_between_reports};

/// How a grid does its work; never what comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Who does it.
    pub engine: Engine,
    /// With which vectors.
    pub level: Level,
    /// How much memory it may take, in bytes.
    pub memory: u64,
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
pub struct Grid {
    rule: Rule,
    bounds: Bounds,
    settings: Settings,
    /// The rung at work.
    rung: usize,
    generation: u64,
    /// The cells that live: all, or those within the ring.
    field: Box<dyn Field>,
}

impl Grid {
    /// A field of dead cells. Memory and time are linear in the cells.
    ///
    /// # Errors
    /// If it does not fit the memory, or the engine does not know the rule.
    pub fn new(rule: Rule, bounds: Bounds, settings: Settings) -> Result<Self, GridError> {
        // No rung takes less than a bit a cell.
        let bytes = u128::from(bounds.width()) * u128::from(bounds.height()) / 8;
        let too_large = || MemoryError { bytes, limit: settings.memory };
        let shape =
            Shape::inside(bounds).filter(|_| bytes <= settings.memory.into()).ok_or_else(too_large)?;
        let rung = match settings.engine {
            Engine::Auto | Engine::Grid => ladder::best(shape),
            Engine::Rung(number) => number,
        };
        let field = ladder::field(rung, shape, rule, settings.level, &mut Memory::new(settings.memory))??;
        Ok(Self { rule, bounds, settings, rung, generation: 0, field })
    }

    /// The pattern in the middle of a field: its [`extent`](Pattern::extent) of w × h cells starts at column ⌊W/2⌋ − ⌊w/2⌋ and row
    /// ⌊H/2⌋ − ⌊h/2⌋, or where its position says, counted from (⌊W/2⌋, ⌊H/2⌋). Rule and bounds are those given, not the
    /// pattern's.
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
        let does_not_fit = || GridError::TooLarge { width, height, bounds: self.bounds.to_string() };
        let middle = |side: u64, extent: u64| i128::from(side / 2) - i128::from(extent / 2);
        let (left, top) = match pattern.position {
            Some((x, y)) => {
                (i128::from(self.width() / 2) + i128::from(x), i128::from(self.height() / 2) + i128::from(y))
            }
            None => (middle(self.width(), width), middle(self.height(), height)),
        };
        let fits = |at: i128, extent: u64, side: u64| at >= 0 && at + i128::from(extent) <= i128::from(side);
        if !fits(left, width, self.width()) || !fits(top, height, self.height()) {
            return Err(does_not_fit());
        }
        let mut row = vec![0; words(self.width() as usize)];
        for runs in pattern.runs().chunk_by(|a, b| a.y == b.y) {
            row.fill(0);
            for run in runs {
                let inside = i128::from(run.x) - i128::from(extent.x);
                let below = i128::from(run.y) - i128::from(extent.y);
                let end = inside + i128::from(run.length);
                if inside < 0 || below < 0 || end > i128::from(width) || below >= i128::from(height) {
                    return Err(GridError::OutsidePattern { x: run.x, y: run.y, width, height });
                }
                cells::set_run(&mut row, (left + inside) as usize, run.length as usize);
            }
            let y = (top + i128::from(runs[0].y) - i128::from(extent.y)) as u64;
            if !self.write_row(y, &row) {
                return Err(GridError::NoCell { x: left as u64, y, bounds: self.bounds.to_string() });
            }
        }
        Ok(())
    }

    /// The rule.
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

    /// Rows.
    pub const fn height(&self) -> u64 {
        self.bounds.height()
    }

    /// How the work is done, as asked for.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// The rung of the ladder that does the work.
    pub const fn rung(&self) -> usize {
        self.rung
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
    /// If there is no such cell, or it belongs to the ring that stays dead (taking life from that is no error).
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

    /// One generation.
    pub fn step(&mut self) {
        self.step_n(1);
    }

    /// That many generations: much faster than as many single steps.
    pub fn step_n(&mut self, generations: u64) {
        self.field.advance(generations);
        self.generation = self.generation.wrapping_add(generations);
    }

    /// That many generations, with a report every so often.
    ///
    /// # Errors
    /// [`Stopped`] if `report` says so; the grid then stands where it had come to.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use quadrille_life::{Grid, Rule, Settings, Stopped};
    ///
    /// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, Settings::default())?;
    /// assert_eq!(grid.run(1000, &mut |_| ControlFlow::Continue(())), Ok(()));
    /// assert_eq!(grid.run(1000, &mut |_| ControlFlow::Break(())), Err(Stopped));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&mut self, generations: u64, report: Report<'_>) -> Result<(), Stopped> {
        let most = generations_between_reports(self.width().saturating_mul(self.height()));
        let mut done = 0;
        while done < generations {
            let now = most.min(generations - done);
            self.step_n(now);
            done += now;
            if report(Snapshot { done, generations }) == ControlFlow::Break(()) {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// How many cells live. Linear in the cells.
    pub fn population(&self) -> u64 {
        Shape::inside(self.bounds).map_or(0, |shape| self.field.population(shape))
    }

    /// The smallest rectangle that holds all living cells; `None` if there are none.
    pub fn bounding_box(&self) -> Option<Area> {
        self.whole().bounding_box()
    }

    /// The living cells (x, y), in reading order: row by row, from left to right.
    pub fn live_cells(&self) -> LiveCells<'_> {
        self.whole().live_cells()
    }

    /// The living cells as runs side by side, in reading order.
    pub fn runs(&self) -> Runs<'_> {
        self.whole().runs()
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
        pattern.universe = Some(Universe { rule: self.rule, bounds });
        pattern
    }

    /// Row `y`, a bit a cell: cell x is bit x % 64 of word x / 64, unused bits are 0. A row outside the field is all 0.
    ///
    /// # Panics
    /// If `row` has not width / 64 words, rounded up.
    pub fn read_row(&self, y: u64, row: &mut [u64]) {
        assert_eq!(row.len(), words(self.width() as usize), "a row of {} cells", self.width());
        let Some(inner) = y.checked_sub(self.margin()).filter(|&y| y + 2 * self.margin() < self.height())
        else {
            return row.fill(0);
        };
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

    /// Writes row `y` of the cells that live.
    pub(crate) fn write_inside(&mut self, y: u64, row: &[u64]) {
        self.field.write_row(y as usize, row);
    }

    /// Writes a row as [`read_row`](Self::read_row) reads it; says no if that would give life to a cell outside the field or on the
    /// ring.
    pub(crate) fn write_row(&mut self, y: u64, row: &[u64]) -> bool {
        let margin = self.margin();
        let width = self.width() as usize;
        let inner = y.checked_sub(margin).filter(|&y| y + 2 * margin < self.height());
        let Some(inner) = inner else { return row.iter().all(|&word| word == 0) };
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

    /// The rows as bytes, each of width / 8 bytes, rounded up: cell x is bit x & 7 of byte x >> 3, unused bits are 0. Their SHA-256
    /// is `sha256_rows` of a soup.
    pub fn row_bytes(&self) -> impl Iterator<Item = Vec<u8>> {
        let width = self.width() as usize;
        let mut row = vec![0; words(width)];
        (0..self.height()).map(move |y| {
            self.read_row(y, &mut row);
            let mut bytes: Vec<u8> = row.iter().flat_map(|word| word.to_le_bytes()).collect();
            bytes.truncate(width.div_ceil(8));
            bytes
        })
    }

    /// A 64-bit hash of the living cells and where they are, counted from the field's top-left cell: the same for every engine,
    /// and for every field, whatever its size, with the same cells.
    ///
    /// It is the sum, modulo 2⁶⁴, of mix(mix(y + γ) + x) over all living cells (x, y), with `mix` and γ those of
    /// [`splitmix64`](quadrille_random::splitmix64); 0 where nothing lives. Two fields that differ have the same hash once in
    /// about 2⁶⁴ cases; it is no defence against someone who looks for them.
    ///
    /// ```
    /// use quadrille_life::{Grid, Rule, Settings};
    /// use quadrille_random::splitmix64::{GOLDEN_GAMMA, mix};
    ///
    /// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, Settings::default())?;
    /// assert_eq!(grid.hash(), 0);
    /// grid.set(5, 2, true)?;
    /// assert_eq!(grid.hash(), mix(mix(2u64.wrapping_add(GOLDEN_GAMMA)).wrapping_add(5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hash(&self) -> u64 {
        let row = |y: u64| mix(y.wrapping_add(GOLDEN_GAMMA));
        let mut last = (0, row(0));
        self.live_cells().fold(0u64, |sum, (x, y)| {
            if y != last.0 {
                last = (y, row(y));
            }
            sum.wrapping_add(mix(last.1.wrapping_add(x)))
        })
    }

    /// The article's fingerprint, column by column from the left, each from the top: h = 31·h + x, then h = 31·h + y for every
    /// living cell, wrapping at 32 bits. Columns and rows beyond 2³² count modulo that. Takes as much memory again as the cells have bits.
    pub fn fingerprint(&self) -> i32 {
        cells::by_columns(self).fold(0i32, |h, (x, y)| {
            let h = h.wrapping_mul(31).wrapping_add(x as i32);
            h.wrapping_mul(31).wrapping_add(y as i32)
        })
    }

    /// Columns and rows of the ring.
    pub(crate) const fn margin(&self) -> u64 {
        matches!(self.bounds.border(), Border::Ring) as u64
    }

    /// Where a cell of the grid is in the field of those that live.
    fn inside(&self, x: u64, y: u64) -> Option<(usize, usize)> {
        let margin = self.margin();
        let (inner_x, inner_y) = (x.checked_sub(margin)?, y.checked_sub(margin)?);
        let fits = inner_x + 2 * margin < self.width() && inner_y + 2 * margin < self.height();
        fits.then_some((inner_x as usize, inner_y as usize))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grid")
            .field("rule", &self.rule)
            .field("bounds", &self.bounds)
            .field("rung", &self.rung)
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}
