//! The fifteen ranks.

use std::fmt;
use std::str::FromStr;

use crate::hand::Hand;

/// One of the fifteen ranks, from the 3 to the red joker.
///
/// Suits have no meaning in this game.
///
/// ```text
/// lane    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14
/// letter  3  4  5  6  7  8  9  T  J  Q  K  A  2  B  R
/// ```
///
/// `B` is the black joker, `R` the red joker. The order of ranks is the order of strength.
///
/// ```
/// use quadrille_doudizhu::Rank;
///
/// assert!(Rank::TWO > Rank::ACE);
/// assert_eq!(Rank::from_letter('t'), Some(Rank::TEN));
/// assert_eq!(Rank::RED_JOKER.to_string(), "R");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The 3, the lowest rank.
    pub const THREE: Self = Self(0);
    /// The 10.
    pub const TEN: Self = Self(7);
    /// The ace, the highest rank of a chain.
    pub const ACE: Self = Self(11);
    /// The 2, which no chain contains.
    pub const TWO: Self = Self(12);
    /// The black joker.
    pub const BLACK_JOKER: Self = Self(13);
    /// The red joker, the highest rank.
    pub const RED_JOKER: Self = Self(14);

    /// The number of ranks.
    pub const COUNT: usize = 15;

    /// The letters of the ranks, lowest first.
    pub const LETTERS: &str = "3456789TJQKA2BR";

    /// Returns the rank of a lane, 0..=14; `None` for other numbers.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::COUNT as u8 { Some(Self(index)) } else { None }
    }

    /// Returns the rank of a lane. The caller ensures that the lane is at most 14.
    #[inline(always)]
    pub(crate) const fn from_valid_index(index: u32) -> Self {
        debug_assert!(index < Self::COUNT as u32);
        Self(index as u8)
    }

    /// Returns the rank of a letter in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::LETTERS.chars().position(|known| known == letter).map(|index| Self(index as u8))
    }

    /// Returns the lane of this rank in a [`Hand`](crate::Hand), 0..=14.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the letter of this rank.
    pub const fn letter(self) -> char {
        Self::LETTERS.as_bytes()[self.0 as usize] as char
    }

    /// Returns the number of cards of this rank in a pack: 4, or 1 for a joker.
    pub const fn in_pack(self) -> u8 {
        if self.0 < Self::BLACK_JOKER.0 { 4 } else { 1 }
    }

    /// Returns all ranks, lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl FromStr for Rank {
    type Err = UnknownRank;

    /// Parses one card in any notation accepted for a [`Hand`].
    ///
    /// # Errors
    /// If the text is not exactly one card.
    fn from_str(text: &str) -> Result<Self, UnknownRank> {
        let cards: Hand = text.parse().map_err(|_| UnknownRank)?;
        let mut ranks = cards.iter();
        match (ranks.next(), ranks.next()) {
            (Some((rank, 1)), None) => Ok(rank),
            _ => Err(UnknownRank),
        }
    }
}

/// The error of parsing a text that is not a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not a rank; expected one of `{}`, or `10`", Rank::LETTERS)]
#[non_exhaustive]
pub struct UnknownRank;

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

quadrille_table::debug_by_text!(Rank);
