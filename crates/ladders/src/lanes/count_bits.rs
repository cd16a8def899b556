//! Workload `count-bits`: counts the set bits of each four-bit lane.

use super::Workload;
use crate::loops::Ints;
use crate::{Measure, Rung};
use quadrille_lanes::slices;

const COUNT_BITS: Measure<Workload> =
    Measure::new("count-bits", "word", Workload::hands, Workload::sum_of_words);

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    COUNT_BITS
        .rung("16-int loop", "add the four bits of each rank", |_, w| {
            each(&w.flags_ints, &mut w.ints, add_four_bits);
        })
        .checked_by(Workload::sum_of_ints),
    COUNT_BITS.rung(
        "packed word",
        "add neighbouring bits, then neighbouring pairs, in all lanes at once",
        |_, w| each(&w.flags, &mut w.words, |flags| flags.count_bits()),
    ),
    COUNT_BITS.rung("vectors", "the method of rung `packed word` on vectors of words", |level, w| {
        slices::count_bits(level, &w.flags, &mut w.words);
    }),
];

#[inline(always)]
fn each<T>(words: &[T], counts: &mut [T], count: impl Fn(&T) -> T) {
    for (word, counts) in words.iter().zip(counts) {
        *counts = count(word);
    }
}

#[inline(always)]
fn add_four_bits(flags: &Ints) -> Ints {
    flags.map(|rank| (rank & 1) + (rank >> 1 & 1) + (rank >> 2 & 1) + (rank >> 3 & 1))
}
