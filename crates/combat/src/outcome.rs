//! What can become of an attack.

use serde::{Deserialize, Serialize};

/// What became of one attack on one target.
///
/// ```
/// use quadrille_combat::Outcome;
///
/// assert_eq!(Outcome::Glance.name(), "glance");
/// assert!(!Outcome::Parry.lands());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Outcome {
    /// Went wide.
    Miss,
    /// Was dodged.
    Dodge,
    /// Was parried.
    Parry,
    /// A glancing blow.
    Glance,
    /// Was blocked.
    Block,
    /// A crushing blow.
    Crush,
    /// A critical strike.
    Crit,
    /// An ordinary hit: what is left of the table.
    Hit,
}

impl Outcome {
    /// How many there are.
    pub const COUNT: usize = 8;
    /// All outcomes.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Miss, Self::Dodge, Self::Parry, Self::Glance, Self::Block, Self::Crush, Self::Crit, Self::Hit];

    /// The name in profiles and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::Dodge => "dodge",
            Self::Parry => "parry",
            Self::Glance => "glance",
            Self::Block => "block",
            Self::Crush => "crush",
            Self::Crit => "crit",
            Self::Hit => "hit",
        }
    }

    /// Whether the attack reached its target: it was not missed, dodged or parried.
    pub const fn lands(self) -> bool {
        !matches!(self, Self::Miss | Self::Dodge | Self::Parry)
    }

    /// The outcome's bit in a mask.
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The mask of the outcomes that land.
pub(crate) const LANDED: u8 = Outcome::Glance.bit()
    | Outcome::Block.bit()
    | Outcome::Crush.bit()
    | Outcome::Crit.bit()
    | Outcome::Hit.bit();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mask_of_what_lands_agrees() {
        for (index, outcome) in Outcome::ALL.into_iter().enumerate() {
            assert_eq!(outcome as usize, index);
            assert_eq!(LANDED & outcome.bit() != 0, outcome.lands());
        }
    }
}
