//! ASA-128, with plain stores: around the cache, as published, they take longer.

use super::Rung;
use super::workload::{PROBABILITY, one_by_one};

pub(super) const RUNGS: [Rung; 3] = [
    Rung::fill(
        "asa128",
        "four 32-bit generators in one 128-bit vector, plain stores",
        |level, from, words| {
            from.asa.set_level(level);
            from.asa.fill_u32(bytemuck::cast_slice_mut(words));
        },
    ),
    Rung::double("asa128", "mantissa trick on a buffer that is filled at once", |level, from, doubles| {
        from.asa_doubles.set_level(level);
        doubles.fill_with(|| from.asa_doubles.next_f64());
    }),
    Rung::roll("asa128", "such a double compared to the probability", |level, from, masks| {
        from.asa_doubles.set_level(level);
        one_by_one(masks, || from.asa_doubles.next_f64() < PROBABILITY);
    }),
];
