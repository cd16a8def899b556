//! The structure of each category of moves, and the ranks at which a hand can beat a move.
//!
//! A move of a category consists of principal ranks and possibly attached cards. The principal
//! ranks are consecutive, with equally many cards each. The search for the moves that beat a given
//! move takes the same steps for every category. It finds the bombs, and the ranks above the rank
//! to beat at which enough consecutive ranks begin. Only the parameters differ; they are stored in
//! a table with a row for each category. A branch on the category would be mispredicted often,
//! since the category changes from call to call, and a misprediction costs more than all of these
//! steps.

use super::holding::{CHAIN_LANES, Holding, LANES, ROCKET_LANE, above};
use super::{Kind, Move, Shape};
use crate::rules::Switches;

/// The cards attached to the principal ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attached {
    Nothing,
    /// One card attached to one trio.
    Solo,
    /// One pair attached to one trio.
    Pair,
    /// Several single cards.
    Solos,
    /// Several pairs.
    Pairs,
}

/// The structure of a category: the number of cards of each principal rank, the attached cards, and
/// masks for the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) count: u32,
    pub(super) attached: Attached,
    /// All bits are set if the category has attached cards; otherwise no bit is set. With a mask
    /// instead of a `bool`, one branch can test this condition and another condition.
    if_attached: u64,
    /// The lanes that principal ranks may have.
    lanes: u64,
    /// The lanes of the bombs and of the rocket that beat moves of the category. For bombs, this is
    /// only the lane of the rocket: higher bombs belong to the same category.
    bombs: u64,
}

impl Outline {
    const fn new(kind: Kind) -> Self {
        let (count, attached, lanes) = match kind {
            // No move beats the rocket, and a pass is never the move to beat.
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

    /// Returns the structure of the category with this index in [`Kind::ALL`].
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

    /// Returns the start ranks of the hand's moves that have the category and length of `on` and
    /// begin at a higher rank. The cards to attach are not checked.
    ///
    /// Branch-free for all categories: the category is unpredictable, and a misprediction costs
    /// more than the whole computation.
    #[inline(always)]
    pub(super) const fn higher(&self, holding: Holding, on: Move) -> u64 {
        self.starts(holding, on.shape) & above(on.shape.rank())
    }

    /// Returns the start ranks of all moves of the hand that have the category and length of `on`.
    /// These moves need not be higher than `on`.
    #[inline(always)]
    pub(super) const fn starts(&self, holding: Holding, on: Shape) -> u64 {
        holding.runs(self.count, self.lanes, on.length())
    }

    /// Returns whether moves with attached cards have to be generated: for the ranks in `higher`,
    /// or for any rank if airplanes compare by their highest trio (`DouZero`).
    #[inline(always)]
    pub(super) fn attaches(&self, higher: u64, switches: Switches) -> bool {
        (higher | u64::from(switches.compare_highest_trio)) & self.if_attached != 0
    }

    /// Returns the lanes of the hand's bombs and of its rocket that beat moves of the category. If
    /// the category is the bomb, this is only the lane of the rocket.
    #[inline(always)]
    pub(super) const fn bombs(&self, holding: Holding) -> u64 {
        (holding.at_least(4) | holding.rocket()) & self.bombs
    }
}
