//! Workload `contains-slice`: for each of several parts (sets of cards), counts the hands that
//! contain the part.

use super::Workload;
use crate::loops::all_ge_stop_early;
use crate::{Measure, Rung};
use quadrille_lanes::{Nibbles64, slices};

/// Number of parts (sets of cards). For each part, the hands that contain the part are counted.
const PARTS: usize = 8;
/// Maximum number of hands that are tested.
const HANDS: usize = 1024;

const CONTAINS_SLICE: Measure<Workload> =
    Measure::new("contains-slice", "word", |w| hands(w) * PARTS.min(w.taken.len()), Workload::sum_of_numbers);

pub(super) const RUNGS: [Rung<Workload>; 5] = [
    CONTAINS_SLICE.rung(
        "16-int loop",
        "compare rank by rank, and stop at the first rank with too few cards",
        |_, w| {
            let n = hands(w);
            for (part, number) in w.taken_ints.iter().take(PARTS).zip(&mut w.numbers) {
                *number =
                    w.hands_ints[..n].iter().filter(|hand| all_ge_stop_early(hand, part)).count() as u64;
            }
        },
    ),
    CONTAINS_SLICE.rung("16-byte loop", "the loop of rung `16-int loop` on bytes", |_, w| {
        let n = hands(w);
        for (part, number) in w.taken_bytes.iter().take(PARTS).zip(&mut w.numbers) {
            *number = w.hands_bytes[..n].iter().filter(|hand| all_ge_stop_early(hand, part)).count() as u64;
        }
    }),
    CONTAINS_SLICE
        .rung("packed word", "set the guard bits, subtract, and test the guard bits", |_, w| {
            each(w, |hands, part| hands.iter().filter(|hand| hand.all_ge(part)).count());
        })
        .known_as("Contains"),
    CONTAINS_SLICE.rung(
        "vectors, bit mask",
        "compute one bit per hand in vectors, then count the bits",
        |level, w| {
            let n = hands(w);
            let bits = &mut w.bits[..n.div_ceil(64)];
            for (&part, number) in w.taken.iter().take(PARTS).zip(&mut w.numbers) {
                slices::all_ge_mask(level, &w.hands[..n], part, bits);
                *number = bits.iter().map(|bits| u64::from(bits.count_ones())).sum();
            }
        },
    ),
    CONTAINS_SLICE.rung(
        "vectors, count",
        "one subtraction, one test and one addition per vector of hands",
        |level, w| {
            each(w, |hands, part| slices::all_ge_count(level, hands, part));
        },
    ),
];

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
