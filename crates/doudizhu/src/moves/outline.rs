//! What the moves of a category are made of.

use super::{Kind, Shape};

/// What principal ranks there are, and what is attached to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attached {
    /// One card, and nothing. (Most hands have many.)
    Alone,
    /// Several cards of a rank, and nothing. (Most hands have few.)
    Nothing,
    /// Several ranks in a row, and nothing.
    Chain,
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
}

impl Shape {
    /// What such moves are made of; of the pass and the rocket, nothing of the sort is true.
    #[inline(always)]
    pub(super) const fn outline(self) -> Outline {
        const OUTLINES: [Outline; 16] = {
            let mut outlines = [Outline { count: 1, attached: Attached::Alone }; 16];
            let mut at = 0;
            while at < outlines.len() {
                let (count, attached) = match Kind::ALL[at] {
                    Kind::Pass | Kind::Solo | Kind::Rocket => (1, Attached::Alone),
                    Kind::Pair => (2, Attached::Nothing),
                    Kind::Trio => (3, Attached::Nothing),
                    Kind::Bomb => (4, Attached::Nothing),
                    Kind::SoloChain => (1, Attached::Chain),
                    Kind::PairChain => (2, Attached::Chain),
                    Kind::TrioChain => (3, Attached::Chain),
                    Kind::SpaceShuttle => (4, Attached::Chain),
                    Kind::TrioSolo => (3, Attached::Solo),
                    Kind::TrioPair => (3, Attached::Pair),
                    Kind::AirplaneSolos => (3, Attached::Solos),
                    Kind::AirplanePairs => (3, Attached::Pairs),
                    Kind::FourTwoSolos => (4, Attached::Solos),
                    Kind::FourTwoPairs => (4, Attached::Pairs),
                };
                outlines[at] = Outline { count, attached };
                at += 1;
            }
            outlines
        };
        OUTLINES[self.index() & 15]
    }
}
