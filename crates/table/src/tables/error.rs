//! What tables refuse.

use crate::LengthError;

/// More tables than there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{found} tables; expected at most {}", super::MOST_TABLES)]
#[non_exhaustive]
pub struct TooManyTables {
    /// The number that was asked for.
    pub found: usize,
}

/// Why no step was made; nothing has changed then. `W` is why the game refuses an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError<W> {
    /// Not an action for each table.
    #[error("{found} action{}; expected one for each of {expected} tables", if *found == 1 { "" } else { "s" })]
    Count {
        /// The number of tables.
        expected: usize,
        /// The number of actions.
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
        why: WhyIllegal<W>,
    },
}

/// Why an action cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WhyIllegal<W> {
    /// No action has this id.
    #[error("no action has this number; expected one below {count}")]
    Unknown {
        /// The number of ids.
        count: usize,
    },
    /// A place beyond the list of what is legal.
    #[error("there are {choices} choices, numbered from 0")]
    Choice {
        /// The number of choices.
        choices: usize,
    },
    /// The rules do not allow it now.
    #[error(transparent)]
    Rules(#[from] W),
    /// The game is over, and nothing is dealt by itself.
    #[error("the game is over, and the table has not been reset")]
    Over,
}

/// Why nothing was written about tables, and nothing changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TablesError {
    /// Not an entry for each table.
    #[error("{found} {}; expected one for each of {expected} tables", if *found == 1 { "entry" } else { "entries" })]
    Count {
        /// The number of tables.
        expected: usize,
        /// The number of entries.
        found: usize,
    },
    /// No such table.
    #[error("there is no table {table}; expected one below {tables}")]
    Unknown {
        /// The number asked for.
        table: usize,
        /// The number of tables.
        tables: usize,
    },
    /// No such seat.
    #[error("there is no seat {seat}; expected one below {seats}")]
    Seat {
        /// The number asked for.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// The slice does not fit.
    #[error(transparent)]
    Length(#[from] LengthError),
}
