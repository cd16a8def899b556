//! The categories of moves.

use std::fmt;
use std::str::FromStr;

/// A category of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// No cards.
    Pass,
    /// One card.
    Solo,
    /// Two cards of a rank.
    Pair,
    /// Three cards of a rank.
    Trio,
    /// Three cards of a rank, and one card of another rank.
    TrioSolo,
    /// Three cards of a rank, and two cards of another rank.
    TrioPair,
    /// Five or more ranks in a row, one card of each.
    SoloChain,
    /// Three or more ranks in a row, two cards of each.
    PairChain,
    /// Two or more ranks in a row, three cards of each.
    TrioChain,
    /// A chain of trios, with one single card for each trio.
    AirplaneSolos,
    /// A chain of trios, with one pair for each trio.
    AirplanePairs,
    /// Four cards of a rank, and two other cards.
    FourTwoSolos,
    /// Four cards of a rank, and two pairs.
    FourTwoPairs,
    /// Two or more ranks in a row, four cards of each; only with the switch `space-shuttle`.
    SpaceShuttle,
    /// Four cards of a rank.
    Bomb,
    /// Both jokers.
    Rocket,
}

impl Kind {
    /// All categories, in the order of the action table.
    pub const ALL: [Self; 16] = [
        Self::Pass,
        Self::Solo,
        Self::Pair,
        Self::Trio,
        Self::TrioSolo,
        Self::TrioPair,
        Self::SoloChain,
        Self::PairChain,
        Self::TrioChain,
        Self::AirplaneSolos,
        Self::AirplanePairs,
        Self::FourTwoSolos,
        Self::FourTwoPairs,
        Self::SpaceShuttle,
        Self::Bomb,
        Self::Rocket,
    ];

    /// Returns the name of the category in commands, records and reports, such as `trio_solo`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Solo => "solo",
            Self::Pair => "pair",
            Self::Trio => "trio",
            Self::TrioSolo => "trio_solo",
            Self::TrioPair => "trio_pair",
            Self::SoloChain => "solo_chain",
            Self::PairChain => "pair_chain",
            Self::TrioChain => "trio_chain",
            Self::AirplaneSolos => "airplane_solos",
            Self::AirplanePairs => "airplane_pairs",
            Self::FourTwoSolos => "four_two_solos",
            Self::FourTwoPairs => "four_two_pairs",
            Self::SpaceShuttle => "space_shuttle",
            Self::Bomb => "bomb",
            Self::Rocket => "rocket",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    /// # Errors
    /// If no category has this name.
    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownKind)
    }
}

/// The error of parsing an unknown category name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown category of moves; expected a name such as `solo` or `pair_chain`")]
#[non_exhaustive]
pub struct UnknownKind;
