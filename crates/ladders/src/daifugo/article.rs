//! The bit operations of two articles, exactly as published.
//!
//! *One-hot counts* (in names of rungs: located counts) are words with four bits for each rank. If
//! a set has k cards of a rank, only bit k − 1 of the rank's four bits is set. The *no-dominance*
//! word of a set has a bit for each group that the set can beat: bit k − 1 of a rank is the group
//! of k cards of this rank.
//!
//! Source: two articles by Katsuki Ohto on bit operations in a Daifugo program. The article of 2023
//! is a revision of the article of 2016.
//!
//! | form | author's name | since |
//! |---|---|---|
//! | counts by adding neighbouring bits, then pairs of bits | 枚数型 Qr | 2016 |
//! | one-hot counts, directly from the cards or bit by bit from counts | 枚数位置型 Pqr | 2016 |
//! | one-hot counts from counts by two additions | 枚数位置型 Pqr | 2023 |
//! | no-dominance by a loop over the best remaining groups | 無支配型 Nd | 2016, unchanged |
//! | a sure win with groups, from one-hot counts and no-dominance | 空場必勝 | 2016, unchanged |
//!
//! An operation that starts from the cards uses several of these forms. If the forms of the two
//! years differ, the operation has one rung for each year.

use quadrille_lanes::Nibbles64;

use quadrille_daifugo::CardSet;
use quadrille_daifugo::Ranks;

/// Returns a word in which the four bits of every rank contain `digit`.
const fn every(digit: u64) -> u64 {
    Nibbles64::LOW_BITS.bits() * digit
}

/// Returns a word in which the four bits of each rank contain the number of cards of the rank.
#[inline(always)]
pub(super) const fn counts(c: u64) -> u64 {
    let pairs = (c & every(0b0101)) + ((c >> 1) & every(0b0101));
    (pairs & every(0b0011)) + ((pairs >> 2) & every(0b0011))
}

/// Returns the one-hot counts of a set of cards. This is the form of 2016, which does not compute
/// the counts first.
#[inline(always)]
pub(super) const fn located_from_cards_2016(c: u64) -> u64 {
    let a = (c & every(0b0101)) + ((c >> 1) & every(0b0101));
    let four = a & (a << 2) & every(0b1000);
    let three = ((a << 2) & (a >> 1) & every(0b0100)) | (a & (a << 1) & every(0b0100));
    let fewer = ((a & every(0b0011)) + ((a >> 2) & every(0b0011))) & every(0b0011);
    if three == 0 { four | fewer } else { four | three | (fewer & !((three >> 1) | (three >> 2))) }
}

/// Converts counts to one-hot counts. This is the form of 2016, with a separate term for each bit
/// of a rank.
#[inline(always)]
pub(super) const fn located_from_counts_2016(q: u64) -> u64 {
    (every(0b0001) & q & !(q >> 1))
        | (every(0b0010) & q & !(q << 1))
        | ((q & (q << 1)) << 1 & every(0b0100))
        | ((q << 1) & every(0b1000))
}

/// Converts counts to one-hot counts. This is the form of 2023, which needs only two additions.
#[inline(always)]
pub(super) const fn located_from_counts_2023(q: u64) -> u64 {
    q + (q & every(0b0100)) + (q & (q >> 1))
}

/// Returns the one-hot counts of a set of cards. This is the form of 2023, which computes the
/// counts first.
#[inline(always)]
pub(super) const fn located_from_cards_2023(c: u64) -> u64 {
    located_from_counts_2023(counts(c))
}

/// Returns the groups that the highest remaining group beats: all groups of lower ranks that have
/// at most the same size. In the one-hot counts, the highest group is bit `bit` + 4, so bit `bit`
/// is a group of the same size and of the next lower rank.
#[inline(always)]
const fn below(bit: u32) -> u64 {
    // `ranks` contains the lowest bit of every rank at or below the rank of bit `bit`. It is
    // multiplied by a number whose k lowest bits are ones, where k is the size of the group.
    let ranks = (2u64.wrapping_shl(bit)).wrapping_sub(1) & every(1);
    ranks * ((2 << (bit & 3)) - 1)
}

