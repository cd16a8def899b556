//! Cards and what they are named by: rank, suit, and sets of suits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A rank, 3 the lowest and 2 the highest while the order is not reversed.
///
/// ```text
/// index    0 1 2 3 4 5 6 7 8 9 10 11 12
/// letter   3 4 5 6 7 8 9 T J Q  K  A  2
/// ```
/// ```
/// use quadrille_daifugo::Rank;
///
/// assert!(Rank::THREE < Rank::TWO);
/// assert_eq!("8".parse(), Ok(Rank::EIGHT));
/// assert_eq!(Rank::new(7).unwrap().to_string(), "T");
/// assert_eq!(Rank::new(13), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rank(u8);

/// The ranks' letters, lowest first.
const RANK_LETTERS: [char; Rank::COUNT] = ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2'];
/// The suits' letters, lowest bit first.
const SUIT_LETTERS: [char; Suit::COUNT] = ['C', 'D', 'H', 'S'];

impl Rank {
    /// How many ranks there are.
    pub const COUNT: usize = 13;
    /// The lowest rank of the normal order.
    pub const THREE: Self = Self(0);
    /// The rank that ends a trick under 8-cut.
    pub const EIGHT: Self = Self(5);
    /// The rank that turns the order for a trick under 11-back.
    pub const JACK: Self = Self(8);
    /// The highest rank of the normal order.
    pub const TWO: Self = Self(12);

    /// The rank of that index, 0..=12.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT as u8 { Some(Self(index)) } else { None }
    }

    /// Its index, 0..=12.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Its letter, one of `3456789TJQKA2`.
    pub const fn letter(self) -> char {
        RANK_LETTERS[self.0 as usize]
    }

    /// The rank of that letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        RANK_LETTERS.iter().position(|&known| known == letter).map(|index| Self(index as u8))
    }

    /// All ranks, lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }
}

/// A suit. The order is that of the bits in a [`CardSet`](crate::CardSet); no rule of the game ranks suits.
///
/// ```
/// use quadrille_daifugo::Suit;
///
/// assert_eq!("S".parse(), Ok(Suit::Spade));
/// assert_eq!(Suit::Diamond.index(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Suit {
    /// ♣, bit 0.
    Club,
    /// ♦, bit 1.
    Diamond,
    /// ♥, bit 2.
    Heart,
    /// ♠, bit 3.
    Spade,
}

impl Suit {
    /// How many suits there are.
    pub const COUNT: usize = 4;
    /// All suits, lowest bit first.
    pub const ALL: [Self; Self::COUNT] = [Self::Club, Self::Diamond, Self::Heart, Self::Spade];

    /// The suit of that index, 0..=3.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT as u8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// Its index, 0..=3.
    #[inline]
    pub const fn index(self) -> u32 {
        self as u32
    }

    /// Its letter, one of `CDHS`.
    pub const fn letter(self) -> char {
        SUIT_LETTERS[self as usize]
    }

    /// The suit of that letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        SUIT_LETTERS.iter().position(|&known| known == letter).map(|index| Self::ALL[index])
    }
}

/// A set of suits: the four bits of one rank in a [`CardSet`](crate::CardSet).
///
/// ```
/// use quadrille_daifugo::{Suit, SuitSet};
///
/// let black = SuitSet::EMPTY.with(Suit::Club).with(Suit::Spade);
/// assert_eq!(black.bits(), 0b1001);
/// assert_eq!((black.len(), black.contains(Suit::Heart)), (2, false));
/// assert_eq!(black.to_string(), "CS");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
pub struct SuitSet(u8);

impl SuitSet {
    /// No suit.
    pub const EMPTY: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0xf);

    /// The set with these bits, 0..=15.
    #[inline]
    pub const fn new(bits: u8) -> Option<Self> {
        if bits <= Self::ALL.0 { Some(Self(bits)) } else { None }
    }

    /// The set with the low four of these bits.
    #[inline]
    pub const fn from_low_bits(bits: u64) -> Self {
        Self((bits & 0xf) as u8)
    }

    /// The suit alone.
    #[inline]
    pub const fn only(suit: Suit) -> Self {
        Self(1 << suit.index())
    }

    /// Its bits: bit i is the suit of index i.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many suits, 0..=4.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the suit is in the set.
    #[inline]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit.index() & 1 == 1
    }

    /// Whether all suits of `other` are in the set.
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set with the suit added.
    #[inline]
    pub const fn with(self, suit: Suit) -> Self {
        Self(self.0 | Self::only(suit).0)
    }

    /// The suits that are not in the set.
    #[inline]
    pub const fn complement(self) -> Self {
        Self(self.0 ^ Self::ALL.0)
    }

    /// The suits, lowest bit first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Suit> + Clone {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }
}

