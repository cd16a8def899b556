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

/// Declares the enumeration of the built-in players of a game, with [`BuiltIn`], `Display` and
/// `FromStr`. For each player without a network, the declaration states the variant, the name, and
/// an expression that creates the player:
///
/// ```text
/// built_in_players! {
///     /// The built-in players.
///     pub enum PlayerKind of Table {
///         /// Draws uniformly from the legal actions.
///         Random = "random" => Random,
///     }
///     learned: quadrille_players::Shipped = crate::policy::SHIPPED
/// }
/// ```
///
/// The calling crate must have the features `serde`, with which values are serialised as the names
/// of their variants in kebab case, and `policy`. With `policy`, the enumeration also has the
/// variants `Policy` and `Search`. They play with the shipped weights `learned`, a value of the
/// type `Shipped` of the crate `quadrille-players`.
#[macro_export]
macro_rules! built_in_players {
    (
        $(#[$attribute:meta])*
        pub enum $Kind:ident of $Game:ty {
            $($(#[$about:meta])* $Plain:ident = $name:literal => $player:expr,)+
        }
        learned: $Shipped:ty = $SHIPPED:path
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        pub enum $Kind {
            $($(#[$about])* $Plain,)+
            /// Chooses the action with the highest value according to networks trained by
            /// self-play.
            #[cfg(feature = "policy")]
            Policy,
            /// Samples deals of the hidden cards and plays them out with the networks of
            /// `Policy`, at most 500 playouts per decision.
            #[cfg(feature = "policy")]
            Search,
        }

        impl $Kind {
            /// All built-in players, in the order in which they are listed.
            pub const ALL: &'static [Self] = &[
                $(Self::$Plain,)+
                #[cfg(feature = "policy")]
                Self::Policy,
                #[cfg(feature = "policy")]
                Self::Search,
            ];

            /// Returns the name of the player in files and commands.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Plain => $name,)+
                    #[cfg(feature = "policy")]
                    Self::Policy => "policy",
                    #[cfg(feature = "policy")]
                    Self::Search => "search",
                }
            }

            /// Creates a player of this kind.
            pub fn player(self) -> ::std::boxed::Box<dyn $crate::Player<$Game>> {
                match self {
                    $(Self::$Plain => ::std::boxed::Box::new($player),)+
                    #[cfg(feature = "policy")]
                    Self::Policy => $SHIPPED.player(),
                    #[cfg(feature = "policy")]
                    Self::Search => $SHIPPED.searcher(),
                }
            }
        }

        impl $crate::BuiltIn for $Kind {
            type Game = $Game;

            const ALL: &'static [Self] = Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }

            fn player(self) -> ::std::boxed::Box<dyn $crate::Player<$Game>> {
                self.player()
            }

            #[cfg(feature = "policy")]
            fn of_file(bytes: &[u8]) -> Result<$crate::MakePlayer<$Game>, String> {
                <$Shipped>::of_file(bytes)
            }

            #[cfg(feature = "policy")]
            fn of_budget(text: &str) -> Result<($crate::MakePlayer<$Game>, bool), String> {
                $SHIPPED.of_budget(text)
            }
        }

        impl ::std::fmt::Display for $Kind {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $Kind {
            type Err = $crate::UnknownPlayer;

            /// # Errors
            /// No built-in player has this name.
            fn from_str(name: &str) -> Result<Self, $crate::UnknownPlayer> {
                $crate::BuiltIn::named(name)
            }
        }
    };
}
