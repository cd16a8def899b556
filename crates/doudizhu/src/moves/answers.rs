//! What of a hand beats a move, told by masks of ranks alone: for a solver that has to know it before it
//! generates a move.

use super::holding::{CHAIN_LANES, Holding, ROCKET_LANE, above};
use super::outline::{Attached, Outline};
use super::{Kind, Move, Shape};
use crate::hand::Hand;
use crate::rules::Rules;

/// The ranks of a hand that matter to a move on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answers {
    /// Where moves of its category and length begin that are higher. It may be too much (there may be nothing
    /// to attach), never too little.
    pub(crate) of_kind: u64,
    /// Where the others of its category and length begin.
    pub(crate) too_low: u64,
    /// Bombs, and the rocket in the black joker's lane, that beat it without being of its category.
    pub(crate) bombs: u64,
}

impl Answers {
    /// Those of two hands.
    #[inline(always)]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            of_kind: self.of_kind | other.of_kind,
            too_low: self.too_low | other.too_low,
            bombs: self.bombs | other.bombs,
        }
    }

    /// Whether the hand can only pass.
    #[inline(always)]
    pub(crate) const fn are_none(self) -> bool {
        self.of_kind | self.bombs == 0
    }
}

impl Rules {
    /// What of a hand beats a move, which is no pass.
    #[inline]
    pub(crate) fn answers(self, hand: Hand, on: Shape) -> Answers {
        let holding = Holding::new(hand);
        let outline = Outline::of(on.index());
        let bombs = outline.bombs(holding);
        if self.compares_by_attached(on) {
            // Which trio counts is seen only when the cards are attached: any of these may be higher.
            let readable = on.defence() < 0x80;
            let of_kind = if readable { holding.runs(3, CHAIN_LANES, on.length()) } else { 0 };
            return Answers { of_kind, too_low: u64::MAX, bombs };
        }
        let starts = outline.starts(holding, on);
        let higher = starts & above(on.rank());
        Answers { of_kind: higher, too_low: starts & !higher, bombs }
    }

    /// Whether moves of this category do not compare by their lowest principal rank.
    #[inline(always)]
    pub(crate) fn compares_by_attached(self, on: Shape) -> bool {
        self.switches().compare_highest_trio && matches!(on.kind(), Kind::AirplaneSolos)
    }
}

/// The pairs of neighbouring ranks that some chain of the hand contains, each in the lane of the lower one;
/// in the black joker's lane, whether there is a rocket.
#[inline]
pub(crate) const fn links(hand: Hand) -> u64 {
    let holding = Holding::new(hand);
    let solos = holding.chains(1, 5);
    let pairs = holding.chains(2, 3);
    // Two trios are neighbours, and so are two fours.
    let trios = holding.chains(3, 2);
    let rocket = if holding.has_rocket() { ROCKET_LANE } else { 0 };
    solos | solos << 4 | solos << 8 | solos << 12 | pairs | pairs << 4 | trios | rocket
}

/// The ranks with a single card, and those with two.
#[inline]
pub(crate) const fn singles_and_pairs(hand: Hand) -> (u64, u64) {
    let holding = Holding::new(hand);
    let [one, two, three] = [holding.at_least(1), holding.at_least(2), holding.at_least(3)];
    (one & !two, two & !three)
}

impl Move {
    /// The cards attached to the principal ones.
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
