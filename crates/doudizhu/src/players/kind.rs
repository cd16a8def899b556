//! The built-in players and their names.

use super::{BuiltIn, Player, Random, Rule, Table};

/// A built-in player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum PlayerKind {
    /// Plays uniformly random legal moves: [`Random`].
    Random,
    /// Plays by rules of thumb: [`Rule`].
    Rule,
    /// Plays the move with the highest value according to networks trained by self-play.
    #[cfg(feature = "policy")]
    Policy,
    /// Samples deals of the hidden cards and plays them out with the networks of the player
    /// `policy`. A decision takes 500 playouts.
    #[cfg(feature = "policy")]
    Search,
}

impl PlayerKind {
    /// All built-in players.
    pub const ALL: &'static [Self] = &[
        Self::Random,
        Self::Rule,
        #[cfg(feature = "policy")]
        Self::Policy,
        #[cfg(feature = "policy")]
        Self::Search,
    ];

    /// Returns the player's name in commands and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rule => "rule",
            #[cfg(feature = "policy")]
            Self::Policy => "policy",
            #[cfg(feature = "policy")]
            Self::Search => "search",
        }
    }
}

impl BuiltIn for PlayerKind {
    type Game = Table;

    const ALL: &'static [Self] = Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }

    #[cfg(feature = "policy")]
    fn of_file(bytes: &[u8]) -> Result<quadrille_table::MakePlayer<Table>, String> {
        quadrille_players::of_file(bytes)
    }

    #[cfg(feature = "policy")]
    fn of_budget(text: &str) -> Result<(quadrille_table::MakePlayer<Table>, bool), String> {
        super::policy::SHIPPED.of_budget(text)
    }

    fn player(self) -> Box<dyn Player<Table>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Rule => Box::new(Rule),
            #[cfg(feature = "policy")]
            Self::Policy => super::policy::SHIPPED.player(),
            #[cfg(feature = "policy")]
            Self::Search => {
                Box::new(super::policy::SHIPPED.search(quadrille_players::search::Budget::default()))
            }
        }
    }
}

quadrille_table::players_by_name!(PlayerKind);
