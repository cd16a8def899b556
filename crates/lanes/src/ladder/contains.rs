//! Does a hand contain a part? One bit of answer for each pair.

use super::{Answers, Ints, Rung, Workload};
use crate::{Level, Nibbles64, slices};

pub(super) const RUNGS: [Rung; 5] = [
    rung("16-int loop", "compare rank by rank, stop at the first that is short", |_, w| {
        answer(&w.hands_ints, &w.asked_ints, &mut w.bits, stop_early);
    }),
    rung("unrolled chain", "compare all 16 ranks without a branch, one after the other", |_, w| {
        answer(&w.hands_ints, &w.asked_ints, &mut w.bits, chain);
    }),
    rung("unrolled tree", "compare all 16 ranks, combine in pairs, fours, eights", |_, w| {
        answer(&w.hands_ints, &w.asked_ints, &mut w.bits, tree);
    }),
    rung("packed word", "lend every lane its guard bit, subtract once, see which are left", |_, w| {
        answer(&w.hands, &w.asked, &mut w.bits, |&hand: &Nibbles64, &part| hand.all_ge(part));
    }),
    rung("vectors", "the same on as many words as a vector of the level holds", |level, w| {
        slices::all_ge_pairs(level, &w.hands, &w.asked, &mut w.bits);
    }),
];

const fn rung(name: &'static str, about: &'static str, run: fn(Level, &mut Workload)) -> Rung {
    Rung { what: "contains", name, item: "hand", about, answers: Answers::Bits, items: Workload::hands, run }
}

/// One bit for each pair, by a function that decides one.
#[inline(always)]
fn answer<T>(hands: &[T], parts: &[T], bits: &mut [u64], contains: impl Fn(&T, &T) -> bool) {
    for ((hands, parts), bits) in hands.chunks(64).zip(parts.chunks(64)).zip(bits) {
        // From the last pair to the first, so that each answer only moves the others up.
        let answers = hands.iter().zip(parts).map(|(hand, part)| contains(hand, part));
        *bits = answers.rev().fold(0, |bits, yes| bits << 1 | u64::from(yes));
    }
}

#[inline(always)]
pub(super) fn stop_early(hand: &Ints, part: &Ints) -> bool {
    for i in 0..16 {
        if hand[i] < part[i] {
            return false;
        }
    }
    true
}

#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "`&&` would branch, which is what this rung avoids")]
#[rustfmt::skip]
fn chain(h: &Ints, p: &Ints) -> bool {
    (h[0] >= p[0]) & (h[1] >= p[1]) & (h[2] >= p[2]) & (h[3] >= p[3])
        & (h[4] >= p[4]) & (h[5] >= p[5]) & (h[6] >= p[6]) & (h[7] >= p[7])
        & (h[8] >= p[8]) & (h[9] >= p[9]) & (h[10] >= p[10]) & (h[11] >= p[11])
        & (h[12] >= p[12]) & (h[13] >= p[13]) & (h[14] >= p[14]) & (h[15] >= p[15])
}

#[inline(always)]
fn tree(h: &Ints, p: &Ints) -> bool {
    let one = |i: usize| h[i] >= p[i];
    let two = |i: usize| one(i) & one(i + 1);
    let four = |i: usize| two(i) & two(i + 2);
    (four(0) & four(4)) & (four(8) & four(12))
}
