//! Workload `horizontal-sum`: computes the number of cards in a hand. All rungs except `vectors`
//! combine each hand with the previous sum, so that a sum cannot begin before the previous sum is
//! complete. The time of such a rung is therefore the latency of a sum, not the throughput. This is
//! how sums are computed in a game, where each hand depends on the previous one.

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
        "add lanes in pairs, then in fours, eights and sixteens: a chain of four additions instead of sixteen",
        |_, w| {
            each(w, tree);
        },
    ),
    HORIZONTAL_SUM.rung(
        "multiply",
        "add pairs of lanes, then multiply once: the top byte of the product is the sum",
        |_, w| {
            each(w, |hand| u64::from(hand.wide_sum()));
        },
    ),
    HORIZONTAL_SUM.rung(
        "vectors",
        "a tree of additions on vectors of hands; the additions of different vectors are independent",
        |level, w| {
            slices::wide_sum(level, &w.hands, &mut w.numbers);
        },
    ),
];

#[inline(always)]
fn each(w: &mut Workload, sum: impl Fn(Nibbles64) -> u64) {
    // `nothing` is 0, but `black_box` hides its value from the compiler. In the compiled code, each
    // hand therefore depends on the previous sum.
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
