//! Rungs with the generator xoshiro256++, in one lane.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};
use quadrille_random::rand_core::Rng;

use quadrille_random::Bulk;

pub(super) const RUNGS: [Rung<Workload>; 4] = [
    FILL.rung("xoshiro256++", "256 bits of state in four registers, no buffer", |_, w| {
        w.generators.xoshiro.fill_u64(&mut w.words);
    }),
    DOUBLE.rung("xoshiro256++", "the upper 53 bits of a word, converted and scaled", |_, w| {
        w.doubles.fill_with(|| w.generators.xoshiro.next_f64());
    }),
    ROLL.rung("double compared", "a double of xoshiro256++ compared to the probability", |_, w| {
        one_by_one(&mut w.masks, || w.generators.xoshiro.next_f64() < PROBABILITY);
    }),
    ROLL.rung("threshold", "a random word compared to the probability times 2⁶⁴", |_, w| {
        let chance = w.generators.chance;
        one_by_one(&mut w.masks, || chance.succeeds(w.generators.xoshiro.next_u64()));
    }),
];
