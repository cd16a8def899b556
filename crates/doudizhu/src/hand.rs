//! Packed hands: the number of cards of each rank, four bits per rank.

use std::fmt;
use std::str::FromStr;

use quadrille_lanes::Nibbles64;
use thiserror::Error;

use crate::notation;
use crate::rank::Rank;

/// A multiset of cards: the number of cards of each rank, packed in one word.
///
/// Each rank has a lane of four bits, lowest rank first; the sixteenth lane is empty. A lane holds
/// at most 4 (at most 1 for a joker), so its highest bit is always 0. This bit is a guard bit: with
/// it, one subtraction can compare all ranks at once (see [`quadrille_lanes`]).
///
/// ```text
/// rank    -  R  B  2  A  K  Q  J  T  9  8  7  6  5  4  3
/// lane   15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
/// 33345R  0  1  0  0  0  0  0  0  0  0  0  0  0  1  1  3    = 0x0100_0000_0000_0113
/// ```
///
/// The text form lists the cards from the lowest rank up; the empty hand is the empty text. The
/// parser accepts the cards in any order, and in any mixture of the common notations: lower case,
/// `10` or `0` for the ten, the jokers as `BR`, `XD`, `YZ` or `小王大王`, with or without suits, with
/// or without spaces and commas between cards.
///
/// ```
/// use quadrille_doudizhu::{Hand, Rank};
///
/// let hand: Hand = "r33354".parse()?;
/// assert_eq!("♠3♥3♦3♣4♠5R".parse(), Ok(hand));
/// assert_eq!("大王, 5, 4, 3, 3, 3".parse(), Ok(hand));
/// assert_eq!(hand.bits(), 0x0100_0000_0000_0113);
/// assert_eq!(hand.to_string(), "33345R");
/// assert_eq!(hand.count(Rank::THREE), 3);
/// let pair: Hand = "33".parse()?;
/// assert!(hand.contains(pair));
/// assert_eq!(hand.remove(pair), Some("345R".parse()?));
/// assert_eq!(pair.remove(hand), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand(Nibbles64);

/// The error of constructing a hand from text or counts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandError {
    /// A character that is not a card.
    #[error("character {position}: {}", self.reason())]
    Unknown {
        /// The index of the character in the text, counted from 1.
        position: usize,
        /// The character found.
        found: char,
    },
    /// Text with more cards of a rank than a pack has.
    #[error("character {position}: {}", self.reason())]
    Extra {
        /// The index of the first excess character in the text, counted from 1.
        position: usize,
        /// The rank.
        rank: Rank,
    },
    /// Counts with more cards of a rank than a pack has.
    #[error("{found} cards of rank `{rank}`: {}", self.reason())]
    TooMany {
        /// The rank.
        rank: Rank,
        /// The number of cards found.
        found: u8,
    },
    /// A count in the sixteenth lane or beyond.
    #[error("{}", self.reason())]
    BeyondRanks {
        /// The lane, counted from 0.
        lane: usize,
        /// The count found.
        found: u8,
    },
    /// The text or the hand has no cards, but at least one is required.
    #[error("{}", self.reason())]
    Empty,
}

impl HandError {
    /// Returns the error message without the index of the character, for callers that show the
    /// position of the character in another way.
    ///
    /// ```
    /// use quadrille_doudizhu::Hand;
    ///
    /// let error = "3RR".parse::<Hand>().unwrap_err();
    /// assert_eq!(error.reason(), "a second red joker `R`; a pack has one");
    /// assert_eq!(error.position(), Some(3));
    /// ```
    pub fn reason(&self) -> String {
        match self {
            Self::Unknown { found, .. } => {
                let found = quadrille_diagnostics::printable(&found.to_string());
                format!("`{found}` is not a card; expected one of `{}`, or `10`", Rank::LETTERS)
            }
            Self::Extra { rank, .. } | Self::TooMany { rank, .. } => too_many(*rank),
            Self::BeyondRanks { lane, found } => {
                format!(
                    "lane {lane} has a count of {found}; expected counts only in the lowest {} lanes",
                    Rank::COUNT
                )
            }
            Self::Empty => format!("no cards; expected at least one of `{}`", Rank::LETTERS),
        }
    }

