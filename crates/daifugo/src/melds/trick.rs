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

/// Why a meld is no answer to what lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Refusal {
    /// Cards that the player has not got.
    #[error("the hand does not hold them")]
    NotHeld,
    /// Another number of cards.
    #[error("another number of cards lies on the table")]
    Size,
    /// A sequence on a group, or a group on a sequence.
    #[error("a group does not answer a sequence, nor a sequence a group")]
    Kind,
    /// Not better.
    #[error("it is not better than what lies on the table")]
    Rank,
    /// Not the suits that are locked.
    #[error("the suits are locked")]
    SuitLock,
    /// Not the rank that is locked.
    #[error("the ranks are locked: the next one is expected")]
    RankLock,
    /// A joker alone is answered by the 3 of spades alone.
    #[error("only the 3 of spades answers a joker alone")]
    OnlySpadeThree,
    /// Two jokers alone, which nothing answers.
    #[error("nothing answers two jokers")]
    Unanswerable,
    /// A sequence where sequences are not played.
    #[error("sequences are not played under these rules")]
    NoSequences,
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
