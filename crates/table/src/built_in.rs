//! The players that a game brings, by name.

use quadrille_diagnostics::printable;

use crate::{Game, Player};

/// Makes a player.
pub type MakePlayer<G> = Box<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>;

/// The built-in players of a game: an enumeration with a name for each.
pub trait BuiltIn: Copy + Send + Sync + 'static {
    /// The game that they play.
    type Game: Game;

    /// All of them, in the order in which they are listed.
    const ALL: &'static [Self];

    /// The name in files and commands.
    fn name(self) -> &'static str;

    /// A player of this kind.
    fn player(self) -> Box<dyn Player<Self::Game>>;

    /// The player that plays by what a file holds, if the game has such players.
    ///
    /// # Errors
    /// It has none, or the file is not one of theirs.
    fn of_file(bytes: &[u8]) -> Result<MakePlayer<Self::Game>, String> {
        let _ = bytes;
        Err("this game has no players that are read from files".to_owned())
    }

    /// The player of a name.
    ///
    /// # Errors
    /// No built-in player has this name.
    fn named(name: &str) -> Result<Self, UnknownPlayer> {
        let known = Self::ALL.iter().copied().find(|kind| kind.name() == name);
        known.ok_or_else(|| {
            let expected = Self::ALL.iter().map(|kind| kind.name());
            UnknownPlayer { name: name.to_owned(), expected: expected.collect() }
        })
    }
}

/// A name that no built-in player has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no player `{}`; expected {}", printable(name), list(expected))]
#[non_exhaustive]
pub struct UnknownPlayer {
    /// The name.
    pub name: String,
    /// The names of all built-in players.
    pub expected: Vec<&'static str>,
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

/// Implements `Display` and `FromStr` for the built-in players of a game, by the names that [`BuiltIn`] gives them.
#[macro_export]
macro_rules! players_by_name {
    ($kind:ty) => {
        impl ::std::fmt::Display for $kind {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad($crate::BuiltIn::name(*self))
            }
        }

        impl ::std::str::FromStr for $kind {
            type Err = $crate::UnknownPlayer;

            /// # Errors
            /// No built-in player has this name.
            fn from_str(name: &str) -> Result<Self, $crate::UnknownPlayer> {
                $crate::BuiltIn::named(name)
            }
        }
    };
}
