//! SFMT-19937, the standard of ASA-128's day.

use super::Rung;
use super::workload::{PROBABILITY, one_by_one};

pub(super) const RUNGS: [Rung; 3] = [
    Rung::fill(
        "sfmt19937",
        "the Mersenne Twister made for vectors, 2496 bytes at a time",
        |level, from, words| {
            from.sfmt.set_level(level);
            from.sfmt.fill_u32(bytemuck::cast_slice_mut(words));
        },
    ),
    Rung::double(
        "sfmt19937",
        "two words of it, the upper 53 bits converted and scaled",
        |level, from, doubles| {
            from.sfmt.set_level(level);
            doubles.fill_with(|| from.sfmt.next_f64());
        },
    ),
    Rung::roll("sfmt19937", "such a double compared to the probability", |level, from, masks| {
        from.sfmt.set_level(level);
        one_by_one(masks, || from.sfmt.next_f64() < PROBABILITY);
    }),
];
