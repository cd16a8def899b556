//! Canonical keys: positions with equal keys have the same value.
//!
//! # Ranks
//! Suits have no meaning in this game. The names of ranks have no meaning either: only the order of
//! the ranks that occur matters. So a key lists only the ranks that some hand contains, from the
//! lowest up, each with its number of cards in every hand. Example: `3 4 7 J` against `5 K` has the
//! same key as `4 6 8 T` against `7 A`.
//!
//! Two more properties are needed to determine all later moves:
//!
//! * whether neighbours in the list of ranks belong to a common chain. The list has a *link*
//!   between two neighbours if some hand has a chain (of five solos, three pairs or two trios) that
//!   contains both. A chain that no hand has now cannot arise later, since hands only shrink. Links
//!   also determine which cards may be attached to an airplane: three cards of a rank next to its
//!   chain may not. A hand that has these cards beside the airplane has a longer chain of trios, so
//!   the list has a link there.
//! * whether a hand has both jokers. Together they are the rocket, and they may not both be
//!   attached to one move. The list then has a link between the two jokers. Jokers in different
//!   hands are single cards like any other.
//!
//! There are 34 ways to distribute one to four cards of a rank among three hands. A distribution
//! and the link take seven bits, and 15 ranks take 105 bits.
//!
//! # The move on the table
//! Moves of one category and length are compared by rank. The key contains the *group* of the move
//! on the table, which is its category and length: one of 41 groups, or none for a lead. The rank
//! of the move is given as a *threshold*. A hand that may still answer can have moves of the group
//! that are too low to beat the move on the table. The threshold is the number of ranks in the list
//! up to the rank of the highest such move of any hand; 0 if there is none. Two moves on the table
//! have equal thresholds if no hand has a move of the group between them. If no hand has an answer
//! of the group at all, only bombs can answer; the key then has the group of bombs, and every bomb
//! answers. (This does not apply to a bomb on the table: lower bombs do not answer it.)
//!
//! # Runs of ranks
//! Cards are compared only with cards of other hands, since no seat beats its own move. Consider
//! neighbouring ranks that are all in one hand, of which no other hand has cards, and none of which
//! is in a chain (or half of a rocket). Their order makes no difference: `3 44 555` against `2` is
//! equivalent to `333 4 55` against `2`. Such ranks are a *run*. A key sorts each run, so that
//! positions that differ only in this order have the same key.
//!
//! Proof: exchange the numbers of the hand's cards of two neighbouring ranks in a run. Each move
//! corresponds to the move with the other of these two ranks. The corresponding move beats, and is
//! beaten by, the same moves of the other hands, since the other hands have no card between the two
//! ranks. The positions after these two moves again differ only by the exchange, or have the same
//! key if one of the two ranks has no cards left. (Chains are not affected: a card that is in no
//! chain now is in none later. Trios adjacent to an airplane are not affected either, since they
//! form a longer chain.) So the same side wins both positions.
//!
//! Cards are also compared with the move on the table, whose cards are no longer in any hand. So a
//! run ends at the threshold: the ranks of the run that are too low are sorted separately from the
//! others. (Without this separation, the search has a wrong result for `345566TB` against `34599T`
//! with `777` on the table.) If a winning answer is stored as a bound for lower thresholds, the
//! answer counts as the lowest rank of its run above the threshold, since sorting may have moved it
//! there.
//!
//! Runs are not used under rules where airplanes are not compared by their lowest rank, since the
//! compared rank may belong to attached cards.
//!
//! A table entry holds the results of all thresholds of a group together: see [`Known`].

use quadrille_exact_search::{Bounds, Cache};

use crate::hand::Hand;
use crate::moves::{Kind, Shape, links};

/// The lowest bit of each of the fifteen lanes.
const LANES: u64 = 0x0111_1111_1111_1111;

/// The compressed ranks of all hands. They are the part of a key that does not depend on the move
/// on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks {
    /// The list of ranks, 7 bits for each rank.
    key: u128,
    /// The mask of the ranks that occur, as the lowest bits of their lanes.
    present: u64,
    /// The mask of the ranks that belong to the same run of ranks as the next lower rank. The
    /// module documentation defines runs of ranks.
    joined: u64,
}

/// The key of a table entry. It identifies a position except for its threshold, which is compared
/// with the bounds in the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u128);

/// The number of bits that hold the result in a table entry. They are the lowest bits of the entry;
/// the other bits hold the key.
const KNOWN_BITS: u32 = 8;
const EXACT_SHIFT: u32 = KNOWN_BITS;
const STATE_SHIFT: u32 = EXACT_SHIFT + 4;
const GROUP_SHIFT: u32 = STATE_SHIFT + 4;
const RANKS_SHIFT: u32 = GROUP_SHIFT + 6;
const _: () = assert!(RANKS_SHIFT + 15 * 7 < 128);
/// The flag of keys that denote a class of positions instead of a single position.
const CLASS: u128 = 1 << 127;

