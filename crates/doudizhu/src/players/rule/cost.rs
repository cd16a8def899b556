//! The cost of a hand, computed with bit masks of ranks.
//!
//! The reference implementation (`plain/`) loops over the fifteen ranks repeatedly, for each of
//! four orders in which chains and trios can be taken out of a hand. This implementation represents
//! a hand as two masks with one bit per rank. A loop over the ranks then becomes a few operations
//! on the masks:
//!
//! ```text
//! rank   R B 2 A K Q J T 9 8 7 6 5 4 3
//! hand   1 . 2 . . 1 1 1 3 1 . 4 2 3 3     bombs have a fixed cost, and are removed:
//! low    1 . . . . 1 1 1 1 1 . . . 1 1     bit 0 of each count
//! high   . . 1 . . . . . 1 . . . 1 1 1     bit 1 of each count
//! ```
//!
//! * trios are `low & high`, pairs `high & !low`, solos `low & !high`, and ranks with any card
//!   `low | high`;
//! * `low ^= mask` removes one card of each rank in a mask; where the bit in `low` was 0, the bit
//!   in `high` is cleared too; `high ^= mask` removes two cards of each rank;
//! * with `a = low | high`, five ranks in a row begin where `a & a >> 1 & a >> 2 & a >> 3 & a >> 4`
//!   has a bit;
//! * the total cost of the ranks of a mask is looked up in two tables, one for each half of the
//!   mask.

use crate::Hand;

/// The cost of a turn, in hundredths of a turn.
pub(super) const TURN: i32 = 100;
/// The number of ranks that may be in chains.
pub(super) const CHAIN_RANKS: usize = 12;

/// The cost of a solo by rank. Low ranks cost more than a turn, since they can hardly be played
/// except as a lead. High ranks cost less than a turn, since they can win a turn back.
pub(super) const SOLO: [i32; 15] = [125, 122, 119, 116, 113, 110, 107, 104, 101, 98, 95, 88, 55, 30, 0];
/// The cost of a pair by rank.
pub(super) const PAIR: [i32; 13] = [118, 116, 114, 111, 108, 105, 102, 98, 94, 88, 80, 55, 15];
/// The cost of a trio by rank. The cards attached to it cost nothing.
pub(super) const TRIO: [i32; 13] = [95, 94, 92, 90, 88, 85, 82, 78, 74, 66, 52, 30, 5];
/// The cost of each further trio of a chain. It is negative: the trio needs no turn, and makes the
/// chain harder to beat.
pub(super) const LONGER: i32 = -15;
/// The cost of a bomb, which wins a turn back at any time.
pub(super) const BOMB: i32 = -60;
/// The cost of the rocket, which wins a turn back for certain.
pub(super) const ROCKET: i32 = -90;

/// Solos and pairs that cost no more than this are not attached to a trio, but kept for the turns
/// that they can win.
pub(super) const KEPT: i32 = 60;

/// The lowest bit of each lane.
const LANES: u64 = 0x0111_1111_1111_1111;
/// The mask of the ranks that may be in chains, 3 to ace.
const CHAINS: u32 = (1 << CHAIN_RANKS) - 1;
/// The mask of both jokers.
const JOKERS: u32 = 0b11 << 13;

/// Returns the cost of a hand in hundredths of a turn; 0 for an empty hand. It is the lowest cost
/// among a few ways to sort the hand into moves.
#[inline]
pub(crate) fn cost(hand: Hand) -> i32 {
    let bombs = hand.bits() >> 2 & LANES;
    let mut counts = Counts { low: compress(hand.bits() & LANES), high: compress(hand.bits() >> 1 & LANES) };
    let mut cost = BOMB * bombs.count_ones() as i32;
    if counts.low & JOKERS == JOKERS {
        counts.low ^= JOKERS;
        cost += ROCKET;
    }
    // Categories that the hand does not contain are omitted from the orders. Since the counts only
    // decrease, such a category cannot arise later.
    let (solo_chains, pair_chains) = (counts.solo_chain_starts() != 0, counts.pair_chain_starts() != 0);
    cost + match (solo_chains, pair_chains, counts.trios() != 0) {
        (false, false, _) => counts.trios_taken().singles(),
        (true, false, false) => counts.solo_chains_taken().singles(),
        (false, true, false) => counts.pair_chains_taken().singles(),
        (true, false, true) => {
            let trios_first = counts.trios_taken().solo_chains_taken().singles();
            trios_first.min(counts.solo_chains_taken().trios_taken().singles())
        }
        (false, true, true) => {
            let trios_first = counts.trios_taken().pair_chains_taken().singles();
            trios_first.min(counts.pair_chains_taken().trios_taken().singles())
        }
        (true, true, false) => {
            let pairs_first = counts.pair_chains_taken().solo_chains_taken().singles();
            pairs_first.min(counts.solo_chains_taken().pair_chains_taken().singles())
        }
        (true, true, true) => {
            let without_trios = counts.trios_taken();
            let orders = [
                without_trios.pair_chains_taken().solo_chains_taken(),
                without_trios.solo_chains_taken().pair_chains_taken(),
                counts.solo_chains_taken().trios_taken().pair_chains_taken(),
                counts.pair_chains_taken().solo_chains_taken().trios_taken(),
            ];
            orders.map(Sorted::singles).into_iter().min().unwrap_or(0)
        }
    }
}

