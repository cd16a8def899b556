//! A part of the plane from afar.

/// A rectangle of dots, each of which stands for a square of 2ⁿ × 2ⁿ cells and is set if any of them lives.
///
/// Squares are those whose first column and row are multiples of 2ⁿ: zooming in divides a dot into four.
///
/// ```
/// use quadrille_life::{Pattern, Rule, Settings, Tiles};
///
/// let far = Pattern::from_cells([(-1, 0), (100, 7)]);
/// let plane = Tiles::from_pattern(&far, Rule::CONWAY, Settings::default())?;
/// // From the dot of 8 × 8 cells in which (−16, 0) lies.
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
    /// So many columns and rows without life.
    pub(crate) fn new((columns, rows): (usize, usize)) -> Self {
        Self { columns, rows, set: vec![false; columns * rows] }
    }

    /// Dots a row.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// How many rows of dots.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Whether anything lives in the dot in that column and row, both counted from 0; nothing does outside.
    pub fn get(&self, column: usize, row: usize) -> bool {
        column < self.columns && row < self.rows && self.set[row * self.columns + column]
    }

    /// Sets a dot; one outside is no dot.
    pub(crate) fn set(&mut self, column: usize, row: usize) {
        if column < self.columns && row < self.rows {
            self.set[row * self.columns + column] = true;
        }
    }
}
