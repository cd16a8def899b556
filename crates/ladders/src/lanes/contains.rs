//! Workload `contains`: tests for each pair of a hand and a part (a set of cards) whether the hand
//! contains the part. A result is one bit.

use super::Workload;
use crate::loops::{Ints, all_ge_stop_early, all_ge_unrolled, each_pair_bit};
use crate::{Measure, Rung};
use quadrille_lanes::{Nibbles64, slices};

const CONTAINS: Measure<Workload> = Measure::new("contains", "hand", Workload::hands, Workload::sum_of_bits);

pub(super) const RUNGS: [Rung<Workload>; 7] = [
    CONTAINS.rung(
        "16-int loop",
        "compare rank by rank, and stop at the first rank with too few cards",
        |_, w| {
            each_pair_bit(&w.hands_ints, &w.asked_ints, &mut w.bits, all_ge_stop_early);
        },
    ),
    CONTAINS.rung("unrolled chain", "compare all 16 ranks one after the other, without a branch", |_, w| {
        each_pair_bit(&w.hands_ints, &w.asked_ints, &mut w.bits, all_ge_unrolled);
    }),
    CONTAINS.rung(
        "unrolled tree",
        "compare all 16 ranks, and combine the results in a tree of ANDs",
        |_, w| {
            each_pair_bit(&w.hands_ints, &w.asked_ints, &mut w.bits, tree);
        },
    ),
    CONTAINS.rung("16-byte loop", "the loop of rung `16-int loop` on bytes", |_, w| {
        each_pair_bit(&w.hands_bytes, &w.asked_bytes, &mut w.bits, all_ge_stop_early);
    }),
    CONTAINS.rung("unrolled bytes", "compare all 16 bytes without a branch", |_, w| {
        each_pair_bit(&w.hands_bytes, &w.asked_bytes, &mut w.bits, all_ge_unrolled);
    }),
    CONTAINS
        .rung("packed word", "set the guard bits, subtract, and test the guard bits", |_, w| {
            each_pair_bit(&w.hands, &w.asked, &mut w.bits, |&hand: &Nibbles64, &part| hand.all_ge(part));
        })
        .known_as("Contains"),
    CONTAINS.rung("vectors", "the method of rung `packed word` on vectors of words", |level, w| {
        slices::all_ge_pairs(level, &w.hands, &w.asked, &mut w.bits);
    }),
];

#[inline(always)]
fn tree(h: &Ints, p: &Ints) -> bool {
    let one = |i: usize| h[i] >= p[i];
    let two = |i: usize| one(i) & one(i + 1);
    let four = |i: usize| two(i) & two(i + 2);
    (four(0) & four(4)) & (four(8) & four(12))
}
