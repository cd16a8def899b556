//! Workload `remove`: removes a move from a hand that contains it.

use crate::loops::{Bytes, each_pair, sub, sub_unrolled};
use quadrille_lanes::simd::{Simd, SimdBase, dispatch, u8x16};
use quadrille_lanes::slices;

use super::{Measure, Rung, Workload};

const REMOVE: Measure<Workload> = Measure::new("remove", "hand", Workload::hands, Workload::sum_of_words);

pub(super) const RUNGS: [Rung; 6] = [
    REMOVE
        .rung("16-int loop", "subtract rank by rank", |_, w| {
            each_pair(&w.hands.ints, &w.taken.ints, &mut w.ints, sub);
        })
        .checked_by(Workload::sum_of_ints),
    REMOVE
        .rung("unrolled", "sixteen unrolled subtractions", |_, w| {
            each_pair(&w.hands.ints, &w.taken.ints, &mut w.ints, sub_unrolled);
        })
        .checked_by(Workload::sum_of_ints),
    REMOVE
        .rung("16-byte loop", "subtract rank by rank, with one byte per rank", |_, w| {
            each_pair(&w.hands.bytes, &w.taken.bytes, &mut w.bytes, sub);
        })
        .checked_by(Workload::sum_of_bytes),
    REMOVE
        .rung(
            "vector of bytes",
            "one byte per rank; one instruction subtracts all sixteen ranks",
            |level, w| {
                dispatch!(level.simd(), simd => bytes(simd, &w.hands.bytes, &w.taken.bytes, &mut w.bytes));
            },
        )
        .checked_by(Workload::sum_of_bytes),
    REMOVE
        .rung("packed word", "four bits per rank: one subtraction for all ranks", |_, w| {
            each_pair(&w.hands.words, &w.taken.words, &mut w.words, |&hand, &cards| hand.sub(cards));
        })
        .known_as("Remove"),
    REMOVE.rung("vectors of words", "one subtraction per vector of hands", |level, w| {
        slices::sub(level, &w.hands.words, &w.taken.words, &mut w.words);
    }),
];

#[inline(always)]
fn bytes<S: Simd>(simd: S, hands: &[Bytes], moves: &[Bytes], rests: &mut [Bytes]) {
    each_pair(
        hands,
        moves,
        rests,
        #[inline(always)]
        |hand, cards| {
            let [hand, cards] = [hand, cards].map(|bytes| u8x16::from_slice(simd, bytes));
            let mut rest = [0; 16];
            (hand - cards).store_slice(&mut rest);
            rest
        },
    );
}
