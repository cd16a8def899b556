//! Rungs with SFMT-19937, the Mersenne Twister for vectors of 2006.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    FILL.rung("sfmt19937", "the Mersenne Twister for vectors, 2496 bytes at a time", |level, w| {
        w.generators.sfmt.set_level(level);
        w.generators.sfmt.fill_u32(bytemuck::cast_slice_mut(&mut w.words));
    }),
    DOUBLE.rung("sfmt19937", "the upper 53 bits of two words, converted and scaled", |level, w| {
        w.generators.sfmt.set_level(level);
        w.doubles.fill_with(|| w.generators.sfmt.next_f64());
    }),
    ROLL.rung("sfmt19937", "a double as in workload `double`, compared to the probability", |level, w| {
        w.generators.sfmt.set_level(level);
        one_by_one(&mut w.masks, || w.generators.sfmt.next_f64() < PROBABILITY);
    }),
];
