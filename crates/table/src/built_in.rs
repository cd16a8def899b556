//! The players that a game brings, by name.

use quadrille_diagnostics::printable;

use crate::{Entrant, Game, Player};

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

    /// Returns the player that thinks as long as a text says, if the game has players that search, and whether it
    /// decides in the same way every time.
    ///
    /// # Errors
    /// The game has none, or the text is no budget.
    fn of_budget(text: &str) -> Result<(MakePlayer<Self::Game>, bool), String> {
        let _ = text;
        Err("this game has no players that search".to_owned())
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

/// The beginning of the name of a player that plays by a file.
pub const POLICY: &str = "policy:";
/// The beginning of the name of a player that thinks as long as the rest of the name says.
pub const SEARCH: &str = "search:";

impl<G: Game> Entrant<G> {
    /// Returns the participant of a name: a built-in player's, or `policy:` and a file, which `read` reads, or
    /// `search:` and a budget.
    ///
    /// # Errors
    /// There is no such player, or the file or the budget is none.
    pub fn named<K: BuiltIn<Game = G>>(
        name: &str,
        read: impl FnOnce(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, EntrantError> {
        if let Some(file) = name.strip_prefix(POLICY) {
            let made = read(file).and_then(|bytes| K::of_file(&bytes));
            let made = made.map_err(|reason| EntrantError::File { file: file.to_owned(), reason })?;
            return Ok(Self::new(name, made));
        }
        if let Some(budget) = name.strip_prefix(SEARCH) {
            let (made, reproducible) = K::of_budget(budget).map_err(EntrantError::Budget)?;
            let entrant = Self::new(name, made);
            return Ok(if reproducible { entrant } else { entrant.not_reproducible() });
        }
        Ok(K::named(name)?.into())
    }
}

/// A name that is no player's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntrantError {
    /// No built-in player has the name.
    #[error("{0}, `policy:` and a file of a training, or `search:` and a budget")]
    Unknown(#[from] UnknownPlayer),
    /// A file that cannot be read, or is no player of the game.
    #[error("`{}`: {reason}", printable(file))]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A text that is no budget, or a game without players that search.
    #[error("{0}")]
    Budget(String),
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
