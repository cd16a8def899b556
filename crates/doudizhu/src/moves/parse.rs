//! Parsing of moves.

use thiserror::Error;

use super::Move;
use crate::hand::{Hand, HandError};
use crate::rules::Rules;

/// The error of parsing a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a hand.
    #[error(transparent)]
    Cards(#[from] HandError),
    /// The cards are not a move under the rules.
    #[error(
        "`{cards}` is not a move under the rules `{rules}`; expected the cards of one category, such as `3`, `44`, `5556` or `34567`"
    )]
    NoMove {
        /// The parsed cards.
        cards: Hand,
        /// The rules under which the cards are not a move.
        rules: Rules,
    },
}

impl Rules {
    /// Parses a move: `pass`, or cards in any order and in any notation that is accepted for a
    /// [`Hand`].
    ///
    /// # Errors
    /// [`MoveError`] for text without cards, text that is not a hand, or cards that are not a move
    /// under these rules.
    pub fn parse_move(self, text: &str) -> Result<Move, MoveError> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let cards = text.parse::<Hand>()?.not_empty()?;
        self.classify(cards).ok_or(MoveError::NoMove { cards, rules: self })
    }
}
