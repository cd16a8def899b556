//! Sets of ranks packed into one word, such as the ranks of which a hand holds two cards.

use std::ops::Not;

use quadrille_lanes::Nibbles64;

use crate::cardset::CardSet;
use crate::rank::Rank;

/// A set of ranks. The bit of a rank has the index 4 · rank: it is the lowest bit of the rank's
/// digit in a [`CardSet`].
///
/// ```
/// use quadrille_daifugo::{CardSet, Rank};
///
/// let hand: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?;
/// let pairs = hand.exactly(2);
/// assert!(pairs.contains(Rank::JACK));
/// assert_eq!(pairs.iter().collect::<Vec<_>>(), [Rank::JACK]);
/// assert_eq!((pairs.cards() & hand).to_string(), "CJ HJ");
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
pub struct Ranks(u64);

impl Ranks {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All thirteen ranks.
    pub const ALL: Self = Self(Nibbles64::LOW_BITS.bits() & CardSet::ALL.bits());

    /// Creates the set of the ranks in whose digits the lowest bit is set. All other bits are
    /// ignored.
    #[inline]
    pub const fn from_low_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Creates the set of one rank.
    #[inline]
    pub const fn only(rank: Rank) -> Self {
        Self(1 << (4 * rank.index()))
    }

    /// Returns the word: bit 4 · rank is set for each rank of the set.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of ranks, 0..=13.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains the rank.
    #[inline]
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 & Self::only(rank).0 != 0
    }

    /// Returns all four cards of each rank in the set.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet::from_low_bits(self.0 * 0xf)
    }

    /// Iterates over the ranks, lowest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Rank> + Clone {
        Rank::all().filter(move |&rank| self.contains(rank))
    }
}

quadrille_table::word_set!(Ranks of Rank by only, "");

/// Returns the ranks that are not in the set.
impl Not for Ranks {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ Self::ALL.0)
    }
}
