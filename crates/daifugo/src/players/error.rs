//! Why a player gives no decision, and why a name is no player's.

use thiserror::Error;

use crate::players::PlayerKind;

/// Why a player's decision is not its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// It took longer than it may.
    #[error("no answer in time")]
    TimedOut,
    /// It answered with what may not be done.
    #[error("`{}` may not be played", answer.escape_debug())]
    Illegal {
        /// What it answered.
        answer: String,
    },
    /// It is gone, or its answer is none.
    #[error("{reason}")]
    Failed {
        /// What is known of the reason.
        reason: String,
    },
}

/// A name that no built-in player has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no player `{}`; expected {}", name.escape_debug(), PlayerKind::ALL.map(|kind| format!("`{kind}`")).join(" or "))]
pub struct UnknownPlayer {
    /// The name.
    pub name: String,
}
