//! The rival: `SmallRng` of the crate `rand`, with that crate's own doubles and rolls.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};
use rand::distr::{Bernoulli, Distribution};
use rand::{Rng, RngExt};

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    FILL.rung(
        "SmallRng",
        "the rival: the crate rand's small generator, on 64 bits the same algorithm",
        |_, w| {
            w.words.fill_with(|| w.generators.small.next_u64());
        },
    ),
    DOUBLE.rung("SmallRng", "the rival: rand's `random::<f64>()`", |_, w| {
        w.doubles.fill_with(|| w.generators.small.random());
    }),
    ROLL.rung("SmallRng", "the rival: rand's `Bernoulli`, which has a threshold too", |_, w| {
        // No probability is refused here; rand has no constant of it.
        if let Ok(chance) = Bernoulli::new(PROBABILITY) {
            one_by_one(&mut w.masks, || chance.sample(&mut w.generators.small));
        }
    }),
];
