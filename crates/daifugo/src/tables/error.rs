//! Errors of tables.

pub use quadrille_table::tables::{TablesError, WhyIllegal};

use crate::melds::Refusal;

/// Error of a step; no table has changed.
pub type StepError = quadrille_table::tables::StepError<IllegalAction>;

/// The reason why an action with a valid id is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// A move in the exchange.
    #[error("a move is illegal: {number} {} to be returned", if *number == 1 { "card is" } else { "cards are" })]
    MoveInExchange {
        /// Number of cards to be returned.
        number: u32,
    },
    /// A gift outside the exchange.
    #[error("a gift is illegal: no cards are to be returned")]
    GiftInPlay,
    /// A gift with the wrong number of cards, or with cards that the seat does not hold.
    #[error("the gift must be {number} {} of the hand", if *number == 1 { "card" } else { "cards" })]
    Gift {
        /// Number of cards to be returned.
        number: u32,
    },
    /// A pass on an empty table.
    #[error("a pass is illegal: the seat must lead")]
    MustLead,
    /// An illegal meld.
    #[error(transparent)]
    Refused(#[from] Refusal),
}
