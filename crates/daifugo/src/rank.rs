//! A rank.

use std::fmt;
use std::str::FromStr;

use crate::card::CardError;

/// The ranks' letters, lowest first.
const RANK_LETTERS: [char; Rank::COUNT] = ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2'];

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Rank(u8);

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

    /// The rank of a card's index, 0..=51.
    #[inline]
    pub(crate) const fn of_card(index: u8) -> Self {
        Self(index / 4)
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

impl FromStr for Rank {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        one_letter(text, Self::from_letter).ok_or_else(|| CardError::Rank { found: text.to_owned() })
    }
}

/// What a text of one letter says.
pub(crate) fn one_letter<T>(text: &str, read: impl Fn(char) -> Option<T>) -> Option<T> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => read(letter),
        _ => None,
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

#[cfg(feature = "serde")]
crate::text::by_text!(Rank);
