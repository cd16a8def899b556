//! Take a move from a hand that contains it.

use quadrille_lanes::simd::{Simd, SimdBase, dispatch, u8x16};
use quadrille_lanes::{Level, slices};

use super::{Answers, Bytes, Ints, Rung, Workload};

pub(super) const RUNGS: [Rung; 5] = [
    rung("16-int loop", "subtract rank by rank", Answers::Ints, |_, w| {
        each(&w.hands.ints, &w.taken.ints, &mut w.ints, by_rank);
    }),
    rung("unrolled", "the sixteen subtractions written out", Answers::Ints, |_, w| {
        each(&w.hands.ints, &w.taken.ints, &mut w.ints, unrolled);
    }),
    rung("vector of bytes", "one byte a rank, sixteen subtracted at once", Answers::Bytes, |level, w| {
        dispatch!(level.simd(), simd => bytes(simd, &w.hands.bytes, &w.taken.bytes, &mut w.bytes));
    }),
    rung("packed word", "four bits a rank: one subtraction for all", Answers::Words, |_, w| {
        each(&w.hands.words, &w.taken.words, &mut w.words, |&hand, &cards| hand.sub(cards));
    }),
    rung(
        "vectors of words",
        "the same on as many hands as a vector of the level holds",
        Answers::Words,
        |level, w| {
            slices::sub(level, &w.hands.words, &w.taken.words, &mut w.words);
        },
    ),
];

const fn rung(
    name: &'static str,
    about: &'static str,
    answers: Answers,
    run: fn(Level, &mut Workload),
) -> Rung {
    Rung { what: "remove", name, item: "hand", about, answers, items: Workload::hands, run }
}

#[inline(always)]
fn each<T>(hands: &[T], moves: &[T], rests: &mut [T], remove: impl Fn(&T, &T) -> T) {
    for ((hand, cards), rest) in hands.iter().zip(moves).zip(rests) {
        *rest = remove(hand, cards);
    }
}

#[inline(always)]
fn by_rank(hand: &Ints, cards: &Ints) -> Ints {
    let mut rest = *hand;
    for i in 0..16 {
        rest[i] -= cards[i];
    }
    rest
}

#[inline(always)]
#[rustfmt::skip]
fn unrolled(h: &Ints, c: &Ints) -> Ints {
    [
        h[0] - c[0], h[1] - c[1], h[2] - c[2], h[3] - c[3], h[4] - c[4], h[5] - c[5], h[6] - c[6],
        h[7] - c[7], h[8] - c[8], h[9] - c[9], h[10] - c[10], h[11] - c[11], h[12] - c[12],
        h[13] - c[13], h[14] - c[14], h[15] - c[15],
    ]
}

#[inline(always)]
fn bytes<S: Simd>(simd: S, hands: &[Bytes], moves: &[Bytes], rests: &mut [Bytes]) {
    each(
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
