//! What tables refuse.

use crate::encodings::EncodingError;
use crate::game::GameError;
use crate::melds::Refusal;

/// Why tables cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// More tables than there may be.
    #[error("{found} tables; expected at most {}", super::MOST_TABLES)]
    TooMany {
        /// How many were asked for.
        found: usize,
    },
    /// No game can be dealt: a fault of this crate's, as far as is known.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Why no step was made; nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
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
    /// No game can be dealt or closed: a fault of this crate's, as far as is known.
    #[error(transparent)]
    Game(#[from] GameError),
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
    /// A number beyond the list of what is legal.
    #[error("there are {choices} choices, numbered from 0")]
    Choice {
        /// How many there are.
        choices: usize,
    },
    /// A move, where cards are to be returned.
    #[error("a move, where {number} {} to be returned", if *number == 1 { "card is" } else { "cards are" })]
    MoveInExchange {
        /// How many.
        number: u32,
    },
    /// Cards returned, where none are due.
    #[error("cards returned, where a move is to be made")]
    GiftInPlay,
    /// Cards that the seat has not, or not as many as are due.
    #[error(
        "the hand does not hold them, or they are not the {number} {} to be returned",
        if *number == 1 { "that is" } else { "that are" }
    )]
    Gift {
        /// How many are due.
        number: u32,
    },
    /// Whoever leads has to play something.
    #[error("a pass, where the seat leads")]
    MustLead,
    /// A meld that may not be played.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The game is over, and nothing is dealt by itself.
    #[error("the game is over, and the table has not been reset")]
    Over,
}

/// What cannot be done or told of tables; nothing has changed then, and nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TablesError {
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
    /// No game can be dealt: a fault of this crate's, as far as is known.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The slice does not fit.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}
