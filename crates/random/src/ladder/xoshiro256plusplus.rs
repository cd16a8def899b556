//! xoshiro256++, one lane.

use rand_core::Rng;

use super::Rung;
use super::workload::{PROBABILITY, one_by_one};
use crate::bulk::Bulk;

pub(super) const RUNGS: [Rung; 4] = [
    Rung::fill("xoshiro256++", "256 bits of state in four registers, no buffer", |_, from, words| {
        from.xoshiro.fill_u64(words);
    }),
    Rung::double("xoshiro256++", "the upper 53 bits of a word, converted and scaled", |_, from, doubles| {
        doubles.fill_with(|| from.xoshiro.next_f64());
    }),
    Rung::roll(
        "double compared",
        "a double of xoshiro256++ compared to the probability",
        |_, from, masks| {
            one_by_one(masks, || from.xoshiro.next_f64() < PROBABILITY);
        },
    ),
    Rung::roll("threshold", "the word itself compared to the probability times 2⁶⁴", |_, from, masks| {
        let chance = from.chance;
        one_by_one(masks, || chance.succeeds(from.xoshiro.next_u64()));
    }),
];
