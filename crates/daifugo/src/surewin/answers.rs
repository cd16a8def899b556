//! Decides which leads the opponents' cards, taken as one hand, can answer.

use super::{Effects, Position};
use crate::card::Card;
use crate::cardset::CardSet;
use crate::dominance::{NoDominance, Order};
use crate::rank::Rank;

/// Precomputed answers of the opponents to every lead.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    /// Groups that the opponents can answer without their jokers; indexed by [`Order`].
    groups: [NoDominance; 2],
    /// Number of the opponents' jokers.
    jokers: u32,
    /// Whether the opponents can answer a lone joker.
    lone_joker: bool,
    sequences: Sequences,
}

/// The opponents' best sequence of each size, in both orders of ranks.
#[derive(Clone, Debug)]
pub(super) struct Sequences {
    /// Index of the lowest rank of the highest sequence, by size; `i8::MIN` if there is none.
    highest_start: [i8; SIZES],
    /// Index of the highest rank of the lowest sequence, by size; `i8::MAX` if there is none.
    lowest_end: [i8; SIZES],
}

/// Number of sizes, 0 to 15. The longest sequence has 15 cards: the thirteen ranks, and an
/// imaginary rank at either end.
const SIZES: usize = 16;
/// Number of bits per rank.
const DIGIT: u32 = 4;

impl Answers {
    /// Computes the answers of the opponents in this position.
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
            // The leader has no sequence unless two of its cards have the same suit and are at most
            // two ranks apart. Without a sequence of the leader, the opponents' sequences do not
            // matter.
            let most = mine.len().min(Rank::COUNT as u32) + position.my_jokers().min(1);
            let near = mine.bits() & (mine.bits() >> DIGIT | mine.bits() >> (2 * DIGIT));
            if most >= 3 && near != 0 {
                answers.sequences = Sequences::new(cards, jokers, most);
            }
        }
        answers
    }

    /// Returns whether the opponents can answer a lone joker.
    #[inline]
    pub(super) const fn answer_lone_joker(&self) -> bool {
        self.lone_joker
    }

    /// Returns whether the opponents can answer a group of `size` cards of a rank. `order` is the
    /// order after the group has been played.
    #[inline]
    pub(super) const fn answer_group(&self, rank: Rank, size: u32, order: Order) -> bool {
        // Every joker replaces one natural card of the answer.
        size <= self.jokers
            || !self.groups[order as usize].dominates(rank, size - self.jokers) && size - self.jokers <= 4
    }

    /// Returns whether the opponents can answer a sequence of `size` cards. `low` is the index of
    /// the sequence's lowest rank, -1 for the imaginary rank below the 3; `order` is the order
    /// after the sequence has been played.
    #[inline]
    pub(super) const fn answer_sequence(&self, low: i32, size: u32, order: Order) -> bool {
        self.sequences.answer(low, size, order)
    }
}

impl Sequences {
    const NONE: Self = Self { highest_start: [i8::MIN; SIZES], lowest_end: [i8::MAX; SIZES] };

    /// Computes the best sequences of every size up to `most` cards. Sequences of more cards count
    /// as not answered.
    pub(super) fn new(cards: CardSet, jokers: u32, most: u32) -> Self {
        // In this function, cards are shifted up by one digit, so that the imaginary ranks are the
        // digits 0 and 14.
        const RANKS: u64 = u64::MAX >> DIGIT;
        let mut extremes = Self::NONE;
        let held = cards.bits() << DIGIT;
        // Bit i of `starts[j]` represents the sequence of the current size whose lowest card has
        // bit i. It is set if the opponents lack at most j natural cards of this sequence.
        let mut starts = [held, RANKS, RANKS];
        for size in 2..=most as usize {
            let distance = (size - 1) as u32 * DIGIT;
            let next = held >> distance;
            let inside = RANKS >> distance;
            starts = [
                starts[0] & next,
                // No sequence in `starts[0]` reaches digit 14, the imaginary rank above the 2.
                // Therefore a joker always fits as the last card.
                starts[1] & next | starts[0],
                starts[2] & next | starts[1] & inside,
            ];
            let found = starts[jokers as usize];
            if found == 0 {
                // There is no sequence of more cards either.
                break;
            }
            let rank = |bit: u32| (bit / DIGIT) as i8 - 1;
            extremes.highest_start[size] = rank(found.ilog2());
            extremes.lowest_end[size] = rank(found.trailing_zeros()) + size as i8 - 1;
        }
        extremes
    }

    /// Returns whether the opponents can answer a sequence of `size` cards. `low` is the index of
    /// the sequence's lowest rank, -1 for the imaginary rank below the 3.
    #[inline]
    pub(super) const fn answer(&self, low: i32, size: u32, order: Order) -> bool {
        match order {
            Order::Normal => self.highest_start[size as usize] as i32 >= low + size as i32,
            Order::Reversed => (self.lowest_end[size as usize] as i32) < low,
        }
    }
}
