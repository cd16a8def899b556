//! Sets of cards packed into one word.
//!
//! Each rank takes four bits, one per suit, and the ranks are in the normal order of the game: the
//! 3 is the lowest, the 2 the highest. This allows two readings of the word.
//!
//! *As sixteen lanes of four bits*, the word answers questions about ranks. The number of cards of
//! a rank is the bit count of its lane. Two steps compute the bit counts of all lanes together: the
//! first adds adjacent bits, the second adds adjacent pairs of bits. An AND over the bits of a lane
//! finds the ranks of which all four cards are held. In hexadecimal, the suits held of a rank are
//! one digit.
//!
//! *As four interleaved rows*, it answers questions about suits. The cards of one suit are four
//! bits apart, so a shift by four bits moves every card to the next rank and keeps its suit. The
//! starts of sequences are then an AND of shifted copies:
//!
//! ```text
//! rank            8  7  6  5  4  3
//! c               .  4  5  5  4  1      H7  C6 H6  C5 H5  H4  C3
//! c >> 4          .  .  4  5  5  4      each suit moved from its rank to the rank below
//! c >> 8          .  .  .  4  5  5      and to the rank two below
//! c & … & …       .  .  .  4  4  .      H5 H6 H7 and H4 H5 H6 begin here
//! ```
//!
//! The top three lanes are unused and always empty. Therefore no sequence continues beyond the 2,
//! and any range of ranks is a difference of two powers of two. Every operation that could fill
//! these lanes (a complement, a shift upwards) clears them with a mask.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::Not;
use std::str::FromStr;

use bytemuck::TransparentWrapper;
use quadrille_lanes::Nibbles64;
use thiserror::Error;

use crate::card::{Card, CardError};
use crate::rank::Rank;
use crate::suit::Suit;
use crate::suitset::SuitSet;

