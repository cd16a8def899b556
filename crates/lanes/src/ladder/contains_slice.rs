//! One part against all hands: how many contain it? Asked for a few parts in turn.

use super::{Answers, Rung, Workload, contains::stop_early};
use crate::{Level, Nibbles64, slices};

/// How many parts are asked, and of how many hands at most.
const PARTS: usize = 8;
const HANDS: usize = 1024;

pub(super) const RUNGS: [Rung; 4] = [
    rung("16-int loop", "compare rank by rank, stop at the first that is short", |_, w| {
        let n = hands(w);
        for (part, number) in w.taken_ints.iter().take(PARTS).zip(&mut w.numbers) {
            *number = w.hands_ints[..n].iter().filter(|hand| stop_early(hand, part)).count() as u64;
        }
    }),
    rung("packed word", "lend every lane its guard bit, subtract once, see which are left", |_, w| {
        each(w, |hands, part| hands.iter().filter(|hand| hand.all_ge(part)).count());
    }),
    rung("vectors, bit mask", "one bit a hand at the level's width, then count the bits", |level, w| {
        let n = hands(w);
        let bits = &mut w.bits[..n.div_ceil(64)];
        for (&part, number) in w.taken.iter().take(PARTS).zip(&mut w.numbers) {
            slices::all_ge_mask(level, &w.hands[..n], part, bits);
            *number = bits.iter().map(|bits| u64::from(bits.count_ones())).sum();
        }
    }),
    rung("vectors, count", "one subtraction, one test and one addition a vector of the level", |level, w| {
        each(w, |hands, part| slices::all_ge_count(level, hands, part));
    }),
];

const fn rung(name: &'static str, about: &'static str, run: fn(Level, &mut Workload)) -> Rung {
    let items = |w: &Workload| hands(w) * PARTS.min(w.taken.len());
    Rung { what: "contains-slice", name, item: "word", about, answers: Answers::Numbers, items, run }
}

fn hands(w: &Workload) -> usize {
    w.hands.len().min(HANDS)
}

#[inline(always)]
fn each(w: &mut Workload, count: impl Fn(&[Nibbles64], Nibbles64) -> usize) {
    let n = hands(w);
    for (&part, number) in w.taken.iter().take(PARTS).zip(&mut w.numbers) {
        *number = count(&w.hands[..n], part) as u64;
    }
}
