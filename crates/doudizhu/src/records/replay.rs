//! Replay and verification of records.

use quadrille_table::records::{Claim, LineFault, RecordFault, ThoughtFault, claim};

use super::Record;
use crate::MoveError;
use crate::game::{Call, CallError, Deal, DealError, Game, Phase, PlayError, Seat, Setup};

/// The error of a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line cannot be parsed.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The line with the thoughts of a game is wrong.
    #[error(transparent)]
    Thoughts(#[from] ThoughtFault),
    /// The cards are not a valid deal.
    #[error("`hands`, `stock`: {0}")]
    Deal(#[from] DealError),
    /// An illegal call.
    #[error("call {number} (`{call}`): {error}")]
    Call {
        /// The number of the call, from 1.
        number: usize,
        /// The call.
        call: Call,
        /// The reason why the call is illegal.
        error: CallError,
    },
    /// An illegal move.
    #[error("move {number} (`{}`): {error}", quadrille_diagnostics::printable(text))]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move as recorded.
        text: String,
        /// The reason why the move is invalid.
        error: BadMove,
    },
    /// The record ends before the game is over.
    #[error("the game is not over after {calls} calls and {moves} moves: it is the turn of {seat}")]
    Unfinished {
        /// The seat to move.
        seat: Seat,
        /// The number of calls in the record.
        calls: usize,
        /// The number of moves in the record.
        moves: usize,
    },
    /// The recorded result differs from the result of the replayed game.
    #[error(transparent)]
    Claim(#[from] Claim),
}

impl RecordFault for Fault {
    fn is_cut(&self) -> bool {
        matches!(self, Self::Line(LineFault::Cut))
    }
}

/// The reason why a recorded move is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadMove {
    /// The text is not a move.
    #[error(transparent)]
    Text(#[from] MoveError),
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] PlayError),
}

impl Record {
    /// Replays the game from the deal on.
    ///
    /// # Errors
    /// The first fault in the deal, the calls, the moves or the recorded result.
    pub fn replay(&self) -> Result<Game, Fault> {
        let game = self.replay_calls_and_moves()?;
        self.compare(&game)?;
        Ok(game)
    }

    /// Replays a game that may be unfinished. The recorded result of an unfinished game is not
    /// compared.
    ///
    /// # Errors
    /// The first fault in the deal, the calls, the moves or the recorded result of a finished game.
    pub fn replay_unfinished(&self) -> Result<Game, Fault> {
        let game = self.replay_calls_and_moves()?;
        if !matches!(game.phase(), Phase::Call(_) | Phase::Play(_)) {
            self.compare(&game)?;
        }
        Ok(game)
    }

    fn replay_calls_and_moves(&self) -> Result<Game, Fault> {
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
        Ok(game)
    }

    /// Compares the recorded result with the result of the replayed game.
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
