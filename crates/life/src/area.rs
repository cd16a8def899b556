//! Rectangles of cells.

use num_bigint::{BigInt, BigUint};

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

impl<C: Into<BigInt>, L: Into<BigUint>> Area<C, L> {
    /// The same rectangle in numbers of any length.
    ///
    /// ```
    /// use quadrille_life::Area;
    ///
    /// let area = Area { x: -3i64, y: 4, width: 10u64, height: 1 }.wide();
    /// assert_eq!((area.x.to_string(), area.width.to_string()), ("-3".to_owned(), "10".to_owned()));
    /// ```
    pub fn wide(self) -> Area<BigInt, BigUint> {
        Area { x: self.x.into(), y: self.y.into(), width: self.width.into(), height: self.height.into() }
    }
}