/// The seat to move, and the seats that may still answer the move on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(u8);

impl State {
    /// The state of a position with two hands, of which the first is the hand of the seat to move.
    pub(super) const TWO: Self = Self(0);

    /// Returns the state with three hands, the landlord's first, in which seat `turn` leads.
    pub(super) const fn leads(turn: usize) -> Self {
        Self(1 + turn as u8)
    }

    /// Returns the state with three hands, the landlord's first, in which seat `turn` may beat the
    /// move of seat `owner`.
    pub(super) const fn follows(turn: usize, owner: usize) -> Self {
        // The owner is one or two seats before the seat to move.
        Self(4 + 2 * turn as u8 + ((turn + 3 - owner) % 3 - 1) as u8)
    }

    /// Returns the state for entries about the answers of seat `turn`, without the pass, to a move
    /// of any owner. There are three hands, the landlord's first.
    pub(super) const fn answers(turn: usize) -> Self {
        Self(10 + turn as u8)
    }
}

/// A number for each way to distribute cards among three hands. The number 0 means that no hand has
/// a card. The numbers 1 to 34 are the ways to distribute the cards of one rank. Higher numbers
/// combine two ranks: one peasant has up to four cards of the first rank, the other peasant up to
/// four cards of the second rank.
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
/// The list is stored in two words. Shifts of one `u128` would cost twice as much.
#[derive(Clone, Copy, Default)]
pub(super) struct Gathered {
    low: u64,
    high: u64,
    ranks: u32,
    /// A number that identifies the run of ranks to which the last rank belongs; 0 if this rank is
    /// in no run, or if the run has ended. The index of the run's first rank is `begun`.
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

    /// Appends a rank. `run` is a number that identifies its run of ranks; 0 if the rank is in no
    /// run. Returns whether the rank belongs to the same run as the previous rank.
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
                // One step of insertion sort within the run: exchanges the symbol with the previous
                // symbol.
                let both = symbol ^ self.get(at - 1);
                self.flip(at - 1, both);
                self.flip(at, both);
                at -= 1;
            }
        }
        goes_on
    }

    /// Ends the current run of ranks.
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
    /// Returns the compressed list of the ranks of up to three hands, without sorting runs of
    /// ranks.
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

    /// Returns the ranks with each run of ranks sorted, as the module documentation describes. A
    /// run that contains the rank `cut` ends with this rank.
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

    /// Returns the ranks; if a run of ranks contains the highest rank of `mask`, the run ends with
    /// this rank. `mask` has the ranks that are too low to answer.
    #[inline]
    pub(super) fn cut_behind(self, hands: [Hand; 3], mask: u64) -> Self {
        if self.joined == 0 || mask == 0 {
            return self;
        }
        let rank = mask.ilog2() / 4;
        let above = self.present & ((LANES << 4) << (4 * rank));
        if self.joined & above & above.wrapping_neg() == 0 { self } else { Self::sorted(hands, Some(rank)) }
    }

    /// Returns all ranks, including the ranks that no hand contains, without links. Every position
    /// then has a different key.
    pub(super) fn uncompressed(hands: [Hand; 3]) -> Self {
        let [a, b, c] = hands.map(Hand::bits);
        let mut key = 0;
        for lane in (0..60).step_by(4) {
            let way = WAYS[(a >> lane & 7 | (b >> lane & 7) << 3 | (c >> lane & 7) << 6) as usize & 511];
            key = key << 7 | u128::from(way);
        }
        Self { key, present: LANES, joined: 0 }
    }

    /// Returns the key of a position in which a seat leads.
    #[inline]
    pub(super) const fn lead(self, state: State) -> Key {
        Key(self.key << RANKS_SHIFT | (state.0 as u128) << STATE_SHIFT)
    }

    /// Returns the key of a position with a move of `group` on the table.
    #[inline]
    pub(super) const fn follow(self, state: State, group: Group) -> Key {
        Key(self.key << RANKS_SHIFT | (state.0 as u128) << STATE_SHIFT | (group.0 as u128) << GROUP_SHIFT)
    }

    /// Returns the threshold of a move of this rank: the number of ranks in the list that are not
    /// higher than `rank`.
    #[inline]
    pub(super) const fn up_to(self, rank: u32) -> u32 {
        (self.present & !((LANES << 4) << (4 * rank))).count_ones()
    }

    /// Returns the threshold of the lowest rank in the run of ranks that contains `rank`, since
    /// sorting can move `rank` down to the start of the run. If `rank` is in no run, returns the
    /// threshold of `rank` itself.
    #[inline]
    pub(super) const fn at_least_up_to(self, rank: u32) -> u32 {
        let mut lane = 1 << (4 * rank);
        while self.joined & lane != 0 {
            let below = self.present & (lane - 1);
            lane = 1 << below.ilog2();
        }
        self.up_to(lane.ilog2() / 4)
    }

    /// Returns the threshold of a move of the highest rank in a mask; 0 for an empty mask.
    #[inline]
    pub(super) const fn up_to_highest(self, mask: u64) -> u32 {
        if mask == 0 { 0 } else { self.up_to(mask.ilog2() / 4) }
    }
}

