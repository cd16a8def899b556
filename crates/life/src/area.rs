//! Rectangles of cells.

use num_bigint::{BigInt, BigUint};

/// A rectangle of cells with the top-left cell (`x`, `y`); rows are numbered downwards.
///
/// `C` is the type of coordinates, `L` the type of lengths. Coordinates on an unbounded plane are
/// signed. Engines without a 64-bit limit use integers of arbitrary size for coordinates and
/// lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Area<C = u64, L = u64> {
    /// The leftmost column.
    pub x: C,
    /// The topmost row.
    pub y: C,
    /// The number of columns.
    pub width: L,
    /// The number of rows.
    pub height: L,
}

impl<C: Into<BigInt>, L: Into<BigUint>> Area<C, L> {
    /// Converts the coordinates and lengths to integers of arbitrary size.
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