impl FromIterator<Suit> for SuitSet {
    fn from_iter<I: IntoIterator<Item = Suit>>(suits: I) -> Self {
        suits.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// One of the 52 cards that are no joker.
///
/// Cards are ordered as their bits in a [`CardSet`](crate::CardSet) are: by rank, then by suit. A card is written as
/// its suit's letter and its rank's.
///
/// ```
/// use quadrille_daifugo::{Card, Rank, Suit};
///
/// let card: Card = "D3".parse()?;
/// assert_eq!(card, Card::DIAMOND_3);
/// assert_eq!((card.rank(), card.suit(), card.index()), (Rank::THREE, Suit::Diamond, 1));
/// assert!("D1".parse::<Card>().unwrap_err().to_string().contains("`1` is not a rank"));
/// # Ok::<(), quadrille_daifugo::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card(u8);

impl Card {
    /// How many cards there are.
    pub const COUNT: usize = Rank::COUNT * Suit::COUNT;
    /// Whoever holds it leads first.
    pub const DIAMOND_3: Self = Self::new(Rank::THREE, Suit::Diamond);
    /// What beats a lone joker.
    pub const SPADE_3: Self = Self::new(Rank::THREE, Suit::Spade);

    /// The card of that rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(4 * rank.0 + suit as u8)
    }

    /// The card of that index, 4 · rank + suit, 0..=51.
    #[inline]
    pub const fn from_index(index: u32) -> Option<Self> {
        if index < Self::COUNT as u32 { Some(Self(index as u8)) } else { None }
    }

    /// Its index: 4 · rank + suit, 0..=51.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 4)
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }
}

/// Why a text is not a card, a rank or a suit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardError {
    /// Not the right number of characters.
    #[error("`{}` is not a card; expected a suit (C D H S) and a rank (3456789TJQKA2), such as `D3`", found.escape_debug())]
    Length {
        /// The text found.
        found: String,
    },
    /// The joker, where only one of the 52 other cards can stand.
    #[error("`{}`: a joker is not one of the 52 cards; it is counted beside the set", found.escape_debug())]
    Joker {
        /// The text found.
        found: String,
    },
    /// A suit's letter that is none.
    #[error("`{}` is not a suit; expected one of C D H S", found.escape_debug())]
    Suit {
        /// The text found.
        found: String,
    },
    /// A rank's letter that is none.
    #[error("`{}` is not a rank; expected one of 3456789TJQKA2", found.escape_debug())]
    Rank {
        /// The text found.
        found: String,
    },
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let found = || text.to_owned();
        if text.eq_ignore_ascii_case("jk") {
            return Err(CardError::Joker { found: found() });
        }
        let mut letters = text.chars();
        let (Some(suit), Some(rank), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(CardError::Length { found: found() });
        };
        let suit = Suit::from_letter(suit).ok_or_else(|| CardError::Suit { found: suit.to_string() })?;
        let rank = Rank::from_letter(rank).ok_or_else(|| CardError::Rank { found: rank.to_string() })?;
        Ok(Self::new(rank, suit))
    }
}

impl FromStr for Rank {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        one_letter(text, Self::from_letter).ok_or_else(|| CardError::Rank { found: text.to_owned() })
    }
}

impl FromStr for Suit {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        one_letter(text, Self::from_letter).ok_or_else(|| CardError::Suit { found: text.to_owned() })
    }
}

fn one_letter<T>(text: &str, read: impl Fn(char) -> Option<T>) -> Option<T> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => read(letter),
        _ => None,
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&[self.suit().letter(), self.rank().letter()].iter().collect::<String>())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Card({self})")
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rank({self})")
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

impl fmt::Display for SuitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.iter().map(Suit::letter).collect::<String>())
    }
}

impl fmt::Debug for SuitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SuitSet({self})")
    }
}

macro_rules! as_text {
    ($($Type:ident),+) => {$(
        impl TryFrom<String> for $Type {
            type Error = CardError;

            fn try_from(text: String) -> Result<Self, CardError> {
                text.parse()
            }
        }

        impl From<$Type> for String {
            fn from(value: $Type) -> String {
                value.to_string()
            }
        }
    )+};
}

as_text!(Card, Rank, Suit);
