//! Selection of ranks by number of cards and by suits, directly from the cards without counting.

use quadrille_lanes::Nibbles64;

use crate::cardset::CardSet;
use crate::ranks::Ranks;
use crate::suitset::SuitSet;

impl CardSet {
    /// Returns the ranks of which exactly `count` cards are held; empty if `count` is above 4.
    ///
    /// The digit of a rank consists of two pairs of bits. A pair is *half* if exactly one of its
    /// bits is set, *whole* if both are, and *empty* if neither is. A rank has four cards if both
    /// pairs are whole. It has three if one pair is whole and the other half. It has two if both
    /// pairs are half, or if one is whole and the other empty. A rank with no card in the set has
    /// four cards in the complement, and a rank with one card has three.
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

    /// Returns the ranks of which at least `count` cards are held: all ranks if `count` is 0, and
    /// none if it is above 4.
    #[inline]
    pub const fn at_least(self, count: u32) -> Ranks {
        let lanes = match count {
            0 => return Ranks::ALL,
            1 => self.lanes().any_bit(),
            // At least two cards are held unless at least three are missing.
            2 => return Ranks::from_low_bits(!self.complement().lanes().three_bits().bits()),
            3 => self.lanes().three_bits(),
            4 => self.lanes().all_bits(),
            _ => return Ranks::EMPTY,
        };
        Ranks::from_low_bits(lanes.bits())
    }

    /// Returns the ranks of which one or three cards are held.
    #[inline]
    pub const fn odd(self) -> Ranks {
        let pairs = self.bits() ^ self.bits() >> 1;
        Ranks::from_low_bits(pairs ^ pairs >> 2)
    }

    /// Returns the ranks of which all cards of these suits are held. Under a suit lock, these are
    /// the ranks of the allowed groups.
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

    /// Returns the number of groups that can be formed from these cards without a joker. Single
    /// cards count as groups.
    ///
    /// A rank with k cards has 2ᵏ − 1 groups.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let hand: CardSet = "C3 C5 H5 S5".parse()?;
    /// assert_eq!(hand.count_groups(), 1 + 7);
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    pub const fn count_groups(self) -> u32 {
        // The k-th card of a rank adds 2ᵏ⁻¹ groups.
        let [one, two, three, four] = [self.at_least(1), self.at_least(2), self.at_least(3), self.exactly(4)];
        one.len() + 2 * two.len() + 4 * three.len() + 8 * four.len()
    }

    /// Returns two words with two bits per rank: bit 0 of a digit describes the two lower suits,
    /// and bit 2 the two upper suits. In the first word, a bit is set if exactly one of the two
    /// cards is held. In the second word, a bit is set if both are held. Bits 1 and 3 of a digit
    /// have arbitrary values.
    #[inline]
    const fn pairs_of_bits(self) -> (u64, u64) {
        let (card, next) = (self.bits(), self.bits() >> 1);
        (card ^ next, card & next)
    }
}
