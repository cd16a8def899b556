//! What can be wrong with a record of the format of any game.

use quadrille_diagnostics::printable;

use super::game::VERSION;
use super::{Claim, LineFault, RecordFault};
use crate::{PlayersError, TextError};

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The head is of another game, or another version.
    #[error(
        "this is version {version} of the format `{}`; expected version {VERSION} of `{expected}`",
        printable(found)
    )]
    Format {
        /// The game of the head.
        found: String,
        /// Its version.
        version: u32,
        /// The name of the game that is read.
        expected: &'static str,
    },
    /// Not as many players as the setup wants.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// A game that did not go this way.
    #[error("game {game}: {fault}")]
    Game {
        /// The number of the game in its record, from 0.
        game: u64,
        /// What is wrong with it.
        fault: GameFault,
    },
}

impl RecordFault for Fault {
    fn is_cut(&self) -> bool {
        matches!(self, Self::Line(LineFault::Cut))
    }
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameFault {
    /// Something else came of it.
    #[error(transparent)]
    Claim(#[from] Claim),
    /// The cards are no deal.
    #[error("`seats`, `dealt`: {}", printable(.0))]
    Deal(String),
    /// An action that could not be done.
    #[error("action {number} (`{}` of seat {seat}): {why}", printable(text))]
    Action {
        /// Which action, from 1.
        number: usize,
        /// Whose it is said to be.
        seat: usize,
        /// Its text.
        text: String,
        /// Why it could not be done.
        why: ActionFault,
    },
    /// The game does not end.
    #[error("after {actions} actions it is the turn of seat {seat}, but nothing follows")]
    Unfinished {
        /// The number of actions.
        actions: usize,
        /// Whose turn it is.
        seat: usize,
    },
}

/// Why an action of a record could not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionFault {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is another seat's turn: this one's.
    #[error("it is the turn of seat {0}")]
    Turn(usize),
    /// The text is no action.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The action is not legal; the first of those that are.
    #[error("it is not legal; expected {0}")]
    Illegal(String),
}
