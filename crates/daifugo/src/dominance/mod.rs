//! Dominance: groups that no opponent can answer.
//!
//! For a set of opponents' cards, [`NoDominance`] holds in one word every group that **can** be
//! answered: bit k − 1 of a rank is set iff some better rank has at least k cards. Each digit is
//! the OR of the unary counts of all better ranks. Five shifts, by 1, 1, 2, 4 and 8 digits, bring
//! every better rank to every digit.
//!
//! ```text
//! rank           2  A  K  Q  J  T  9  8  7  6  5  4  3
//! unary          1  .  .  .  3  .  .  .  .  1  7  1  1
//! no dominance   .  1  1  1  1  3  3  3  3  3  3  7  7
//! ```
//!
//! # The kernel
//! A group of k cards of a rank is answered by k cards of any better rank, and a rank with k cards
//! can also answer with 1, 2, …, k − 1 cards. The unary count expresses this within a rank: for k
//! cards, the lowest k bits are set. The remaining step is an OR over all better ranks for every
//! rank, that is, a *suffix* OR of the word's digits. Doubling computes this OR in four steps
//! instead of twelve. `stairs` is the word of unary counts. After the first shift, every digit of
//! `x` is the unary count of the next better rank. If every digit of `x` is the OR over the next n
//! better ranks, then every digit of `x | x >> 4n` is the OR over the next 2n:
//!
//! ```text
//! x  = stairs >> 4        1 better rank         (r + 1)
//! x |= x >> 4             2 better ranks        (r + 1, r + 2)
//! x |= x >> 8             4 …
//! x |= x >> 16            8 …
//! x |= x >> 32            16: all of them, since no rank has more than twelve better ranks
//! ```
//!
//! In the reversed order, the better ranks are the lower digits, so the shifts are to the left.
//! They move bits into the three unused digits above the 2, so the result is masked. All shifts are
//! by whole digits, so a bit for k cards becomes a bit for k cards of another rank.
//!
//! A joker among the opponents' cards counts as one more card of any rank. A group of k cards is
//! then answered if a group of k − 1 was answered without the joker, so every digit shifts by one
//! bit; a single card is always answered. The shift can set bits of groups that exceed a limit on
//! the size of hands, so the limit must be applied after the jokers. [`Opponents`] accepts the
//! jokers and the limit in any order, and applies the limit last.
//!
//! # Guarantees
//!
//! | known about the opponents | function | guarantee |
//! |---|---|---|
//! | all opponents' cards as one set | [`Opponents::answers`] | a group not in the result cannot be answered, **regardless** of how the cards are split |
//! | also the size of the largest hand among the opponents who *can still play in the current trick* | [`Opponents::holding_up_to`] | exact: if a group is in the result, some split of the cards can answer it |
//! | each opponent's hand | [`NoDominance::of_hands`] | exact for these hands |
//!
//! The guarantees apply to groups of 1 to 4 cards without a suit lock (a lock only forbids
//! answers). The order of ranks is the order after the group has been played: a group of four
//! reverses the order before it can be answered. A joker that is led alone does not count as a
//! group, and only the 3 of spades answers it. [`Opponents::with_jokers`] adds jokers to the
//! opponents' cards.
//!
//! Source: Katsuki Ohto's articles on bit operations in a Daifugo program. They call the word 無支配型
//! (Nd). Both in 2016 and in 2023, they compute it by a loop over the best remaining groups; the
//! ladder of `quadrille-ladders` includes that loop. They also state that a group dominates iff its
//! bit is not in the word. The suffix OR without a loop, the mask for the reversed order, jokers
//! and hand sizes are ours.

pub(crate) mod slices;

use slices::better_ranks;
pub use slices::no_dominance;

use std::fmt;

use bytemuck::TransparentWrapper;
use quadrille_lanes::Nibbles64;

use crate::cardset::CardSet;
use crate::counts::{OneHotCounts, shown_as_digits};
use crate::rank::Rank;

/// The order of the ranks.
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
    /// The 3 is the lowest rank and the 2 the highest.
    #[default]
    Normal,
    /// The 2 is the lowest rank and the 3 the highest, as during a revolution.
    Reversed,
}

impl Order {
    /// Returns the other order.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Normal => Self::Reversed,
            Self::Reversed => Self::Normal,
        }
    }

    /// Returns whether `rank` beats `other`.
    #[inline]
    pub const fn is_better(self, rank: Rank, other: Rank) -> bool {
        match self {
            Self::Normal => rank.index() > other.index(),
            Self::Reversed => rank.index() < other.index(),
        }
    }
}

