//! The built-in players by name.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Player, Random, Rule};

/// A built-in player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum PlayerKind {
    /// [`Random`].
    Random,
    /// [`Rule`].
    Rule,
}

impl PlayerKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Random, Self::Rule];

    /// Its name in commands and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rule => "rule",
        }
    }

    /// One more player of this kind.
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random),
            Self::Rule => Box::new(Rule),
        }
    }
}

impl Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    /// # Errors
    /// No built-in player has this name.
    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        let known = Self::ALL.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| UnknownPlayer { name: name.to_owned() })
    }
}

/// A name that no built-in player has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no player `{}`; expected {}", quadrille_diagnostics::printable(name), expected())]
#[non_exhaustive]
pub struct UnknownPlayer {
    /// The name.
    pub name: String,
}

fn expected() -> String {
    PlayerKind::ALL.map(|kind| format!("`{kind}`")).join(" or ")
}
