//! The built-in players of a game, and their names.

use quadrille_diagnostics::printable;

use crate::{Entrant, Game, Player};

/// A constructor of players.
pub type MakePlayer<G> = Box<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>;

/// An enumeration of the built-in players of a game, each of which has a name.
pub trait BuiltIn: Copy + Send + Sync + 'static {
    /// The game of these players.
    type Game: Game;

    /// All built-in players, in the order in which they are listed.
    const ALL: &'static [Self];

    /// Returns the name of the player in files and commands.
    fn name(self) -> &'static str;

    /// Creates a player of this kind.
    fn player(self) -> Box<dyn Player<Self::Game>>;

    /// Returns a constructor of the player that a file describes. `bytes` are the contents of the
    /// file, such as a trained policy.
    ///
    /// # Errors
    /// The game has no such players, or the file is not valid.
    fn of_file(bytes: &[u8]) -> Result<MakePlayer<Self::Game>, String> {
        let _ = bytes;
        Err("this game has no players that are read from files".to_owned())
    }

    /// Returns a constructor of the player that searches with the budget `text`, and whether the
    /// player's decisions are reproducible. The budget limits the work for one decision: it is a
    /// number of playouts, such as `500`, or a time, such as `250ms`.
    ///
    /// # Errors
    /// The game has no such player, or the text is not a budget.
    fn of_budget(text: &str) -> Result<(MakePlayer<Self::Game>, bool), String> {
        let _ = text;
        Err("this game has no players that search".to_owned())
    }

    /// Returns the built-in player with this name.
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

/// The prefix of a player's name of the form `policy:FILE`. The file describes the player.
pub const POLICY: &str = "policy:";
/// The prefix of a player's name of the form `search:BUDGET`. The player searches with this budget.
pub const SEARCH: &str = "search:";

impl<G: Game> Entrant<G> {
    /// Returns the entrant with this name. There are three forms of names: the name of a built-in
    /// player, `policy:FILE`, and `search:BUDGET`. The function `read` returns the contents of the
    /// file `FILE`.
    ///
    /// # Errors
    /// The player is unknown, or the file or the budget is not valid.
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

/// The error of reading the name of an entrant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntrantError {
    /// No built-in player has the name.
    #[error("{0}, or `policy:FILE` for a trained policy, or `search:BUDGET`")]
    Unknown(#[from] UnknownPlayer),
    /// The file cannot be read, or does not describe a player of the game.
    #[error("`{}`: {reason}", printable(file))]
    File {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// The budget is not valid, or the game has no players that search.
    #[error("{0}")]
    Budget(String),
}

/// The error of a name that no built-in player has.
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

/// Implements `Display` and `FromStr` for the built-in players of a game. The text is
/// [`BuiltIn::name`].
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
