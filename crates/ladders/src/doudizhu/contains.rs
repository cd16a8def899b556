//! Workload `contains`: tests for each pair of a hand and a move whether the hand contains the
//! move. A result is one bit.

use crate::loops::{Bytes, all_ge_stop_early, all_ge_unrolled, each_pair_bit};
use quadrille_lanes::simd::{Simd, SimdBase, dispatch, prelude::*, u8x16};
use quadrille_lanes::{Nibbles64, slices};

use super::{Measure, Rung, Workload};

const CONTAINS: Measure<Workload> = Measure::new("contains", "hand", Workload::hands, Workload::sum_of_bits);

pub(super) const RUNGS: [Rung; 7] = [
    CONTAINS.rung(
        "16-int loop",
        "compare rank by rank, and stop at the first rank with too few cards",
        |_, w| {
            each_pair_bit(&w.hands.ints, &w.asked.ints, &mut w.bits, all_ge_stop_early);
        },
    ),
    CONTAINS.rung("unrolled", "sixteen unrolled comparisons without a branch", |_, w| {
        each_pair_bit(&w.hands.ints, &w.asked.ints, &mut w.bits, all_ge_unrolled);
    }),
    CONTAINS.rung("16-byte loop", "the loop of rung `16-int loop` on bytes", |_, w| {
        each_pair_bit(&w.hands.bytes, &w.asked.bytes, &mut w.bits, all_ge_stop_early);
    }),
    CONTAINS.rung("unrolled bytes", "sixteen unrolled comparisons of bytes", |_, w| {
        each_pair_bit(&w.hands.bytes, &w.asked.bytes, &mut w.bits, all_ge_unrolled);
    }),
    CONTAINS.rung(
        "vector of bytes",
        "one byte per rank; one instruction compares all sixteen ranks",
        |level, w| {
            dispatch!(level.simd(), simd => bytes(simd, &w.hands.bytes, &w.asked.bytes, &mut w.bits));
        },
    ),
    CONTAINS
        .rung(
            "packed word",
            "four bits per rank: set all guard bits, subtract, and test the guard bits",
            |_, w| {
                let contains = |&hand: &Nibbles64, &cards: &Nibbles64| hand.all_ge(cards);
                each_pair_bit(&w.hands.words, &w.asked.words, &mut w.bits, contains);
            },
        )
        .known_as("Contains"),
    CONTAINS.rung("vectors of words", "the method of rung `packed word` on vectors of hands", |level, w| {
        slices::all_ge_pairs(level, &w.hands.words, &w.asked.words, &mut w.bits);
    }),
];

#[inline(always)]
fn bytes<S: Simd>(simd: S, hands: &[Bytes], moves: &[Bytes], bits: &mut [u64]) {
    each_pair_bit(
        hands,
        moves,
        bits,
        #[inline(always)]
        |hand, cards| {
            let [hand, cards] = [hand, cards].map(|bytes| u8x16::from_slice(simd, bytes));
            hand.simd_ge(cards).all_true()
        },
    );
}
