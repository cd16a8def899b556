//! Which leads the opponents' cards, all in one set, can answer.

use super::{Effects, Position};
use crate::card::Card;
use crate::cardset::CardSet;
use crate::dominance::{NoDominance, Order};
use crate::rank::Rank;

/// What can be answered, worked out once for all leads.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    /// Without the jokers, in both orders.
    groups: [NoDominance; 2],
    jokers: u32,
    lone_joker: bool,
    sequences: Sequences,
}

/// The opponents' sequences of each size that are the hardest to beat.
#[derive(Clone, Debug)]
pub(super) struct Sequences {
    /// Where the opponents' sequences of a size start, at the highest, and where they end, at the lowest.
    highest_start: [i8; SIZES],
    lowest_end: [i8; SIZES],
}

/// Sizes of sequences: from none to all thirteen ranks and one imaginary end on either side.
const SIZES: usize = 16;
/// Bits of a rank.
const DIGIT: u32 = 4;

impl Answers {
    pub(super) fn new(position: &Position, effects: Effects) -> Self {
        let (cards, jokers) = (position.opponents(), position.opponent_jokers());
        let located = cards.one_hot();
        let mut answers = Self {
            groups: [Order::Normal, Order::Reversed].map(|order| NoDominance::new(located, order)),
            jokers,
            lone_joker: effects.spade_three && cards.contains(Card::SPADE_3) || jokers > 0,
            sequences: Sequences::NONE,
        };
        if effects.sequences {
            let mine = position.mine();
            // Two cards and the joker make the shortest sequence there is.
            let most = mine.len().min(Rank::COUNT as u32) + position.my_jokers().min(1);
            let near = mine.bits() & (mine.bits() >> DIGIT | mine.bits() >> (2 * DIGIT));
            if most >= 3 && near != 0 {
                answers.sequences = Sequences::new(cards, jokers, most);
            }
        }
        answers
    }

    /// Whether a lone joker is answered.
    #[inline]
    pub(super) const fn answer_lone_joker(&self) -> bool {
        self.lone_joker
    }

    /// Whether `size` cards of a rank are answered in this order, the one after they have been played.
    #[inline]
    pub(super) const fn answer_group(&self, rank: Rank, size: u32, order: Order) -> bool {
        // Each joker saves a card.
        size <= self.jokers
            || !self.groups[order as usize].dominates(rank, size - self.jokers) && size - self.jokers <= 4
    }

    /// Whether a sequence of `size` cards from the rank of index `low`, -1 for the imaginary one, is
    /// answered.
    #[inline]
    pub(super) const fn answer_sequence(&self, low: i32, size: u32, order: Order) -> bool {
        self.sequences.answer(low, size, order)
    }
}

impl Sequences {
    const NONE: Self = Self { highest_start: [i8::MIN; SIZES], lowest_end: [i8::MAX; SIZES] };

    /// Finds them for each size up to `most` cards; larger sizes count as not answered.
    pub(super) fn new(cards: CardSet, jokers: u32, most: u32) -> Self {
        // One digit up, so that the imaginary ranks are the digits 0 and 14.
        const RANKS: u64 = u64::MAX >> DIGIT;
        let mut extremes = Self::NONE;
        let held = cards.bits() << DIGIT;
        // Starts of sequences of which at most 0, 1, 2 places are not held.
        let mut starts = [held, RANKS, RANKS];
        for size in 2..=most as usize {
            let distance = (size - 1) as u32 * DIGIT;
            let next = held >> distance;
            let inside = RANKS >> distance;
            starts = [
                starts[0] & next,
                // The highest card is no end of the digits: one place more is always inside.
                starts[1] & next | starts[0],
                starts[2] & next | starts[1] & inside,
            ];
            let found = starts[jokers as usize];
            if found == 0 {
                // No longer one either.
                break;
            }
            let rank = |bit: u32| (bit / DIGIT) as i8 - 1;
            extremes.highest_start[size] = rank(found.ilog2());
            extremes.lowest_end[size] = rank(found.trailing_zeros()) + size as i8 - 1;
        }
        extremes
    }

    /// Whether a sequence of `size` cards from the rank of index `low`, -1 for the imaginary one, is
    /// answered.
    #[inline]
    pub(super) const fn answer(&self, low: i32, size: u32, order: Order) -> bool {
        match order {
            Order::Normal => self.highest_start[size as usize] as i32 >= low + size as i32,
            Order::Reversed => (self.lowest_end[size as usize] as i32) < low,
        }
    }
}