    /// Returns the index of the invalid character in the text, counted from 1; `None` if the error
    /// does not concern a single character.
    pub const fn position(&self) -> Option<usize> {
        match self {
            Self::Unknown { position, .. } | Self::Extra { position, .. } => Some(*position),
            Self::TooMany { .. } | Self::BeyondRanks { .. } | Self::Empty => None,
        }
    }
}

fn too_many(rank: Rank) -> String {
    match rank {
        Rank::BLACK_JOKER => "a second black joker `B`; a pack has one".to_owned(),
        Rank::RED_JOKER => "a second red joker `R`; a pack has one".to_owned(),
        _ => format!("more than four cards of rank `{rank}`; a pack has four"),
    }
}

impl Hand {
    /// The empty hand.
    pub const EMPTY: Self = Self(Nibbles64::ZERO);

    /// The complete pack of 54 cards.
    pub const PACK: Self = Self(Nibbles64::from_bits(0x0114_4444_4444_4444));

    /// The mask of the complete pack for [`from_mask`](Self::from_mask): the lowest 54 bits are
    /// set.
    pub const PACK_MASK: u64 = (1 << 54) - 1;

    /// Returns the hand with the given number of cards of each rank, lowest rank first.
    ///
    /// Missing ranks count as 0.
    ///
    /// # Errors
    /// [`HandError::TooMany`] or [`HandError::BeyondRanks`], for the first invalid lane.
    pub fn from_lanes(lanes: &[u8]) -> Result<Self, HandError> {
        let mut hand = Nibbles64::ZERO;
        for (lane, &found) in lanes.iter().enumerate() {
            match Rank::from_index(lane.try_into().unwrap_or(u8::MAX)) {
                Some(rank) if found > rank.in_pack() => return Err(HandError::TooMany { rank, found }),
                Some(_) => hand.set_lane(lane as u32, found),
                None if found > 0 => return Err(HandError::BeyondRanks { lane, found }),
                None => {}
            }
        }
        Ok(Self(hand))
    }

    /// Returns the hand of a set of cards. Each bit of the mask `cards` is one card of the pack.
    ///
    /// Bits 0 to 51 are the cards of the ranks from the 3 up to the 2. A card has the bit 4·lane +
    /// suit; the suit is 0 to 3. Bit 52 is the black joker and bit 53 the red joker. Higher bits
    /// are ignored. A random choice of bits is therefore a random choice of cards.
    ///
    /// ```
    /// use quadrille_doudizhu::Hand;
    /// use quadrille_random::{StreamKey, shuffle};
    ///
    /// let mut rng = StreamKey::new(7, 0).rng();
    /// let cards = shuffle::deal_mask(&mut rng, Hand::PACK_MASK, 17).unwrap();
    /// assert_eq!(Hand::from_mask(cards).len(), 17);
    /// assert_eq!(Hand::from_mask(Hand::PACK_MASK), Hand::PACK);
    /// ```
    #[inline]
    pub const fn from_mask(cards: u64) -> Self {
        let suits = Nibbles64::from_bits(cards & ((1 << 52) - 1));
        let [black, red] = [cards >> 52 & 1, cards >> 53 & 1];
        Self::from_valid_bits(suits.count_bits().bits() | black << 52 | red << 56)
    }

    /// Returns the hand of a packed word. The caller ensures that the word is valid.
    #[inline(always)]
    pub(crate) const fn from_valid_bits(bits: u64) -> Self {
        Self(Nibbles64::from_bits(bits))
    }

    /// Returns a hand of `count` cards of a rank; `None` if a pack has fewer cards of the rank.
    pub const fn of(rank: Rank, count: u8) -> Option<Self> {
        if count > rank.in_pack() {
            return None;
        }
        Some(Self::from_valid_bits((count as u64) << (4 * rank.index())))
    }

