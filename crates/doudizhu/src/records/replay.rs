//! A record replayed: every call and move legal, and every claim true.

use quadrille_table::records::{Claim, LineFault, RecordFault, claim};

use super::Record;
use crate::MoveError;
use crate::game::{Call, CallError, Deal, DealError, Game, Phase, PlayError, Seat, Setup};

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineFault),
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
    #[error(transparent)]
    Claim(#[from] Claim),
}

impl RecordFault for Fault {
    fn is_cut(&self) -> bool {
        matches!(self, Self::Line(LineFault::Cut))
    }
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
        Ok(claim("points", &self.points, &truth.points)?)
    }
}