/// The number of cards of each rank, 0 to 3. `low` is the mask of the low bits of these numbers,
/// `high` the mask of the high bits.
#[derive(Clone, Copy)]
struct Counts {
    low: u32,
    high: u32,
}

/// A partly sorted hand: the remaining cards, the total cost of the moves taken out, and the number
/// of trios taken out. One card or one pair can be attached to each trio.
#[derive(Clone, Copy)]
struct Sorted {
    left: Counts,
    cost: i32,
    trios: u32,
}

impl Counts {
    const fn trios(self) -> u32 {
        self.low & self.high
    }

    /// Returns the mask of the ranks at which five ranks in a row begin.
    const fn solo_chain_starts(self) -> u32 {
        let held = (self.low | self.high) & CHAINS;
        let two = held & held >> 1;
        two & two >> 2 & held >> 4
    }

    /// Returns the mask of the ranks at which three pairs in a row begin.
    const fn pair_chain_starts(self) -> u32 {
        let held = self.high & CHAINS;
        held & held >> 1 & held >> 2
    }

    const fn sorted(self) -> Sorted {
        Sorted { left: self, cost: 0, trios: 0 }
    }

    fn trios_taken(self) -> Sorted {
        self.sorted().trios_taken()
    }

    fn solo_chains_taken(self) -> Sorted {
        self.sorted().solo_chains_taken()
    }

    fn pair_chains_taken(self) -> Sorted {
        self.sorted().pair_chains_taken()
    }
}

impl Sorted {
    /// Takes all trios out of the hand. Adjacent trios form a chain.
    #[inline]
    fn trios_taken(mut self) -> Self {
        let trios = self.left.trios();
        self.left.low ^= trios;
        self.left.high ^= trios;
        self.trios += trios.count_ones();
        // A 2 does not extend a chain.
        let longer = trios & trios << 1 & CHAINS;
        self.cost += TRIOS.sum(trios ^ longer) + LONGER * longer.count_ones() as i32;
        self
    }

    /// Takes chains of solos out of the hand, from the lowest up. A trio at an end of a chain stays
    /// in the hand if the chain is long enough without it.
    #[inline]
    fn solo_chains_taken(mut self) -> Self {
        let mut above = u32::MAX;
        loop {
            let starts = self.left.solo_chain_starts() & above;
            if starts == 0 {
                return self;
            }
            let mut from = starts.trailing_zeros();
            let held = (self.left.low | self.left.high) & CHAINS;
            let mut to = from + (!(held >> from)).trailing_zeros();
            let trios = self.left.trios();
            while to - from > 5 && trios >> from & 1 != 0 {
                from += 1;
            }
            while to - from > 5 && trios >> (to - 1) & 1 != 0 {
                to -= 1;
            }
            let chain = ranks(from, to);
            // If the low bit is 0, subtracting 1 borrows from the high bit.
            self.left.high ^= chain & !self.left.low;
            self.left.low ^= chain;
            self.cost += chain_cost(from, to, 5);
            // The same ranks can contain another chain, so the search continues at the same rank.
            above = u32::MAX << from;
        }
    }

    /// Takes chains of pairs out of the hand, from the lowest up.
    #[inline]
    fn pair_chains_taken(mut self) -> Self {
        let mut above = u32::MAX;
        loop {
            let starts = self.left.pair_chain_starts() & above;
            if starts == 0 {
                return self;
            }
            let from = starts.trailing_zeros();
            let to = from + (!((self.left.high & CHAINS) >> from)).trailing_zeros();
            self.left.high ^= ranks(from, to);
            self.cost += chain_cost(from, to, 3);
            above = u32::MAX << from;
        }
    }

