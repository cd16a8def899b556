//! Masks of the ranks with which a hand can beat a move. Solvers compute these masks before they
//! generate moves.

use super::holding::{CHAIN_LANES, Holding, ROCKET_LANE, above};
use super::outline::{Attached, Outline};
use super::{Kind, Move, Shape};
use crate::hand::Hand;
use crate::rules::Rules;

/// The answers of a hand to a move, as masks of ranks. A further mask has the moves of the same
/// category and length that are too low to be answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answers {
    /// The start ranks of the higher moves of the same category and length. The cards to attach are
    /// not checked, so the mask can also contain ranks at which no such move begins.
    pub(crate) of_kind: u64,
    /// The start ranks of the moves of the same category and length that are not higher. The mask
    /// can also contain ranks at which no such move begins.
    pub(crate) too_low: u64,
    /// The ranks of the bombs that beat the move, and the black joker's lane if the hand has the
    /// rocket. If the move to beat is a bomb, the higher bombs are in `of_kind` instead.
    pub(crate) bombs: u64,
}

impl Answers {
    /// Returns the union of the answers of two hands.
    #[inline(always)]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            of_kind: self.of_kind | other.of_kind,
            too_low: self.too_low | other.too_low,
            bombs: self.bombs | other.bombs,
        }
    }

    /// Returns whether the hand can only pass.
    #[inline(always)]
    pub(crate) const fn are_none(self) -> bool {
        self.of_kind | self.bombs == 0
    }
}

impl Rules {
    /// Returns the answers of a hand to a move other than a pass.
    #[inline]
    pub(crate) fn answers(self, hand: Hand, on: Shape) -> Answers {
        let holding = Holding::new(hand);
        let outline = Outline::of(on.index());
        let bombs = outline.bombs(holding);
        if self.compares_by_attached(on) {
            // An attached trio can decide the comparison. A move with any start rank can therefore
            // be higher.
            let readable = on.defence() < 0x80;
            let of_kind = if readable { holding.runs(3, CHAIN_LANES, on.length()) } else { 0 };
            return Answers { of_kind, too_low: u64::MAX, bombs };
        }
        let starts = outline.starts(holding, on);
        let higher = starts & above(on.rank());
        Answers { of_kind: higher, too_low: starts & !higher, bombs }
    }

    /// Returns whether `on` is an airplane that compares by its highest trio. This trio can be an
    /// attached one. All other moves compare by their lowest principal rank.
    #[inline(always)]
    pub(crate) fn compares_by_attached(self, on: Shape) -> bool {
        self.switches().compare_highest_trio && matches!(on.kind(), Kind::AirplaneSolos)
    }
}

/// Returns a mask of linked ranks. The lane of a rank is set if one chain of the hand contains both
/// this rank and the next higher rank. The black joker's lane is set if the hand has the rocket.
#[inline]
pub(crate) const fn links(hand: Hand) -> u64 {
    let holding = Holding::new(hand);
    let solos = holding.chains(1, 5);
    let pairs = holding.chains(2, 3);
    // The shortest chains of trios and of fours have two ranks. Any two adjacent ranks with at
    // least three cards each are therefore linked.
    let trios = holding.chains(3, 2);
    let rocket = if holding.has_rocket() { ROCKET_LANE } else { 0 };
    solos | solos << 4 | solos << 8 | solos << 12 | pairs | pairs << 4 | trios | rocket
}

/// Returns two masks: the ranks with exactly one card, and the ranks with exactly two cards.
#[inline]
pub(crate) const fn singles_and_pairs(hand: Hand) -> (u64, u64) {
    let holding = Holding::new(hand);
    let [one, two, three] = [holding.at_least(1), holding.at_least(2), holding.at_least(3)];
    (one & !two, two & !three)
}

impl Move {
    /// Returns the cards attached to the principal ranks.
    #[inline]
    pub(crate) const fn attached(self) -> Hand {
        let body = if matches!(Outline::of(self.shape.index()).attached, Attached::Nothing) {
            u64::MAX
        } else {
            0xffff_ffff_ffff_ffff >> (64 - 4 * self.shape.length()) << (4 * self.shape.rank())
        };
        Hand::from_valid_bits(self.cards.bits() & !body)
    }
}
