//! The error type of grids.

use thiserror::Error;

use quadrille_progress::Cancelled;

use crate::bounds::Bounds;
use crate::engine::EngineError;
use crate::memory::MemoryError;
use crate::position::PositionError;

/// The error of constructing, filling or changing a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// The grid exceeds the memory limit.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The bounds have an unbounded side, which only a [`Strip`](crate::Strip) supports.
    #[error("a field of {bounds} has an unbounded side; expected bounds without a side of 0")]
    Unlimited {
        /// The bounds.
        bounds: Bounds,
    },
    /// The requested engine does not support the rule, or does not support bounded fields.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The observer cancelled a long call.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The number of generations exceeds 64 bits.
    #[error("a grid counts at most 2^64 - 1 generations")]
    EndOfCount,
    /// The pattern's box is larger than the field.
    #[error("the pattern's {width} × {height} cells do not fit a field of {bounds}")]
    TooLarge {
        /// Columns of the pattern.
        width: u64,
        /// Rows of the pattern.
        height: u64,
        /// The field's size and border.
        bounds: String,
    },
    /// The pattern would fit, but not at its declared position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A cell of the pattern lies outside the size that its file declares.
    #[error("the pattern has a living cell at ({x}, {y}), outside its declared size of {width} × {height}")]
    OutsidePattern {
        /// Column.
        x: i64,
        /// Row.
        y: i64,
        /// Columns of the declared size.
        width: u64,
        /// Rows of the declared size.
        height: u64,
    },
    /// There is no cell at these coordinates, or the cell is one of the outermost cells of a field
    /// with the border `ring`, which are always dead.
    #[error("cell ({x}, {y}) is outside the field of {bounds} or on its dead ring")]
    NoCell {
        /// Column.
        x: u64,
        /// Row.
        y: u64,
        /// The field's size and border.
        bounds: String,
    },
}
