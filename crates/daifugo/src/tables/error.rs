//! What tables refuse.

pub use quadrille_table::tables::{TablesError, WhyIllegal};

use crate::melds::Refusal;

/// Why no step was made; nothing has changed then.
pub type StepError = quadrille_table::tables::StepError<IllegalAction>;

/// Why an action that has an id is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// A move, where cards are to be returned.
    #[error("a move, where {number} {} to be returned", if *number == 1 { "card is" } else { "cards are" })]
    MoveInExchange {
        /// The number of cards.
        number: u32,
    },
    /// Cards returned, where none are due.
    #[error("cards returned, where a move is to be made")]
    GiftInPlay,
    /// Cards that the seat does not have, or another number of cards than is due.
    #[error(
        "the hand does not hold them, or they are not the {number} {} to be returned",
        if *number == 1 { "that is" } else { "that are" }
    )]
    Gift {
        /// The number that is due.
        number: u32,
    },
    /// A seat that leads has to play something.
    #[error("a pass, where the seat leads")]
    MustLead,
    /// A meld that may not be played.
    #[error(transparent)]
    Refused(#[from] Refusal),
}
