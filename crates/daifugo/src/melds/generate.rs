//! Generator of all melds of a hand that answer the trick, and of the leads of hands with two
//! jokers.
//!
//! The module [`leading`](super::leading) generates the leads of hands with at most one joker.
//!
//! # Groups
//! The documented order sorts groups with equal size and equal number of jokers by the number of
//! cards held of their rank, then by rank. In the one-hot counts, the bit of rank r with k cards is
//! bit 4r + k − 1, so the rank is the more significant part of the index. [`Transposed`] transposes
//! this 16 × 4 bit matrix, so that one loop over the set bits visits the ranks in the documented
//! order. [`Located`] does not transpose the matrix, and makes one pass over the ranks per count.
//!
//! The suits that the groups of a rank can show depend only on the four bits held, the size and the
//! number of jokers. A table ([`placements`](mod@super::placements)) lists them all. For each rank,
//! a row of twelve melds is copied from the table unconditionally, and the list grows by the number
//! of valid melds in the row.
//!
//! # Sequences
//! The word `places` is the card set shifted up by one rank: digit 0 is the imaginary rank below
//! the 3, and digit 14 the imaginary rank above the 2. Both are always empty, so only a joker can
//! have these ranks. The *place* of a rank is the index of its digit in this word.
//!
//! Bit i of `starts[j]` represents the sequence of the current length whose lowest card has bit i
//! in `places`. It is set if the hand lacks at most j natural cards of this sequence. To extend the
//! length from n − 1 to n, consider the highest card. Either it is held and at most j other cards
//! are missing, or it is missing and at most j − 1 other cards are missing:
//!
//! ```text
//! starts[j] at n  =  starts[j] at n−1  &  (cards n−1 ranks above)    the highest card is held
//!                 |  starts[j−1] at n−1                              a joker is the highest card
//! ```
//!
//! `room` removes starts whose sequence would extend past digit 14. For each start, jokers replace
//! the missing cards, and the remaining jokers replace cards that are held, in every combination.
//!
//! Source of the sequence words: K. Ohto's articles on bit operations for Daifugo (2016). There,
//! P(n) = c & c ≫ 4 & … & c ≫ 4 (n − 1) has the lowest cards of all sequences of n cards in the
//! card set c. The extension by "at most j cards missing", which finds all sequences with jokers in
//! the same pass, is ours.

use super::meld::{JOKERS_AT, LOW_AT};
use super::placements::{Placements, placements};
use crate::melds::{Hand, Kind, Meld, Melds, Order, Trick};
use crate::{CardSet, SuitSet};

/// Writes the same melds as [`leads`](super::leads), using `R` to sort the ranks by count.
///
/// [`leads`](super::leads) calls this function for two jokers. For fewer jokers, it is an earlier
/// implementation that is kept for ladders and tests.
pub fn leads_by<R: ByCount>(hand: Hand, order: Order, melds: &mut Melds) {
    match order {
        Order::Normal => leads_in::<R, false>(hand, melds),
        Order::Reversed => leads_in::<R, true>(hand, melds),
    }
}

/// Replaces the contents of `melds` with all melds of the hand that answer the trick.
///
/// A pass is not included. The melds are in the
/// [documented order](crate::melds#the-order-of-melds).
///
/// ```
/// use quadrille_daifugo::melds::{Hand, Melds, Order, Trick, follows};
///
/// let (hand, mut melds) = (Hand::new("C9 D9 HQ H3".parse()?, 1), Melds::new());
/// follows(hand, Trick::new("S5".parse()?), Order::Normal, &mut melds);
/// let shown: Vec<String> = melds.iter().map(|meld| meld.to_string()).collect();
/// assert_eq!(shown, ["HQ", "C9", "D9", "JK"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn follows(hand: Hand, trick: Trick, order: Order, melds: &mut Melds) {
    follows_by::<Transposed>(hand, trick, order, melds);
}

/// Writes the same melds as [`follows`], using `R` to sort the ranks by count.
pub fn follows_by<R: ByCount>(hand: Hand, trick: Trick, order: Order, melds: &mut Melds) {
    match order {
        Order::Normal => follows_in::<R, false>(hand, trick, melds),
        Order::Reversed => follows_in::<R, true>(hand, trick, melds),
    }
}

/// Replaces the contents of `melds` with all groups of these cards, without a joker, in the
/// documented order.
pub fn groups_by<R: ByCount>(cards: CardSet, order: Order, melds: &mut Melds) {
    melds.clear();
    let held = Held::new(Hand::new(cards, 0));
    for size in (1..=4).rev() {
        match order {
            Order::Normal => held.groups::<R, false>(size, R::new::<false>(cards), melds),
            Order::Reversed => held.groups::<R, true>(size, R::new::<true>(cards), melds),
        }
    }
}

