//! The forms that the articles began with, step by step as they stand there.
//!
//! Source: Katsuki Ohto's articles on bit operations in a Daifugo program (2016, revised 2023).

use quadrille_lanes::Nibbles64;

use crate::cardset::CardSet;
use crate::ranks::Ranks;

/// The digit in every rank.
const fn every(digit: u64) -> u64 {
    Nibbles64::LOW_BITS.bits() * digit
}

/// Located counts straight from the cards.
#[inline(always)]
pub(super) const fn located_from_cards(c: u64) -> u64 {
    let a = (c & every(0b0101)) + ((c >> 1) & every(0b0101));
    let four = a & (a << 2) & every(0b1000);
    let three = ((a << 2) & (a >> 1) & every(0b0100)) | (a & (a << 1) & every(0b0100));
    let fewer = ((a & every(0b0011)) + ((a >> 2) & every(0b0011))) & every(0b0011);
    if three == 0 { four | fewer } else { four | three | (fewer & !((three >> 1) | (three >> 2))) }
}

/// Located counts from counts, bit by bit.
#[inline(always)]
pub(super) const fn located_from_counts(q: u64) -> u64 {
    (every(0b0001) & q & !(q >> 1))
        | (every(0b0010) & q & !(q << 1))
        | ((q & (q << 1)) << 1 & every(0b0100))
        | ((q << 1) & every(0b1000))
}

/// What the highest group left answers: everything below it of as many cards or fewer.
#[inline(always)]
const fn below(bit: u32) -> u64 {
    // All ranks up to that of the bit, times the staircase up to it. The group is moved down one rank
    // already.
    let ranks = (2u64.wrapping_shl(bit)).wrapping_sub(1) & every(1);
    ranks * ((2 << (bit & 3)) - 1)
}

/// The same for every bit, worked out beforehand.
static BELOW: [u64; 64] = {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        table[bit as usize] = below(bit);
        bit += 1;
    }
    table
};

/// What the lowest group left answers in the reversed order: everything above it of as many cards or fewer.
#[inline(always)]
const fn above(bit: u32) -> u64 {
    // The group is moved up one rank already.
    let ranks = u64::MAX << (bit & !3) & Ranks::ALL.bits();
    ranks * ((2 << (bit & 3)) - 1)
}

/// The same for every bit, worked out beforehand.
static ABOVE: [u64; 64] = {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        table[bit as usize] = above(bit);
        bit += 1;
    }
    table
};

/// No-dominance by a loop over the best groups left, four rounds at most.
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

/// No-dominance by the loop, with computed masks.
#[inline(always)]
pub(super) fn no_dominance_computed(located: u64) -> u64 {
    no_dominance(located >> 4, u64::ilog2, below)
}

/// No-dominance by the loop, with masks from a table.
#[inline(always)]
pub(super) fn no_dominance_table(located: u64) -> u64 {
    no_dominance(located >> 4, u64::ilog2, |bit| BELOW[bit as usize])
}

/// The same in the reversed order: the lowest group first, masks from a table.
#[inline(always)]
pub(super) fn no_dominance_reversed(located: u64) -> u64 {
    let moved_up = located << 4 & CardSet::ALL.bits();
    no_dominance(moved_up, u64::trailing_zeros, |bit| ABOVE[bit as usize])
}

/// A sure win of groups from the cards, by the forms above.
#[inline(always)]
pub(super) fn sure_win_groups(mine: u64, opponents: u64) -> bool {
    let answered = located_from_cards(mine) & no_dominance_table(located_from_cards(opponents));
    answered & answered.wrapping_sub(1) == 0
}

/// Cards that start a sequence of `n`, one step a card.
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
