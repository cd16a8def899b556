//! What two positions must have in common to have the same value: canonical keys.
//!
//! # Which ranks matter
//! Suits mean nothing in this game, and neither do ranks by themselves: all that counts is which of the ranks
//! that are still there is higher. So a key lists only the ranks that some hand has, from the lowest up, each
//! as how many of its cards each hand holds. `3 4 7 J` against `5 K` becomes the same as `4 6 8 T` against `7
//! A`.
//!
//! Two more things are needed to know all moves from now to the end of the game:
//!
//! * whether neighbours in that list make a chain together. The list keeps a *link* between two of them where
//!   some hand has a chain (of five solos, three pairs or two trios) that contains both. Where no hand has
//!   one, none can come about, since hands only shrink; so the link is dropped. An airplane may not have
//!   three of a rank attached that stand next to its chain: a hand that has these has a longer chain of
//!   trios, and so a link.
//! * whether a hand has both jokers, which are the rocket, and may not both be attached to one move. The list
//!   links the two in that case. Jokers in different hands are single cards like any other.
//!
//! A rank is up to four cards among three hands: 35 ways, of which one (none at all) never occurs. With the
//! link that is seven bits, and 15 ranks take 105.
//!
//! # Which move on the table matters
//! A move is beaten by its category and length, from a rank on. What it is called is its *group*, one of 41,
//! or no move at all where somebody leads. The rank is told as a *threshold*: how many of the ranks that are
//! there do not beat it. Thresholds between which nobody has a move are the same one; and if nobody can
//! answer in the category at all, only bombs can, and the group might as well be that of bombs, all of which
//! answer. (Not so if a bomb itself is on the table: lower ones do not answer it.)
//!
//! # Runs
//! Cards are compared with cards of other hands only: nobody beats his own move. So where neighbouring ranks
//! are all one hand's, no other having any of them, and none is in a chain (or half of a rocket), it makes no
//! difference which stands above which. `3 44 555` against `2` is `333 4 55` against `2`. Such ranks are a
//! *run*; a key has each run in order, so that positions that differ only in that have one key.
//!
//! The proof: exchange how many cards the hand has of two ranks that stand next to each other in a run. To
//! each move belongs the one with the other rank in place of the first. It beats, and is beaten by, the same
//! moves of the other hands, since they have no card that stands between; and it leads to positions that
//! differ in the same way, or not at all once one of the ranks is played out. (Chains do not come into it:
//! what is in none now never will be. Nor do trios next to an airplane, which are a longer chain.) So both are
//! won by the same side.
//!
//! The move on the table is one with which the cards are still compared, though its owner's hand has it no
//! more. So a run ends at the threshold: those of its ranks that are too low stand before those that are not.
//! (To forget that is wrong: `345566TB` against `34599T` on `777`.) And where a winning answer counts for
//! lower thresholds, it is taken to be of the lowest rank of its run, behind the threshold, since that is where
//! the key may have put it.
//!
//! Not where airplanes are compared by another rank than their lowest, which may be one that is attached.
//!
//! Entries of the table keep what is known for all thresholds of a group together: see [`Known`].

use crate::hand::Hand;
use crate::moves::{Kind, Shape, links};

/// The low bits of the fifteen lanes.
const LANES: u64 = 0x0111_1111_1111_1111;

/// Ranks of all hands, compressed: the part of a key that a move on the table does not change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks {
    /// 7 bits a rank.
    key: u128,
    /// The ranks that are there, as low bits of their lanes.
    present: u64,
    /// Those of them that are in a run with the one below.
    joined: u64,
}

/// What is asked of the table: everything but the threshold, which is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(pub(super) u128);

/// The bits of a key that hold what is known.
pub(super) const KNOWN_BITS: u32 = 8;
const EXACT_SHIFT: u32 = KNOWN_BITS;
const STATE_SHIFT: u32 = EXACT_SHIFT + 4;
const GROUP_SHIFT: u32 = STATE_SHIFT + 4;
const RANKS_SHIFT: u32 = GROUP_SHIFT + 6;
const _: () = assert!(RANKS_SHIFT + 15 * 7 < 128);
/// Set in keys of classes of positions.
const CLASS: u128 = 1 << 127;

/// Whose turn it is, and what the others may still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(u8);

impl State {
    /// Two hands: the mover's stands first.
    pub(super) const TWO: Self = Self(0);

    /// Three hands, the landlord's first: `turn` leads.
    pub(super) const fn leads(turn: usize) -> Self {
        Self(1 + turn as u8)
    }

    /// Three hands: `turn` may beat what `owner` has played.
    pub(super) const fn follows(turn: usize, owner: usize) -> Self {
        // The owner is one or two seats before the turn.
        Self(4 + 2 * turn as u8 + ((turn + 3 - owner) % 3 - 1) as u8)
    }

    /// Three hands: what `turn` may play on a move of either of the others, leaving out the pass.
    pub(super) const fn answers(turn: usize) -> Self {
        Self(10 + turn as u8)
    }
}

/// The 34 ways to have cards of a rank in three hands, and none; and behind them, what two peasants may have
/// of two ranks.
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

/// What a key says of ranks, from the lowest up, seven bits each.
///
/// Two words rather than one of twice the width: shifting that costs twice as much.
#[derive(Clone, Copy, Default)]
pub(super) struct Gathered {
    low: u64,
    high: u64,
    ranks: u32,
    /// Whose run the last ranks are, and where it begins.
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

