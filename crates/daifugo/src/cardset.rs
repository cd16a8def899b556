//! A set of cards in one word.
//!
//! Four bits a rank, one a suit, and the ranks in the order of the game, so that the word can be read in two
//! ways at once.
//!
//! *As sixteen lanes of four bits* it answers questions about ranks: how many cards of each are held is a
//! count of bits in every lane, which two halving steps give for all ranks together; which ranks are held
//! four times is an AND over a lane; all suits of a rank are one digit of the hexadecimal number.
//!
//! *As four interleaved rows* it answers questions about suits. The cards of one suit stand four bits apart,
//! so that shifting the word by four moves every card to the next rank and keeps its suit. A sequence is then
//! an AND of shifted copies:
//!
//! ```text
//! rank            8  7  6  5  4  3
//! c               .  4  5  5  4  1      H7  C6 H6  C5 H5  H4  C3
//! c >> 4          .  .  4  5  5  4      the cards that have the next one above them
//! c >> 8          .  .  .  4  5  5      and the one above that
//! c & … & …       .  .  .  4  4  .      H5 H6 H7 and H4 H5 H6 begin here
//! ```
//!
//! Three lanes are left over at the top. They are always empty, which is what ends a sequence at the 2 and
//! lets a difference of two powers make any zone of ranks; every operation that could fill them (a
//! complement, a shift upwards) masks them again.

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

/// A set of the 52 cards: bit 4 · rank + suit, so that a rank is one hexadecimal digit.
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
/// The three digits above are always 0. **The joker is not in the word**: it is counted beside the set. A set
/// reads from its cards (`C3 D3`, in any order, each once) and from hexadecimal (`0x3`); it is written as
/// cards by [`Display`](fmt::Display) and as hexadecimal by `{:#x}`, which is also its form in serialised
/// data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, TransparentWrapper)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
#[repr(transparent)]
#[must_use]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const ALL: Self = Self((1 << Card::COUNT) - 1);

    /// The set with these bits; `None` if one is beyond the 52.
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// The set with the low 52 of these bits.
    #[inline]
    pub const fn from_low_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The bits: bit 4 · rank + suit.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
    /// The set as sixteen lanes of four flags, a rank a lane; the top three are empty.
    #[inline]
    pub const fn lanes(self) -> Nibbles64 {
        Nibbles64::from_bits(self.0)
    }

    /// The same memory as plain words.
    #[inline]
    pub(crate) fn as_words(sets: &[Self]) -> &[u64] {
        Self::peel_slice(sets)
    }

    /// The card alone.
    #[inline]
    pub const fn only(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// All cards of a suit.
    #[inline]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(Self::LOW << suit.index())
    }

    /// All cards of a rank.
    #[inline]
    pub const fn of_rank(rank: Rank) -> Self {
        Self(0xf << (4 * rank.index()))
    }

    /// The cards of these suits of a rank.
    #[inline]
    pub const fn of(rank: Rank, suits: SuitSet) -> Self {
        Self((suits.bits() as u64) << (4 * rank.index()))
    }

    /// All cards of the ranks from `low` to `high`, both included; none if `low` is above `high`.
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
        // A difference of two powers; the ranks above the 2 leave room for the upper one.
        Self((1 << (4 * high.index() + 4)) - (1 << (4 * low.index())))
    }

    /// All cards of the ranks above `rank`.
    #[inline]
    pub const fn above(rank: Rank) -> Self {
        Self(Self::ALL.0 & !0xf << (4 * rank.index()))
    }

    /// All cards of the ranks below `rank`.
    #[inline]
    pub const fn below(rank: Rank) -> Self {
        Self((1 << (4 * rank.index())) - 1)
    }

    /// The clubs: the low bit of every rank.
    const LOW: u64 = Nibbles64::LOW_BITS.bits() & Self::ALL.0;

    /// How many cards, 0..=52.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two cards or more.
    #[inline]
    pub const fn has_two(self) -> bool {
        self.without_lowest().0 != 0
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether all cards of `other` are in the set.
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether all cards of the set are in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        other.is_superset(self)
    }

    /// Whether the sets have a card in common.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The cards in one of the sets or in both; also written `|`.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards in both sets; also written `&`.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards that are not in `other`; also written `-`.
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The cards that are not in the set; also written `!`.
    #[inline]
    pub const fn complement(self) -> Self {
        Self(self.0 ^ Self::ALL.0)
    }

    /// The suits held of a rank.
    #[inline]
    pub const fn suits(self, rank: Rank) -> SuitSet {
        SuitSet::from_low_bits(self.0 >> (4 * rank.index()))
    }

    /// Adds the card; whether it was not there before.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 |= Self::only(card).0;
        self.0 != before
    }

    /// Removes the card; whether it was there.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 &= !Self::only(card).0;
        self.0 != before
    }

    /// The lowest card.
    #[inline]
    pub const fn lowest(self) -> Option<Card> {
        Card::from_index(self.0.trailing_zeros())
    }

    /// The highest card.
    #[inline]
    pub const fn highest(self) -> Option<Card> {
        Card::from_index(self.0.leading_zeros() ^ 63)
    }

    /// The lowest card, as a set.
    #[inline]
    pub const fn only_lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// All cards but the lowest.
    #[inline]
    pub const fn without_lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// Takes the lowest card out.
    #[inline]
    pub const fn pop_lowest(&mut self) -> Option<Card> {
        let lowest = self.lowest();
        *self = self.without_lowest();
        lowest
    }

    /// Takes the highest card out.
    #[inline]
    pub const fn pop_highest(&mut self) -> Option<Card> {
        let highest = self.highest();
        if let Some(card) = highest {
            self.0 &= !Self::only(card).0;
        }
        highest
    }

    /// The cards, lowest first.
    #[inline]
    pub const fn iter(self) -> Cards {
        Cards(self)
    }
}

