//! Decides sure wins by word operations, without the search over all melds.
//!
//! Two conditions decide most positions. Cards that can be played only in melds that are answered
//! can refute a win. A division of the hand into whole ranks can prove a win. The search of the
//! module [`cover`](super::cover) decides the other positions.
//!
//! A meld is *safe* if the opponents' cards, taken as one hand, cannot answer it, or if it contains
//! an 8 under the eight-cut. The leader wins if the cards can be divided into melds of which at
//! most one, led last, is not safe.
//!
//! # Refutation: stuck cards
//! If a group of k cards of a rank is answered, then so is a group of fewer cards. So if the
//! largest group of a rank, including the joker, is answered, then every group of that rank is
//! answered. A card of such a rank that is in no sequence is *stuck*: it can only be in the last
//! meld. That meld is then a group, since the card is in no sequence, and so **stuck cards of two
//! ranks refute the win**. If the leader can reverse the order, a rank counts only if its groups
//! are answered in both orders.
//!
//! Bit k − 1 of a digit represents a group of k cards of a rank. The digit of the 8 is cleared in
//! `answered`, since 8s are safe under the eight-cut:
//!
//! ```text
//! rank                2  A  K  Q  J  T  9  8  7  6  5  4  3
//! mine                .  1  .  .  2  .  .  1  .  .  .  .  1
//! one-hot counts      .  1  .  .  2  .  .  1  .  .  .  .  1
//! answered            .  1  1  1  1  3  3  .  3  3  7  7  7
//! AND of the last two .  1  .  .  .  .  .  .  .  .  .  .  1     A and 3 are stuck: not won
//! ```
//!
//! This test takes one `&` for all ranks, and decides nearly every position of a dealt hand.
//!
//! # Proof: whole ranks
//! Take any division into melds that do not reverse the order, and merge two groups of a rank into
//! one. If one of them was safe, then the larger group is safe; if neither was, one unsafe meld
//! replaces two. So nothing is lost by leading **whole ranks**, once the sequences are chosen:
//! without a joker the division is won iff at most one bit of `located & answered` is set, where
//! `located` are the one-hot counts of the groups. If one of the sequences is answered, it has to
//! be the last lead, and no bit may be set.
//!
//! One joker changes this as follows. If the number of answered ranks is within this limit (one, or
//! zero with an answered sequence), the joker can be added to any group, since a safe group is also
//! safe with one more card; if there is no group, the joker is led alone. If one rank too many is
//! answered, then the joker must make one of the answered ranks safe: a rank with k cards such that
//! a group of k + 1 is not answered. With two ranks too many, the division is not won.
//!
//! # Sequences
//! The sequences of a division are disjoint, and their lowest natural cards differ. [`Search`]
//! chooses the sequences in ascending order of their lowest natural card, and decides the rest by
//! whole ranks. Every set of disjoint sequences is tried once; a hand has few such sets.
//!
//! # Reversals
//! If the hand has no group of four (with the joker) and no sequence of five, or these do not
//! reverse the order, then the hand is won only if one of these divisions wins. Otherwise the
//! divisions can prove a win, but cannot refute it: groups of four count as answered (one may be
//! led last), and sequences of five are not chosen, so no division has a reversal before its last
//! meld. If none of these divisions wins, the search decides. The search also applies the
//! refutation to the rest of the hand after each meld.

use quadrille_lanes::Nibbles64;

use super::answers::Sequences;
use super::{Effects, Position};
use crate::card::Card;
use crate::cardset::CardSet;
use crate::dominance::{Opponents, Order};
use crate::rank::Rank;

/// Bit 0 of every digit.
const LOW: u64 = Nibbles64::LOW_BITS.bits();
/// The bits of the one-hot counts 1 to 3 in every digit.
const UP_TO_THREE: u64 = 7 * LOW;
const FOUR: u64 = 8 * LOW;
/// Number of bits per rank.
const DIGIT: u32 = 4;
/// Maximum number of sequences tried. The search of [`cover`](super::cover), which memoises
/// failures, decides positions that need more.
const MOST_SEQUENCES: u32 = 256;
/// Size of the longest sequence that does not reverse the order.
const LONGEST_PLAIN: u32 = 4;

