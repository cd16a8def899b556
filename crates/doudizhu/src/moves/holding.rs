//! Masks of the ranks with at least a given number of cards in a hand.

use quadrille_lanes::Nibbles64;

use crate::hand::Hand;

/// The lanes of the ranks that chains can contain: the 3 to the ace.
pub(super) const CHAIN_LANES: u64 = 0x0000_1111_1111_1111;
/// The lanes of all ranks.
pub(super) const LANES: u64 = 0x0111_1111_1111_1111;
/// Both jokers.
pub(super) const JOKERS: u64 = 0x0110_0000_0000_0000;

/// The lane that represents the rocket in masks of bombs: the black joker's.
pub(super) const ROCKET_LANE: u64 = 1 << 52;

/// A hand in unary form: a lane with n cards has its n lowest bits set.
///
/// Whether a rank has at least two cards is therefore one bit of its lane, and a shift gives the
/// mask of all ranks with at least two cards. A mask uses the lowest bit of each lane, so that it
/// is also a hand with one card of each of its ranks.
///
/// ```text
/// lane        …     3     2     1     0
/// hand        …     4     0     2     3
/// staircase   …  1111  0000  0011  0111
/// at least 2  …     1     .     1     1
/// at least 3  …     1     .     .     1
/// ```
#[derive(Clone, Copy)]
pub(super) struct Holding {
    staircase: u64,
}

impl Holding {
    #[inline(always)]
    pub(super) const fn new(hand: Hand) -> Self {
        Self { staircase: hand.lanes().one_hot().smear_down().bits() }
    }

    /// Returns the mask of the ranks with at least `count` cards; `count` is 1 to 4.
    #[inline(always)]
    pub(super) const fn at_least(self, count: u32) -> u64 {
        self.staircase >> (count - 1) & LANES
    }

    /// Returns whether the hand has both jokers.
    #[inline(always)]
    pub(super) const fn has_rocket(self) -> bool {
        self.staircase & JOKERS == JOKERS
    }

    /// Returns the mask of the start ranks of chains of `length` ranks with `count` cards each.
    #[inline(always)]
    pub(super) const fn chains(self, count: u32, length: u32) -> u64 {
        Nibbles64::from_bits(self.at_least(count) & CHAIN_LANES).runs(length).bits()
    }

    /// Returns the mask of the ranks at which `length` consecutive ranks with at least `count`
    /// cards each begin. Only the ranks in the mask `lanes` are considered. All lengths up to 15
    /// take the same steps, without a branch.
    #[inline(always)]
    pub(super) const fn runs(self, count: u32, lanes: u64, length: u32) -> u64 {
        let [a, b, c, d] = STEPS[length as usize & 15];
        let mut runs = self.staircase >> (count - 1) & lanes;
        runs &= runs >> a;
        runs &= runs >> b;
        runs &= runs >> c;
        runs & runs >> d
    }

    /// Returns [`ROCKET_LANE`] if the hand has the rocket, otherwise 0.
    #[inline(always)]
    pub(super) const fn rocket(self) -> u64 {
        self.staircase & self.staircase >> 4 & ROCKET_LANE
    }

    /// Returns the unary form: bit k − 1 of a lane is set if the hand has at least k cards of the
    /// rank.
    #[inline(always)]
    pub(super) const fn staircase(self) -> u64 {
        self.staircase
    }
}

/// For each length of a run (consecutive lanes that are set in a mask), the four shifts in bits
/// that find runs of this length. No shift is longer than the runs that the previous shifts find.
///
/// In `p = m & m >> 4` a bit marks two adjacent lanes, in `p & p >> 8` four adjacent lanes. Four
/// shifts therefore reach every length up to 16. A length that is not a power of two ends with a
/// shorter shift; unused steps shift by 0, which has no effect. Example: runs of 5 need shifts by
/// 1, 2 and 1 lanes, since 1 + 1 + 2 + 1 is 5.
static STEPS: [[u8; 4]; 16] = {
    let mut steps = [[0; 4]; 16];
    let mut length = 2;
    while length < 16 {
        let (mut reached, mut step) = (1, 0);
        while reached < length {
            let more = if reached < length - reached { reached } else { length - reached };
            steps[length][step] = 4 * more as u8;
            reached += more;
            step += 1;
        }
        length += 1;
    }
    steps
};

/// Returns the mask of the lanes above `rank`, 0..=14.
#[inline(always)]
pub(super) const fn above(rank: u32) -> u64 {
    (LANES << 4) << (4 * rank)
}

/// Returns the number of ranks in a mask, 0..=15.
#[inline(always)]
pub(super) const fn size(mask: u64) -> u32 {
    Nibbles64::from_bits(mask).sum()
}

/// Iterates over the ranks of a mask from the lowest up. Each item consists of the lane number of a
/// rank and the bit that represents one card of this rank.
#[inline(always)]
pub(super) fn ranks(mut mask: u64) -> impl Iterator<Item = (u32, u64)> {
    std::iter::from_fn(
        #[inline(always)]
        move || {
            let card = mask & mask.wrapping_neg();
            mask ^= card;
            (card != 0).then(|| (card.trailing_zeros() / 4, card))
        },
    )
}

/// Returns one card of each of the `length` lowest ranks.
#[inline(always)]
pub(super) const fn run(length: u32) -> u64 {
    LANES & ((1 << (4 * length)) - 1)
}
