//! Number of cards per rank: as a binary number, one-hot and unary.
//!
//! ```text
//! rank            2  A  K  Q  J  T  9  8  7  6  5  4  3
//! cards           8  .  .  .  5  .  .  .  .  2  d  4  1      C3 H4 C5 H5 S5 D6 CJ HJ S2
//! counts          1  .  .  .  2  .  .  .  .  1  3  1  1      number of cards
//! one-hot         1  .  .  .  2  .  .  .  .  1  4  1  1      bit k − 1 for k cards
//! unary           1  .  .  .  3  .  .  .  .  1  7  1  1      the lowest k bits for k cards
//! ```
//!
//! Source: Katsuki Ohto's articles on bit operations in a Daifugo program, which name the three
//! encodings 枚数型 (Qr), 枚数位置型 (Pqr) and 圧縮型 (Sc). He published the count in two steps of
//! additions in 2016, and the computation of the one-hot encoding by two additions in 2023.

use std::fmt;

use bytemuck::TransparentWrapper;
use quadrille_lanes::Nibbles64;

use crate::cardset::CardSet;
use crate::rank::Rank;
use crate::ranks::Ranks;

/// The number of cards of each rank: one digit per rank, 0..=4.
///
/// ```
/// use quadrille_daifugo::CardSet;
///
/// let hand: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?;
/// assert_eq!(hand.counts().bits(), 0x1000200001311);
/// assert_eq!(hand.counts().one_hot().bits(), 0x1000200001411);
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, TransparentWrapper)]
#[repr(transparent)]
#[must_use]
pub struct Counts(Nibbles64);

/// The number of cards of each rank, one-hot: bit k − 1 of the digit is set for k ≥ 1 cards.
///
/// The digit of a rank without cards is 0. [`group`](Self::group) returns the bit that represents
/// `count` cards of a rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, TransparentWrapper)]
#[repr(transparent)]
#[must_use]
pub struct OneHotCounts(Nibbles64);

/// The number of cards of each rank in unary: the k lowest bits of the digit are set for k cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, TransparentWrapper)]
#[repr(transparent)]
#[must_use]
pub struct SmearedCounts(Nibbles64);

impl CardSet {
    /// Returns the number of cards of each rank. It is computed by adding adjacent bits, then
    /// adjacent pairs of bits.
    #[inline]
    pub const fn counts(self) -> Counts {
        Counts(self.lanes().count_bits())
    }

    /// Returns the number of cards of each rank, one-hot.
    #[inline]
    pub const fn one_hot(self) -> OneHotCounts {
        self.counts().one_hot()
    }

    /// Returns the number of cards of each rank in unary.
    #[inline]
    pub const fn smeared(self) -> SmearedCounts {
        self.one_hot().smeared()
    }
}

impl Counts {
    /// The name of this encoding in Ohto's articles.
    pub const KNOWN_AS: &'static str = "枚数型 Qr";

    /// Returns the packed word: one digit of four bits per rank, the lowest rank in the lowest
    /// digit.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0.bits()
    }

    /// Returns the number of cards of the rank, 0..=4.
    #[inline]
    pub const fn of(self, rank: Rank) -> u32 {
        self.0.lane(rank.index()) as u32
    }

    /// Returns the same counts, one-hot.
    #[inline]
    pub const fn one_hot(self) -> OneHotCounts {
        OneHotCounts(self.0.one_hot())
    }

    /// Returns the ranks with exactly two cards.
    #[inline]
    pub const fn pairs(self) -> Ranks {
        Ranks::from_low_bits(self.bits() >> 1 & !self.bits())
    }

    /// Returns the ranks with one or three cards.
    #[inline]
    pub const fn odd(self) -> Ranks {
        Ranks::from_low_bits(self.bits())
    }

    /// Returns the counts after `count` cards of the rank are played.
    ///
    /// The hand must hold these cards. Otherwise the subtraction borrows from the next lane; debug
    /// builds detect this.
    #[inline]
    pub const fn without_group(self, rank: Rank, count: u32) -> Self {
        self.less((count as u64) << (4 * rank.index()))
    }

    /// Returns the counts after one card of each of these ranks is played. The hand must hold these
    /// cards.
    #[inline]
    pub const fn without_sequence(self, ranks: Ranks) -> Self {
        self.less(ranks.bits())
    }

    /// Returns the counts after one card of the rank is added. The hand must hold at most three
    /// cards of this rank.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let (before, after): (CardSet, CardSet) = ("C3 H4".parse()?, "C3 S2".parse()?);
    /// let exchanged = before.counts().without_group("4".parse().unwrap(), 1).with_card("2".parse().unwrap());
    /// assert_eq!(exchanged, after.counts());
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[inline]
    pub const fn with_card(self, rank: Rank) -> Self {
        Self(self.0.add(Nibbles64::from_bits(1 << (4 * rank.index()))))
    }

    #[inline]
    const fn less(self, played: u64) -> Self {
        Self(self.0.sub(Nibbles64::from_bits(played)))
    }
}

