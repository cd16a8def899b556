//! Canonical keys: positions with equal keys have the same value.
//!
//! # Ranks
//! Suits have no meaning in this game, and the names of ranks have none either: only the order of
//! the ranks that occur matters. So a key lists only the ranks that some hand contains, from the
//! lowest up, each with its number of cards in every hand. `3 4 7 J` against `5 K` has the same key
//! as `4 6 8 T` against `7 A`.
//!
//! Two more properties are needed to determine all later moves:
//!
//! * whether neighbours in that list belong to a common chain. The list has a *link* between two of
//!   them if some hand has a chain (of five solos, three pairs or two trios) that contains both. If
//!   no hand has one now, none can arise, since hands only shrink; so the link is dropped. An
//!   airplane may not have three cards of a rank attached that is adjacent to its chain: a hand
//!   with these cards has a longer chain of trios, and thus a link.
//! * whether a hand has both jokers. They are the rocket, and they may not both be attached to one
//!   move. The list links the two in that case. Jokers in different hands are single cards like any
//!   other.
//!
//! Up to four cards of a rank are distributed among three hands in 34 ways, without the empty
//! distribution, which does not occur. A distribution and the link take seven bits, and 15 ranks
//! take 105 bits.
//!
//! # The move on the table
//! Moves of one category and length are compared by rank. The key contains the *group* of the move
//! on the table, that is its category and length: one of 41, or none for a lead. Its rank is given
//! as a *threshold*: the number of ranks in the list that do not beat it. Thresholds are equal if
//! no seat has a move between them. If no seat can answer in the group at all, only bombs can, and
//! the key has the group of bombs, all of which answer. (This does not apply to a bomb on the
//! table: lower bombs do not answer it.)
//!
//! # Runs
//! Cards are compared only with cards of other hands, since no seat beats its own move. So if
//! neighbouring ranks are all in one hand, no other hand has cards of them, and none of them is in
//! a chain (or half of a rocket), their order makes no difference. `3 44 555` against `2` is
//! equivalent to `333 4 55` against `2`. Such ranks are a *run*. A key sorts each run, so that
//! positions that differ only in this order have the same key.
//!
//! Proof: exchange the numbers of the hand's cards of two neighbouring ranks in a run. Each move
//! corresponds to the move with the other rank in place of the first. It beats, and is beaten by,
//! the same moves of the other hands, since these have no card in between. It leads to positions
//! that differ in the same way, or not at all once one of the ranks is played out. (Chains are not
//! affected: a card in no chain now is in none later. Neither are trios adjacent to an airplane,
//! which form a longer chain.) So the same side wins both positions.
//!
//! The move on the table is still compared with the cards although it is no longer in its owner's
//! hand. So a run ends at the threshold: its ranks that are too low are sorted separately from the
//! others. (Ignoring this is unsound: `345566TB` against `34599T` on `777`.) If a winning answer is
//! stored as a bound for lower thresholds, it counts as the lowest rank of its run above the
//! threshold, since the sorted key may have it there.
//!
//! Runs are not used where airplanes are not compared by their lowest rank, since the compared rank
//! may be an attached one.
//!
//! A table entry holds the results of all thresholds of a group together: see [`Known`].

use crate::hand::Hand;
use crate::moves::{Kind, Shape, links};

/// The lowest bit of each of the fifteen lanes.
const LANES: u64 = 0x0111_1111_1111_1111;

/// The compressed ranks of all hands: the part of a key that does not depend on the move on the
/// table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks {
    /// The list of ranks, 7 bits each.
    key: u128,
    /// The ranks that occur, as the lowest bits of their lanes.
    present: u64,
    /// The ranks that are in a run with the rank below.
    joined: u64,
}

/// The key of a table entry: a position without its threshold, which is compared with the entry's
/// bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(pub(super) u128);

/// The bits of an entry that hold the result, below the key.
pub(super) const KNOWN_BITS: u32 = 8;
const EXACT_SHIFT: u32 = KNOWN_BITS;
const STATE_SHIFT: u32 = EXACT_SHIFT + 4;
const GROUP_SHIFT: u32 = STATE_SHIFT + 4;
const RANKS_SHIFT: u32 = GROUP_SHIFT + 6;
const _: () = assert!(RANKS_SHIFT + 15 * 7 < 128);
/// The flag of keys of classes of positions.
const CLASS: u128 = 1 << 127;

/// The seat to move, and the seats that may still answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(u8);

impl State {
    /// Two hands, the mover's first.
    pub(super) const TWO: Self = Self(0);

