//! Suits.

use std::fmt;
use std::str::FromStr;

use crate::card::CardError;
use crate::rank::one_letter;

/// Letters of the suits, lowest bit first.
const SUIT_LETTERS: [char; Suit::COUNT] = ['C', 'D', 'H', 'S'];

/// A suit. The order is that of the bits in a [`CardSet`](crate::CardSet); the game does not rank
/// suits.
///
/// ```
/// use quadrille_daifugo::Suit;
///
/// assert_eq!("S".parse(), Ok(Suit::Spade));
/// assert_eq!(Suit::Diamond.index(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// Number of suits.
    pub const COUNT: usize = 4;
    /// All suits, lowest bit first.
    pub const ALL: [Self; Self::COUNT] = [Self::Club, Self::Diamond, Self::Heart, Self::Spade];

    /// Returns the suit with the index; `None` above 3.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT as u8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// Returns the index, 0..=3.
    #[inline]
    pub const fn index(self) -> u32 {
        self as u32
    }

    /// Returns the letter, one of `CDHS`.
    pub const fn letter(self) -> char {
        SUIT_LETTERS[self as usize]
    }

    /// Returns the suit of a letter, in upper or lower case, or of a suit symbol, filled or
    /// outlined.
    pub fn from_letter(letter: char) -> Option<Self> {
        quadrille_table::suit_of(letter).map(|index| Self::ALL[index])
    }
}

impl FromStr for Suit {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        one_letter(text, Self::from_letter).ok_or_else(|| CardError::Suit { found: text.to_owned() })
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(Suit);
