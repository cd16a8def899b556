//! How many of its four bits has each lane?

use super::{Answers, Ints, Rung, Workload};
use crate::{Level, slices};

pub(super) const RUNGS: [Rung; 3] = [
    rung("16-int loop", "add the four bits of each rank", Answers::Ints, |_, w| {
        each(&w.flags_ints, &mut w.ints, add_four_bits);
    }),
    rung(
        "packed word",
        "add neighbouring bits, then neighbouring pairs, in all lanes at once",
        Answers::Words,
        |_, w| {
            each(&w.flags, &mut w.words, |flags| flags.count_bits());
        },
    ),
    rung(
        "vectors",
        "the same on as many words as a vector of the level holds",
        Answers::Words,
        |level, w| {
            slices::count_bits(level, &w.flags, &mut w.words);
        },
    ),
];

const fn rung(
    name: &'static str,
    about: &'static str,
    answers: Answers,
    run: fn(Level, &mut Workload),
) -> Rung {
    Rung { what: "count-bits", name, item: "word", about, answers, items: Workload::hands, run }
}

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