    /// Three hands, the landlord's first: `turn` leads.
    pub(super) const fn leads(turn: usize) -> Self {
        Self(1 + turn as u8)
    }

    /// Three hands: `turn` may beat the move of `owner`.
    pub(super) const fn follows(turn: usize, owner: usize) -> Self {
        // The owner is one or two seats before the turn.
        Self(4 + 2 * turn as u8 + ((turn + 3 - owner) % 3 - 1) as u8)
    }

    /// Three hands: the answers of `turn` to a move of any owner, without the pass.
    pub(super) const fn answers(turn: usize) -> Self {
        Self(10 + turn as u8)
    }
}

/// Numbers of the 34 ways to distribute at least one card of a rank among three hands; 0 for none.
/// The numbers after them denote two peasants' cards of two different ranks, at most four each.
pub(super) static WAYS: [u8; 512] = {
    let mut ways = [0; 512];
    let (mut at, mut next) = (1, 1);
    while at < 512 {
        if (at & 7) + (at >> 3 & 7) + (at >> 6) <= 4 {
            ways[at] = next;
            next += 1;
        }
        at += 1;
    }
    assert!(next == 35);
    at = 1 << 3;
    while at < 512 {
        if at.is_multiple_of(8) && ways[at] == 0 && at >> 3 & 7 <= 4 && at >> 6 <= 4 {
            ways[at] = next;
            next += 1;
        }
        at += 1;
    }
    assert!(next <= 1 << 6);
    ways
};

/// The list of ranks of a key, from the lowest up, seven bits each.
///
/// It is two words instead of a `u128`, whose shifts cost twice as much.
#[derive(Clone, Copy, Default)]
pub(super) struct Gathered {
    low: u64,
    high: u64,
    ranks: u32,
    /// The identifier of the current run, and the index of its first rank.
    run: u64,
    begun: u32,
}

impl Gathered {
    #[inline]
    pub(super) const fn push(&mut self, symbol: u64) {
        if self.ranks < 8 {
            self.low |= symbol << (7 * self.ranks);
        } else {
            self.high |= symbol << (7 * (self.ranks - 8));
        }
        self.ranks += 1;
    }

    /// Appends a rank of the run with the given identifier; 0 is no run. Returns whether the rank
    /// continues the run of the previous rank.
    #[inline]
    pub(super) fn push_in_run(&mut self, symbol: u64, run: u64) -> bool {
        let goes_on = run != 0 && run == self.run;
        if !goes_on {
            (self.run, self.begun) = (run, self.ranks);
        }
        self.push(symbol);
        if goes_on {
            let mut at = self.ranks - 1;
            while at > self.begun && self.get(at - 1) > symbol {
                // Insertion sort within the run: exchanges the symbol with the previous symbol.
                let both = symbol ^ self.get(at - 1);
                self.flip(at - 1, both);
                self.flip(at, both);
                at -= 1;
            }
        }
        goes_on
    }

    /// Ends the current run.
    pub(super) const fn end_run(&mut self) {
        self.run = 0;
    }

    const fn get(self, at: u32) -> u64 {
        (if at < 8 { self.low >> (7 * at) } else { self.high >> (7 * (at - 8)) }) & 0x7f
    }

    const fn flip(&mut self, at: u32, bits: u64) {
        if at < 8 {
            self.low ^= bits << (7 * at);
        } else {
            self.high ^= bits << (7 * (at - 8));
        }
    }

    /// Returns the number of ranks.
    pub(super) const fn len(self) -> u32 {
        self.ranks
    }

    const fn both(self) -> u128 {
        self.low as u128 | (self.high as u128) << 56
    }

    /// Returns the key of a class of positions.
    pub(super) const fn key(self, state: State, group: Group, threshold: u32) -> Key {
        let ranks = Ranks { key: self.both(), present: 0, joined: 0 };
        Key(ranks.follow(state, group).at(threshold).0 | CLASS)
    }
}

impl Ranks {
    /// Returns the ranks of up to three hands.
    #[inline]
    pub(super) fn new(hands: [Hand; 3]) -> Self {
        let [a, b, c] = hands.map(Hand::bits);
        let links = links(hands[0]) | links(hands[1]) | links(hands[2]);
        let all = a | b | c;
        let present = (all | all >> 1 | all >> 2) & LANES;
        let mut left = present;
        let mut gathered = Gathered::default();
        while left != 0 {
            let lane = left.trailing_zeros();
            left &= left - 1;
            let way = WAYS[(a >> lane & 7 | (b >> lane & 7) << 3 | (c >> lane & 7) << 6) as usize & 511];
            gathered.push(u64::from(way) << 1 | links >> lane & 1);
        }
        Self { key: gathered.both(), present, joined: 0 }
    }

