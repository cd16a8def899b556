//! Cards, and sets of cards in one word.
//!
//! A card is the number 13 · suit + rank, and a set has one bit for each card, suit by suit:
//!
//! ```text
//! bit   0          12 13         25 26         38 39         51
//!      C2 C3 … CK CA   D2 … DK DA   H2 … HK HA   S2 … SK SA
//! ```
//!
//! Therefore the cards of a suit are 13 consecutive bits, the ace is the highest of these bits, and
//! a card beats the cards of its suit with smaller numbers. Bits 52 to 63 are always 0.

use std::fmt;
use std::str::FromStr;

use quadrille_table::{card_letters, suit_of};

/// The letters of the suits.
const SUITS: &str = "CDHS";
/// The letters of the ranks, in ascending order.
const RANKS: &str = "23456789TJQKA";

/// One of the 52 cards.
///
/// The text form of a card consists of the letters of its suit and rank. The parser also accepts
/// the rank before the suit, symbols for suits, and `10` for the ten: `♠10` and `10s` are read as
/// `ST`.
///
/// ```
/// use quadrille_hearts::Card;
///
/// let queen: Card = "SQ".parse()?;
/// assert_eq!((queen, queen.suit(), queen.rank(), queen.id()), (Card::SQ, Card::SPADES, 10, 49));
/// assert_eq!("♥10".parse::<Card>()?.to_string(), "HT");
/// # Ok::<(), quadrille_hearts::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(crate) u8);

impl Card {
    /// The number of cards.
    pub const COUNT: usize = 52;
    /// The suit number of hearts, as [`suit`](Self::suit) returns it.
    pub const HEARTS: u8 = 2;
    /// The suit number of spades, as [`suit`](Self::suit) returns it.
    pub const SPADES: u8 = 3;
    /// The two of clubs, whose holder leads first.
    pub const C2: Self = Self(0);
    /// The jack of diamonds, which reduces the points of its taker under the switch `jd_bonus`.
    pub const DJ: Self = Self(22);
    /// The queen of spades, which costs 13 points.
    pub const SQ: Self = Self(49);

    /// Returns the card with the number 13 · suit + rank; `None` if the number is 52 or more.
    pub const fn of_id(id: usize) -> Option<Self> {
        if id < Self::COUNT { Some(Self(id as u8)) } else { None }
    }

    /// Returns the number of the card, 13 · suit + rank.
    pub const fn id(self) -> usize {
        self.0 as usize
    }

    /// Returns the suit: 0 to 3 for clubs, diamonds, hearts and spades.
    pub const fn suit(self) -> u8 {
        self.0 / 13
    }

    /// Returns the rank, from 0 for the two to 12 for the ace.
    pub const fn rank(self) -> u8 {
        self.0 % 13
    }

    /// Returns whether this card has the same suit as the other card and a higher rank.
    pub const fn beats(self, other: Self) -> bool {
        self.suit() == other.suit() && self.0 > other.0
    }
}

/// The error of reading a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a card; expected a suit (C D H S) and a rank (2 to 9, T, J, Q, K, A)", .0.escape_debug())]
pub struct CardError(pub String);

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let numbers = |(suit, rank): (char, char)| suit_of(suit).zip(RANKS.find(rank.to_ascii_uppercase()));
        let found = card_letters(text).and_then(numbers);
        found.map(|(suit, rank)| Self((13 * suit + rank) as u8)).ok_or_else(|| CardError(text.to_owned()))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [(SUITS, self.suit()), (RANKS, self.rank())];
        f.pad(&letters.map(|(letters, at)| &letters[usize::from(at)..=usize::from(at)]).concat())
    }
}

/// A set of cards, one bit per card: bit 13 · suit + rank. The text form lists the cards suit by
/// suit, `C2 CT SQ`; the parser accepts any order. The empty set is an empty text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub(crate) u64);

impl Cards {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// All 52 cards.
    pub const ALL: Self = Self((1 << Card::COUNT) - 1);
    /// The hearts.
    pub const HEARTS: Self = Self::of_suit(Card::HEARTS);
    /// The cards that cost points: the hearts and the queen of spades.
    pub const PENALTIES: Self = Self(Self::HEARTS.0 | Self::of(Card::SQ).0);

    /// Returns the set of one card.
    pub const fn of(card: Card) -> Self {
        Self(1 << card.0)
    }

    /// Returns all cards of a suit; none for suits from 4 on.
    pub const fn of_suit(suit: u8) -> Self {
        if suit < 4 { Self(0x1fff << (13 * suit)) } else { Self::NONE }
    }

    /// Returns the number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains a card.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// Iterates over the cards in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        // Each step removes the lowest bit. When no bits remain, the word has 64 trailing zeros,
        // which is not the number of a card.
        let rests = std::iter::successors(Some(self.0), |rest| Some(rest & rest.wrapping_sub(1)));
        rests.map_while(|rest| Card::of_id(rest.trailing_zeros() as usize))
    }
}

quadrille_table::word_set!(Cards of Card by of, " ");

impl FromStr for Cards {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        text.split_whitespace().map(str::parse::<Card>).collect()
    }
}

quadrille_table::debug_by_text!(Card);
