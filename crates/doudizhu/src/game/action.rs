//! The actions of a seat.

use std::fmt::{self, Display};

use super::Call;
use crate::Move;

/// An action of a seat: a call before the first card, or a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A call.
    Call(Call),
    /// A move, possibly a pass.
    Play(Move),
}

impl From<Call> for Action {
    fn from(call: Call) -> Self {
        Self::Call(call)
    }
}

impl From<Move> for Action {
    fn from(chosen: Move) -> Self {
        Self::Play(chosen)
    }
}

impl Display for Action {
    /// Writes the text of the call or the move. Some texts are ambiguous: `pass` is a call and a
    /// move, and `3` is a bid and a card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(call) => call.fmt(f),
            Self::Play(chosen) => chosen.fmt(f),
        }
    }
}
