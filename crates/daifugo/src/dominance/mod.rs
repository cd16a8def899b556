//! Dominance: which groups nobody can answer.
//!
//! [`NoDominance`] holds, for a set of opponents' cards, every group that **can** be answered, in one word:
//! bit k − 1 of a rank is set iff some better rank has k cards or more. It is the OR, over all better ranks,
//! of their staircases; five shifts of one digit, one, two, four and eight bring every better rank to every
//! digit.
//!
//! ```text
//! rank           2  A  K  Q  J  T  9  8  7  6  5  4  3
//! staircase      1  .  .  .  3  .  .  .  .  1  7  1  1
//! no dominance   .  1  1  1  1  3  3  3  3  3  3  7  7
//! ```
//!
//! # The kernel
//! A group of k cards of a rank is answered by k cards of any better rank, and a rank that has k cards has 1,
//! 2, … k − 1 too. The staircase writes that down within a rank: for k cards the k lowest bits. What is left
//! is an OR over all better ranks, the same for every rank, which is a *suffix* OR of the word's digits.
//! Doubling makes it in four steps instead of twelve. After the shift by one digit, `x` holds in every digit
//! the staircase of the next better rank; and if it holds the OR of the next n better ranks, `x | x >> 4n`
//! holds that of the next 2n:
//!
//! ```text
//! x  = stairs >> 4        1 better rank         (r + 1)
//! x |= x >> 4             2 better ranks        (r + 1, r + 2)
//! x |= x >> 8             4 …
//! x |= x >> 16            8 …
//! x |= x >> 32            16: all of them, for there are no more than twelve
//! ```
//!
//! In the reversed order the better ranks lie below and the shifts go the other way; they push digits into
//! the three that stand above the 2, and so the result is masked. Only whole digits ever move, so that no
//! rank's bits run into another's.
//!
//! A joker among the opponents' cards stands for one card more of any rank, so that k cards of a rank are
//! answered where k − 1 were: every digit moves up by one bit, and a single card is always answered. That
//! moves bits above any limit on the size of hands, and so the limit has to come last; [`Opponents`] takes
//! both in any order and keeps to that.
//!
//! # What is proved
//!
//! | question | answer | what it proves |
//! |---|---|---|
//! | all opponents' cards in one set | [`Opponents::answers`] | a group it does not hold cannot be answered, **however** the cards are split |
//! | the same, and the largest hand among the opponents *still in this round* | [`Opponents::holding_up_to`] | exact: if the group can be answered, some split lets it |
//! | every opponent's hand | [`NoDominance::of_hands`] | exact for these hands |
//!
//! All of it holds for groups of 1 to 4 cards without a suit lock (a lock only forbids answers). The order is
//! the one that holds once the group lies on the table: four of a kind reverse it first. A lone joker is not
//! a group: spade 3 answers it, and no card else. A joker among the opponents' cards is
//! [`Opponents::with_jokers`].
//!
//! Source: Katsuki Ohto's articles on bit operations in a Daifugo program, which call the word 無支配型 (Nd)
//! and find it by a loop over the best groups left, in 2016 as in 2023; the ladder of `quadrille-ladders`
//! keeps that loop. That a group dominates iff its bit is not in the word is theirs as well; the suffix OR without a
//! loop, the reversed order's mask, jokers and the sizes of hands are ours.

pub(crate) mod slices;

use slices::better_ranks;
pub use slices::no_dominance;

use std::fmt;

use bytemuck::TransparentWrapper;
use quadrille_lanes::Nibbles64;

use crate::cardset::CardSet;
use crate::counts::{OneHotCounts, shown_as_digits};
use crate::rank::Rank;

/// Which ranks beat which.
///
/// ```
/// use quadrille_daifugo::{Rank, dominance::Order};
///
/// assert!(Order::Normal.is_better(Rank::TWO, Rank::THREE));
/// assert!(Order::Normal.reversed().is_better(Rank::THREE, Rank::TWO));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Order {
    /// From 3, the lowest, to 2.
    #[default]
    Normal,
    /// From 2, the lowest, to 3: during a revolution.
    Reversed,
}

impl Order {
    /// The other order.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Normal => Self::Reversed,
            Self::Reversed => Self::Normal,
        }
    }

    /// Whether `rank` beats `other`.
    #[inline]
    pub const fn is_better(self, rank: Rank, other: Rank) -> bool {
        match self {
            Self::Normal => rank.index() > other.index(),
            Self::Reversed => rank.index() < other.index(),
        }
    }
}

/// What is known of the opponents' cards: all of them in one set, how many jokers beside it, and the largest
/// hand.
///
/// ```
/// use quadrille_daifugo::{Rank, dominance::{Opponents, Order}};
///
/// let opponents = Opponents::new("C9 D9 HK".parse()?).with_jokers(1);
/// // Two 9s and the joker beat three 8s, but not where nobody holds three cards.
/// assert!(!opponents.answers(Order::Normal).dominates(Rank::EIGHT, 3));
/// assert!(opponents.holding_up_to(2).answers(Order::Normal).dominates(Rank::EIGHT, 3));
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Opponents {
    cards: CardSet,
    jokers: u32,
    largest: u32,
}