    /// Returns the packed word.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0.bits()
    }

    /// Returns the packed word as lanes, for the kernels of [`quadrille_lanes`].
    #[inline(always)]
    pub const fn lanes(self) -> Nibbles64 {
        self.0
    }

    /// Returns the number of cards of a rank, 0..=4.
    #[inline(always)]
    pub const fn count(self, rank: Rank) -> u8 {
        (self.bits() >> (4 * rank.index())) as u8 & 0xf
    }

    /// Returns the number of cards, 0..=54.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.wide_sum()
    }

    /// Returns whether the hand is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.bits() == 0
    }

    /// Returns the hand itself, or an error if it is empty.
    ///
    /// # Errors
    /// [`HandError::Empty`] if there are no cards.
    pub const fn not_empty(self) -> Result<Self, HandError> {
        if self.is_empty() { Err(HandError::Empty) } else { Ok(self) }
    }

    /// Returns whether the hand contains all of these cards.
    #[inline(always)]
    pub const fn contains(self, cards: Self) -> bool {
        self.0.all_ge(cards.0)
    }

    /// Returns the hand without these cards; `None` if it does not contain them.
    #[inline(always)]
    pub const fn remove(self, cards: Self) -> Option<Self> {
        if self.contains(cards) { Some(Self(self.0.sub(cards.0))) } else { None }
    }

    /// Returns the hand with these cards added; `None` if a rank would exceed the number in a pack.
    #[inline(always)]
    pub const fn add(self, cards: Self) -> Option<Self> {
        // If `ROOM` is added to a lane with a count of at most 7, the guard bit of the lane is set
        // if and only if the count exceeds the number of cards of this rank in a pack.
        const ROOM: u64 = 0x7777_7777_7777_7777 - Hand::PACK.bits();
        // A lane of the sum is at most 4 + 4 = 8, so there is no carry into the next lane.
        let sum = Nibbles64::from_bits(self.bits() + cards.bits());
        // In a lane with a count of 8, the guard bit is already set before `ROOM` is added. The
        // mask clears this guard bit, and `| sum.bits()` sets it again.
        let over = ((sum.bits() & 0x7777_7777_7777_7777) + ROOM) | sum.bits();
        if over & Nibbles64::HIGH_BITS.bits() == 0 { Some(Self(sum)) } else { None }
    }

    /// Returns the `count` lowest cards of the hand; `None` if there are fewer.
    ///
    /// ```
    /// use quadrille_doudizhu::Hand;
    ///
    /// let hand: Hand = "3345R".parse()?;
    /// assert_eq!(hand.lowest(3), Some("334".parse()?));
    /// assert_eq!(hand.lowest(6), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lowest(self, count: u32) -> Option<Self> {
        let mut left = count;
        let mut bits = 0;
        for (rank, held) in self.iter() {
            let taken = left.min(held.into());
            bits |= u64::from(taken) << (4 * rank.index());
            left -= taken;
        }
        (left == 0).then(|| Self::from_valid_bits(bits))
    }

    /// Returns the ranks with at least one card, lowest first, each with its number of cards.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = (Rank, u8)> + Clone {
        Rank::all().map(move |rank| (rank, self.count(rank))).filter(|&(_, count)| count > 0)
    }
}

impl TryFrom<u64> for Hand {
    type Error = HandError;

    /// # Errors
    /// [`HandError::TooMany`] or [`HandError::BeyondRanks`], for the lowest invalid lane.
    fn try_from(bits: u64) -> Result<Self, HandError> {
        Self::from_lanes(&std::array::from_fn::<u8, 16, _>(|lane| (bits >> (4 * lane)) as u8 & 0xf))
    }
}

impl From<Hand> for u64 {
    fn from(hand: Hand) -> Self {
        hand.bits()
    }
}

impl FromStr for Hand {
    type Err = HandError;

    /// # Errors
    /// [`HandError::Unknown`] or [`HandError::Extra`], for the first invalid character.
    fn from_str(text: &str) -> Result<Self, HandError> {
        notation::read(text)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(54);
        for (rank, count) in self.iter() {
            text.extend(std::iter::repeat_n(rank.letter(), count.into()));
        }
        f.pad(&text)
    }
}

quadrille_table::debug_by_text!(Hand);
