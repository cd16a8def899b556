//! A move's text.

use thiserror::Error;

use super::Move;
use crate::hand::{Hand, HandError};
use crate::rules::Rules;

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It is no hand either.
    #[error(transparent)]
    Cards(#[from] HandError),
    /// Cards that are no move under the rules.
    #[error(
        "`{cards}` is no move under the rules `{rules}`; expected one category's cards, such as `3`, `44`, `5556` or `34567`"
    )]
    NoMove {
        /// The cards that were read.
        cards: Hand,
        /// The rules under which they are no move.
        rules: Rules,
    },
}

impl Rules {
    /// Reads a move: `pass`, or cards in any order as a [`Hand`] is read.
    ///
    /// # Errors
    /// [`MoveError`]: no cards, a text that is no hand, or cards that are no move under these rules.
    pub fn parse_move(self, text: &str) -> Result<Move, MoveError> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let cards = text.parse::<Hand>()?.not_empty()?;
        self.classify(cards).ok_or(MoveError::NoMove { cards, rules: self })
    }
}
