//! What lies on the table, and what may answer it.

use thiserror::Error;

use crate::dominance::Order;
use crate::melds::{Kind, Meld};
use crate::{Card, CardSet};

/// The meld on the table, and what the table demands of those that answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Trick {
    /// What was played last.
    pub meld: Meld,
    /// The same suits were shown twice running: all that follow show them too.
    pub suit_lock: bool,
    /// Two ranks came one right after the other: all that follow come right after the last.
    pub rank_lock: bool,
}

/// Reason why a play is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Refusal {
    /// The hand lacks a card of the play.
    #[error("not held")]
    NotHeld,
    /// Another number of cards than on the table.
    #[error("wrong number of cards")]
    Size,
    /// A sequence on a group, or a group on a sequence.
    #[error("wrong kind: a group does not answer a sequence, nor a sequence a group")]
    Kind,
    /// Not above the meld on the table in the current order.
    #[error("too low")]
    Rank,
    /// Other suits than those that are locked.
    #[error("suit locked")]
    SuitLock,
    /// Another rank than the one that the lock demands.
    #[error("rank locked")]
    RankLock,
    /// On a lone joker, anything but the 3 of spades.
    #[error("only the 3 of spades answers a lone joker")]
    OnlySpadeThree,
    /// Two jokers alone on the table, which nothing answers.
    #[error("nothing answers two jokers")]
    Unanswerable,
    /// A sequence where sequences are not played.
    #[error("no sequences under these rules")]
    NoSequences,
    /// The cards make no meld.
    #[error("no meld")]
    NoMeld,
    /// The joker lies in a cell in which it stands for no card, or in more than one.
    #[error("joker's cell: it stands for no card there")]
    JokerCell,
    /// A cell of the submitted table holds neither a card nor a joker.
    #[error("malformed cell: neither a card nor a joker")]
    Malformed,
}

impl Refusal {
    /// Its name in records, as serde writes it: `suit_lock`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotHeld => "not_held",
            Self::Size => "size",
            Self::Kind => "kind",
            Self::Rank => "rank",
            Self::SuitLock => "suit_lock",
            Self::RankLock => "rank_lock",
            Self::OnlySpadeThree => "only_spade_three",
            Self::Unanswerable => "unanswerable",
            Self::NoSequences => "no_sequences",
            Self::NoMeld => "no_meld",
            Self::JokerCell => "joker_cell",
            Self::Malformed => "malformed",
        }
    }

    /// All reasons.
    pub const ALL: [Self; 12] = [
        Self::NotHeld,
        Self::Size,
        Self::Kind,
        Self::Rank,
        Self::SuitLock,
        Self::RankLock,
        Self::OnlySpadeThree,
        Self::Unanswerable,
        Self::NoSequences,
        Self::NoMeld,
        Self::JokerCell,
        Self::Malformed,
    ];

    /// The reason of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.name() == name)
    }
}

impl Trick {
    /// A meld on a table that demands nothing more.
    #[inline]
    pub const fn new(meld: Meld) -> Self {
        Self { meld, suit_lock: false, rank_lock: false }
    }

    /// Whether the meld answers what lies here.
    ///
    /// A joker alone answers any single card, two jokers any pair, whatever is locked; a joker alone is
    /// answered by the 3 of spades alone. Otherwise kind and size are the same and the rank is better; a
    /// sequence lies wholly beyond the other.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn answered_by(self, meld: Meld, order: Order) -> Result<(), Refusal> {
        let below = self.meld;
        if meld.size() != below.size() {
            return Err(Refusal::Size);
        }
        match (below.kind(), meld.kind()) {
            (Kind::Jokers, _) if below.size() > 1 => return Err(Refusal::Unanswerable),
            (Kind::Jokers, _) => {
                let spade_three = meld.cards() == CardSet::only(Card::SPADE_3);
                return if spade_three { Ok(()) } else { Err(Refusal::OnlySpadeThree) };
            }
            (Kind::Group, Kind::Jokers) => return Ok(()),
            (below, kind) if below != kind => return Err(Refusal::Kind),
            _ => {}
        }
        if !beyond(below, meld, order) {
            return Err(Refusal::Rank);
        }
        if self.suit_lock && meld.suits() != below.suits() {
            return Err(Refusal::SuitLock);
        }
        if self.rank_lock && !meld.comes_right_after(below, order) {
            return Err(Refusal::RankLock);
        }
        Ok(())
    }
}

/// Whether all ranks of the upper meld are better than all of the lower.
fn beyond(below: Meld, meld: Meld, order: Order) -> bool {
    match order {
        Order::Normal => meld.low() > below.high(),
        Order::Reversed => meld.high() < below.low(),
    }
}
