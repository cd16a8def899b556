//! Options of tables.

use quadrille_table::by_name;
pub use quadrille_table::{Autoreset, UnknownName};

use crate::game::Outcome;
use crate::rules::Rules;

/// Options of tables: rules, classes, rewards, autoreset.
///
/// Without [`Rule::Exchange`](crate::rules::Rule::Exchange), or with [`Classes::None`], no cards
/// are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Players, jokers and rules.
    pub rules: Rules,
    /// Source of the classes before a game.
    pub classes: Classes,
    /// How the reward of a game is computed.
    pub reward: Reward,
    /// Behaviour after the end of a game.
    pub autoreset: Autoreset,
}

impl Default for Options {
    /// Returns the options [`Rules::UECDA`], [`Classes::Carried`], [`Reward::Points`] and
    /// [`Autoreset::NextStep`].
    fn default() -> Self {
        Self {
            rules: Rules::UECDA,
            classes: Classes::Carried,
            reward: Reward::Points,
            autoreset: Autoreset::NextStep,
        }
    }
}

/// The source of the classes before a game. The classes determine the exchange of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Classes {
    /// The classes are the result of the previous game, as in a series. The first game has no
    /// classes. Every later game depends on the games before it.
    Carried,
    /// No classes: every game is the first of a series.
    None,
    /// A uniformly random order of the players, drawn for every game. Player `p` sits in seat `p`.
    Drawn,
}

impl Classes {
    /// All sources.
    pub const ALL: [Self; 3] = [Self::Carried, Self::None, Self::Drawn];

    /// Returns the name that settings use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Carried => "carried",
            Self::None => "none",
            Self::Drawn => "drawn",
        }
    }
}

/// The reward of a player at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reward {
    /// The points of the game: n for the richest of n players, and one less for each lower class.
    /// With five players: 5, 4, 3, 2, 1.
    Points,
    /// The points minus their mean, so that the sum is 0. With five players: 2, 1, 0, −1, −2.
    Centred,
}

impl Reward {
    /// All rewards.
    pub const ALL: [Self; 2] = [Self::Points, Self::Centred];

    /// Returns the name that settings use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Centred => "centred",
        }
    }

    /// Returns the reward of a seat.
    pub fn of(self, outcome: &Outcome, seat: usize) -> f32 {
        let points = outcome.points(seat) as f32;
        match self {
            Self::Points => points,
            Self::Centred => points - (outcome.seats().len() + 1) as f32 / 2.0,
        }
    }
}

by_name!(Classes, "source of classes");
by_name!(Reward, "reward");