/// A position that this module cannot decide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undecided {
    /// The groups that the opponents can answer in every order of ranks that the leader can bring
    /// about.
    pub(super) answered: u64,
}

/// Returns whether the leader surely wins.
///
/// # Errors
/// Returns [`Undecided`] for positions that need the search.
pub(super) fn sure_win(position: &Position, effects: Effects) -> Result<bool, Undecided> {
    let Position { mine, my_jokers, opponents, opponent_jokers, order } = *position;
    let (cards, located, joker) = (mine.bits(), mine.one_hot().bits(), my_jokers > 0);
    let others = Opponents::new(opponents).with_jokers(opponent_jokers);
    let eights = if effects.eight_cut { CardSet::of_rank(Rank::EIGHT).bits() } else { 0 };
    let answered = others.answers(order).bits() & !eights;
    let near = if effects.sequences { Near::new(cards, joker) } else { Near::default() };
    let fours = located & if joker { FOUR | FOUR >> 1 } else { FOUR };
    let reverses = effects.revolution && fours | near.fives != 0;
    let answered_always =
        if reverses { answered & others.answers(order.reversed()).bits() } else { answered };
    if of_two_ranks(stuck(cards & !near.cards, located, joker, answered_always)) {
        return Ok(false);
    }
    let undecided = Err(Undecided { answered: answered_always });
    // Two jokers, and five of a kind that do not reverse the order, are left to the search.
    if my_jokers > 1 || joker && !effects.revolution && located & FOUR != 0 {
        return undecided;
    }
    let groups = Groups {
        answered: if effects.revolution { answered | FOUR } else { answered },
        lone_joker: effects.spade_three && opponents.contains(Card::SPADE_3) || opponent_jokers > 0,
    };
    if groups.win(cards, joker, true) {
        return Ok(true);
    }
    let no_win_found = if reverses { undecided } else { Ok(false) };
    if near.starts == 0 {
        return no_win_found;
    }
    let longest = if effects.revolution {
        LONGEST_PLAIN
    } else {
        mine.len().min(Rank::COUNT as u32) + u32::from(joker)
    };
    let sequences = Sequences::new(opponents, opponent_jokers, longest);
    let mut search =
        Search { groups, sequences, order, eight_cut: effects.eight_cut, longest, left: MOST_SEQUENCES };
    if search.wins(cards, joker, true, 0) {
        Ok(true)
    } else if search.left == 0 {
        undecided
    } else {
        no_win_found
    }
}

/// Returns the stuck cards among `cards`. None of these cards is in a sequence. `located` are the
/// one-hot counts of the whole hand.
#[inline]
fn stuck(cards: u64, located: u64, joker: bool, answered: u64) -> u64 {
    // With a joker, ranks with four cards are ignored: they form five of a kind, which the
    // opponents can rarely answer.
    let largest = if joker { (located & UP_TO_THREE) << 1 } else { located };
    let answered = largest & answered;
    let two = answered | answered >> 1;
    cards & (((two | two >> 2) & LOW) * 0xf)
}

/// Returns whether these cards are of two ranks or more.
#[inline]
const fn of_two_ranks(cards: u64) -> bool {
    // The shift moves the rank of the lowest card into the lowest digit.
    cards >> (cards.trailing_zeros() & 0x3c) > 0xf
}

/// Returns whether stuck cards show that this hand cannot be led out. If `spare` is true, one meld
/// of the hand may be answered; otherwise a single stuck card is a refutation.
#[inline]
pub(super) fn are_stuck(hand: CardSet, joker: bool, answered: u64, sequences: bool, spare: bool) -> bool {
    let near = if sequences { Near::new(hand.bits(), joker).cards } else { 0 };
    let stuck = stuck(hand.bits() & !near, hand.one_hot().bits(), joker, answered);
    if spare { of_two_ranks(stuck) } else { stuck != 0 }
}

/// The cards of a hand that are in some sequence.
#[derive(Clone, Copy, Default)]
struct Near {
    /// The lowest natural card of every sequence.
    starts: u64,
    /// All natural cards of sequences.
    cards: u64,
    /// Nonzero iff the hand has a sequence of five cards, the joker included.
    fives: u64,
}

