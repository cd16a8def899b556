//! Rungs with the generator xoshiro256++, in eight lanes.

use crate::Rung;

use super::workload::{DOUBLE, FILL, ROLL, Workload};
use quadrille_random::Bulk;

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    FILL.rung("xoshiro256++x8", "eight generators, one in each lane of the vectors", |level, w| {
        w.generators.x8.set_level(level);
        w.generators.x8.fill_u64(&mut w.words);
    }),
    DOUBLE.rung(
        "xoshiro256++x8",
        "vectors fill a buffer, but the words are taken from it and converted one at a time",
        |level, w| {
            w.generators.x8.set_level(level);
            w.doubles.fill_with(|| w.generators.x8.next_f64());
        },
    ),
    ROLL.rung(
        "xoshiro256++x8",
        "compare eight words at once, and write the results as a mask",
        |level, w| {
            let n = w.masks.len() * 64;
            w.generators.x8.set_level(level);
            w.generators.x8.roll(w.generators.chance, &mut w.masks, n);
        },
    ),
];