/// The cards of a set, lowest first (from the back: highest first). From [`CardSet::iter`].
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

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set | card.into())
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

/// The card alone, or no card.
impl From<Option<Card>> for CardSet {
    #[inline]
    fn from(card: Option<Card>) -> Self {
        card.map_or(Self::EMPTY, Self::only)
    }
}

quadrille_table::set_operators!(CardSet);

impl Not for CardSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.complement()
    }
}

/// Why a text is not a set of cards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CardSetError {
    /// A word of the text is no card.
    #[error("word {word}: {error}")]
    Card {
        /// Which word, from 1.
        word: usize,
        /// What is wrong with it.
        error: CardError,
    },
    /// A card for the second time.
    #[error("word {word}: {card} is there already")]
    Twice {
        /// Which word, from 1.
        word: usize,
        /// The card.
        card: Card,
    },
    /// Not a hexadecimal number of 64 bits.
    #[error("`{}` is not a hexadecimal number of up to 13 digits", found.escape_debug())]
    Hexadecimal {
        /// The text found.
        found: String,
    },
    /// A bit beyond the 52 cards.
    #[error("{bits:#x} has bits beyond the 52 cards; expected at most {:#x}", CardSet::ALL)]
    Beyond {
        /// The number found.
        bits: u64,
    },
}

impl FromStr for CardSet {
    type Err = CardSetError;

    /// Reads cards with white space between them (`C3 D3`, either case, any order), or one hexadecimal number
    /// that begins with `0x`. A text without cards is the empty set.
    ///
    /// # Errors
    /// A word that is no card, a card twice, a number that is none or has bits beyond the 52.
    fn from_str(text: &str) -> Result<Self, CardSetError> {
        let text = text.trim();
        if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            // A sign is no digit, though the standard library takes one.
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

/// In hexadecimal, `0x…`.
impl From<CardSet> for String {
    fn from(set: CardSet) -> String {
        format!("{set:#x}")
    }
}

/// The cards, lowest first, a space between.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<String> = self.iter().map(|card| card.to_string()).collect();
        f.pad(&cards.join(" "))
    }
}

quadrille_table::debug_by_text!(CardSet);

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
