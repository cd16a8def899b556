//! The faults that records in the common format can have.

use quadrille_diagnostics::printable;

use super::game::VERSION;
use super::{Claim, LineFault, RecordFault, ThoughtFault};
use crate::{PlayersError, TextError};

/// The fault of a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The head names another game, or another version of the format.
    #[error(
        "this is version {version} of the format `{}`; expected version {VERSION} of `{expected}`",
        printable(found)
    )]
    Format {
        /// The game in the head.
        found: String,
        /// The version in the head.
        version: u32,
        /// The expected game.
        expected: &'static str,
    },
    /// The number of players is wrong.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// The line with the thoughts of the players in a game is wrong.
    #[error(transparent)]
    Thoughts(#[from] ThoughtFault),
    /// The record of a game is wrong.
    #[error("game {game}: {fault}")]
    Game {
        /// The number of the game in the record, from 0.
        game: u64,
        /// The fault.
        fault: GameFault,
    },
}

impl RecordFault for Fault {
    fn is_cut(&self) -> bool {
        matches!(self, Self::Line(LineFault::Cut))
    }
}

/// The fault of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameFault {
    /// A recorded result differs from the result of the replayed game.
    #[error(transparent)]
    Claim(#[from] Claim),
    /// The cards are not a valid deal.
    #[error("invalid `seats` or `dealt`: {}", printable(.0))]
    Deal(String),
    /// An action is not possible.
    #[error("action {number} (`{}` of seat {seat}): {why}", printable(text))]
    Action {
        /// The number of the action in the game, from 1.
        number: usize,
        /// The recorded seat.
        seat: usize,
        /// The text of the action.
        text: String,
        /// The reason.
        why: ActionFault,
    },
    /// The recorded actions do not lead to the end of the game.
    #[error("after {actions} actions it is the turn of seat {seat}, but no action follows")]
    Unfinished {
        /// The number of actions.
        actions: usize,
        /// The seat to decide.
        seat: usize,
    },
}

/// The reason why a recorded action is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionFault {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the turn of another seat, whose number is given.
    #[error("it is the turn of seat {0}")]
    Turn(usize),
    /// The text is not an action.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The action is illegal. The text lists the first legal actions.
    #[error("the action is not legal; expected {0}")]
    Illegal(String),
}
