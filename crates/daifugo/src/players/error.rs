//! Names that are no player's.

use thiserror::Error;

use crate::players::PlayerKind;

/// A name that no built-in player has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no player `{}`; expected {}", name.escape_debug(), expected())]
#[non_exhaustive]
pub struct UnknownPlayer {
    /// The name.
    pub name: String,
}

fn expected() -> String {
    PlayerKind::ALL.map(|kind| format!("`{kind}`")).join(" or ")
}
