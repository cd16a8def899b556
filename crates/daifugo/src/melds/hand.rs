//! A hand: cards, and jokers beside them.

use std::fmt;

use crate::CardSet;
use crate::melds::Meld;

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
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    /// The cards.
    pub cards: CardSet,
    /// How many jokers, 0 to 2.
    pub jokers: u32,
}

impl Hand {
    /// Nothing.
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

    /// The `number` best of it: jokers first, then the highest ranks, of one rank spades before hearts, diamonds and clubs.
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

/// The cards, lowest first, then `JK` for each joker.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.cards.iter().map(|card| card.to_string());
        let words: Vec<String> = cards.chain((0..self.jokers).map(|_| "JK".to_owned())).collect();
        f.pad(&words.join(" "))
    }
}
