//! Take a part from a hand that contains it.

use super::{Answers, Ints, Rung, Workload};
use crate::{Level, slices};

pub(super) const RUNGS: [Rung; 4] = [
    rung("16-int loop", "subtract rank by rank", Answers::Ints, |_, w| {
        each(&w.hands_ints, &w.taken_ints, &mut w.ints, ints);
    }),
    rung("unrolled", "the sixteen subtractions written out", Answers::Ints, |_, w| {
        each(&w.hands_ints, &w.taken_ints, &mut w.ints, unrolled);
    }),
    rung("packed word", "one subtraction for all lanes", Answers::Words, |_, w| {
        each(&w.hands, &w.taken, &mut w.words, |&hand, &part| hand.sub(part));
    }),
    rung(
        "vectors",
        "the same on as many words as a vector of the level holds",
        Answers::Words,
        |level, w| {
            slices::sub(level, &w.hands, &w.taken, &mut w.words);
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
fn each<T>(hands: &[T], parts: &[T], rests: &mut [T], remove: impl Fn(&T, &T) -> T) {
    for ((hand, part), rest) in hands.iter().zip(parts).zip(rests) {
        *rest = remove(hand, part);
    }
}

#[inline(always)]
fn ints(hand: &Ints, part: &Ints) -> Ints {
    let mut rest = *hand;
    for i in 0..16 {
        rest[i] -= part[i];
    }
    rest
}

#[inline(always)]
#[rustfmt::skip]
fn unrolled(h: &Ints, p: &Ints) -> Ints {
    [
        h[0] - p[0], h[1] - p[1], h[2] - p[2], h[3] - p[3], h[4] - p[4], h[5] - p[5], h[6] - p[6],
        h[7] - p[7], h[8] - p[8], h[9] - p[9], h[10] - p[10], h[11] - p[11], h[12] - p[12],
        h[13] - p[13], h[14] - p[14], h[15] - p[15],
    ]
}