    /// Returns the ranks with each run sorted, as described above. A run ends between the rank
    /// `cut` and the next.
    #[inline]
    pub(super) fn sorted(hands: [Hand; 3], cut: Option<u32>) -> Self {
        let [a, b, c] = hands.map(Hand::bits);
        let links = links(hands[0]) | links(hands[1]) | links(hands[2]);
        let of = |bits: u64| (bits | bits >> 1 | bits >> 2) & LANES;
        let (of_a, of_b, of_c) = (of(a), of(b), of(c));
        let present = of_a | of_b | of_c;
        let free = !(links | links << 4);
        let alone_a = of_a & !(of_b | of_c) & free;
        let alone_b = of_b & !(of_a | of_c) & free;
        let alone_c = of_c & !(of_a | of_b) & free;
        let mut cut = cut.map_or(u32::MAX, |rank| 4 * rank);
        let mut joined = 0;
        let mut left = present;
        let mut gathered = Gathered::default();
        while left != 0 {
            let lane = left.trailing_zeros();
            left &= left - 1;
            if lane > cut {
                gathered.end_run();
                cut = u32::MAX;
            }
            let way = WAYS[(a >> lane & 7 | (b >> lane & 7) << 3 | (c >> lane & 7) << 6) as usize & 511];
            let run = alone_a >> lane & 1 | (alone_b >> lane & 1) << 1 | (alone_c >> lane & 1) << 2;
            let goes_on = gathered.push_in_run(u64::from(way) << 1 | links >> lane & 1, run);
            joined |= u64::from(goes_on) << lane;
        }
        Self { key: gathered.both(), present, joined }
    }

    /// Returns the ranks with runs cut above the highest rank of a mask, which is the highest one
    /// that is too low to answer.
    #[inline]
    pub(super) fn cut_behind(self, hands: [Hand; 3], mask: u64) -> Self {
        if self.joined == 0 || mask == 0 {
            return self;
        }
        let rank = mask.ilog2() / 4;
        let above = self.present & ((LANES << 4) << (4 * rank));
        if self.joined & above & above.wrapping_neg() == 0 { self } else { Self::sorted(hands, Some(rank)) }
    }

    /// Returns all ranks and all links uncompressed, so that every position has a different key.
    pub(super) fn uncompressed(hands: [Hand; 3]) -> Self {
        let [a, b, c] = hands.map(Hand::bits);
        let mut key = 0;
        for lane in (0..60).step_by(4) {
            let way = WAYS[(a >> lane & 7 | (b >> lane & 7) << 3 | (c >> lane & 7) << 6) as usize & 511];
            key = key << 7 | u128::from(way);
        }
        Self { key, present: LANES, joined: 0 }
    }

    /// Returns the key of a lead.
    #[inline]
    pub(super) const fn lead(self, state: State) -> Key {
        Key(self.key << RANKS_SHIFT | (state.0 as u128) << STATE_SHIFT)
    }

    /// Returns the key of an answer to a move of a group.
    #[inline]
    pub(super) const fn follow(self, state: State, group: Group) -> Key {
        Key(self.key << RANKS_SHIFT | (state.0 as u128) << STATE_SHIFT | (group.0 as u128) << GROUP_SHIFT)
    }

    /// Returns the threshold above a rank: the number of occurring ranks up to it.
    #[inline]
    pub(super) const fn up_to(self, rank: u32) -> u32 {
        (self.present & !((LANES << 4) << (4 * rank))).count_ones()
    }

    /// Returns the lowest threshold that a rank may have after its run is sorted: the threshold
    /// above the lowest rank of the run.
    #[inline]
    pub(super) const fn at_least_up_to(self, rank: u32) -> u32 {
        let mut lane = 1 << (4 * rank);
        while self.joined & lane != 0 {
            let below = self.present & (lane - 1);
            lane = 1 << below.ilog2();
        }
        self.up_to(lane.ilog2() / 4)
    }

    /// Returns the threshold above the highest rank of a mask; 0 for an empty mask.
    #[inline]
    pub(super) const fn up_to_highest(self, mask: u64) -> u32 {
        if mask == 0 { 0 } else { self.up_to(mask.ilog2() / 4) }
    }
}

impl Key {
    /// Returns the key of one threshold, for results that do not apply to other thresholds.
    #[inline]
    pub(super) const fn at(self, threshold: u32) -> Self {
        Self(self.0 | (threshold as u128) << EXACT_SHIFT)
    }