/// Precomputed values of [`below`] for every bit.
static BELOW: [u64; 64] = {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        table[bit as usize] = below(bit);
        bit += 1;
    }
    table
};

/// Returns the groups that the lowest remaining group beats in the reversed order: all groups of
/// higher ranks that have at most the same size. In the one-hot counts, the lowest group is bit
/// `bit` − 4, so bit `bit` is a group of the same size and of the next higher rank.
#[inline(always)]
const fn above(bit: u32) -> u64 {
    // `ranks` contains the lowest bit of every rank at or above the rank of bit `bit`. It is
    // multiplied by a number whose k lowest bits are ones, where k is the size of the group.
    let ranks = u64::MAX << (bit & !3) & Ranks::ALL.bits();
    ranks * ((2 << (bit & 3)) - 1)
}

/// Precomputed values of [`above`] for every bit.
static ABOVE: [u64; 64] = {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        table[bit as usize] = above(bit);
        bit += 1;
    }
    table
};

/// Returns the no-dominance word: the groups that the opponents can beat. Loops over the best
/// remaining groups of the opponents.
///
/// The loop takes at most four iterations. Let k be the number of cards of the best remaining rank.
/// An iteration removes this rank, and all other ranks with at most k cards. The ranks that remain
/// have more than k cards. Hence k increases in every iteration, and k is at most four.
#[inline(always)]
fn no_dominance(mut left: u64, best: impl Fn(u64) -> u32, answered_by: impl Fn(u32) -> u64) -> u64 {
    let mut answered = 0;
    while left != 0 {
        let mask = answered_by(best(left));
        answered |= mask;
        left &= !mask;
    }
    answered
}

/// Returns the groups that the opponents can beat. Each iteration computes a mask.
#[inline(always)]
pub(super) fn no_dominance_computed(located: u64) -> u64 {
    no_dominance(located >> 4, u64::ilog2, below)
}

/// Returns the groups that the opponents can beat. Each iteration reads a mask from a table.
#[inline(always)]
pub(super) fn no_dominance_table(located: u64) -> u64 {
    no_dominance(located >> 4, u64::ilog2, |bit| BELOW[bit as usize])
}

/// Returns the groups that the opponents can beat in the reversed order. The loop begins with the
/// lowest group. Each iteration reads a mask from a table.
#[inline(always)]
pub(super) fn no_dominance_reversed(located: u64) -> u64 {
    let moved_up = located << 4 & CardSet::ALL.bits();
    no_dominance(moved_up, u64::trailing_zeros, |bit| ABOVE[bit as usize])
}

/// Returns whether a player surely wins if only groups are played. `mine` has the one-hot counts of
/// the player's cards, and `opponents` those of the other cards.
#[inline(always)]
pub(super) fn sure_win_groups(mine: u64, opponents: u64) -> bool {
    let answered = mine & no_dominance_table(opponents);
    answered & answered.wrapping_sub(1) == 0
}

