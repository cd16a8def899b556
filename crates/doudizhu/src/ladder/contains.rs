//! Does a hand contain a move? One bit of answer for each pair.

use quadrille_lanes::simd::{Simd, SimdBase, dispatch, prelude::*, u8x16};
use quadrille_lanes::{Level, Nibbles64, slices};

use super::{Answers, Bytes, Ints, Rung, Workload};

pub(super) const RUNGS: [Rung; 5] = [
    rung("16-int loop", "compare rank by rank, stop at the first that is short", |_, w| {
        answer(&w.hands.ints, &w.asked.ints, &mut w.bits, stop_early);
    }),
    rung("unrolled", "the sixteen comparisons written out, without a branch", |_, w| {
        answer(&w.hands.ints, &w.asked.ints, &mut w.bits, unrolled);
    }),
    rung("vector of bytes", "one byte a rank, sixteen compared by one instruction", |level, w| {
        dispatch!(level.simd(), simd => bytes(simd, &w.hands.bytes, &w.asked.bytes, &mut w.bits));
    }),
    rung("packed word", "four bits a rank: lend each its guard bit, subtract once", |_, w| {
        let contains = |&hand: &Nibbles64, &cards: &Nibbles64| hand.all_ge(cards);
        answer(&w.hands.words, &w.asked.words, &mut w.bits, contains);
    }),
    rung("vectors of words", "the same on as many hands as a vector of the level holds", |level, w| {
        slices::all_ge_pairs(level, &w.hands.words, &w.asked.words, &mut w.bits);
    }),
];

const fn rung(name: &'static str, about: &'static str, run: fn(Level, &mut Workload)) -> Rung {
    Rung { what: "contains", name, item: "hand", about, answers: Answers::Bits, items: Workload::hands, run }
}

/// One bit for each pair, by a function that decides one.
#[inline(always)]
fn answer<T>(hands: &[T], moves: &[T], bits: &mut [u64], contains: impl Fn(&T, &T) -> bool) {
    for ((hands, moves), bits) in hands.chunks(64).zip(moves.chunks(64)).zip(bits) {
        // From the last pair to the first, so that each answer only moves the others up.
        let answers = hands.iter().zip(moves).map(
            #[inline(always)]
            |(hand, cards)| contains(hand, cards),
        );
        *bits = answers.rev().fold(
            0,
            #[inline(always)]
            |bits, yes| bits << 1 | u64::from(yes),
        );
    }
}

#[inline(always)]
pub(super) fn stop_early(hand: &Ints, cards: &Ints) -> bool {
    for i in 0..16 {
        if hand[i] < cards[i] {
            return false;
        }
    }
    true
}

#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "`&&` would branch, which is what this rung avoids")]
#[rustfmt::skip]
fn unrolled(h: &Ints, c: &Ints) -> bool {
    (h[0] >= c[0]) & (h[1] >= c[1]) & (h[2] >= c[2]) & (h[3] >= c[3])
        & (h[4] >= c[4]) & (h[5] >= c[5]) & (h[6] >= c[6]) & (h[7] >= c[7])
        & (h[8] >= c[8]) & (h[9] >= c[9]) & (h[10] >= c[10]) & (h[11] >= c[11])
        & (h[12] >= c[12]) & (h[13] >= c[13]) & (h[14] >= c[14]) & (h[15] >= c[15])
}

#[inline(always)]
fn bytes<S: Simd>(simd: S, hands: &[Bytes], moves: &[Bytes], bits: &mut [u64]) {
    answer(
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