fn leads_in<R: ByCount, const REVERSED: bool>(hand: Hand, melds: &mut Melds) {
    melds.clear();
    let held = Held::new(hand);
    let ranks = R::new::<REVERSED>(hand.cards);
    let longest_group = 4 + held.jokers;
    if held.has_no_sequence() {
        for size in (1..=longest_group).rev() {
            held.groups::<R, REVERSED>(size, ranks, melds);
        }
        return;
    }
    let starts = held.all_starts();
    for size in (1..=starts.longest.max(longest_group)).rev() {
        if size <= longest_group {
            held.groups::<R, REVERSED>(size, ranks, melds);
        }
        if (3..=starts.longest).contains(&size) {
            held.sequences::<REVERSED>(size, starts.of[size as usize], melds);
        }
    }
}

fn follows_in<R: ByCount, const REVERSED: bool>(hand: Hand, trick: Trick, melds: &mut Melds) {
    melds.clear();
    let (below, size) = (trick.meld, trick.meld.size());
    let held = Held::new(hand);
    match below.kind() {
        Kind::Jokers => {
            let spade_three = crate::Card::SPADE_3;
            let answer =
                Meld::group(spade_three.rank(), SuitSet::only(spade_three.suit()), SuitSet::EMPTY, 0);
            if let Some(answer) = answer.filter(|_| size == 1 && hand.cards.contains(spade_three)) {
                melds.push(answer);
            }
        }
        Kind::Group => {
            let cards = hand.cards & ranks_beyond::<REVERSED>(below, trick.rank_lock);
            if trick.suit_lock {
                held.locked_groups::<R, REVERSED>(size, cards, below.suits(), melds);
            } else {
                held.groups::<R, REVERSED>(size, R::new::<REVERSED>(cards), melds);
            }
        }
        Kind::Sequence => {
            let mut starts = held.starts(size);
            let mut allowed = places_beyond::<REVERSED>(below, trick.rank_lock);
            if trick.suit_lock {
                allowed &= u64::from(below.suits().bits()) * EACH;
            }
            for starts in &mut starts {
                *starts &= allowed;
            }
            held.sequences::<REVERSED>(size, starts, melds);
        }
    }
}

/// Returns all cards of the ranks that beat the group `below`. If `next_only` is true, returns only
/// those of the next rank.
fn ranks_beyond<const REVERSED: bool>(below: Meld, next_only: bool) -> CardSet {
    let at = 4 * below.low() as u32;
    let own = 0xf << at;
    CardSet::from_low_bits(match (next_only, REVERSED) {
        (true, true) => own >> 4,
        (true, false) => own << 4,
        (false, true) => (1 << at) - 1,
        (false, false) => !0xf << at,
    })
}

/// The ranks of a card set, sorted by their numbers of cards. Ranks with equally many cards are
/// sorted from the worst to the best.
pub trait ByCount: Copy {
    /// Prepares the iteration over the ranks of these cards.
    fn new<const REVERSED: bool>(cards: CardSet) -> Self;

    /// Calls `rank`, in this order, with the index of every rank with at least `fewest` cards.
    fn each<const REVERSED: bool>(self, fewest: u32, rank: impl FnMut(u32));
}

/// Ranks sorted by count in one word: a rank with `count` cards is bit 16 · (count − 1) + column.
///
/// The column of a rank is its index, or 15 − index in the reversed order. The word is the
/// transpose of the one-hot counts, so one loop over its bits yields the documented order.
#[derive(Clone, Copy)]
pub struct Transposed(u64);

impl ByCount for Transposed {
    #[inline]
    fn new<const REVERSED: bool>(cards: CardSet) -> Self {
        let located = cards.one_hot().bits();
        let located = if REVERSED {
            let bytes = located.swap_bytes();
            bytes >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (bytes & 0x0f0f_0f0f_0f0f_0f0f) << 4
        } else {
            located
        };
        // The index of a bit consists of six bits: four of the rank (r), then two of the count (k).
        // Four swaps of two index bits change their order from rrrrkk to kkrrrr; each comment below
        // names the two index bits.
        let word = swap(located, 0x0a0a_0a0a_0a0a_0a0a, 3); // 2 and 0
        let word = swap(word, 0x00cc_00cc_00cc_00cc, 6); // 3 and 1
        let word = swap(word, 0x0000_f0f0_0000_f0f0, 12); // 4 and 2
        Self(swap(word, 0x0000_0000_ff00_ff00, 24)) // 5 and 3
    }