/// A set of cards without jokers. Bit 4 · rank + suit is set for each card, so each rank is one
/// hexadecimal digit.
///
/// ```text
/// digit   …  12 11 10  9  8  7  6  5  4  3  2  1  0
/// rank        2  A  K  Q  J  T  9  8  7  6  5  4  3      suits in a digit: C 1, D 2, H 4, S 8
/// set         8  .  .  .  5  .  .  .  .  2  d  4  1      C3 H4 C5 H5 S5 D6 CJ HJ S2
/// ```
/// ```
/// use quadrille_daifugo::{CardSet, Rank};
///
/// let hand: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?;
/// assert_eq!(hand.bits(), 0x8000500002d41);
/// assert_eq!(format!("{hand:#x}").parse(), Ok(hand));
/// assert_eq!(hand.suits(Rank::JACK).to_string(), "CH");
/// assert_eq!((hand - hand.lowest().into()).len(), 8);
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
///
/// The top three digits are always 0. **The joker is not in the word**: jokers are counted
/// separately. A set is parsed from cards (`C3 D3`, in any order, without duplicates) or from a
/// hexadecimal number (`0x3`). [`Display`](fmt::Display) writes the cards; `{:#x}` writes the
/// hexadecimal form, which is also used in serialised data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, TransparentWrapper)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
#[repr(transparent)]
#[must_use]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const ALL: Self = Self((1 << Card::COUNT) - 1);

    /// Creates the set with these bits; `None` if a bit above the lowest 52 is set.
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// Creates the set from the low 52 bits; the other bits are ignored.
    #[inline]
    pub const fn from_low_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the word: bit 4 · rank + suit is set for each card of the set.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
    /// Returns the set as sixteen lanes of four bits, one lane per rank; the top three are empty.
    #[inline]
    pub const fn lanes(self) -> Nibbles64 {
        Nibbles64::from_bits(self.0)
    }

    /// Reinterprets a slice of sets as a slice of words, without copying.
    #[inline]
    pub(crate) fn as_words(sets: &[Self]) -> &[u64] {
        Self::peel_slice(sets)
    }

    /// Creates the set of one card.
    #[inline]
    pub const fn only(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// Returns all cards of a suit.
    #[inline]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(Self::LOW << suit.index())
    }

    /// Returns all cards of a rank.
    #[inline]
    pub const fn of_rank(rank: Rank) -> Self {
        Self(0xf << (4 * rank.index()))
    }

    /// Returns the cards of one rank in the given suits.
    #[inline]
    pub const fn of(rank: Rank, suits: SuitSet) -> Self {
        Self((suits.bits() as u64) << (4 * rank.index()))
    }

    /// Returns all cards of the ranks `low` to `high`, inclusive; empty if `low` is above `high`.
    ///
    /// ```
    /// use quadrille_daifugo::{CardSet, Rank};
    ///
    /// assert_eq!(CardSet::between(Rank::THREE, Rank::EIGHT).bits(), 0xff_ffff);
    /// assert_eq!(CardSet::between(Rank::TWO, Rank::THREE), CardSet::EMPTY);
    /// ```
    #[inline]
    pub const fn between(low: Rank, high: Rank) -> Self {
        if low.index() > high.index() {
            return Self::EMPTY;
        }
        // The difference of two powers of two. For the highest rank, the upper power lies in an
        // unused lane, so the shift does not overflow.
        Self((1 << (4 * high.index() + 4)) - (1 << (4 * low.index())))
    }

    /// Returns all cards of the ranks above `rank`.
    #[inline]
    pub const fn above(rank: Rank) -> Self {
        Self(Self::ALL.0 & !0xf << (4 * rank.index()))
    }

    /// Returns all cards of the ranks below `rank`.
    #[inline]
    pub const fn below(rank: Rank) -> Self {
        Self((1 << (4 * rank.index())) - 1)
    }

    /// All clubs: the low bit of every rank.
    const LOW: u64 = Nibbles64::LOW_BITS.bits() & Self::ALL.0;

    /// Returns the number of cards, 0..=52.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set has at least two cards.
    #[inline]
    pub const fn has_two(self) -> bool {
        self.without_lowest().0 != 0
    }

    /// Returns whether the set contains the card.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Returns whether all cards of `other` are in this set.
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether all cards of this set are in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        other.is_superset(self)
    }

    /// Returns whether the two sets have a card in common.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the cards in either set; also written `|`.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cards in both sets; also written `&`.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the cards of this set that are not in `other`; also written `-`.
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the cards that are not in this set; also written `!`.
    #[inline]
    pub const fn complement(self) -> Self {
        Self(self.0 ^ Self::ALL.0)
    }

    /// Returns the suits of the cards of a rank in this set.
    #[inline]
    pub const fn suits(self, rank: Rank) -> SuitSet {
        SuitSet::from_low_bits(self.0 >> (4 * rank.index()))
    }

    /// Adds the card; returns whether it was absent before.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 |= Self::only(card).0;
        self.0 != before
    }

    /// Removes the card; returns whether it was present.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 &= !Self::only(card).0;
        self.0 != before
    }

    /// Returns the lowest card; `None` if the set is empty.
    #[inline]
    pub const fn lowest(self) -> Option<Card> {
        Card::from_index(self.0.trailing_zeros())
    }

    /// Returns the highest card; `None` if the set is empty.
    #[inline]
    pub const fn highest(self) -> Option<Card> {
        Card::from_index(self.0.leading_zeros() ^ 63)
    }

    /// Returns the set of the lowest card alone; empty if this set is empty.
    #[inline]
    pub const fn only_lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// Returns the set without its lowest card.
    #[inline]
    pub const fn without_lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// Removes and returns the lowest card; `None` if the set is empty.
    #[inline]
    pub const fn pop_lowest(&mut self) -> Option<Card> {
        let lowest = self.lowest();
        *self = self.without_lowest();
        lowest
    }

    /// Removes and returns the highest card; `None` if the set is empty.
    #[inline]
    pub const fn pop_highest(&mut self) -> Option<Card> {
        let highest = self.highest();
        if let Some(card) = highest {
            self.0 &= !Self::only(card).0;
        }
        highest
    }

    /// Iterates over the cards, lowest first.
    #[inline]
    pub const fn iter(self) -> Cards {
        Cards(self)
    }
}

