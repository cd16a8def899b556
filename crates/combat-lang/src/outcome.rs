//! Outcomes of an attack.

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The outcome of one attack on one target.
///
/// ```
/// use quadrille_combat_lang::AttackOutcome;
///
/// assert_eq!(AttackOutcome::Glance.name(), "glance");
/// assert!(!AttackOutcome::Parry.lands());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum AttackOutcome {
    /// Missed.
    Miss,
    /// Dodged.
    Dodge,
    /// Parried.
    Parry,
    /// Glancing blow.
    Glance,
    /// Blocked.
    Block,
    /// Crushing blow.
    Crush,
    /// Critical strike.
    Crit,
    /// Ordinary hit. Its chance is 1 minus the chances of all other outcomes.
    Hit,
}

impl AttackOutcome {
    /// Number of outcomes.
    pub const COUNT: usize = 8;
    /// All outcomes, in the order of their discriminants.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Miss, Self::Dodge, Self::Parry, Self::Glance, Self::Block, Self::Crush, Self::Crit, Self::Hit];

    /// Returns the outcome's name in profiles and reports.
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

    /// Returns whether the attack reached its target: it was not missed, dodged or parried.
    pub const fn lands(self) -> bool {
        !matches!(self, Self::Miss | Self::Dodge | Self::Parry)
    }

    /// Returns the outcome's bit in a mask.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for AttackOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error of parsing an unknown outcome name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no attack outcome is called `{}` (expected miss, dodge, parry, glance, block, crush, crit or hit)", printable(.0))]
#[non_exhaustive]
pub struct UnknownOutcome(pub String);

impl FromStr for AttackOutcome {
    type Err = UnknownOutcome;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|outcome| outcome.name() == name);
        found.ok_or_else(|| UnknownOutcome(name.to_owned()))
    }
}

/// Mask of the outcomes that land.
pub(crate) const LANDED: u8 = AttackOutcome::Glance.bit()
    | AttackOutcome::Block.bit()
    | AttackOutcome::Crush.bit()
    | AttackOutcome::Crit.bit()
    | AttackOutcome::Hit.bit();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mask_of_what_lands_agrees() {
        for (index, outcome) in AttackOutcome::ALL.into_iter().enumerate() {
            assert_eq!(outcome as usize, index);
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
            assert_eq!(LANDED & outcome.bit() != 0, outcome.lands());
        }
    }
}