    /// The same for a rank of a run, which is some number but 0; or of none. Answers whether the run goes on.
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
                // The symbol moves down, the one that was there up.
                let both = symbol ^ self.get(at - 1);
                self.flip(at - 1, both);
                self.flip(at, both);
                at -= 1;
            }
        }
        goes_on
    }

    /// What comes now is not in the run of what came before.
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

    /// How many ranks there are.
    pub(super) const fn len(self) -> u32 {
        self.ranks
    }

    const fn both(self) -> u128 {
        self.low as u128 | (self.high as u128) << 56
    }

    /// The key of a class of positions.
    pub(super) const fn key(self, state: State, group: Group, threshold: u32) -> Key {
        let ranks = Ranks { key: self.both(), present: 0, joined: 0 };
        Key(ranks.follow(state, group).at(threshold).0 | CLASS)
    }
}

impl Ranks {
    /// Those of up to three hands.
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

    /// The same with each run in order: see above. Between the rank `cut` and the next no run goes on.
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

    /// Those of the same hands where all ranks up to the highest of a mask are too low to answer, and no other.
    #[inline]
    pub(super) fn cut_behind(self, hands: [Hand; 3], mask: u64) -> Self {
        if self.joined == 0 || mask == 0 {
            return self;
        }
        let rank = mask.ilog2() / 4;
        let above = self.present & ((LANES << 4) << (4 * rank));
        if self.joined & above & above.wrapping_neg() == 0 { self } else { Self::sorted(hands, Some(rank)) }
    }

    /// The same without leaving anything out: all ranks and all links, as if everything could be told apart.
    pub(super) fn uncompressed(hands: [Hand; 3]) -> Self {
        let [a, b, c] = hands.map(Hand::bits);
        let mut key = 0;
        for lane in (0..60).step_by(4) {
            let way = WAYS[(a >> lane & 7 | (b >> lane & 7) << 3 | (c >> lane & 7) << 6) as usize & 511];
            key = key << 7 | u128::from(way);
        }
        Self { key, present: LANES, joined: 0 }
    }

    /// The key of a lead.
    #[inline]
    pub(super) const fn lead(self, state: State) -> Key {
        Key(self.key << RANKS_SHIFT | (state.0 as u128) << STATE_SHIFT)
    }

    /// The key of what is played on a group.
    #[inline]
    pub(super) const fn follow(self, state: State, group: Group) -> Key {
        Key(self.key << RANKS_SHIFT | (state.0 as u128) << STATE_SHIFT | (group.0 as u128) << GROUP_SHIFT)
    }

    /// The threshold behind a rank: how many of the ranks that are there are not above it.
    #[inline]
    pub(super) const fn up_to(self, rank: u32) -> u32 {
        (self.present & !((LANES << 4) << (4 * rank))).count_ones()
    }

    /// The threshold behind a rank wherever its run may have put it: behind the lowest of the run.
    #[inline]
    pub(super) const fn at_least_up_to(self, rank: u32) -> u32 {
        let mut lane = 1 << (4 * rank);
        while self.joined & lane != 0 {
            let below = self.present & (lane - 1);
            lane = 1 << below.ilog2();
        }
        self.up_to(lane.ilog2() / 4)
    }

    /// The threshold behind the highest rank of a mask.
    #[inline]
    pub(super) const fn up_to_highest(self, mask: u64) -> u32 {
        if mask == 0 { 0 } else { self.up_to(mask.ilog2() / 4) }
    }
}

impl Key {
    /// The same for one threshold only, where what is known of one says nothing of others.
    #[inline]
    pub(super) const fn at(self, threshold: u32) -> Self {
        Self(self.0 | (threshold as u128) << EXACT_SHIFT)
    }

    /// The same ranks, with everything else replaced.
    #[inline]
    pub(super) const fn of_same_ranks(self, state: State, group: Group, threshold: u32) -> Self {
        let ranks = self.0 >> RANKS_SHIFT << RANKS_SHIFT;
        Self(ranks | (state.0 as u128) << STATE_SHIFT | (group.0 as u128) << GROUP_SHIFT).at(threshold)
    }

    /// Where to look: a hash of all its bits.
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
    /// No move.
    pub(super) const NONE: Self = Self(0);
    pub(super) const BOMBS: Self = Self(8);
    /// A bomb of the partner's on the table, which a bomb of the same gap may or may not beat. The number is
    /// the rocket's, which nothing answers and no key has.
    pub(super) const LOOSE_BOMBS: Self = Self(9);

    /// That of a move.
    #[inline]
    pub(super) const fn of(shape: Shape) -> Self {
        // For each category, the number of its moves of length 0, if there were some.
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
            // From 5 to 12, 3 to 10, 2 to 6, 2 to 5, 2 to 4 and 2 to 5 ranks.
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

/// The threshold that every answer beats, and one that none does.
pub(super) const ALWAYS: u32 = 15;

/// What is known of a group: up to which threshold the mover wins, and from which on he loses.
///
/// The higher the move on the table, the fewer the answers, and the rest of the game does not depend on it.
/// So who wins against one rank wins against every lower one, and who loses loses against every higher one.
/// Where that does not hold (three hands, of which some that may still answer play against others), each
/// threshold has a [key of its own](Key::at), and both bounds are told as if the threshold were 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Known(pub(super) u8);

impl Known {
    /// Marks the entry of a class: results of single positions of the class are stored. As a bound it would
    /// concern threshold 14 alone, which is never asked for.
    pub(super) const SINGLY: Self = Self::loses_from(14);

    /// Whether anything is known.
    pub(super) const fn is_something(self) -> bool {
        self.0 != 0
    }

    /// The mover wins wherever the threshold is below this, 1..=15.
    #[inline]
    pub(super) const fn wins_below(threshold: u32) -> Self {
        Self(threshold as u8)
    }

    /// The mover loses from this threshold on, 0..=14.
    #[inline]
    pub(super) const fn loses_from(threshold: u32) -> Self {
        Self(((15 - threshold) << 4) as u8)
    }

    /// Who wins at a threshold, if that is known.
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

    /// Both together.
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
