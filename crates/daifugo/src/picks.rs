//! Ranks by how many of their cards are held, and by which suits: straight from the cards, without counting.

use quadrille_lanes::Nibbles64;

use crate::cardset::CardSet;
use crate::ranks::Ranks;
use crate::suitset::SuitSet;

impl CardSet {
    /// The ranks of which exactly `count` cards are held, 0..=4; no rank for more.
    ///
    /// Four is an AND over a digit's bits, three a pair that is complete beside one that is half there; none
    /// and one are the same of the cards that are *not* held; two are halves on both sides, or one whole pair
    /// and nothing else.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let hand: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?;
    /// let ranks = [0, 1, 2, 3, 4].map(|count| hand.exactly(count).to_string());
    /// assert_eq!(ranks, ["789TQKA", "3462", "J", "5", ""]);
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[inline]
    pub const fn exactly(self, count: u32) -> Ranks {
        match count {
            0 => self.complement().exactly(4),
            1 => self.complement().exactly(3),
            2 => {
                let (half, whole) = self.pairs_of_bits();
                let one_whole = (whole ^ whole >> 2) & !(half | half >> 2);
                Ranks::from_low_bits(half & half >> 2 | one_whole)
            }
            3 => {
                let (half, whole) = self.pairs_of_bits();
                Ranks::from_low_bits(half & whole >> 2 | whole & half >> 2)
            }
            4 => Ranks::from_low_bits(self.lanes().all_bits().bits()),
            _ => Ranks::EMPTY,
        }
    }

    /// The ranks of which at least `count` cards are held; all ranks for 0, none for more than 4.
    #[inline]
    pub const fn at_least(self, count: u32) -> Ranks {
        let lanes = match count {
            0 => return Ranks::ALL,
            1 => self.lanes().any_bit(),
            // At least two are held unless three are not.
            2 => return Ranks::from_low_bits(!self.complement().lanes().three_bits().bits()),
            3 => self.lanes().three_bits(),
            4 => self.lanes().all_bits(),
            _ => return Ranks::EMPTY,
        };
        Ranks::from_low_bits(lanes.bits())
    }

    /// The ranks of which one card or three are held.
    #[inline]
    pub const fn odd(self) -> Ranks {
        let pairs = self.bits() ^ self.bits() >> 1;
        Ranks::from_low_bits(pairs ^ pairs >> 2)
    }

    /// The ranks of which all cards of these suits are held: the groups that a suit lock allows.
    ///
    /// ```
    /// use quadrille_daifugo::{CardSet, Suit};
    ///
    /// let hand: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse()?;
    /// let locked = [Suit::Club, Suit::Heart].into_iter().collect();
    /// assert_eq!(hand.ranks_with(locked).to_string(), "5J");
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[inline]
    pub const fn ranks_with(self, suits: SuitSet) -> Ranks {
        let others = Nibbles64::splat(suits.complement().bits()).bits();
        CardSet::from_low_bits(self.bits() | others).exactly(4)
    }

    /// How many groups of one rank, single cards among them, these cards make, without the joker: 2ᵏ − 1 of a
    /// rank with k cards.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let hand: CardSet = "C3 C5 H5 S5".parse()?;
    /// assert_eq!(hand.count_groups(), 1 + 7);
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    pub const fn count_groups(self) -> u32 {
        // Each card more doubles what there is.
        let [one, two, three, four] = [self.at_least(1), self.at_least(2), self.at_least(3), self.exactly(4)];
        one.len() + 2 * two.len() + 4 * three.len() + 8 * four.len()
    }

    /// At the bits 0 and 2 of a digit: whether one card of the pair of suits that begins there is held, and
    /// whether both.
    #[inline]
    const fn pairs_of_bits(self) -> (u64, u64) {
        let (card, next) = (self.bits(), self.bits() >> 1);
        (card ^ next, card & next)
    }
}