    #[inline(always)]
    fn each<const REVERSED: bool>(self, fewest: u32, mut rank: impl FnMut(u32)) {
        let mut left = self.0 & !0 << (16 * (fewest - 1));
        while left != 0 {
            let place = left.trailing_zeros() & 15;
            left &= left - 1;
            rank(if REVERSED { 15 - place } else { place });
        }
    }
}

/// One-hot counts, not transposed. [`each`](ByCount::each) makes one pass over the ranks per count.
#[derive(Clone, Copy)]
pub struct Located(u64);

impl ByCount for Located {
    #[inline]
    fn new<const REVERSED: bool>(cards: CardSet) -> Self {
        Self(cards.one_hot().bits())
    }

    #[inline(always)]
    fn each<const REVERSED: bool>(self, fewest: u32, mut rank: impl FnMut(u32)) {
        for count in fewest..=4 {
            let mut left = self.0 >> (count - 1) & EACH;
            while let Some(at) = next::<REVERSED>(&mut left) {
                rank(at / 4);
            }
        }
    }
}

/// Swaps the bits in `mask` with the bits `shift` positions higher.
#[inline]
const fn swap(word: u64, mask: u64, shift: u32) -> u64 {
    let changed = (word ^ word >> shift) & mask;
    word ^ changed ^ changed << shift
}

/// Returns a word of one nibble per rank; nibble 0 is the imaginary rank below the 3. All bits of a
/// nibble are set if a sequence that answers `below` can have this rank as its lowest.
fn places_beyond<const REVERSED: bool>(below: Meld, next_only: bool) -> u64 {
    let (low, size) = ((below.low() + 1) as u32, below.size());
    let first = if REVERSED { low.checked_sub(size) } else { Some(low + size) };
    let Some(first) = first.filter(|&first| first < 15) else { return 0 };
    match (next_only, REVERSED) {
        (true, _) => 0xf << (4 * first),
        (false, false) => !0 << (4 * first),
        (false, true) => (1 << (4 * first + 4)) - 1,
    }
}

/// Bit 0 of every nibble.
pub(super) const EACH: u64 = 0x1111_1111_1111_1111;

/// A hand whose number of jokers is limited to [`Meld::MOST_JOKERS`].
///
/// A `Held` is passed by value in two registers; passed by reference, it would be stored to memory
/// and loaded again at each call.
#[derive(Clone, Copy)]
struct Held {
    cards: CardSet,
    jokers: u32,
}

/// Starts of the sequences of one length: the lowest card of each sequence, as a bit in the word of
/// [`Held::places`]. Entry j has the sequences that lack at most j cards.
type Starts = [u64; 3];

/// The starts of sequences, by length.
struct AllStarts {
    of: [Starts; 16],
    longest: u32,
}

impl Held {
    #[inline]
    fn new(hand: Hand) -> Self {
        Self { cards: hand.cards, jokers: hand.jokers.min(Meld::MOST_JOKERS) }
    }

    /// Returns the cards shifted up by one nibble: nibble 0 is the imaginary rank below the 3,
    /// nibble 14 the one above the 2.
    #[inline]
    fn places(self) -> u64 {
        self.cards.bits() << 4
    }

    // Large functions that are not generic are `#[inline]` as well: other crates instantiate the
    // generic generator, and could not inline these functions without the attribute.

    /// Returns whether the hand has no sequence, with or without its jokers.
    #[inline]
    fn has_no_sequence(self) -> bool {
        let c = self.cards.bits();
        if self.jokers == 0 { c & c >> 4 & c >> 8 == 0 } else { self.starts(3)[self.jokers as usize] == 0 }
    }

    /// Returns the starts of sequences of one length.
    #[inline]
    fn starts(self, size: u32) -> Starts {
        let mut starts = [!0; 3];
        for length in 1..=size {
            self.extend(&mut starts, length);
        }
        starts
    }

    /// Returns the starts of sequences of all lengths that occur.
    #[inline]
    fn all_starts(self) -> AllStarts {
        let mut all = AllStarts { of: [[0; 3]; 16], longest: 0 };
        let mut starts = [!0; 3];
        for length in 1..=15 {
            self.extend(&mut starts, length);
            if starts[self.jokers as usize] == 0 {
                break;
            }
            all.of[length as usize] = starts;
            all.longest = length;
        }
        all
    }

