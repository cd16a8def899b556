//! A downscaled view of a part of the plane.

/// A rectangle of dots: each dot represents a square of cells and is set if any of these cells
/// lives.
///
/// The side of the square is a power of two, and the first column and row of the square are
/// multiples of its side. If the side is halved, each dot is replaced by four dots.
///
/// ```
/// use quadrille_life::{Pattern, Rule, EngineSettings, Tiles};
///
/// let far = Pattern::from_cells([(-1, 0), (100, 7)]);
/// let plane = Tiles::from_pattern(&far, Rule::CONWAY, EngineSettings::default())?;
/// // The first dot is the square of 8 × 8 cells that contains (−16, 0).
/// let dots = plane.dots(-16, 0, (16, 2), 3);
/// let set: Vec<usize> = (0..dots.columns()).filter(|&column| dots.get(column, 0)).collect();
/// assert_eq!(set, [1, 14]);
/// # Ok::<(), quadrille_life::TilesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dots {
    columns: usize,
    rows: usize,
    set: Vec<bool>,
}

impl Dots {
    /// Returns a rectangle of the given numbers of columns and rows, with no dot set.
    pub(crate) fn new((columns, rows): (usize, usize)) -> Self {
        Self { columns, rows, set: vec![false; columns * rows] }
    }

    /// Returns the number of columns of dots.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of rows of dots.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns whether the dot in this column and row, counted from 0, holds a living cell; `false`
    /// outside the rectangle.
    pub fn get(&self, column: usize, row: usize) -> bool {
        column < self.columns && row < self.rows && self.set[row * self.columns + column]
    }

    /// Sets a dot; a column or row outside the rectangle is ignored.
    pub(crate) fn set(&mut self, column: usize, row: usize) {
        if column < self.columns && row < self.rows {
            self.set[row * self.columns + column] = true;
        }
    }
}
