//! What the moves of a category are made of, and so which of a hand's ranks may be played on one.
//!
//! A category is so many cards of each of some ranks in a row, the principal ones, and perhaps something
//! attached. To find what may be played on a move of it, every category takes the same steps: where do so
//! many ranks with so many cards begin, above the one to be beaten, and which bombs are there? Only the
//! numbers differ, and they stand in a table with a row for each category. To branch on the category instead
//! would be guessing: it changes from one call to the next, and a wrong guess costs more than all of these
//! steps.

use super::holding::{CHAIN_LANES, Holding, LANES, ROCKET_LANE, above};
use super::{Kind, Move, Shape};
use crate::rules::Switches;

/// What is attached to the principal ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attached {
    Nothing,
    /// One card, to one trio.
    Solo,
    /// One pair, to one trio.
    Pair,
    /// Several cards.
    Solos,
    /// Several pairs.
    Pairs,
}

/// How many cards of each principal rank, and what else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) count: u32,
    pub(super) attached: Attached,
    /// All bits if anything is attached, no bit otherwise: to ask that together with something else by one
    /// branch.
    if_attached: u64,
    /// Where the principal ranks may lie.
    lanes: u64,
    /// What of bombs (in the lanes of their ranks) and the rocket is no move of the category, but beats it.
    bombs: u64,
}

impl Outline {
    const fn new(kind: Kind) -> Self {
        let (count, attached, lanes) = match kind {
            // Nothing beats the rocket, and a pass is no move to be beaten.
            Kind::Pass | Kind::Rocket => (1, Attached::Nothing, 0),
            Kind::Solo => (1, Attached::Nothing, LANES),
            Kind::Pair => (2, Attached::Nothing, LANES),
            Kind::Trio => (3, Attached::Nothing, LANES),
            Kind::Bomb => (4, Attached::Nothing, LANES),
            Kind::SoloChain => (1, Attached::Nothing, CHAIN_LANES),
            Kind::PairChain => (2, Attached::Nothing, CHAIN_LANES),
            Kind::TrioChain => (3, Attached::Nothing, CHAIN_LANES),
            Kind::SpaceShuttle => (4, Attached::Nothing, CHAIN_LANES),
            Kind::TrioSolo => (3, Attached::Solo, LANES),
            Kind::TrioPair => (3, Attached::Pair, LANES),
            Kind::AirplaneSolos => (3, Attached::Solos, CHAIN_LANES),
            Kind::AirplanePairs => (3, Attached::Pairs, CHAIN_LANES),
            Kind::FourTwoSolos => (4, Attached::Solos, LANES),
            Kind::FourTwoPairs => (4, Attached::Pairs, LANES),
        };
        let bombs = match kind {
            Kind::Pass | Kind::Rocket => 0,
            Kind::Bomb => ROCKET_LANE,
            _ => LANES,
        };
        let if_attached = if matches!(attached, Attached::Nothing) { 0 } else { u64::MAX };
        Self { count, attached, if_attached, lanes, bombs }
    }

    /// That of a category.
    #[inline(always)]
    pub(super) const fn of(kind: usize) -> &'static Self {
        static OUTLINES: [Outline; 16] = {
            let mut outlines = [Outline::new(Kind::Pass); 16];
            let mut at = 0;
            while at < outlines.len() {
                outlines[at] = Outline::new(Kind::ALL[at]);
                at += 1;
            }
            outlines
        };
        &OUTLINES[kind & 15]
    }

    /// The lowest principal ranks of the hand's moves of the category of `on` that are higher, whatever may
    /// be attached to them.
    ///
    /// One sum for all categories: which one it is cannot be foreseen, and to guess wrong costs more than all
    /// of it.
    #[inline(always)]
    pub(super) const fn higher(&self, holding: Holding, on: Move) -> u64 {
        self.starts(holding, on.shape) & above(on.shape.rank())
    }

    /// Where the hand's moves of the category and length begin, whether higher or not.
    #[inline(always)]
    pub(super) const fn starts(&self, holding: Holding, on: Shape) -> u64 {
        holding.runs(self.count, self.lanes, on.length())
    }

    /// Whether there is something to attach cards to: some of the `higher`, or perhaps a lower one, where
    /// `DouZero` compares airplanes by another trio than the lowest.
    #[inline(always)]
    pub(super) fn attaches(&self, higher: u64, switches: Switches) -> bool {
        (higher | u64::from(switches.compare_highest_trio)) & self.if_attached != 0
    }

    /// The bombs and the rocket, in its lane, of the hand that beat the category without being of it.
    #[inline(always)]
    pub(super) const fn bombs(&self, holding: Holding) -> u64 {
        (holding.at_least(4) | holding.rocket()) & self.bombs
    }
}
