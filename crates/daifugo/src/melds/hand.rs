//! A hand: cards, and jokers beside them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::melds::Meld;
use crate::{Card, CardError, CardSet};

/// What a player holds: a set of cards, and how many jokers.
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
    /// The cards that are no jokers, each a bit.
    pub cards: CardSet,
    /// How many jokers, 0 to 2.
    pub jokers: u32,
}

impl Hand {
    /// No card and no joker.
    pub const EMPTY: Self = Self::new(CardSet::EMPTY, 0);

    /// These cards and so many jokers.
    #[inline]
    pub const fn new(cards: CardSet, jokers: u32) -> Self {
        Self { cards, jokers }
    }

    /// How many cards, jokers included.
    #[inline]
    pub const fn len(self) -> u32 {
        self.cards.len() + self.jokers
    }

    /// Whether nothing is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.cards.is_empty() && self.jokers == 0
    }

    /// Whether the hand has all that the meld takes.
    #[inline]
    pub const fn holds(self, meld: Meld) -> bool {
        self.cards.is_superset(meld.cards()) && self.jokers >= meld.jokers()
    }

    /// Takes away what the meld takes; what is not there is not missed.
    #[inline]
    pub const fn remove(&mut self, meld: Meld) {
        self.cards = self.cards.difference(meld.cards());
        self.jokers = self.jokers.saturating_sub(meld.jokers());
    }

    /// Adds what another hand holds.
    #[inline]
    pub const fn take(&mut self, other: Self) {
        self.cards = self.cards.union(other.cards);
        self.jokers += other.jokers;
    }

    /// Takes away what another hand holds; what is not there is not missed.
    #[inline]
    pub const fn give(&mut self, other: Self) {
        self.cards = self.cards.difference(other.cards);
        self.jokers = self.jokers.saturating_sub(other.jokers);
    }

    /// The `number` best of it: jokers first, then the highest ranks, of one rank spades before hearts,
    /// diamonds and clubs.
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
    /// The `number` lowest of it: of one rank clubs before diamonds, hearts and spades, jokers last.
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

    /// Bit of the first joker in a hand as one word: after the 52 cards.
    const JOKERS_AT: u32 = Card::COUNT as u32;

    /// The cards and a bit a joker above them, in one word.
    #[inline]
    pub(crate) fn packed(self) -> u64 {
        self.cards.bits() | ((1 << self.jokers.min(Meld::MOST_JOKERS)) - 1) << Self::JOKERS_AT
    }

    /// The opposite of [`packed`](Self::packed).
    #[inline]
    pub(crate) const fn from_packed(word: u64) -> Self {
        Self::new(CardSet::from_low_bits(word), (word >> Self::JOKERS_AT).count_ones())
    }
}

/// Why a text is not a hand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandError {
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
    /// More jokers than there can be.
    #[error("{jokers} jokers; there are two at most")]
    Jokers {
        /// How many.
        jokers: u32,
    },
}

impl FromStr for Hand {
    type Err = HandError;

    /// Reads cards with white space between them, in either case and any order, `JK` for each joker. A text
    /// without cards is the empty hand.
    ///
    /// # Errors
    /// A word that is no card, a card twice, more than two jokers.
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

/// The cards, lowest first, then `JK` for each joker.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.cards.iter().map(|card| card.to_string());
        let words: Vec<String> = cards.chain((0..self.jokers).map(|_| "JK".to_owned())).collect();
        f.pad(&words.join(" "))
    }
}
