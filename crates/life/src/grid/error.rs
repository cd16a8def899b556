//! Why there is no such grid.

use thiserror::Error;

use quadrille_progress::Cancelled;

use crate::bounds::Bounds;
use crate::engine::EngineError;
use crate::memory::MemoryError;
use crate::position::PositionError;

/// Why a grid could not be made, filled or changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// It takes more memory than it may.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The bounds have a side without an end: what a [`Strip`](crate::Strip) is for.
    #[error("a field of {bounds} has a side without an end; expected two sides above 0")]
    Unlimited {
        /// The bounds.
        bounds: Bounds,
    },
    /// The engine asked for cannot do it.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The observer of a long call said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// There are more generations than 64 bits count.
    #[error("more than 2^64 - 1 generations are more than a grid counts")]
    EndOfCount,
    /// The pattern does not fit.
    #[error("the pattern's {width} × {height} cells do not fit a field of {bounds}")]
    TooLarge {
        /// Columns of the pattern.
        width: u64,
        /// Rows of the pattern.
        height: u64,
        /// The field's size and border.
        bounds: String,
    },
    /// The pattern would fit, but not at its position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A cell of the pattern lies outside the size that its file names.
    #[error("the pattern has a living cell at ({x}, {y}), outside its own size of {width} × {height}")]
    OutsidePattern {
        /// Column.
        x: i64,
        /// Row.
        y: i64,
        /// Columns of the size named.
        width: u64,
        /// Rows of it.
        height: u64,
    },
    /// There is no such cell, or it belongs to the ring that stays dead.
    #[error("there is no cell ({x}, {y}) to change in a field of {bounds}")]
    NoCell {
        /// Column.
        x: u64,
        /// Row.
        y: u64,
        /// The field's size and border.
        bounds: String,
    },
}