    /// Returns the key with the same ranks and the given other parts.
    #[inline]
    pub(super) const fn of_same_ranks(self, state: State, group: Group, threshold: u32) -> Self {
        let ranks = self.0 >> RANKS_SHIFT << RANKS_SHIFT;
        Self(ranks | (state.0 as u128) << STATE_SHIFT | (group.0 as u128) << GROUP_SHIFT).at(threshold)
    }

    /// Returns a hash of all bits, which selects the bucket.
    #[inline]
    pub(super) const fn hash(self) -> u64 {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mixed = low.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ high.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(32);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xe703_7ed1_a0b4_28db);
        mixed ^ mixed >> 29
    }
}

/// A category and length of moves, numbered from 1; 0 is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group(u8);

impl Group {
    /// No move: a lead.
    pub(super) const NONE: Self = Self(0);
    pub(super) const BOMBS: Self = Self(8);
    /// A bomb of the partner on the table, which a bomb in the same gap may or may not beat. It has
    /// the rocket's number, which occurs in no key, since no move answers the rocket.
    pub(super) const LOOSE_BOMBS: Self = Self(9);

    /// Returns the group of a move.
    #[inline]
    pub(super) const fn of(shape: Shape) -> Self {
        // For each category, the number that its moves of length 0 would have.
        const BEFORE: [u8; 16] = {
            let mut before = [0; 16];
            before[Kind::Solo as usize] = 0;
            before[Kind::Pair as usize] = 1;
            before[Kind::Trio as usize] = 2;
            before[Kind::TrioSolo as usize] = 3;
            before[Kind::TrioPair as usize] = 4;
            before[Kind::FourTwoSolos as usize] = 5;
            before[Kind::FourTwoPairs as usize] = 6;
            before[Kind::Bomb as usize] = 7;
            before[Kind::Rocket as usize] = 8;
            // These categories have the lengths 5 to 12, 3 to 10, 2 to 6, 2 to 5, 2 to 4 and 2 to
            // 5.
            before[Kind::SoloChain as usize] = 10 - 5;
            before[Kind::PairChain as usize] = 18 - 3;
            before[Kind::TrioChain as usize] = 26 - 2;
            before[Kind::AirplaneSolos as usize] = 31 - 2;
            before[Kind::AirplanePairs as usize] = 35 - 2;
            before[Kind::SpaceShuttle as usize] = 38 - 2;
            before
        };
        Self(BEFORE[shape.index() & 15] + shape.length() as u8)
    }
}

/// The bound of a result that holds at every threshold.
pub(super) const ALWAYS: u32 = 15;

/// The result of a group, as two bounds: the mover wins below one threshold, and loses from another
/// threshold on.
///
/// The higher the move on the table, the fewer its answers, and the rest of the game does not
/// depend on it. So a win against one rank is a win against every lower rank, and a loss is a loss
/// against every higher rank. Where this does not hold (three hands, if seats of both sides may
/// still answer), each threshold has a [key of its own](Key::at), and the bounds refer to threshold
/// 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Known(pub(super) u8);

impl Known {
    /// Marks the entry of a class: results of single positions of the class are stored. As a bound
    /// it would concern threshold 14 alone, which is never queried.
    pub(super) const SINGLY: Self = Self::loses_from(14);

    /// Returns whether the entry is not empty.
    pub(super) const fn is_something(self) -> bool {
        self.0 != 0
    }

    /// The mover wins at all thresholds below this one, 1 to 15.
    #[inline]
    pub(super) const fn wins_below(threshold: u32) -> Self {
        Self(threshold as u8)
    }

    /// The mover loses at all thresholds from this one on, 0 to 14.
    #[inline]
    pub(super) const fn loses_from(threshold: u32) -> Self {
        Self(((15 - threshold) << 4) as u8)
    }

    /// Returns whether the mover wins at a threshold; `None` if unknown.
    #[inline]
    pub(super) const fn at(self, threshold: u32) -> Option<bool> {
        if threshold < self.0 as u32 & 15 {
            Some(true)
        } else if threshold + (self.0 as u32 >> 4) >= 15 {
            Some(false)
        } else {
            None
        }
    }

    /// Merges two results.
    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        let [wins, loses] = [self.0 & 15, self.0 & 0xf0];
        let [other_wins, other_loses] = [other.0 & 15, other.0 & 0xf0];
        Self(
            (if wins > other_wins { wins } else { other_wins })
                | (if loses > other_loses { loses } else { other_loses }),
        )
    }
}
