//! How tables are set up.

use quadrille_table::by_name;
pub use quadrille_table::{Autoreset, UnknownName};

use crate::game::Outcome;
use crate::rules::Rules;

/// How tables are set up: the games, what they are worth, and what comes after them.
///
/// Without [`Rule::Exchange`](crate::rules::Rule::Exchange), or with [`Classes::None`], no cards are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Players, jokers and rules.
    pub rules: Rules,
    /// Where the classes before a game come from.
    pub classes: Classes,
    /// What a game is worth.
    pub reward: Reward,
    /// What comes after a game.
    pub autoreset: Autoreset,
}

impl Default for Options {
    /// [`Rules::UECDA`], [`Classes::Carried`], [`Reward::Points`], [`Autoreset::NextStep`].
    fn default() -> Self {
        Self {
            rules: Rules::UECDA,
            classes: Classes::Carried,
            reward: Reward::Points,
            autoreset: Autoreset::NextStep,
        }
    }
}

/// Where the classes before a game come from, by which cards are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Classes {
    /// From the game before, as at a table: the first game has none, and a game depends on those before it.
    Carried,
    /// There are none: every game is the first of a series.
    None,
    /// They are drawn for every game, each order of the players as likely as the others. Player `p` sits in
    /// seat `p`.
    Drawn,
}

impl Classes {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Carried, Self::None, Self::Drawn];

    /// What settings call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Carried => "carried",
            Self::None => "none",
            Self::Drawn => "drawn",
        }
    }
}

/// What a game is worth to a player, when it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reward {
    /// As many points as there are players for the richest, one less for each class below: 5 4 3 2 1.
    Points,
    /// The same less their mean: 2 1 0 −1 −2. They sum up to 0.
    Centred,
}

impl Reward {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Points, Self::Centred];

    /// What settings call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Centred => "centred",
        }
    }

    /// What a game is worth to a seat.
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
