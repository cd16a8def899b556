//! The errors of tables.

use quadrille_table::tables::TooManyTables;
pub use quadrille_table::tables::{TablesError, WhyIllegal};

use crate::encodings::EncodingError;
use crate::game::{CallError, IllegalMove};
use crate::rules::Rules;

/// The error of creating tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// Too many tables.
    #[error(transparent)]
    TooMany(#[from] TooManyTables),
    /// Under the given rules, some moves have no action id.
    #[error(
        "under the rules `{found}` there are moves without an action id; expected `rlcard` or `pagat`, optionally with `no-trio-pair` or `no-four-two`"
    )]
    Rules {
        /// The rules.
        found: Rules,
    },
}

/// The error of a step. The tables are then unchanged.
pub type StepError = quadrille_table::tables::StepError<IllegalAction>;

/// The reason why an action with a valid id is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// The action is a move, but the auction is not over.
    #[error("expected a call, found a move")]
    MoveInAuction,
    /// The action is a call, but the auction is over.
    #[error("expected a move, found a call")]
    CallInPlay,
    /// An illegal call.
    #[error(transparent)]
    Call(#[from] CallError),
    /// An illegal move.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// The error of encoding a table. Nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// An unknown table, or a slice of the wrong length.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The auction is not over, but encodings exist only for play.
    #[error("table {table}: the auction is not over; encodings exist only for play")]
    InAuction {
        /// The index of the table.
        table: usize,
    },
    /// A slice has the wrong length, or the input is inconsistent.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}
