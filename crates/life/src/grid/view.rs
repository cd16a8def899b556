//! A rectangle of a grid, read in place.

use super::Grid;
use super::cells::{LiveCells, Rows, Spans};
use crate::area::Area;
use crate::pattern::{Pattern, Span};

/// A view of a rectangle of a [`Grid`], without copying. Columns and rows count from the field's
/// top-left cell.
///
/// ```
/// use quadrille_life::{Area, Grid, Rule, EngineSettings};
///
/// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, EngineSettings::default())?;
/// grid.set(2, 3, true)?;
/// grid.set(6, 3, true)?;
/// let left = grid.view(Area { x: 0, y: 0, width: 4, height: 8 });
/// assert_eq!(left.population(), 1);
/// assert_eq!(left.live_cells().collect::<Vec<_>>(), [(2, 3)]);
/// assert!(!left.get(6, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GridView<'a> {
    grid: &'a Grid,
    area: Area,
}

impl<'a> GridView<'a> {
    pub(super) const fn new(grid: &'a Grid, area: Area) -> Self {
        Self { grid, area }
    }

    /// Returns the grid.
    pub const fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// Returns the rectangle.
    pub const fn area(&self) -> Area {
        self.area
    }

    /// Returns whether the cell in column `x` of row `y` lives; `false` outside the rectangle.
    pub fn get(&self, x: u64, y: u64) -> bool {
        let Area { x: left, y: top, width, height } = self.area;
        let within = |at: u64, from: u64, length: u64| at.checked_sub(from).is_some_and(|at| at < length);
        within(x, left, width) && within(y, top, height) && self.grid.get(x, y)
    }

    /// Returns the number of living cells in the rectangle.
    pub fn population(&self) -> u64 {
        let mut rows = Rows::new(self.grid, self.area);
        let mut sum = 0;
        while let Some(row) = rows.next() {
            sum += row.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        }
        sum
    }

    /// Returns the smallest rectangle that contains the living cells of the view; `None` if there
    /// are none.
    pub fn bounding_box(&self) -> Option<Area> {
        let mut rows = Rows::new(self.grid, self.area);
        let mut found: Option<(u64, u64)> = None;
        let mut columns = (u64::MAX, 0);
        while let Some(row) = rows.next() {
            let Some(first) = row.iter().position(|&word| word != 0) else { continue };
            let last = row.iter().rposition(|&word| word != 0).unwrap_or(first);
            columns.0 = columns.0.min(first as u64 * 64 + u64::from(row[first].trailing_zeros()));
            columns.1 = columns.1.max(last as u64 * 64 + 63 - u64::from(row[last].leading_zeros()));
            found = Some((found.map_or(rows.y, |(top, _)| top), rows.y));
        }
        let (top, bottom) = found?;
        Some(Area { x: columns.0, y: top, width: columns.1 - columns.0 + 1, height: bottom - top + 1 })
    }

    /// Returns the living cells, in reading order.
    pub fn live_cells(&self) -> LiveCells<'a> {
        LiveCells::new(self.grid, self.area)
    }

    /// Returns the living cells as spans, in reading order.
    pub fn spans(&self) -> Spans<'a> {
        Spans::new(self.grid, self.area)
    }

    /// Returns the living cells as a pattern of the rectangle's size. The rectangle's top-left cell
    /// becomes (0, 0).
    pub fn to_pattern(&self) -> Pattern {
        let Area { x, y, width, height } = self.area;
        let mut pattern = Pattern::from_spans(self.spans().map(|span| Span {
            y: span.y.wrapping_sub_unsigned(y),
            x: span.x.wrapping_sub_unsigned(x),
            length: span.length,
        }));
        pattern.size = Some((width, height));
        pattern
    }
}
