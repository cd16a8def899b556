//! What tables refuse.

use crate::encodings::EncodingError;
use crate::game::{CallError, IllegalMove};
use crate::rules::Rules;

/// Why tables cannot be set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// More tables than there may be.
    #[error("{found} tables; expected at most {}", super::MOST_TABLES)]
    TooMany {
        /// How many were asked for.
        found: usize,
    },
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// Not an action for each table.
    #[error("{found} action{}; expected one for each of {expected} tables", if *found == 1 { "" } else { "s" })]
    Count {
        /// How many tables there are.
        expected: usize,
        /// How many actions.
        found: usize,
    },
    /// An action that cannot be done; the first one, if there are several.
    #[error("table {table}, action {action}: {why}")]
    Illegal {
        /// At which table, from 0.
        table: usize,
        /// The action, as it was given.
        action: u32,
        /// Why it cannot be done.
        why: WhyIllegal,
    },
}

/// Why an action cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WhyIllegal {
    /// No action has this number.
    #[error("no action has this number; expected one below {count}")]
    Unknown {
        /// How many numbers there are.
        count: usize,
    },
    /// A number beyond the list of legal moves or calls.
    #[error("there are {choices} choices, numbered from 0")]
    Choice {
        /// How many there are.
        choices: usize,
    },
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
    /// The game is over, and nothing is dealt by itself.
    #[error("the game is over, and the table has not been reset")]
    Over,
}

/// A mask that is not for these tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a mask of {found} tables; expected one of {expected}")]
#[non_exhaustive]
pub struct ResetError {
    /// How many tables there are.
    pub expected: usize,
    /// How many the mask is for.
    pub found: usize,
}

/// Why nothing was written about a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Not a place for each table.
    #[error("{found} place{}; expected one for each of {expected} tables", if *found == 1 { "" } else { "s" })]
    Count {
        /// How many tables there are.
        expected: usize,
        /// How many places.
        found: usize,
    },
    /// No such table.
    #[error("there is no table {table}; expected one below {tables}")]
    Unknown {
        /// The number asked for.
        table: usize,
        /// How many tables there are.
        tables: usize,
    },
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