impl Near {
    #[inline]
    const fn new(cards: u64, joker: bool) -> Self {
        let pairs = cards & cards >> DIGIT;
        if !joker {
            let threes = pairs & cards >> (2 * DIGIT);
            let all = threes | threes << DIGIT | threes << (2 * DIGIT);
            return Self { starts: threes, cards: all, fives: threes & pairs >> (3 * DIGIT) };
        }
        // Two cards make a sequence with the joker between, above or below them, including the
        // imaginary ranks above the 2 and below the 3.
        let gaps = cards & cards >> (2 * DIGIT);
        let all = pairs | pairs << DIGIT | gaps | gaps << (2 * DIGIT);
        // Four consecutive ranks, or four of five consecutive ranks. With the joker, these are
        // sequences of five.
        let fours = pairs & pairs >> (2 * DIGIT);
        let four_of_five = pairs & (cards >> (2 * DIGIT) | cards >> (3 * DIGIT)) & cards >> (4 * DIGIT)
            | gaps & pairs >> (3 * DIGIT);
        Self { starts: pairs | gaps, cards: all, fives: fours | four_of_five }
    }
}

/// Decides whether cards can be led out in whole ranks.
struct Groups {
    /// Groups that the opponents can answer. Groups that reverse the order are included, because
    /// one of them may be led last.
    answered: u64,
    /// Whether the opponents can answer a lone joker.
    lone_joker: bool,
}

impl Groups {
    /// Returns whether these cards can be led out if the joker is added to the best group. One meld
    /// may be answered if `spare` is true, and none otherwise.
    #[inline]
    fn win(&self, cards: u64, joker: bool, spare: bool) -> bool {
        let located = CardSet::from_low_bits(cards).one_hot().bits();
        let open = located & self.answered;
        let too_many = if spare { open & open.wrapping_sub(1) } else { open };
        // The groups of one to three cards that are safe after the joker is added to them.
        let safe_with_joker = UP_TO_THREE & !(self.answered >> 1);
        if too_many == 0 {
            return !joker || spare || !self.lone_joker || located & safe_with_joker != 0;
        }
        joker && too_many.is_power_of_two() && open & safe_with_joker != 0
    }
}

/// The search over disjoint sequences.
struct Search {
    groups: Groups,
    sequences: Sequences,
    order: Order,
    eight_cut: bool,
    /// Size of the longest sequence to try.
    longest: u32,
    /// Number of sequences that may still be tried.
    left: u32,
}

impl Search {
    /// Returns whether sequences can be removed so that the remaining groups win. Only sequences
    /// whose lowest card has the index `from` or a higher one are tried.
    fn wins(&mut self, cards: u64, joker: bool, spare: bool, from: u32) -> bool {
        let (next, second) = (cards >> DIGIT, cards >> (2 * DIGIT));
        let mut starts = cards & !0 << from & if joker { next | second } else { next & second };
        while starts != 0 {
            let at = starts.trailing_zeros();
            starts &= starts - 1;
            if self.wins_from(cards, joker, spare, at) {
                return true;
            }
        }
        false
    }

    /// Like [`wins`](Self::wins), but the first removed sequence must have the card with the index
    /// `at` as its lowest natural card. Sequences with a higher lowest card may follow.
    fn wins_from(&mut self, cards: u64, joker: bool, spare: bool, at: u32) -> bool {
        let row = cards >> at & LOW;
        let low = (at / DIGIT) as i32;
        let length = run_length(row);
        for size in 3..=length.min(self.longest) {
            if self.takes(cards, run(size) << at, (joker, spare), low, size, at) {
                return true;
            }
        }
        if !joker {
            return false;
        }
        // The joker represents the rank below the cards, or the rank above.
        for size in 3..=(length + 1).min(self.longest) {
            let meld = run(size - 1) << at;
            if self.takes(cards, meld, (false, spare), low - 1, size, at)
                || self.takes(cards, meld, (false, spare), low, size, at)
            {
                return true;
            }
        }
        // The joker represents a rank between the cards. The hand may have the card of this rank as
        // well.
        for below in 1..=length {
            let rest = row >> (DIGIT * (below + 1));
            for above in 1..=run_length(rest).min(self.longest.saturating_sub(below + 1)) {
                let meld = (run(below) | run(above) << (DIGIT * (below + 1))) << at;
                if self.takes(cards, meld, (false, spare), low, below + 1 + above, at) {
                    return true;
                }
            }
        }
        false
    }

