//! A record replayed: every call and move legal, and every claim true.

use std::fmt::Debug;

use super::Record;
use crate::MoveError;
use crate::game::{Call, CallError, Deal, DealError, Game, Phase, PlayError, Seat, Setup};

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The input could not be read.
    #[error("it cannot be read: {0}")]
    Input(#[source] std::io::Error),
    /// The input ends inside the line, which has no line end: a record may be missing a part.
    #[error("column {column}: the text ends inside this line")]
    Cut {
        /// The column at which it ends, in bytes from 1.
        column: u64,
    },
    /// No record is so long.
    #[error("it is longer than {most} bytes, and no record")]
    Long {
        /// The longest that would have been read.
        most: u64,
    },
    /// No JSON, or not the keys and values of a record. The reason may quote the line; shown, its control characters are escaped.
    #[error("{}{}", at(*column), quadrille_diagnostics::printable(reason))]
    Form {
        /// The column, in bytes from 1; `None` where it is the line as a whole.
        column: Option<u64>,
        /// What is wrong.
        reason: String,
    },
    /// The cards are no deal.
    #[error("`hands`, `stock`: {0}")]
    Deal(#[from] DealError),
    /// A call that could not be made.
    #[error("call {number} (`{call}`): {error}")]
    Call {
        /// Which call, from 1.
        number: usize,
        /// The call.
        call: Call,
        /// Why it could not be made.
        error: CallError,
    },
    /// A move that could not be played.
    #[error("move {number} (`{}`): {error}", quadrille_diagnostics::printable(text))]
    Move {
        /// Which move, from 1.
        number: usize,
        /// The move as it stands there.
        text: String,
        /// Why it could not be played.
        error: BadMove,
    },
    /// The game does not end.
    #[error("after {calls} calls and {moves} moves it is {seat}'s turn, but nothing follows")]
    Unfinished {
        /// Whose turn it is.
        seat: Seat,
        /// How many calls there are.
        calls: usize,
        /// How many moves there are.
        moves: usize,
    },
    /// Something else came of the game than the record claims.
    #[error("`{key}` is {written}, but the game comes to {found}")]
    Claim {
        /// The key.
        key: &'static str,
        /// What is written.
        written: String,
        /// What is true.
        found: String,
    },
}

/// Why a move of a record is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadMove {
    /// The text is no move.
    #[error(transparent)]
    Text(#[from] MoveError),
    /// The move cannot be played.
    #[error(transparent)]
    Illegal(#[from] PlayError),
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        // Its line is always the first; the column counts.
        let (text, column) = (error.to_string(), error.column());
        let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
        Self::Form { column: (column > 0).then_some(column as u64), reason: reason.to_owned() }
    }
}

impl Fault {
    /// The column of the line that is wrong, in bytes from 1; `None` where the fault is not in its writing.
    pub const fn column(&self) -> Option<u64> {
        match self {
            Self::Form { column, .. } => *column,
            Self::Cut { column } => Some(*column),
            _ => None,
        }
    }
}

fn at(column: Option<u64>) -> String {
    column.map_or_else(String::new, |column| format!("column {column}: "))
}

impl Record {
    /// The game again, from the deal on.
    ///
    /// # Errors
    /// The first thing that is wrong: the deal, a call, a move, or what the game is said to have come to.
    pub fn replay(&self) -> Result<Game, Fault> {
        let deal = Deal::new(self.hands, self.stock)?;
        let setup = Setup {
            rules: self.rules,
            auction: self.auction,
            open_hand: self.open_hand,
            doubling: self.doubling,
            scoring: self.scoring,
        };
        let mut game = Game::new(setup, deal, self.first);
        for (number, &call) in (1..).zip(&self.calls) {
            game.call(call).map_err(|error| Fault::Call { number, call, error })?;
        }
        for (number, text) in (1..).zip(&self.moves) {
            let bad = |error| Fault::Move { number, text: text.clone(), error };
            let read = self.rules.parse_move(text).map_err(|error| bad(error.into()))?;
            game.play(read.cards()).map_err(|error| bad(error.into()))?;
        }
        self.compare(&game)?;
        Ok(game)
    }

    /// What the record says of the game against what it was.
    fn compare(&self, game: &Game) -> Result<(), Fault> {
        if let Phase::Call(seat) | Phase::Play(seat) = game.phase() {
            let (calls, moves) = (self.calls.len(), self.moves.len());
            return Err(Fault::Unfinished { seat, calls, moves });
        }
        let Some(truth) = Self::of(game, None) else { return Ok(()) };
        claim("landlord", &self.landlord.map(u8::from), &truth.landlord.map(u8::from))?;
        claim("winner", &self.winner.map(u8::from), &truth.winner.map(u8::from))?;
        claim("bombs", &self.bombs, &truth.bombs)?;
        claim("spring", &self.spring.name(), &truth.spring.name())?;
        claim("points", &self.points, &truth.points)
    }
}

/// A key's value in the record and in truth.
fn claim<T: PartialEq + serde::Serialize>(key: &'static str, written: &T, found: &T) -> Result<(), Fault> {
    if written == found {
        return Ok(());
    }
    let show = |value: &T| serde_json::to_string(value).unwrap_or_default();
    Err(Fault::Claim { key, written: show(written), found: show(found) })
}
