//! Rectangles of cells.

use serde::Serialize;

/// A rectangle of cells: `width` × `height` from the cell (`x`, `y`) on, y down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Area<C = u64> {
    /// The leftmost column.
    pub x: C,
    /// The topmost row.
    pub y: C,
    /// Columns.
    pub width: u64,
    /// Rows.
    pub height: u64,
}
