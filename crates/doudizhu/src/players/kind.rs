//! The built-in players by name.

use super::{BuiltIn, Player, Random, Rule, Table};

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
    /// Networks that learned by self-play.
    #[cfg(feature = "policy")]
    Policy,
}

impl PlayerKind {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Random,
        Self::Rule,
        #[cfg(feature = "policy")]
        Self::Policy,
    ];

    /// Its name in commands and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rule => "rule",
            #[cfg(feature = "policy")]
            Self::Policy => "policy",
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
        let judges = quadrille_players::read::<Table>(bytes).map_err(|error| error.to_string())?;
        Ok(Box::new(move || quadrille_players::Policy::boxed(judges.clone())))
    }

    fn player(self) -> Box<dyn Player<Table>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Rule => Box::new(Rule),
            #[cfg(feature = "policy")]
            Self::Policy => super::policy::SHIPPED.player(),
        }
    }
}

quadrille_table::players_by_name!(PlayerKind);
