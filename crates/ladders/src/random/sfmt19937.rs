//! Rungs with SFMT-19937 (2006), the Mersenne Twister for vectors.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    FILL.rung(
        "sfmt19937",
        "the Mersenne Twister for vectors, which generates 2496 bytes at a time",
        |level, w| {
            w.generators.sfmt.set_level(level);
            w.generators.sfmt.fill_u32(bytemuck::cast_slice_mut(&mut w.words));
        },
    ),
    DOUBLE.rung(
        "sfmt19937",
        "convert the upper 53 bits of two 32-bit words to a double, and scale it",
        |level, w| {
            w.generators.sfmt.set_level(level);
            w.doubles.fill_with(|| w.generators.sfmt.next_f64());
        },
    ),
    ROLL.rung(
        "sfmt19937",
        "draw a double as in workload `double`, and compare it to the probability",
        |level, w| {
            w.generators.sfmt.set_level(level);
            one_by_one(&mut w.masks, || w.generators.sfmt.next_f64() < PROBABILITY);
        },
    ),
];