    /// Returns the total cost of the hand. Only pairs and solos are left. The lowest of them are
    /// attached to the trios and cost nothing.
    #[inline]
    fn singles(self) -> i32 {
        let Counts { low, high } = self.left;
        let (mut solos, mut pairs) = (low & !high, high & !low);
        let along = solos & SOLO_KICKERS | pairs & PAIR_KICKERS;
        let mut kept = along;
        for _ in 0..self.trios {
            kept &= kept.wrapping_sub(1);
        }
        let gone = along ^ kept;
        solos &= !gone;
        pairs &= !gone;
        self.cost + SOLOS.sum(solos) + PAIRS.sum(pairs)
    }
}

/// Returns the mask of the ranks from `from` up to, but not including, `to`.
const fn ranks(from: u32, to: u32) -> u32 {
    ((1 << (to - from)) - 1) << from
}

/// Returns the cost of a chain. Higher and longer chains are cheaper, since fewer moves beat them.
const fn chain_cost(from: u32, to: u32, shortest: u32) -> i32 {
    TURN - 3 * to as i32 - 4 * (to - from - shortest) as i32
}

/// The mask of the ranks whose solos are expensive enough to be attached to a trio.
const SOLO_KICKERS: u32 = dearer_than_kept(&SOLO);
/// The mask of the ranks whose pairs are expensive enough to be attached to a trio.
const PAIR_KICKERS: u32 = dearer_than_kept(&PAIR);

const fn dearer_than_kept(costs: &[i32]) -> u32 {
    let (mut mask, mut rank) = (0, 0);
    while rank < costs.len() {
        if costs[rank] > KEPT {
            mask |= 1 << rank;
        }
        rank += 1;
    }
    mask
}

/// The total costs of all sets of ranks, in two tables: one for the sets of the lower eight ranks,
/// and one for the sets of the higher ranks.
struct Sums([[i16; 256]; 2]);

static SOLOS: Sums = Sums::new(&SOLO);
static PAIRS: Sums = Sums::new(&PAIR);
static TRIOS: Sums = Sums::new(&TRIO);

impl Sums {
    const fn new(costs: &[i32]) -> Self {
        let mut sums = [[0; 256]; 2];
        let mut half = 0;
        while half < 2 {
            let mut mask = 1;
            while mask < 256usize {
                // The total cost of the set without its lowest rank has already been computed.
                let lowest = 8 * half + mask.trailing_zeros() as usize;
                let cost = if lowest < costs.len() { costs[lowest] as i16 } else { 0 };
                sums[half][mask] = sums[half][mask & (mask - 1)] + cost;
                mask += 1;
            }
            half += 1;
        }
        Self(sums)
    }

    #[inline]
    const fn sum(&self, ranks: u32) -> i32 {
        (self.0[0][ranks as usize & 0xff] + self.0[1][ranks as usize >> 8 & 0xff]) as i32
    }
}

/// Gathers the lowest bits of the lanes into adjacent bits, in three steps.
#[inline]
const fn compress(lanes: u64) -> u32 {
    let v = (lanes | lanes >> 3) & 0x0303_0303_0303_0303;
    let v = (v | v >> 6) & 0x000f_000f_000f_000f;
    let v = (v | v >> 12) & 0x0000_00ff_0000_00ff;
    (v | v >> 24) as u32 & 0x7fff
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::plain;
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Random numbers of cards of each rank: 0 to 4, 1 to 3, or 0 to 2.
        #[test]
        fn costs_of_any_counts_equal_the_reference(
            counts in prop_oneof![prop::array::uniform13(0u8..=4), prop::array::uniform13(1u8..=3), prop::array::uniform13(0u8..=2)],
            jokers in prop::array::uniform2(0u8..=1),
        ) {
            let hand = Hand::from_lanes(&[counts.as_slice(), &jokers].concat()).unwrap();
            prop_assert_eq!(cost(hand), plain::cost(hand), "{}", hand);
        }

        #[test]
        fn costs_of_any_cards_equal_the_reference(cards in 0..1u64 << 54, thinned in any::<u64>()) {
            for hand in [Hand::from_mask(cards), Hand::from_mask(cards & thinned)] {
                prop_assert_eq!(cost(hand), plain::cost(hand), "{}", hand);
            }
        }
    }

    /// Every choice of 0 to 3 cards of each of eight adjacent chain ranks, with and without 2s and
    /// a joker.
    #[test]
    fn every_hand_of_few_ranks() {
        for counts in 0..1u64 << 16 {
            let spread = (0..8).fold(0, |hand, rank| hand | (counts >> (2 * rank) & 3) << (4 * rank));
            for shift in [0, 16] {
                let hand = Hand::from_valid_bits(spread << shift);
                assert_eq!(cost(hand), plain::cost(hand), "{hand}");
            }
            let hand = Hand::from_valid_bits(spread << 16 | (counts % 5) << 48 | (counts & 1) << 56);
            assert_eq!(cost(hand), plain::cost(hand), "{hand}");
        }
    }
}
