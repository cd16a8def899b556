//! Workload `horizontal-sum`: the number of cards in a hand. The rungs combine each hand with the
//! previous sum, so that a sum cannot begin before the previous sum is complete, as in a card
//! counter. They therefore measure the latency of a sum, not the throughput.

use std::hint::black_box;

use super::Workload;
use crate::{Measure, Rung};
use quadrille_lanes::{Nibbles64, slices};

const HORIZONTAL_SUM: Measure<Workload> =
    Measure::new("horizontal-sum", "hand", Workload::hands, Workload::sum_of_numbers);

pub(super) const RUNGS: [Rung<Workload>; 4] = [
    HORIZONTAL_SUM.rung("chain", "add lane after lane: each addition depends on the previous sum", |_, w| {
        each(w, chain);
    }),
    HORIZONTAL_SUM.rung(
        "tree",
        "add lanes in pairs, fours and eights: depth four instead of sixteen",
        |_, w| {
            each(w, tree);
        },
    ),
    HORIZONTAL_SUM.rung(
        "multiply",
        "fold once, then multiply once: the top lane of the product is the sum",
        |_, w| {
            each(w, |hand| u64::from(hand.wide_sum()));
        },
    ),
    HORIZONTAL_SUM.rung(
        "vectors",
        "a tree of additions in vectors of hands that do not depend on each other",
        |level, w| {
            slices::wide_sum(level, &w.hands, &mut w.numbers);
        },
    ),
];

#[inline(always)]
fn each(w: &mut Workload, sum: impl Fn(Nibbles64) -> u64) {
    // This number is 0, but the compiler does not know this. Each hand therefore depends on the
    // previous sum.
    let nothing = black_box(0);
    let mut before = 0;
    for (&hand, number) in w.hands.iter().zip(&mut w.numbers) {
        before = sum(Nibbles64::from_bits(hand.bits() ^ (before & nothing)));
        *number = before;
    }
}

#[inline(always)]
fn chain(hand: Nibbles64) -> u64 {
    let (mut rest, mut sum) = (hand.bits(), 0);
    for _ in 0..Nibbles64::LANES {
        sum += rest & 15;
        rest >>= 4;
    }
    sum
}

#[inline(always)]
fn tree(hand: Nibbles64) -> u64 {
    let v = hand.bits();
    let pairs = (v & 0x0f0f_0f0f_0f0f_0f0f) + (v >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    let fours = pairs + (pairs >> 8);
    let eights = fours + (fours >> 16);
    (eights + (eights >> 32)) & 0xff
}