/// Returns the cards that are the lowest card of a sequence of `n` cards.
#[inline(always)]
pub(super) const fn sequence_starts(c: u64, n: u32) -> u64 {
    let mut starts = c;
    let mut step = 1;
    while step < n {
        starts &= c >> (4 * step);
        step += 1;
    }
    starts
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use quadrille_daifugo::OneHotCounts;
    use quadrille_daifugo::Rank;
    use quadrille_daifugo::dominance::{NoDominance, Order};

    /// Returns the loop's result for an order, and its number of iterations.
    fn with_rounds(located: u64, order: Order) -> (u64, u32) {
        let rounds = Cell::new(0);
        let counted = |bit| {
            rounds.set(rounds.get() + 1);
            bit
        };
        let answered = match order {
            Order::Normal => no_dominance(located >> 4, |left| counted(left.ilog2()), below),
            Order::Reversed => {
                let moved_up = located << 4 & CardSet::ALL.bits();
                no_dominance(moved_up, |left| counted(left.trailing_zeros()), above)
            }
        };
        (answered, rounds.get())
    }

    /// Keeps only the best rank of each count.
    fn best_of_each_count(located: u64, order: Order) -> u64 {
        let best = |count: u32| {
            let of_count = located & every(1 << (count - 1)) & CardSet::ALL.bits();
            match order {
                _ if of_count == 0 => 0,
                Order::Normal => 1 << of_count.ilog2(),
                Order::Reversed => of_count & of_count.wrapping_neg(),
            }
        };
        (1..=4).map(best).sum()
    }

    /// Returns all words with a digit of 0, 1, 2, 4 or 8 in each of the lowest `ranks` ranks.
    fn every_word(ranks: u32) -> impl Iterator<Item = u64> {
        (0..5u64.pow(ranks)).map(move |number| {
            let digit = |rank: u32| [0, 1, 2, 4, 8][(number / 5u64.pow(rank) % 5) as usize] << (4 * rank);
            (0..ranks).map(digit).sum()
        })
    }

    /// Returns all words with at most one rank of each count.
    fn every_word_of_single_counts() -> Vec<u64> {
        let mut words = vec![0];
        for count in 1..=4 {
            for at in 0..words.len() {
                let free = Rank::all().filter(|&rank| words[at] & CardSet::of_rank(rank).bits() == 0);
                let more: Vec<u64> =
                    free.map(|rank| words[at] | OneHotCounts::group(rank, count).bits()).collect();
                words.extend(more);
            }
        }
        words
    }

    /// Not all 5¹³ words need to be tested. Among several ranks with the same count, only the best
    /// rank matters. The iteration that removes this rank also removes the others, so the others
    /// never become the best remaining rank. They beat only groups that the best rank beats as
    /// well. Words with at most one rank of each count therefore represent all words. The test also
    /// checks, on every word in which only the seven lowest ranks have cards, that the other ranks
    /// of each count have no effect.
    #[test]
    fn the_loop_takes_four_rounds_at_most() {
        for order in [Order::Normal, Order::Reversed] {
            for word in every_word(7) {
                let best = best_of_each_count(word, order);
                assert_eq!(with_rounds(word, order), with_rounds(best, order), "{word:x}");
            }
            let words = every_word_of_single_counts();
            // A word has any subset of the four counts. Each count of the subset is at a rank of
            // its own.
            assert_eq!(words.len(), 1 + 4 * 13 + 6 * 13 * 12 + 4 * 13 * 12 * 11 + 13 * 12 * 11 * 10);
            let mut longest = 0;
            for word in words {
                let (answered, rounds) = with_rounds(word, order);
                assert!(rounds <= 4, "{word:x}: {rounds}");
                longest = longest.max(rounds);
                let cards = cards_of(word);
                assert_eq!(cards.one_hot().bits(), word);
                assert_eq!(answered, NoDominance::of_cards(cards, order).bits(), "{word:x}");
            }
            assert_eq!(longest, 4);
        }
    }

    /// Returns cards with these one-hot counts.
    fn cards_of(located: u64) -> CardSet {
        let held = (located | located >> 1 | located >> 2 | located >> 3) & every(1);
        // In each rank with cards, twice the set bit minus one is 1, 11, 111 or 1111 in binary.
        CardSet::from_low_bits((located << 1) - held)
    }

    #[test]
    fn the_worked_example_takes_three_rounds() {
        let hand: CardSet = "C3 H4 C5 H5 S5 D6 CJ HJ S2".parse().unwrap();
        assert_eq!(with_rounds(hand.one_hot().bits(), Order::Normal), (0x1111_3333_3377, 3));
    }

    #[test]
    fn the_years_forms_are_the_same() {
        for word in every_word(5) {
            let cards = cards_of(word).bits();
            assert_eq!(counts(cards), CardSet::from_low_bits(cards).counts().bits());
            for located in [
                located_from_cards_2016(cards),
                located_from_cards_2023(cards),
                located_from_counts_2016(counts(cards)),
                located_from_counts_2023(counts(cards)),
            ] {
                assert_eq!(located, word);
            }
        }
    }
}