/// Iterator over the cards of a set, lowest first; from the back, highest first.
///
/// Created by [`CardSet::iter`].
#[derive(Clone, Debug)]
pub struct Cards(CardSet);

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        self.0.pop_lowest()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Cards {
    #[inline]
    fn next_back(&mut self) -> Option<Card> {
        self.0.pop_highest()
    }
}

impl ExactSizeIterator for Cards {}
impl FusedIterator for Cards {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    #[inline]
    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self |= cards.into_iter().collect();
    }
}

impl From<Card> for CardSet {
    #[inline]
    fn from(card: Card) -> Self {
        Self::only(card)
    }
}

/// Converts to the set of one card; the empty set for `None`.
impl From<Option<Card>> for CardSet {
    #[inline]
    fn from(card: Option<Card>) -> Self {
        card.map_or(Self::EMPTY, Self::only)
    }
}

quadrille_table::word_set!(CardSet of Card by only, " ");

impl Not for CardSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.complement()
    }
}

/// Error of parsing a card set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CardSetError {
    /// A word of the text is not a card.
    #[error("word {word}: {error}")]
    Card {
        /// Position of the word in the text, from 1.
        word: usize,
        /// The error in the word.
        error: CardError,
    },
    /// A card occurs twice.
    #[error("word {word}: duplicate card {card}")]
    Twice {
        /// Position, from 1, of the word that repeats an earlier card.
        word: usize,
        /// The duplicate card.
        card: Card,
    },
    /// The text after `0x` is not a hexadecimal number, or the number has more than 64 bits.
    #[error("`{}` is not a hexadecimal number of up to 13 digits", found.escape_debug())]
    Hexadecimal {
        /// The parsed text, with its prefix.
        found: String,
    },
    /// A bit above the lowest 52 is set.
    #[error("{bits:#x} has bits beyond the 52 cards; expected at most {:#x}", CardSet::ALL)]
    Beyond {
        /// The parsed number.
        bits: u64,
    },
}

impl FromStr for CardSet {
    type Err = CardSetError;

    /// Parses cards separated by white space (`C3 D3`, upper or lower case, in any order), or one
    /// hexadecimal number with the prefix `0x`. A text without cards is the empty set.
    ///
    /// # Errors
    /// Fails on a word that is not a card, on a duplicate card, on an invalid hexadecimal number,
    /// and on a number with bits above the lowest 52.
    fn from_str(text: &str) -> Result<Self, CardSetError> {
        let text = text.trim();
        if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            // `from_str_radix` accepts a leading sign, so the first character is checked as well.
            return u64::from_str_radix(digits, 16)
                .ok()
                .filter(|_| digits.starts_with(|first: char| first.is_ascii_hexdigit()))
                .ok_or_else(|| CardSetError::Hexadecimal { found: text.to_owned() })
                .and_then(|bits| Self::from_bits(bits).ok_or(CardSetError::Beyond { bits }));
        }
        let mut set = Self::EMPTY;
        for (at, word) in text.split_whitespace().enumerate() {
            let word_number = at + 1;
            let card = word.parse().map_err(|error| CardSetError::Card { word: word_number, error })?;
            if !set.insert(card) {
                return Err(CardSetError::Twice { word: word_number, card });
            }
        }
        Ok(set)
    }
}

impl TryFrom<String> for CardSet {
    type Error = CardSetError;

    fn try_from(text: String) -> Result<Self, CardSetError> {
        text.parse()
    }
}

/// Converts to hexadecimal, `0x…`.
impl From<CardSet> for String {
    fn from(set: CardSet) -> String {
        format!("{set:#x}")
    }
}

impl fmt::LowerHex for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl fmt::Binary for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Binary::fmt(&self.0, f)
    }
}