impl OneHotCounts {
    /// The name of this encoding in Ohto's articles.
    pub const KNOWN_AS: &'static str = "枚数位置型 Pqr";

    /// Returns the packed word: one digit of four bits per rank, the lowest rank in the lowest
    /// digit.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0.bits()
    }

    /// Returns the bit that represents a group: `count` cards of one rank. No bit is set unless
    /// `count` is 1..=4.
    #[inline]
    pub const fn group(rank: Rank, count: u32) -> Self {
        let bit = if 1 <= count && count <= 4 { 1 << (count - 1) } else { 0 };
        Self(Nibbles64::from_bits(bit << (4 * rank.index())))
    }

    /// Returns the ranks with exactly `count` cards; empty unless `count` is 1..=4.
    #[inline]
    pub const fn exactly(self, count: u32) -> Ranks {
        if 1 <= count && count <= 4 { Ranks::from_low_bits(self.bits() >> (count - 1)) } else { Ranks::EMPTY }
    }

    /// Returns the ranks with at least `count` cards; empty unless `count` is 1..=4.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let hand: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?;
    /// assert_eq!(hand.one_hot().at_least(2).to_string(), "5J");
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[inline]
    pub const fn at_least(self, count: u32) -> Ranks {
        let bits = self.bits();
        Ranks::from_low_bits(match count {
            1 => bits | bits >> 1 | bits >> 2 | bits >> 3,
            2 => bits >> 1 | bits >> 2 | bits >> 3,
            3 => bits >> 2 | bits >> 3,
            4 => bits >> 3,
            _ => return Ranks::EMPTY,
        })
    }

    /// Returns the same counts in unary. The unary digit of a rank with cards is twice its one-hot
    /// digit, minus one.
    #[inline]
    pub const fn smeared(self) -> SmearedCounts {
        // For a rank with four cards, the shift moves the bit into the next digit. The subtraction
        // of 1 then sets the four bits of the digit and clears the moved bit.
        let twice = self.bits() << 1;
        SmearedCounts(Nibbles64::from_bits(twice.wrapping_sub(self.0.any_bit().bits())))
    }

    /// Returns the counts after `count` cards of the rank are played. The hand must hold these
    /// cards.
    ///
    /// ```
    /// use quadrille_daifugo::{CardSet, Rank};
    ///
    /// let hand: CardSet = "C3 H4 C5 H5 S5".parse()?;
    /// let rest: CardSet = "C3 H4 H5".parse()?;
    /// assert_eq!(hand.one_hot().without_group("5".parse()?, 2), rest.one_hot());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn without_group(self, rank: Rank, count: u32) -> Self {
        let lane = CardSet::of_rank(rank).bits();
        let left = (self.bits() & lane) >> count & lane;
        Self(Nibbles64::from_bits(self.bits() & !lane | left))
    }

    /// Returns the counts after one card of the rank is added. The hand must hold at most three
    /// cards of this rank.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let (before, after): (CardSet, CardSet) = ("C3 H4".parse()?, "C3 D3".parse()?);
    /// let exchanged = before.one_hot().without_group("4".parse().unwrap(), 1).with_card("3".parse().unwrap());
    /// assert_eq!(exchanged, after.one_hot());
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[inline]
    pub const fn with_card(self, rank: Rank) -> Self {
        let lane = self.bits() & CardSet::of_rank(rank).bits();
        // Adding a bit to itself shifts it left by one. An empty lane gets its lowest bit.
        let more = if lane == 0 { 1 << (4 * rank.index()) } else { lane };
        Self(Nibbles64::from_bits(self.bits() + more))
    }

    /// Returns the counts after one card of each of these ranks is played. The hand must hold these
    /// cards.
    #[inline]
    pub const fn without_sequence(self, ranks: Ranks) -> Self {
        let lanes = ranks.cards().bits();
        let left = (self.bits() & lanes) >> 1 & (7 * Nibbles64::LOW_BITS.bits());
        Self(Nibbles64::from_bits(self.bits() & !lanes | left))
    }
}

impl SmearedCounts {
    /// The name of this encoding in Ohto's articles.
    pub const KNOWN_AS: &'static str = "圧縮型 Sc";

    /// Returns the packed word: one digit of four bits per rank, the lowest rank in the lowest
    /// digit.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0.bits()
    }

    /// Returns the ranks with at least `count` cards; empty unless `count` is 1..=4.
    #[inline]
    pub const fn at_least(self, count: u32) -> Ranks {
        if 1 <= count && count <= 4 { Ranks::from_low_bits(self.bits() >> (count - 1)) } else { Ranks::EMPTY }
    }
}

macro_rules! shown_as_digits {
    ($($Type:ident),+) => {$(
        impl fmt::LowerHex for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerHex::fmt(&self.bits(), f)
            }
        }

        impl fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($Type), "({:013x})"), self.bits())
            }
        }
    )+};
}
pub(crate) use shown_as_digits;

shown_as_digits!(Counts, OneHotCounts, SmearedCounts);
