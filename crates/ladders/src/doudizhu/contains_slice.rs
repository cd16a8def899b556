//! Workload `contains-slice`: for each of several moves, counts the hands that contain the move.

use crate::loops::{Bytes, all_ge_stop_early};
use quadrille_lanes::simd::{Simd, SimdBase, dispatch, prelude::*, u8x16};
use quadrille_lanes::{Nibbles64, slices};

use super::{Measure, Rung, Workload};

/// Number of moves. For each move, the hands that contain the move are counted.
const MOVES: usize = 8;

const SLICE: Measure<Workload> =
    Measure::new("contains-slice", "hand", |w| w.hands() * MOVES, Workload::sum_of_numbers);

pub(super) const RUNGS: [Rung; 5] = [
    SLICE.rung(
        "16-int loop",
        "compare rank by rank, and stop at the first rank with too few cards",
        |_, w| {
            for (cards, number) in w.taken.ints.iter().take(MOVES).zip(&mut w.numbers) {
                *number = w.hands.ints.iter().filter(|hand| all_ge_stop_early(hand, cards)).count() as u64;
            }
        },
    ),
    SLICE.rung("16-byte loop", "the loop of rung `16-int loop` on bytes", |_, w| {
        for (cards, number) in w.taken.bytes.iter().take(MOVES).zip(&mut w.numbers) {
            *number = w.hands.bytes.iter().filter(|hand| all_ge_stop_early(hand, cards)).count() as u64;
        }
    }),
    SLICE.rung(
        "vector of bytes",
        "one byte per rank; one instruction compares all sixteen ranks",
        |level, w| {
            for (cards, number) in w.taken.bytes.iter().take(MOVES).zip(&mut w.numbers) {
                *number = dispatch!(level.simd(), simd => bytes(simd, &w.hands.bytes, cards));
            }
        },
    ),
    SLICE
        .rung(
            "packed word",
            "four bits per rank: set all guard bits, subtract, and test the guard bits",
            |_, w| {
                each(w, |hands, cards| hands.iter().filter(|hand| hand.all_ge(cards)).count());
            },
        )
        .known_as("Contains"),
    SLICE.rung(
        "vectors of words",
        "one subtraction, one test and one addition per vector of hands",
        |level, w| {
            each(w, |hands, cards| slices::all_ge_count(level, hands, cards));
        },
    ),
];

#[inline(always)]
fn each(w: &mut Workload, count: impl Fn(&[Nibbles64], Nibbles64) -> usize) {
    for (&cards, number) in w.taken.words.iter().take(MOVES).zip(&mut w.numbers) {
        *number = count(&w.hands.words, cards) as u64;
    }
}

#[inline(always)]
fn bytes<S: Simd>(simd: S, hands: &[Bytes], cards: &Bytes) -> u64 {
    let cards = u8x16::from_slice(simd, cards);
    let mut count = 0;
    for hand in hands {
        count += u64::from(u8x16::from_slice(simd, hand).simd_ge(cards).all_true());
    }
    count
}
