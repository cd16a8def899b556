//! Playing cards without the joker.

use std::fmt;
use std::str::FromStr;

use quadrille_table::card_letters;
use thiserror::Error;

use crate::rank::Rank;
use crate::suit::Suit;

/// One of the 52 cards; the joker is excluded.
///
/// Cards are ordered like their bits in a [`CardSet`](crate::CardSet): by rank, then by suit. A
/// card is written as the letter of its suit followed by the letter of its rank. The parser also
/// accepts the rank first, a suit symbol, and `10` for the ten: `♠10` and `10s` are `ST`.
///
/// ```
/// use quadrille_daifugo::{Card, Rank, Suit};
///
/// let card: Card = "D3".parse()?;
/// assert_eq!(card, Card::DIAMOND_3);
/// assert_eq!((card.rank(), card.suit(), card.index()), (Rank::THREE, Suit::Diamond, 1));
/// assert_eq!(["ST", "st", "TS", "♠10", "10♤"].map(|text| text.parse().ok()), [Card::from_index(31); 5]);
/// assert!("D1".parse::<Card>().unwrap_err().to_string().contains("`1` is not a rank"));
/// # Ok::<(), quadrille_daifugo::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Number of cards.
    pub const COUNT: usize = Rank::COUNT * Suit::COUNT;
    /// The three of diamonds, whose holder makes the first lead.
    pub const DIAMOND_3: Self = Self::new(Rank::THREE, Suit::Diamond);
    /// The three of spades, the only card that beats a single joker.
    pub const SPADE_3: Self = Self::new(Rank::THREE, Suit::Spade);

    /// Creates the card of the given rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(4 * rank.index() as u8 + suit as u8)
    }

    /// Returns the card with the index 4 · rank + suit; `None` above 51.
    #[inline]
    pub const fn from_index(index: u32) -> Option<Self> {
        if index < Self::COUNT as u32 { Some(Self(index as u8)) } else { None }
    }

    /// Returns the index of the card, 4 · rank + suit, 0..=51.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Returns the rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::of_card(self.0)
    }

    /// Returns the suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }
}

/// Error of parsing a card, a rank or a suit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CardError {
    /// The text has the wrong number of characters.
    #[error(
        "`{}` is not a card; expected a suit (C D H S) and a rank ({}), such as `D3`",
        found.escape_debug(), Rank::EXPECTED
    )]
    Length {
        /// The parsed text.
        found: String,
    },
    /// The text is a joker, where only the other 52 cards are valid.
    #[error("`{}`: a joker is not one of the 52 cards; jokers are counted separately", found.escape_debug())]
    Joker {
        /// The parsed text.
        found: String,
    },
    /// The letter is not a suit.
    #[error("`{}` is not a suit; expected one of C D H S", found.escape_debug())]
    Suit {
        /// The invalid letter or text.
        found: String,
    },
    /// The text is not a rank.
    #[error("`{}` is not a rank; expected {}", found.escape_debug(), Rank::EXPECTED)]
    Rank {
        /// The invalid letter or text.
        found: String,
    },
    /// The text is the index of a rank instead of its letter.
    #[error(
        "`{}` is not a rank; expected {}; write `{meant}` for the rank with index {} (the 3 has index 0)",
        found.escape_debug(), Rank::EXPECTED, meant.index()
    )]
    RankIndex {
        /// The parsed text.
        found: String,
        /// The rank whose index is the parsed number.
        meant: Rank,
    },
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let found = || text.to_owned();
        if text.eq_ignore_ascii_case("jk") {
            return Err(CardError::Joker { found: found() });
        }
        let (suit, rank) = card_letters(text).ok_or_else(|| CardError::Length { found: found() })?;
        let suit = Suit::from_letter(suit).ok_or_else(|| CardError::Suit { found: suit.to_string() })?;
        let rank = Rank::from_letter(rank).ok_or_else(|| CardError::Rank { found: rank.to_string() })?;
        Ok(Self::new(rank, suit))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&[self.suit().letter(), self.rank().letter()].iter().collect::<String>())
    }
}

quadrille_table::debug_by_text!(Card);

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(Card);
