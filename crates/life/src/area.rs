//! Rectangles of cells.

/// A rectangle of cells: `width` × `height` from the cell (`x`, `y`) on, y down. Coordinates have a sign
/// where there is an unbounded plane, and both types may be longer than 64 bits where an engine counts
/// farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Area<C = u64, L = u64> {
    /// The leftmost column.
    pub x: C,
    /// The topmost row.
    pub y: C,
    /// Columns.
    pub width: L,
    /// How many rows, from `y` downwards.
    pub height: L,
}