/// The opponents' cards as far as they are known: the union of their hands, the number of their
/// jokers, and the size of the largest hand.
///
/// ```
/// use quadrille_daifugo::{Rank, dominance::{Opponents, Order}};
///
/// let opponents = Opponents::new("C9 D9 HK".parse()?).with_jokers(1);
/// // Two 9s and the joker beat three 8s, but not if every hand has at most two cards.
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
    /// Creates opponents that hold these cards, no joker, and hands of any size.
    #[inline]
    pub const fn new(cards: CardSet) -> Self {
        Self { cards, jokers: 0, largest: u32::MAX }
    }

    /// Sets the number of jokers in the opponents' hands.
    #[inline]
    pub const fn with_jokers(mut self, jokers: u32) -> Self {
        self.jokers = jokers;
        self
    }

    /// Limits the size of the hands to `largest` cards, jokers included.
    ///
    /// For an exact result, `largest` is the size of the largest hand among the opponents who can
    /// still play in this trick.
    #[inline]
    pub const fn holding_up_to(mut self, largest: u32) -> Self {
        self.largest = largest;
        self
    }

    /// Returns every group that the opponents can answer in at least one split of the cards into
    /// hands.
    #[inline]
    pub const fn answers(self, order: Order) -> NoDominance {
        NoDominance::of_cards(self.cards, order).with_jokers(self.jokers).up_to(self.largest)
    }
}

/// The set of groups that can be answered: bit k − 1 of a rank is set iff a group of k cards of
/// that rank can be answered.
///
/// ```
/// use quadrille_daifugo::{CardSet, Rank, dominance::{NoDominance, Order}};
///
/// let opponents: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?;
/// let answered = NoDominance::of_cards(opponents, Order::Normal);
/// assert_eq!(answered.bits(), 0x111133333377);
/// // No better pair answers a pair of queens; the 2 answers a single queen.
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
    /// The name of this word in Ohto's articles.
    pub const KNOWN_AS: &'static str = "無支配型 Nd";

    /// The empty set: no group can be answered, for example if the opponents have no cards.
    pub const NONE: Self = Self(Nibbles64::ZERO);

    /// Returns the groups that the opponents can answer without jokers. `opponents` has the counts
    /// of all their cards, taken as one set.
    #[inline]
    pub const fn new(opponents: OneHotCounts, order: Order) -> Self {
        Self(Nibbles64::from_bits(better_ranks(opponents.smeared().bits(), order)))
    }

    /// Returns the same as [`new`](Self::new), computed from the cards.
    #[inline]
    pub const fn of_cards(opponents: CardSet, order: Order) -> Self {
        Self::new(opponents.one_hot(), order)
    }

    /// Returns the groups that opponents with known hands can answer. Each hand is a pair of its
    /// cards and its number of jokers.
    ///
    /// A group is in the result iff a single hand can answer it.
    ///
    /// ```
    /// use quadrille_daifugo::{CardSet, Rank, dominance::{NoDominance, Order}};
    ///
    /// let hands: [CardSet; 2] = ["C9 C2".parse()?, "D9 D2".parse()?];
    /// let answered = NoDominance::of_hands(hands.map(|hand| (hand, 0)), Order::Normal);
    /// // The opponents have two 2s, but not in one hand.
    /// assert!(answered.dominates(Rank::new(9).unwrap(), 2));
    /// assert!(!NoDominance::of_cards(hands[0] | hands[1], Order::Normal).dominates(Rank::new(9).unwrap(), 2));
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    pub fn of_hands(hands: impl IntoIterator<Item = (CardSet, u32)>, order: Order) -> Self {
        hands.into_iter().fold(Self::NONE, |any, (hand, jokers)| {
            any.union(Opponents::new(hand).with_jokers(jokers).answers(order))
        })
    }

    /// Returns the packed word: one digit of four bits per rank.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0.bits()
    }

    /// Adds one joker to the opponents' cards: single cards are then always answered, and a larger
    /// group is answered if the group with one card fewer was answered before.
    #[inline]
    pub(crate) const fn with_joker(self) -> Self {
        const LOW: u64 = Nibbles64::LOW_BITS.bits();
        let one_more = (self.bits() & (7 * LOW)) << 1 | LOW;
        Self(Nibbles64::from_bits(one_more & CardSet::ALL.bits()))
    }

    /// Adds `jokers` jokers to the opponents' cards by repeated [`with_joker`](Self::with_joker).
    #[inline]
    const fn with_jokers(self, jokers: u32) -> Self {
        let mut answered = self;
        let mut added = 0;
        // With four jokers, every group is answered.
        while added < jokers && added < 4 {
            answered = answered.with_joker();
            added += 1;
        }
        answered
    }

    /// Removes the groups of more than `largest` cards: no hand is large enough to answer them.
    ///
    /// Adding a joker afterwards would set bits above the limit again, so [`Opponents`] adds jokers
    /// first.
    #[inline]
    pub(crate) const fn up_to(self, largest: u32) -> Self {
        let each = if largest < 4 { (1 << largest) - 1 } else { 0xf };
        Self(Nibbles64::from_bits(self.bits() & (each * Nibbles64::LOW_BITS.bits())))
    }

    /// Returns the union of two sets of groups: the groups that can be answered according to either
    /// set.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(Nibbles64::from_bits(self.bits() | other.bits()))
    }

    /// Returns the bits of the given groups that can be answered.
    #[inline]
    pub const fn answered(self, groups: OneHotCounts) -> u64 {
        groups.bits() & self.bits()
    }

    /// Returns whether a group of `count` cards of a rank *dominates*, that is, cannot be answered;
    /// false unless `count` is 1..=4.
    #[inline]
    pub const fn dominates(self, rank: Rank, count: u32) -> bool {
        1 <= count && count <= 4 && self.answered(OneHotCounts::group(rank, count)) == 0
    }
}
