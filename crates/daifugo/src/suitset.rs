//! Sets of suits.

use std::str::FromStr;

use crate::card::CardError;
use crate::suit::Suit;

/// A set of suits: the four bits of one rank in a [`CardSet`](crate::CardSet).
///
/// ```
/// use quadrille_daifugo::{Suit, SuitSet};
///
/// let black = SuitSet::EMPTY.with(Suit::Club).with(Suit::Spade);
/// assert_eq!(black.bits(), 0b1001);
/// assert_eq!((black.len(), black.contains(Suit::Heart)), (2, false));
/// assert_eq!(black.to_string(), "CS");
/// assert_eq!("CS".parse(), Ok(black));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
pub struct SuitSet(u8);

impl SuitSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All four suits.
    pub const ALL: Self = Self(0xf);

    /// Creates the set with these bits; `None` above 15.
    #[inline]
    pub const fn new(bits: u8) -> Option<Self> {
        if bits <= Self::ALL.0 { Some(Self(bits)) } else { None }
    }

    /// Creates the set from the low four bits; the other bits are ignored.
    #[inline]
    pub const fn from_low_bits(bits: u64) -> Self {
        Self((bits & 0xf) as u8)
    }

    /// Creates the set of one suit.
    #[inline]
    pub const fn only(suit: Suit) -> Self {
        Self(1 << suit.index())
    }

    /// Returns the bits: bit i is the suit with index i.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the number of suits, 0..=4.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains the suit.
    #[inline]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit.index() & 1 == 1
    }

    /// Returns whether all suits of `other` are in this set.
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the set with the suit added.
    #[inline]
    pub const fn with(self, suit: Suit) -> Self {
        Self(self.0 | Self::only(suit).0)
    }

    /// Returns the suits that are not in the set.
    #[inline]
    pub const fn complement(self) -> Self {
        Self(self.0 ^ Self::ALL.0)
    }

    /// Iterates over the suits, lowest bit first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Suit> + Clone {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }
}

quadrille_table::word_set!(SuitSet of Suit by only, "");

impl FromStr for SuitSet {
    type Err = CardError;

    /// Parses suit letters in any order, without separators; duplicates are ignored.
    ///
    /// # Errors
    /// Fails on a letter that is not a suit.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let suit =
            |letter| Suit::from_letter(letter).ok_or_else(|| CardError::Suit { found: text.to_owned() });
        text.chars().map(suit).collect()
    }
}

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(SuitSet);
