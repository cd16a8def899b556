//! All melds of a hand that answer the meld on the table, and its leads if it has two jokers. The
//! leads of other hands are generated in the module [`leading`](super::leading).
//!
//! # Groups
//! For each size and number of jokers the ranks that have enough cards are wanted by the number of cards
//! held, then by rank: the documented order. In the located counts the bit of rank r with k cards is bit 4r +
//! k − 1, rank first. [`Transposed`] transposes that 16 × 4 matrix of bits, so that one loop over set bits
//! meets them count first; [`Located`] leaves it and goes through it once for each count. Which suits a rank's groups can show depends on nothing but the four bits held, the size
//! and the jokers; all of that is in a table ([`placements`](mod@super::placements)), from which whole rows
//! of up to twelve melds are written at a time, however many of them count.
//!
//! # Sequences
//! `starts[j]` has a bit at each card place where a sequence of the length in question begins if at most j of
//! its cards may be missing. To go from length n − 1 to n, look at the last place: either it is held, and as
//! many may be missing as before, or it is the one that is missing, and one less may have been:
//!
//! ```text
//! starts[j] at n  =  starts[j] at n−1  &  (cards n−1 ranks above)    the last place is held
//!                 |  starts[j−1] at n−1                              a joker stands there
//! ```
//!
//! The word of places is the cards shifted up by one rank: digit 0 is the place below the 3, digit 14 that
//! above the 2. Both are never held, and so only a joker ever stands there; `room` cuts off what would begin
//! so high that it leaves the word. At a start, the places that are missing get jokers, and jokers left over
//! go to every other place in turn.
//!
//! Source of the words for sequences: K. Ohto's articles on bit operations for Daifugo (2016), P(n) = c & c ≫
//! 4 & …; here with "at most j cards missing" carried along, which gives all sequences with jokers at once.

use super::meld::{JOKERS_AT, LOW_AT};
use super::placements::{Placements, placements};
use crate::melds::{Hand, Kind, Meld, Melds, Order, Trick};
use crate::{CardSet, SuitSet};

/// Writes the same melds as [`leads`](super::leads), with the ranks found by `R`.
///
/// [`leads`](super::leads) calls it for two jokers. For fewer it is an earlier form, kept for
/// ladders and tests.
pub fn leads_by<R: ByCount>(hand: Hand, order: Order, melds: &mut Melds) {
    match order {
        Order::Normal => leads_in::<R, false>(hand, melds),
        Order::Reversed => leads_in::<R, true>(hand, melds),
    }
}

/// Writes all melds of the hand that answer what lies on the table into `melds`, which is cleared before; a
/// pass is none.
///
/// The order is [that of the module](crate::melds#the-order-of-melds).
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

/// The same, with the ranks found in this way.
pub fn follows_by<R: ByCount>(hand: Hand, trick: Trick, order: Order, melds: &mut Melds) {
    match order {
        Order::Normal => follows_in::<R, false>(hand, trick, melds),
        Order::Reversed => follows_in::<R, true>(hand, trick, melds),
    }
}

/// Writes all groups of these cards, with no joker, into `melds`, which is cleared before; in the documented
/// order.
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

/// The cards of the ranks that answer a group.
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

/// The ranks of some cards, by how many cards each has and then from the worst to the best.
pub trait ByCount: Copy {
    /// The ranks of these cards.
    fn new<const REVERSED: bool>(cards: CardSet) -> Self;

    /// Hands over every rank with so many cards or more, by its index.
    fn each<const REVERSED: bool>(self, fewest: u32, rank: impl FnMut(u32));
}

/// In one word: bit 16 · (count − 1) + place, where a rank's place is its index, or 15 − index in the reversed
/// order.
///
/// The located counts have them the other way round, rank by rank; here they are transposed, so that one loop
/// finds them in the documented order.
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
        // The six bits of a flag's place, rank (r) before count (k), go from rrrrkk to kkrrrr by swaps of two
        // of them.
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

/// The located counts as they are.
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

/// Exchanges the bits in `mask` with those `shift` places higher.
#[inline]
const fn swap(word: u64, mask: u64, shift: u32) -> u64 {
    let changed = (word ^ word >> shift) & mask;
    word ^ changed ^ changed << shift
}

/// The places where a sequence that answers may begin: nibble 0 is the place below the 3.
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

/// A hand with no more jokers than count.
///
/// It is passed by value, and is small enough for two registers: by reference, each call would write it to
/// memory and read it again.
#[derive(Clone, Copy)]
struct Held {
    cards: CardSet,
    jokers: u32,
}

/// By the number of jokers: the places where a sequence with at most so many cards missing begins.
type Starts = [u64; 3];

/// The starts of sequences of every length.
struct AllStarts {
    of: [Starts; 16],
    longest: u32,
}

impl Held {
    #[inline]
    fn new(hand: Hand) -> Self {
        Self { cards: hand.cards, jokers: hand.jokers.min(Meld::MOST_JOKERS) }
    }

    /// The cards one nibble higher, so that nibble 0 is the place below the 3 and nibble 14 that above the 2.
    #[inline]
    fn places(self) -> u64 {
        self.cards.bits() << 4
    }

    // `#[inline]` also on what is larger but not generic: the generator is generic, so other crates compile it
    // for themselves, and would call these here.

    /// Whether there is surely no sequence at all; only looked into without jokers.
    #[inline]
    fn has_no_sequence(self) -> bool {
        let c = self.cards.bits();
        if self.jokers == 0 { c & c >> 4 & c >> 8 == 0 } else { self.starts(3)[self.jokers as usize] == 0 }
    }

    /// Where sequences of one length begin.
    #[inline]
    fn starts(self, size: u32) -> Starts {
        let mut starts = [!0; 3];
        for length in 1..=size {
            self.extend(&mut starts, length);
        }
        starts
    }

    /// Where sequences of every length begin, as far as there are any.
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

    /// From "at most j cards are missing in `length` − 1 places" to the same of `length` places.
    #[inline]
    fn extend(self, starts: &mut Starts, length: u32) {
        let last = self.places() >> (4 * (length - 1));
        // The last of them is place 14.
        let room = !0 >> (4 * length);
        for jokers in (1..=self.jokers as usize).rev() {
            starts[jokers] = (starts[jokers] & last | starts[jokers - 1]) & room;
        }
        starts[0] &= last & room;
    }

    /// Groups of a size: by the number of jokers, the number of cards held of the rank, and the rank.
    #[inline]
    fn groups<R: ByCount, const REVERSED: bool>(self, size: u32, ranks: R, melds: &mut Melds) {
        for jokers in 0..=self.jokers {
            // No rank has more than four.
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

    /// The same under a suit lock.
    fn locked_groups<R: ByCount, const REVERSED: bool>(
        self,
        size: u32,
        cards: CardSet,
        suits: SuitSet,
        melds: &mut Melds,
    ) {
        if self.jokers == 0 {
            // Only ranks that hold all the suits, and of each the one group.
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

    /// Sequences of a size: by the number of jokers, the lowest card, and the jokers' places.
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

/// Every way to put so many jokers into a sequence so that all that is missing is stood for, those at lower
/// places first.
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

/// Takes the next bit out: the lowest, or the highest in reversed order.
#[inline]
pub(super) fn next<const REVERSED: bool>(left: &mut u64) -> Option<u32> {
    if *left == 0 {
        return None;
    }
    let at = if REVERSED { left.ilog2() } else { left.trailing_zeros() };
    *left &= !(1 << at);
    Some(at)
}