    /// Extends the starts of sequences from `length` − 1 to `length`.
    #[inline]
    fn extend(self, starts: &mut Starts, length: u32) {
        let last = self.places() >> (4 * (length - 1));
        // Sequences must end at the imaginary rank above the 2 (place 14) at the latest.
        let room = !0 >> (4 * length);
        for jokers in (1..=self.jokers as usize).rev() {
            starts[jokers] = (starts[jokers] & last | starts[jokers - 1]) & room;
        }
        starts[0] &= last & room;
    }

    /// Writes the groups of one size, sorted by number of jokers, number of cards of the rank, and
    /// rank.
    #[inline]
    fn groups<R: ByCount, const REVERSED: bool>(self, size: u32, ranks: R, melds: &mut Melds) {
        for jokers in 0..=self.jokers {
            // A group needs at least `fewest` natural cards, and a rank has at most four.
            let fewest = size.saturating_sub(jokers).max(1);
            if fewest > 4 {
                continue;
            }
            let placements = placements(size, jokers);
            ranks.each::<REVERSED>(fewest, |rank| {
                let Placements { words, number } =
                    &placements[(self.cards.bits() >> (4 * rank) & 15) as usize];
                let base = Meld::from_word(Meld::blank(Kind::Group, size) | (rank + 1) << LOW_AT);
                melds.push_chunk(base, words, *number as usize);
            });
        }
        self.jokers_alone(size, melds);
    }

    /// Writes the groups of one size that satisfy a suit lock.
    fn locked_groups<R: ByCount, const REVERSED: bool>(
        self,
        size: u32,
        cards: CardSet,
        suits: SuitSet,
        melds: &mut Melds,
    ) {
        if self.jokers == 0 {
            // Without a joker, a group under the lock consists of exactly the locked suits. Each
            // rank of which all these suits are held has one such group.
            if size != suits.len() {
                return;
            }
            let whole = cards & cards.ranks_with(suits).cards();
            R::new::<REVERSED>(whole).each::<REVERSED>(1, |rank| {
                melds.push(Meld::from_word(
                    Meld::blank(Kind::Group, size) | u32::from(suits.bits()) | (rank + 1) << LOW_AT,
                ));
            });
            return;
        }
        self.groups::<R, REVERSED>(size, R::new::<REVERSED>(cards), melds);
        melds.retain(|meld| meld.kind() == Kind::Jokers || meld.suits() == suits);
    }

    #[inline]
    fn jokers_alone(self, size: u32, melds: &mut Melds) {
        if self.jokers >= size
            && let Some(meld) = Meld::only_jokers(size)
        {
            melds.push(meld);
        }
    }

    /// Writes the sequences of one size, sorted by number of jokers, lowest card, and places of the
    /// jokers.
    fn sequences<const REVERSED: bool>(self, size: u32, starts: Starts, melds: &mut Melds) {
        for jokers in 0..=self.jokers {
            let mut left = starts[jokers as usize];
            while let Some(at) = next::<REVERSED>(&mut left) {
                let (place, suit) = (at / 4, at % 4);
                let base = Meld::blank(Kind::Sequence, size) | 1 << suit | place << LOW_AT;
                let missing = !(self.places() >> at) & EACH & !(!0 << (4 * size));
                stand_ins(missing, size, jokers, |stand_ins| {
                    melds.push(Meld::from_word(base | stand_ins << place << JOKERS_AT));
                });
            }
        }
    }
}

/// Calls `each` with every set of exactly `jokers` cards of a sequence that jokers can replace. Bit
/// i of a set represents the card that lies i ranks above the lowest. Each set contains all missing
/// cards. The sets are sorted by their lowest card, then by the other card.
#[inline]
fn stand_ins(missing: u64, size: u32, jokers: u32, mut each: impl FnMut(u32)) {
    let first = missing.trailing_zeros() / 4;
    match (jokers, missing.count_ones()) {
        (0, _) => each(0),
        (1, 0) => (0..size).for_each(|place| each(1 << place)),
        (1, _) => each(1 << first),
        (_, 0) => {
            for low in 0..size {
                ((low + 1)..size).for_each(|high| each(1 << low | 1 << high));
            }
        }
        (_, 1) => {
            let others = (0..size).filter(|&place| place != first);
            others.for_each(|place| each(1 << place | 1 << first));
        }
        (_, _) => each(1 << first | 1 << (missing.ilog2() / 4)),
    }
}

/// Removes and returns the index of the next set bit: the lowest, or the highest in the reversed
/// order.
#[inline]
pub(super) fn next<const REVERSED: bool>(left: &mut u64) -> Option<u32> {
    if *left == 0 {
        return None;
    }
    let at = if REVERSED { left.ilog2() } else { left.trailing_zeros() };
    *left &= !(1 << at);
    Some(at)
}
