//! Sequences: cards of one suit on consecutive ranks. The joker can take the place of one card.

use crate::cardset::CardSet;

/// Number of bits per rank.
const DIGIT: u32 = 4;
/// Number of cards in the longest sequence without the joker.
const LONGEST: u32 = 13;

impl CardSet {
    /// Returns the lowest cards of all sequences of `n` cards of one suit; `n` = 0 counts as 1.
    ///
    /// Shifted copies are combined by doubling, in ⌈log₂ n⌉ steps.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let hand: CardSet = "C3 C4 C5 C6 H4 H5 H6 SA S2".parse()?;
    /// assert_eq!(hand.sequence_starts(3).to_string(), "C3 C4 H4");
    /// assert_eq!(hand.sequence_starts(4).to_string(), "C3");
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[inline]
    pub const fn sequence_starts(self, n: u32) -> Self {
        // The lanes above the 2 are empty, so no sequence extends past it.
        Self::from_low_bits(self.lanes().runs(if n == 0 { 1 } else { n }).bits())
    }

    /// Returns the number of sequences of three or more cards, without the joker.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let hand: CardSet = "C3 C4 C5 C6 H4 H5 H6 SA S2".parse()?;
    /// assert_eq!(hand.count_sequences(), 2 + 1 + 1);
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    pub const fn count_sequences(self) -> u32 {
        let mut starts = self.sequence_starts(3);
        let mut length = 3;
        let mut found = 0;
        while !starts.is_empty() {
            found += starts.len();
            starts = starts.intersection(Self::from_low_bits(self.bits() >> (length * DIGIT)));
            length += 1;
        }
        found
    }

    /// Returns all cards of the sequences of `n` cards whose lowest cards are the cards of this
    /// set. Applied to the result of [`sequence_starts`](Self::sequence_starts), it returns the
    /// cards of a hand that are in a sequence of `n` cards.
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let hand: CardSet = "C3 C4 C5 C6 H4 H5 H7 H8".parse()?;
    /// assert_eq!(hand.sequence_starts(3).sequence_cards(3).to_string(), "C3 C4 C5 C6");
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[inline]
    pub const fn sequence_cards(self, n: u32) -> Self {
        let wanted = if n > LONGEST { LONGEST } else { n };
        let mut cards = self.bits();
        let mut length = 1;
        while length < wanted {
            let step = if length < wanted - length { length } else { wanted - length };
            cards |= cards << (step * DIGIT);
            length += step;
        }
        Self::from_low_bits(cards)
    }

    /// Returns the **lowest natural card** of each sequence of `n` cards in which the joker has the
    /// place with the index `place`.
    ///
    /// `n` includes the joker; place 0 is the lowest. The result is empty unless `n` ≥ 3 and
    /// `place` < `n`. For place 0, the lowest natural card is the card above the joker, so
    /// sequences with the joker below the 3 are included. A joker above the 2 is allowed in the
    /// last place. The joker may replace a card that is held: see
    /// [`joker_sequence_starts_reduced`](Self::joker_sequence_starts_reduced).
    ///
    /// ```
    /// use quadrille_daifugo::CardSet;
    ///
    /// let hand: CardSet = "C3 C4 C6 HA H2".parse()?;
    /// let starts = [0, 1, 2].map(|place| hand.joker_sequence_starts(3, place).to_string());
    /// assert_eq!(starts, ["C3 HA", "C4", "C3 HA"]); // [Cx] C3 C4 and [HK] HA H2; C4 [C5] C6; C3 C4 [C5] and HA H2 [Hx]
    /// # Ok::<(), quadrille_daifugo::CardSetError>(())
    /// ```
    #[inline]
    pub const fn joker_sequence_starts(self, n: u32, place: u32) -> Self {
        // A sequence has at most 14 cards: one of each of the 13 ranks, and the joker below the 3
        // or above the 2.
        if n < 3 || place >= n || n > LONGEST + 1 {
            return Self::EMPTY;
        }
        if place == 0 || place == n - 1 {
            return self.sequence_starts(n - 1);
        }
        let above = self.sequence_starts(n - 1 - place).bits() >> ((place + 1) * DIGIT);
        Self::from_low_bits(self.sequence_starts(place).bits() & above)
    }

    /// Like [`joker_sequence_starts`](Self::joker_sequence_starts), but only for sequences in which
    /// the joker replaces a card that is not held, or lies below the 3 or above the 2.
    #[inline]
    pub const fn joker_sequence_starts_reduced(self, n: u32, place: u32) -> Self {
        let starts = self.joker_sequence_starts(n, place);
        let held = if place == 0 {
            self.bits() << DIGIT
        } else if place < n && place <= LONGEST {
            self.bits() >> (place * DIGIT)
        } else {
            0
        };
        starts.difference(Self::from_low_bits(held))
    }
}