    /// Removes a sequence and returns whether the rest of the hand wins. `joker` states whether the
    /// rest of the hand has a joker, and `spare` whether one meld, this sequence included, may
    /// still be answered.
    #[inline]
    fn takes(
        &mut self,
        cards: u64,
        meld: u64,
        (joker, spare): (bool, bool),
        low: i32,
        size: u32,
        at: u32,
    ) -> bool {
        let eight = Rank::EIGHT.index() as i32;
        let cuts = self.eight_cut && low <= eight && eight < low + size as i32;
        let safe = cuts || !self.sequences.answer(low, size, self.order);
        if !safe && !spare || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let (cards, spare) = (cards & !meld, spare && safe);
        self.groups.win(cards, joker, spare) || self.wins(cards, joker, spare, at + 1)
    }
}

/// Returns a word in which bit 0 of each of the `length` lowest digits is set; `length` is at most
/// 15.
const fn run(length: u32) -> u64 {
    LOW & ((1 << (DIGIT * length)) - 1)
}

/// Returns the number of consecutive digits, from the lowest, in which bit 0 is set. `row` must
/// have no other bit set, and no bit above the digit of the 2.
const fn run_length(row: u64) -> u32 {
    (row ^ LOW).trailing_zeros() / DIGIT
}

#[cfg(test)]
mod tests {
    use quadrille_random::StreamKey;
    use quadrille_random::rand_core::Rng as _;

    use super::*;
    use crate::surewin::{search, sure_win_under};

    /// Compares the decisions with those of the search, with and without pruning. The hands are
    /// large or small, from the whole deck or a part of it, under all effects and with all numbers
    /// of jokers.
    #[test]
    fn decisions_are_those_of_the_search() {
        let mut rng = StreamKey::new(31, 0).rng();
        let mut counts = [0; 3];
        for number in 0..60_000 {
            let words = [(); 6].map(|()| rng.next_u64());
            // A narrow deck makes many sequences.
            let deck = match words[0] % 4 {
                0 => CardSet::ALL,
                1 => CardSet::from_low_bits(0xffff_ffff << (4 * (words[1] % 6))),
                2 => CardSet::from_low_bits(LOW * (3 << (words[1] % 3))),
                _ => CardSet::from_low_bits(0xf_ffff << (4 * (words[1] % 9))),
            };
            let mut mine = deck & CardSet::from_low_bits(words[2] & (words[3] | words[0]));
            // The search never reaches its limit with this number of cards.
            while mine.len() > 12 {
                mine = mine.without_lowest();
            }
            let others = [words[4], words[4] & words[5], words[4] & words[5] & words[1], !0];
            let opponents = CardSet::from_low_bits(others[(words[0] >> 8) as usize % 4]) - mine;
            let [my_jokers, their_jokers] = [[0, 0], [1, 0], [0, 1], [1, 0], [1, 1], [2, 0], [0, 2], [0, 0]]
                [(words[0] >> 16) as usize % 8];
            let order = [Order::Normal, Order::Reversed][number % 2];
            let bit = |at: u32| words[0] >> at & 3 != 0;
            let effects =
                Effects { sequences: bit(24), eight_cut: bit(26), revolution: bit(28), spade_three: bit(30) };
            let position = Position::new(mine, my_jokers, opponents, their_jokers, order).unwrap();
            let decided = sure_win(&position, effects);
            let expected = search(&position, effects);
            assert_eq!(decided.unwrap_or(expected), expected, "{position:?} {effects:?}");
            assert_eq!(sure_win_under(&position, effects), expected, "{position:?} {effects:?}");
            counts[decided.map_or(2, usize::from)] += 1;
        }
        assert!(counts[0] > 40_000 && counts[1] > 5_000 && counts[2] < 13_000, "{counts:?}");
    }
}
