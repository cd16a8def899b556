//! Hands: cards and jokers.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::melds::Meld;
use crate::{Card, CardError, CardSet};

/// A hand: a set of cards and a number of jokers.
///
/// ```
/// use quadrille_daifugo::melds::Hand;
///
/// let mut hand = Hand::new("H6 H8 S3".parse()?, 1);
/// let meld = "H6 [H7] H8".parse()?;
/// assert!(hand.holds(meld));
/// hand.remove(meld);
/// assert_eq!(hand.to_string(), "S3");
/// assert_eq!("JK S3".parse(), Ok(Hand::new("S3".parse()?, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    /// The cards other than jokers.
    pub cards: CardSet,
    /// The number of jokers, 0..=2.
    pub jokers: u32,
}

impl Hand {
    /// The empty hand.
    pub const EMPTY: Self = Self::new(CardSet::EMPTY, 0);

    /// Creates the hand with these cards and this number of jokers.
    #[inline]
    pub const fn new(cards: CardSet, jokers: u32) -> Self {
        Self { cards, jokers }
    }

    /// Returns the number of cards, jokers included.
    #[inline]
    pub const fn len(self) -> u32 {
        self.cards.len() + self.jokers
    }

    /// Returns whether the hand is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.cards.is_empty() && self.jokers == 0
    }

    /// Returns whether the hand holds all cards and jokers of the meld.
    #[inline]
    pub const fn holds(self, meld: Meld) -> bool {
        self.cards.is_superset(meld.cards()) && self.jokers >= meld.jokers()
    }

    /// Removes the cards and jokers of the meld; cards that the hand does not hold are ignored.
    #[inline]
    pub const fn remove(&mut self, meld: Meld) {
        self.cards = self.cards.difference(meld.cards());
        self.jokers = self.jokers.saturating_sub(meld.jokers());
    }

    /// Adds the cards and jokers of another hand.
    #[inline]
    pub const fn take(&mut self, other: Self) {
        self.cards = self.cards.union(other.cards);
        self.jokers += other.jokers;
    }

    /// Removes the cards and jokers of another hand; cards that this hand does not hold are
    /// ignored.
    #[inline]
    pub const fn give(&mut self, other: Self) {
        self.cards = self.cards.difference(other.cards);
        self.jokers = self.jokers.saturating_sub(other.jokers);
    }

    /// Returns the `number` best cards: jokers first, then by descending rank; within a rank
    /// spades, hearts, diamonds, clubs.
    ///
    /// ```
    /// use quadrille_daifugo::melds::Hand;
    ///
    /// let hand = Hand::new("C2 S2 DA".parse()?, 1);
    /// assert_eq!(hand.best(2).to_string(), "S2 JK");
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[must_use]
    pub fn best(self, number: u32) -> Self {
        let jokers = number.min(self.jokers);
        let cards = self.cards.iter().rev().take((number - jokers) as usize);
        Self::new(cards.collect(), jokers)
    }
}

impl Hand {
    /// Returns the `number` lowest cards: by ascending rank; within a rank clubs, diamonds, hearts,
    /// spades; jokers last.
    ///
    /// ```
    /// use quadrille_daifugo::melds::Hand;
    ///
    /// let hand = Hand::new("C2 S3 D3".parse()?, 1);
    /// assert_eq!(hand.lowest(2).to_string(), "D3 S3");
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[must_use]
    pub fn lowest(self, number: u32) -> Self {
        let cards: CardSet = self.cards.iter().take(number as usize).collect();
        Self::new(cards, (number - cards.len()).min(self.jokers))
    }

    /// Index of the first joker's bit in a packed hand: after the 52 cards.
    const JOKERS_AT: u32 = Card::COUNT as u32;

    /// Packs the hand into one word: the cards, and one bit per joker above them.
    #[inline]
    pub(crate) fn packed(self) -> u64 {
        self.cards.bits() | ((1 << self.jokers.min(Meld::MOST_JOKERS)) - 1) << Self::JOKERS_AT
    }

    /// Unpacks a word from [`packed`](Self::packed).
    #[inline]
    pub(crate) const fn from_packed(word: u64) -> Self {
        Self::new(CardSet::from_low_bits(word), (word >> Self::JOKERS_AT).count_ones())
    }
}

/// Error of parsing a hand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandError {
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
    /// More than two jokers.
    #[error("{jokers} jokers; expected at most two")]
    Jokers {
        /// The number of jokers.
        jokers: u32,
    },
}

impl FromStr for Hand {
    type Err = HandError;

    /// Parses cards separated by white space, in upper or lower case and any order, with `JK` for
    /// each joker. A text without cards is the empty hand.
    ///
    /// # Errors
    /// Fails on a word that is not a card, on a duplicate card, and on more than two jokers.
    fn from_str(text: &str) -> Result<Self, HandError> {
        let mut hand = Self::EMPTY;
        for (at, text) in text.split_whitespace().enumerate() {
            let word = at + 1;
            if text.eq_ignore_ascii_case("JK") {
                hand.jokers += 1;
                continue;
            }
            let card = text.parse().map_err(|error| HandError::Card { word, error })?;
            if !hand.cards.insert(card) {
                return Err(HandError::Twice { word, card });
            }
        }
        let jokers = hand.jokers;
        if jokers > Meld::MOST_JOKERS { Err(HandError::Jokers { jokers }) } else { Ok(hand) }
    }
}

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(Hand);

/// Writes the cards, lowest first, then `JK` for each joker.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.cards.iter().map(|card| card.to_string());
        let words: Vec<String> = cards.chain((0..self.jokers).map(|_| "JK".to_owned())).collect();
        f.pad(&words.join(" "))
    }
}
