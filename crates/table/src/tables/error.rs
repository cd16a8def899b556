//! Errors of tables.

use crate::LengthError;

/// The error of a request for too many tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{found} tables; expected at most {}", super::MOST_TABLES)]
#[non_exhaustive]
pub struct TooManyTables {
    /// The requested number.
    pub found: usize,
}

/// The error of a step. No game was changed. If the rules of the game forbid an action, a value of
/// the type `W` contains the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError<W> {
    /// The number of actions differs from the number of tables.
    #[error("{found} action{}; expected one for each of {expected} tables", if *found == 1 { "" } else { "s" })]
    Count {
        /// The number of tables.
        expected: usize,
        /// The number of actions.
        found: usize,
    },
    /// An action is illegal. If several actions are illegal, this is the first of them.
    #[error("table {table}, action {action}: {why}")]
    Illegal {
        /// The table, from 0.
        table: usize,
        /// The id or the index of the action, as given.
        action: u32,
        /// The reason.
        why: WhyIllegal<W>,
    },
}

/// The reason why an action is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WhyIllegal<W> {
    /// No action has this id.
    #[error("no action has this number; expected a number below {count}")]
    Unknown {
        /// The number of ids.
        count: usize,
    },
    /// The index is not less than the number of legal actions.
    #[error("there are {choices} choices, numbered from 0")]
    Choice {
        /// The number of choices.
        choices: usize,
    },
    /// The rules do not allow the action.
    #[error(transparent)]
    Rules(#[from] W),
    /// The game is over, and the next game is not dealt automatically.
    #[error("the game is over, and the table has not been reset")]
    Over,
}

/// The error of a request about tables. Nothing was written or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TablesError {
    /// The number of entries differs from the number of tables.
    #[error("{found} {}; expected one for each of {expected} tables", if *found == 1 { "entry" } else { "entries" })]
    Count {
        /// The number of tables.
        expected: usize,
        /// The number of entries.
        found: usize,
    },
    /// The table does not exist.
    #[error("there is no table {table}; expected a number below {tables}")]
    Unknown {
        /// The requested number.
        table: usize,
        /// The number of tables.
        tables: usize,
    },
    /// The seat does not exist.
    #[error("there is no seat {seat}; expected a number below {seats}")]
    Seat {
        /// The requested number.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A slice has the wrong length.
    #[error(transparent)]
    Length(#[from] LengthError),
}
