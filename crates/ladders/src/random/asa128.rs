//! Rungs with the generator ASA-128 of 2013. The published program of the generator uses
//! non-temporal stores. Such stores are slower in these workloads, so the rungs use plain stores.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    FILL.rung("asa128", "four 32-bit generators in one 128-bit vector, plain stores", |level, w| {
        w.generators.asa.set_level(level);
        w.generators.asa.fill_u32(bytemuck::cast_slice_mut(&mut w.words));
    })
    .known_as("ASA-128"),
    DOUBLE
        .rung(
            "asa128",
            "put 52 bits into the mantissa of a number in [1, 2), and subtract 1.0; the generator refills its whole buffer at once",
            |level, w| {
                w.generators.asa_doubles.set_level(level);
                w.doubles.fill_with(|| w.generators.asa_doubles.next_f64());
            },
        )
        .known_as("ASA-128"),
    ROLL.rung("asa128", "draw a double as in workload `double`, and compare it to the probability", |level, w| {
        w.generators.asa_doubles.set_level(level);
        one_by_one(&mut w.masks, || w.generators.asa_doubles.next_f64() < PROBABILITY);
    })
    .known_as("ASA-128"),
];
