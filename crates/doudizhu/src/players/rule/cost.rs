//! What a hand costs to get rid of, by masks of ranks.
//!
//! The plain way (`plain/`) walks over the fifteen ranks again and again, for each of four orders in
//! which chains and trios can be taken out of a hand. Here a hand is two masks with a bit a rank, and a walk
//! is a few operations on them:
//!
//! ```text
//! rank   R B 2 A K Q J T 9 8 7 6 5 4 3
//! hand   1 . 2 . . 1 1 1 3 1 . 4 2 3 3     bombs cost what they cost, and are gone:
//! low    1 . . . . 1 1 1 1 1 . . . 1 1     bit 0 of each count
//! high   . . 1 . . . . . 1 . . . 1 1 1     bit 1 of each count
//! ```
//!
//! * trios are `low & high`, pairs `high & !low`, solos `low & !high`, and ranks of which there is a card
//!   `low | high`;
//! * to take one card of each rank of a mask is `low ^= mask`, with a borrow from `high` where `low` had
//!   none; two cards are `high ^= mask`;
//! * five ranks in a row begin where `a & a >> 1 & a >> 2 & a >> 3 & a >> 4` has a bit;
//! * what the ranks of a mask cost together is read off a table, half a mask at a time.

use crate::Hand;

/// A turn.
pub(super) const TURN: i32 = 100;
/// Ranks that chains are made of.
pub(super) const CHAIN_RANKS: usize = 12;

/// A solo by its rank: a turn, more where it can only be led, less the turn it may win back.
pub(super) const SOLO: [i32; 15] = [125, 122, 119, 116, 113, 110, 107, 104, 101, 98, 95, 88, 55, 30, 0];
/// A pair by its rank.
pub(super) const PAIR: [i32; 13] = [118, 116, 114, 111, 108, 105, 102, 98, 94, 88, 80, 55, 15];
/// A trio by its rank, whatever it takes with it.
pub(super) const TRIO: [i32; 13] = [95, 94, 92, 90, 88, 85, 82, 78, 74, 66, 52, 30, 5];
/// One more trio of a chain costs no turn, and the chain is harder to beat.
pub(super) const LONGER: i32 = -15;
/// A bomb wins a turn back at any time, the rocket surely.
pub(super) const BOMB: i32 = -60;
pub(super) const ROCKET: i32 = -90;

/// What costs no more than this is no kicker: it is kept for what it can win.
pub(super) const KEPT: i32 = 60;

/// The low bit of each lane.
const LANES: u64 = 0x0111_1111_1111_1111;
/// Ranks of which chains are made, the 3 to the ace.
const CHAINS: u32 = (1 << CHAIN_RANKS) - 1;
/// Both jokers.
const JOKERS: u32 = 0b11 << 13;

/// What the cards cost, in hundredths of a turn: the cheapest of a few ways of sorting them into moves. 0 for
/// no cards.
#[inline]
pub(crate) fn cost(hand: Hand) -> i32 {
    let bombs = hand.bits() >> 2 & LANES;
    let mut counts = Counts { low: compress(hand.bits() & LANES), high: compress(hand.bits() >> 1 & LANES) };
    let mut cost = BOMB * bombs.count_ones() as i32;
    if counts.low & JOKERS == JOKERS {
        counts.low ^= JOKERS;
        cost += ROCKET;
    }
    // What is not there needs no place in the order of what is taken out. Counts only fall, so nothing comes
    // up later.
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

/// How many cards of each rank, 0 to 3, as two masks of ranks: the low bits and the high bits of the counts.
#[derive(Clone, Copy)]
struct Counts {
    low: u32,
    high: u32,
}

/// What is left of a hand when some parts have been taken out, what these cost, and how many trios among them
/// can take a card or a pair along.
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

    /// Where five ranks in a row begin.
    const fn solo_chain_starts(self) -> u32 {
        let held = (self.low | self.high) & CHAINS;
        let two = held & held >> 1;
        two & two >> 2 & held >> 4
    }

    /// Where three pairs in a row begin.
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
    /// Takes all trios, those in a row together.
    #[inline]
    fn trios_taken(mut self) -> Self {
        let trios = self.left.trios();
        self.left.low ^= trios;
        self.left.high ^= trios;
        self.trios += trios.count_ones();
        // The 2 makes no chain longer.
        let longer = trios & trios << 1 & CHAINS;
        self.cost += TRIOS.sum(trios ^ longer) + LONGER * longer.count_ones() as i32;
        self
    }

    /// Takes chains of solos from the lowest up; trios at their ends stay trios while the chain is long
    /// enough.
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
            // Where the low bit is 0, the high one is borrowed from.
            self.left.high ^= chain & !self.left.low;
            self.left.low ^= chain;
            self.cost += chain_cost(from, to, 5);
            // The same ranks may hold another.
            above = u32::MAX << from;
        }
    }

    /// Takes chains of pairs from the lowest up.
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

    /// What everything costs when pairs and solos alone are left; the lowest go along with trios.
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

/// The ranks from `from` up to before `to`.
const fn ranks(from: u32, to: u32) -> u32 {
    ((1 << (to - from)) - 1) << from
}

/// The higher a chain, the sooner nobody can beat it; the longer, likewise.
const fn chain_cost(from: u32, to: u32, shortest: u32) -> i32 {
    TURN - 3 * to as i32 - 4 * (to - from - shortest) as i32
}

/// Ranks whose solos are dear enough to go along with a trio, and those whose pairs are.
const SOLO_KICKERS: u32 = dearer_than_kept(&SOLO);
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

/// What any set of ranks costs together: the sums of all sets of the lower eight ranks, and of the higher
/// ones.
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
                // The set without its lowest rank is in the table already.
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

/// The low bits of the lanes, side by side: three halvings of the distance between them.
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

        /// Any counts at all, rich ones and poor ones.
        #[test]
        fn any_hand_costs_what_it_costs_the_plain_way(
            counts in prop_oneof![prop::array::uniform13(0u8..=4), prop::array::uniform13(1u8..=3), prop::array::uniform13(0u8..=2)],
            jokers in prop::array::uniform2(0u8..=1),
        ) {
            let hand = Hand::from_lanes(&[counts.as_slice(), &jokers].concat()).unwrap();
            prop_assert_eq!(cost(hand), plain::cost(hand), "{}", hand);
        }

        #[test]
        fn any_dealt_hand_costs_what_it_costs_the_plain_way(cards in 0..1u64 << 54, thinned in any::<u64>()) {
            for hand in [Hand::from_mask(cards), Hand::from_mask(cards & thinned)] {
                prop_assert_eq!(cost(hand), plain::cost(hand), "{}", hand);
            }
        }
    }

    /// Every choice of 0, 1, 2 and 3 cards of the ranks that chains are made of in eight neighbouring ranks,
    /// with a 2 and a joker or without.
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
