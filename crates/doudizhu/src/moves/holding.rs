//! Which ranks a hand has how many of, as masks.

use quadrille_lanes::Nibbles64;

use crate::hand::Hand;

/// The lanes that chains are made of: the 3 to the ace.
pub(super) const CHAIN_LANES: u64 = 0x0000_1111_1111_1111;
/// The lanes of the ranks.
pub(super) const LANES: u64 = 0x0111_1111_1111_1111;
/// Both jokers.
pub(super) const JOKERS: u64 = 0x0110_0000_0000_0000;

/// The lane that stands for the rocket among bombs: the black joker's.
pub(super) const ROCKET_LANE: u64 = 1 << 52;

/// A hand as a staircase: where the hand holds a number, this has so many bits set, from the lowest of the
/// lane up.
///
/// So "at least two of a rank" is one bit of its lane, and a shift makes the mask of all ranks for which it
/// holds. A mask has the low bit of a lane: it is also one card of each of its ranks.
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

    /// The ranks of which there are at least `count`, 1..=4.
    #[inline(always)]
    pub(super) const fn at_least(self, count: u32) -> u64 {
        self.staircase >> (count - 1) & LANES
    }

    /// Whether both jokers are there.
    #[inline(always)]
    pub(super) const fn has_rocket(self) -> bool {
        self.staircase & JOKERS == JOKERS
    }

    /// Where chains of `length` ranks with `count` cards each begin.
    #[inline(always)]
    pub(super) const fn chains(self, count: u32, length: u32) -> u64 {
        Nibbles64::from_bits(self.at_least(count) & CHAIN_LANES).runs(length).bits()
    }

    /// The same in some of the lanes only, and whatever the length (up to 15) by the same steps, without a
    /// branch.
    #[inline(always)]
    pub(super) const fn runs(self, count: u32, lanes: u64, length: u32) -> u64 {
        let [a, b, c, d] = STEPS[length as usize & 15];
        let mut runs = self.staircase >> (count - 1) & lanes;
        runs &= runs >> a;
        runs &= runs >> b;
        runs &= runs >> c;
        runs & runs >> d
    }

    /// The rocket, in its lane.
    #[inline(always)]
    pub(super) const fn rocket(self) -> u64 {
        self.staircase & self.staircase >> 4 & ROCKET_LANE
    }

    /// Bit k − 1 of a lane: may k cards of that rank be taken?
    #[inline(always)]
    pub(super) const fn staircase(self) -> u64 {
        self.staircase
    }
}

/// For each length of a run, by how many bits to shift what is there to make it as long: no more than it is
/// long by then.
///
/// A bit of `m & m >> 4` stands for two lanes in a row, and one of `p & p >> 8`, with that for `p`, for four.
/// So four shifts reach every length up to 16; a length that is no power of two ends with a shorter one, and
/// lengths reached early with shifts by nothing, which change nothing: 5 is 1 + 1 + 2 + 1.
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

/// The lanes above `rank`, 0..=14.
#[inline(always)]
pub(super) const fn above(rank: u32) -> u64 {
    (LANES << 4) << (4 * rank)
}

/// How many ranks a mask has, 0..=15.
#[inline(always)]
pub(super) const fn size(mask: u64) -> u32 {
    Nibbles64::from_bits(mask).sum()
}

/// The ranks of a mask from the lowest up: each as its lane and its one card.
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

/// One card of each of the `length` lowest ranks.
#[inline(always)]
pub(super) const fn run(length: u32) -> u64 {
    LANES & ((1 << (4 * length)) - 1)
}
