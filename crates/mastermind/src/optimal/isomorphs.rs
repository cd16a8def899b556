//! Keys of isomorphic sets: sets after two guesses that differ only in the names of colours, the
//! order of pins or the order of the guesses have the same key. With more than 6 pins, there are
//! too many orders of pins to try, and sets that differ in the order of pins can have different
//! keys.

use super::MOST_PINS;
use super::search::SetKey;
use super::space::Space;
use crate::codeword::Codeword;

/// Canonical form of a pair of guesses, and whether the canonical form swaps the two guesses.
#[derive(Debug, Clone, Copy)]
pub(super) struct PairKey {
    pair: u64,
    swap: bool,
    same: bool,
}

impl PairKey {
    /// Computes the canonical key of a pair of guesses.
    pub(super) fn new(space: &Space, first: u32, second: u32) -> Self {
        let game = space.game;
        let colors =
            |at: u32| -> Vec<u8> { Codeword::from_valid_bits(space.codes[at as usize]).colors().collect() };
        let (a, b) = (colors(first), colors(second));
        let pins = game.pins();
        let mut order: Vec<usize> = (0..pins).collect();
        let (mut one, mut other) = (u64::MAX, u64::MAX);
        let mut visit = |order: &[usize]| {
            one = one.min(renamed(order, &a, &b));
            other = other.min(renamed(order, &b, &a));
        };
        if pins <= 6 {
            permutations(&mut order, pins, &mut visit);
        } else {
            visit(&order);
        }
        Self { pair: one.min(other), swap: other < one, same: one == other }
    }

    /// Returns the key of the set after this pair, with the feedbacks to its first and its second
    /// guess and the remaining turns.
    pub(super) const fn of(self, first: u8, second: u8, turns: u32) -> SetKey {
        let swap = self.swap || self.same && second < first;
        let (first, second) = if swap { (second, first) } else { (first, second) };
        SetKey { pair: self.pair, answers: (first, second), turns }
    }
}

// The word of `renamed` has four bits for each pin of two guesses.
const _: () = assert!(2 * MOST_PINS * 4 <= 64);

/// Encodes two guesses with permuted pins and colours numbered from 1 by first occurrence, in four
/// bits for each pin of each guess. No game has more than 15 colours, so four bits suffice.
fn renamed(order: &[usize], a: &[u8], b: &[u8]) -> u64 {
    let mut names = [0u8; 16];
    let mut next = 1;
    let mut word = 0;
    for &pin in order {
        for color in [a[pin], b[pin]] {
            let name = &mut names[usize::from(color)];
            if *name == 0 {
                *name = next;
                next += 1;
            }
            word = word << 4 | u64::from(*name);
        }
    }
    word
}

/// Calls `visit` with all permutations of the first `places` elements (Heap's algorithm).
fn permutations(order: &mut [usize], places: usize, visit: &mut impl FnMut(&[usize])) {
    if places <= 1 {
        return visit(order);
    }
    for at in 0..places {
        permutations(order, places - 1, visit);
        order.swap(if places.is_multiple_of(2) { at } else { 0 }, places - 1);
    }
}