impl Opponents {
    /// These cards between them, no joker, in hands of any size.
    #[inline]
    pub const fn new(cards: CardSet) -> Self {
        Self { cards, jokers: 0, largest: u32::MAX }
    }

    /// The same with so many jokers beside the cards.
    #[inline]
    pub const fn with_jokers(mut self, jokers: u32) -> Self {
        self.jokers = jokers;
        self
    }

    /// The same where nobody holds more than `largest` cards, jokers included: the largest hand among the
    /// opponents still in this round.
    #[inline]
    pub const fn holding_up_to(mut self, largest: u32) -> Self {
        self.largest = largest;
        self
    }

    /// Every group that they can answer, however the cards are split.
    #[inline]
    pub const fn answers(self, order: Order) -> NoDominance {
        NoDominance::of_cards(self.cards, order).with_jokers(self.jokers).up_to(self.largest)
    }
}

/// Every group that can be answered: bit k − 1 of a rank iff k cards of it can be.
///
/// ```
/// use quadrille_daifugo::{CardSet, Rank, dominance::{NoDominance, Order}};
///
/// let opponents: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?;
/// let answered = NoDominance::of_cards(opponents, Order::Normal);
/// assert_eq!(answered.bits(), 0x111133333377);
/// // A pair of queens meets no better pair; a lone queen meets the 2.
/// assert!(answered.dominates(Rank::new(9).unwrap(), 2));
/// assert!(!answered.dominates(Rank::new(9).unwrap(), 1));
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, TransparentWrapper)]
#[repr(transparent)]
#[must_use]
pub struct NoDominance(Nibbles64);

shown_as_digits!(NoDominance);

impl NoDominance {
    /// What the articles that it comes from call it.
    pub const KNOWN_AS: &'static str = "無支配型 Nd";

    /// No group can be answered: of opponents without cards.
    pub const NONE: Self = Self(Nibbles64::ZERO);

    /// What opponents can answer who hold these cards between them and no joker.
    #[inline]
    pub const fn new(opponents: OneHotCounts, order: Order) -> Self {
        Self(Nibbles64::from_bits(better_ranks(opponents.smeared().bits(), order)))
    }

    /// The same, from the cards.
    #[inline]
    pub const fn of_cards(opponents: CardSet, order: Order) -> Self {
        Self::new(opponents.one_hot(), order)
    }

    /// What opponents can answer whose hands are known, each with its own `jokers`: what one of the hands
    /// alone can.
    ///
    /// ```
    /// use quadrille_daifugo::{CardSet, Rank, dominance::{NoDominance, Order}};
    ///
    /// let hands: [CardSet; 2] = ["C9 C2".parse()?, "D9 D2".parse()?];
    /// let answered = NoDominance::of_hands(hands.map(|hand| (hand, 0)), Order::Normal);
    /// // Two 2s are there, but not in one hand.
    /// assert!(answered.dominates(Rank::new(9).unwrap(), 2));
    /// assert!(!NoDominance::of_cards(hands[0] | hands[1], Order::Normal).dominates(Rank::new(9).unwrap(), 2));
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    pub fn of_hands(hands: impl IntoIterator<Item = (CardSet, u32)>, order: Order) -> Self {
        hands.into_iter().fold(Self::NONE, |any, (hand, jokers)| {
            any.union(Opponents::new(hand).with_jokers(jokers).answers(order))
        })
    }

    /// The packed word, a nibble a rank, laid out as the type says.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0.bits()
    }

    /// One joker more among the opponents' cards: any single is answered, and groups with one card less.
    #[inline]
    pub(crate) const fn with_joker(self) -> Self {
        const LOW: u64 = Nibbles64::LOW_BITS.bits();
        let one_more = (self.bits() & (7 * LOW)) << 1 | LOW;
        Self(Nibbles64::from_bits(one_more & CardSet::ALL.bits()))
    }

    /// So many jokers more: [`with_joker`](Self::with_joker) once for each.
    #[inline]
    const fn with_jokers(self, jokers: u32) -> Self {
        let mut answered = self;
        let mut added = 0;
        // After four everything is answered.
        while added < jokers && added < 4 {
            answered = answered.with_joker();
            added += 1;
        }
        answered
    }

    /// Nobody answers with more than `largest` cards. A joker would push bits above the limit again, and so
    /// [`Opponents`] sees to it that jokers come first.
    #[inline]
    pub(crate) const fn up_to(self, largest: u32) -> Self {
        let each = if largest < 4 { (1 << largest) - 1 } else { 0xf };
        Self(Nibbles64::from_bits(self.bits() & (each * Nibbles64::LOW_BITS.bits())))
    }

    /// What either of two hands can answer.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(Nibbles64::from_bits(self.bits() | other.bits()))
    }

    /// Those of these groups that can be answered, as bits.
    #[inline]
    pub const fn answered(self, groups: OneHotCounts) -> u64 {
        groups.bits() & self.bits()
    }

    /// Whether a group of `count` cards of a rank cannot be answered: it *dominates*. For a `count` other
    /// than 1..=4, which this word knows nothing of, the answer is no.
    #[inline]
    pub const fn dominates(self, rank: Rank, count: u32) -> bool {
        1 <= count && count <= 4 && self.answered(OneHotCounts::group(rank, count)) == 0
    }
}
