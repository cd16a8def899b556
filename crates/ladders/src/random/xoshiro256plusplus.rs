//! Rungs with the generator xoshiro256++, in one lane.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};
use quadrille_random::rand_core::Rng;

use quadrille_random::Bulk;

pub(super) const RUNGS: [Rung<Workload>; 4] = [
    FILL.rung("xoshiro256++", "256 bits of state in four registers, no buffer", |_, w| {
        w.generators.xoshiro.fill_u64(&mut w.words);
    }),
    DOUBLE.rung("xoshiro256++", "convert the upper 53 bits of a word to a double, and scale it", |_, w| {
        w.doubles.fill_with(|| w.generators.xoshiro.next_f64());
    }),
    ROLL.rung("double compared", "draw a double, and compare it to the probability", |_, w| {
        one_by_one(&mut w.masks, || w.generators.xoshiro.next_f64() < PROBABILITY);
    }),
    ROLL.rung("threshold", "draw a word, and compare it to the probability times 2⁶⁴", |_, w| {
        let chance = w.generators.chance;
        one_by_one(&mut w.masks, || chance.succeeds(w.generators.xoshiro.next_u64()));
    }),
];
