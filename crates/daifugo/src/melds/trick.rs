//! The current trick, and the legality of answers.

use thiserror::Error;

use crate::dominance::Order;
use crate::melds::{Kind, Meld};
use crate::{Card, CardSet};

/// The meld on the table, and the locks that bind its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Trick {
    /// The last meld played.
    pub meld: Meld,
    /// Whether a suit lock is in effect: answers must show the same suits.
    pub suit_lock: bool,
    /// Whether a rank lock is in effect: the ranks of an answer must directly follow the ranks of
    /// the meld on the table.
    pub rank_lock: bool,
}

/// Reason for rejecting a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Refusal {
    /// The hand lacks a card of the play.
    #[error("the hand lacks a card")]
    NotHeld,
    /// The play and the meld on the table differ in the number of cards.
    #[error("wrong number of cards: expected as many as on the table")]
    Size,
    /// The play is a sequence on a group, or a group on a sequence.
    #[error("wrong kind: groups and sequences cannot answer each other")]
    Kind,
    /// In the current order, the rank of the play is not better than the rank of the meld on the
    /// table.
    #[error("the rank does not beat the meld on the table")]
    Rank,
    /// The suits differ from the locked suits.
    #[error("the suits violate the suit lock")]
    SuitLock,
    /// The rank does not satisfy the rank lock.
    #[error("the rank violates the rank lock")]
    RankLock,
    /// A single joker is on the table, and the play is not the 3 of spades.
    #[error("only the 3 of spades answers a lone joker")]
    OnlySpadeThree,
    /// Two jokers are on the table, and no meld answers them.
    #[error("no meld answers two jokers")]
    Unanswerable,
    /// A sequence under rules without sequences.
    #[error("sequences are not allowed under these rules")]
    NoSequences,
    /// The cards do not form a meld.
    #[error("the cards are not a meld")]
    NoMeld,
    /// In the table of cards that a client of the `UECda` contest submits, the joker is in a cell
    /// where it represents no card, or in several cells.
    #[error("joker's cell: the joker is in a cell where it represents no card, or in several cells")]
    JokerCell,
    /// In the table of cards that a client of the `UECda` contest submits, a cell contains neither
    /// a card nor a joker.
    #[error("malformed cell: neither a card nor a joker")]
    Malformed,
}

impl Refusal {
    /// Returns the name used in records and by serde, such as `suit_lock`.
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

    /// Returns the reason with the given name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.name() == name)
    }
}

impl Trick {
    /// Creates a trick without locks.
    #[inline]
    pub const fn new(meld: Meld) -> Self {
        Self { meld, suit_lock: false, rank_lock: false }
    }

    /// Checks whether the meld answers this trick.
    ///
    /// A single joker answers any single card, and two jokers any pair, regardless of locks. Only
    /// the 3 of spades answers a single joker. In all other cases, the kind and size must be the
    /// same, and all ranks of the answer must be better than those of the meld on the table.
    ///
    /// # Errors
    /// Returns the first violated rule.
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

/// Returns whether all ranks of `meld` are better than all ranks of `below`.
fn beyond(below: Meld, meld: Meld, order: Order) -> bool {
    match order {
        Order::Normal => meld.low() > below.high(),
        Order::Reversed => meld.high() < below.low(),
    }
}