impl Key {
    /// Returns the key with this threshold, for results that do not apply to other thresholds.
    #[inline]
    pub(super) const fn at(self, threshold: u32) -> Self {
        Self(self.0 | (threshold as u128) << EXACT_SHIFT)
    }

    /// Returns a key with the same ranks and with this state, group and threshold.
    #[inline]
    pub(super) const fn of_same_ranks(self, state: State, group: Group, threshold: u32) -> Self {
        let ranks = self.0 >> RANKS_SHIFT << RANKS_SHIFT;
        Self(ranks | (state.0 as u128) << STATE_SHIFT | (group.0 as u128) << GROUP_SHIFT).at(threshold)
    }

    /// Returns the hash that selects the bucket of the table.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        quadrille_exact_search::hash(self.into())
    }
}

impl From<Key> for [u64; 2] {
    #[inline]
    fn from(Key(key): Key) -> Self {
        [key as u64, (key >> 64) as u64]
    }
}

/// A category and a length of moves, as one number from 1. The number 0 means no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group(u8);

impl Group {
    /// The group of a lead: no move is on the table.
    pub(super) const NONE: Self = Self(0);
    pub(super) const BOMBS: Self = Self(8);
    /// The group of a peasant's bomb on the table, if the other peasant has a bomb and can still
    /// answer. (This is case 5 in `gaps.rs`.) The number of this group is the rocket's. No other
    /// key has this number, since no move answers the rocket.
    pub(super) const LOOSE_BOMBS: Self = Self(9);

    /// Returns the group of a move.
    #[inline]
    pub(super) const fn of(shape: Shape) -> Self {
        // For each category, an offset: the offset plus the length is the number of the group.
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
            // The lengths of the following categories are, in this order, 5 to 12, 3 to 10, 2 to 6,
            // 2 to 5, 2 to 4 and 2 to 5.
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

/// The bound of a win that holds at every threshold.
pub(super) const ALWAYS: u32 = 15;

/// The known results of a position for all thresholds of a group, as two bounds: the seat to move
/// wins below one threshold, and loses from another threshold on.
///
/// The higher the move on the table, the fewer answers it has. The rest of the game does not depend
/// on this move. So a win against one rank is a win against every lower rank, and a loss is a loss
/// against every higher rank. This does not hold with three hands if seats of both sides may still
/// answer. Then each threshold has a [key of its own](Key::at), and the bounds refer to threshold
/// 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Known(u8);

impl Known {
    /// A flag in the entry of a class: the table also has entries for single positions of the
    /// class. As a bound, this value concerns only threshold 14, which is never queried.
    pub(super) const SINGLY: Self = Self::loses_from(14);

    /// Returns whether the entry exists.
    pub(super) const fn is_something(self) -> bool {
        self.0 != 0
    }

    /// Returns the bound of a win: the seat to move wins at all thresholds below `threshold`, 1 to
    /// 15.
    #[inline]
    pub(super) const fn wins_below(threshold: u32) -> Self {
        Self(threshold as u8)
    }

    /// Returns the bound of a loss: the seat to move loses at all thresholds from `threshold` on, 0
    /// to 14.
    #[inline]
    pub(super) const fn loses_from(threshold: u32) -> Self {
        Self(((15 - threshold) << 4) as u8)
    }

    /// Returns whether the seat to move wins at a threshold; `None` if unknown.
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
}

impl Bounds for Known {
    const BITS: u32 = KNOWN_BITS;

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self(bits as u8)
    }

    #[inline]
    fn bits(self) -> u64 {
        self.0.into()
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        let [wins, loses] = [self.0 & 15, self.0 & 0xf0];
        let [other_wins, other_loses] = [other.0 & 15, other.0 & 0xf0];
        Self(
            (if wins > other_wins { wins } else { other_wins })
                | (if loses > other_loses { loses } else { other_loses }),
        )
    }
}

/// The transposition table: three entries of 16 bytes in a cache line.
pub(super) type TranspositionTable = Cache<Known, 2>;

#[cfg(test)]
mod tests {
    use super::*;

    /// All packed bounds obey the laws of [`Bounds`], and a conjunction knows what its parts know.
    #[test]
    fn bounds_are_a_conjunction() {
        let all = || (0..=0xff).map(Known::from_bits);
        for one in all() {
            assert_eq!((one.and(one), one.and(Known::default())), (one, one));
            assert_eq!(Known::from_bits(one.bits()), one);
            for other in all() {
                let both = one.and(other);
                assert_eq!(both, other.and(one));
                for threshold in 0..ALWAYS {
                    let known = [one.at(threshold), other.at(threshold)];
                    if known[0].is_some() || known[1].is_some() {
                        assert!(known.contains(&both.at(threshold)));
                    } else {
                        assert_eq!(both.at(threshold), None);
                    }
                }
            }
        }
    }
}
