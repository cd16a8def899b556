//! Workload `remove`: removes a part (a set of cards) from a hand that contains it.

use super::Workload;
use crate::loops::{each_pair, sub, sub_unrolled};
use crate::{Measure, Rung};
use quadrille_lanes::slices;

const REMOVE: Measure<Workload> = Measure::new("remove", "hand", Workload::hands, Workload::sum_of_words);

pub(super) const RUNGS: [Rung<Workload>; 5] = [
    REMOVE
        .rung("16-int loop", "subtract rank by rank", |_, w| {
            each_pair(&w.hands_ints, &w.taken_ints, &mut w.ints, sub);
        })
        .checked_by(Workload::sum_of_ints),
    REMOVE
        .rung("unrolled", "sixteen unrolled subtractions", |_, w| {
            each_pair(&w.hands_ints, &w.taken_ints, &mut w.ints, sub_unrolled);
        })
        .checked_by(Workload::sum_of_ints),
    REMOVE
        .rung("16-byte loop", "subtract rank by rank, with one byte per rank", |_, w| {
            each_pair(&w.hands_bytes, &w.taken_bytes, &mut w.bytes, sub);
        })
        .checked_by(Workload::sum_of_bytes),
    REMOVE
        .rung("packed word", "subtract all lanes by one subtraction of words", |_, w| {
            each_pair(&w.hands, &w.taken, &mut w.words, |&hand, &part| hand.sub(part));
        })
        .known_as("Remove"),
    REMOVE.rung(
        "vectors",
        "subtract all lanes of several words by one subtraction of vectors",
        |level, w| {
            slices::sub(level, &w.hands, &w.taken, &mut w.words);
        },
    ),
];
