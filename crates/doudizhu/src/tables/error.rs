//! What tables refuse.

use quadrille_table::tables::TooManyTables;
pub use quadrille_table::tables::{TablesError, WhyIllegal};

use crate::encodings::EncodingError;
use crate::game::{CallError, IllegalMove};
use crate::rules::Rules;

/// Why tables cannot be set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// More tables than there may be.
    #[error(transparent)]
    TooMany(#[from] TooManyTables),
    /// Some moves have no action id.
    #[error(
        "under the rules `{found}` there are moves without an action id; expected `rlcard` or `pagat`, perhaps with `no-trio-pair` or `no-four-two`"
    )]
    Rules {
        /// The rules.
        found: Rules,
    },
}

/// Why no step was made; nothing has changed then.
pub type StepError = quadrille_table::tables::StepError<IllegalAction>;

/// Why an action that has an id is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// A move, where a call is to be made.
    #[error("a move, where a call is to be made")]
    MoveInAuction,
    /// A call, where a move is to be made.
    #[error("a call, where a move is to be made")]
    CallInPlay,
    /// A call that cannot be made.
    #[error(transparent)]
    Call(#[from] CallError),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// Why nothing was written about a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// No such table, or a slice that does not fit.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// Calls are still to be made, and features are of the play that follows.
    #[error("table {table}: no card can be played yet, and nothing is encoded before that")]
    InAuction {
        /// Which table.
        table: usize,
    },
    /// The slice does not fit.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}
