//! For comparison: `SmallRng` of the crate `rand`, with that crate's own doubles and Bernoulli
//! trials.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};
use rand::distr::{Bernoulli, Distribution};
use rand::{Rng, RngExt};

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    FILL.rung(
        "SmallRng",
        "for comparison: the small generator of the crate rand, the same algorithm on 64 bits",
        |_, w| {
            w.words.fill_with(|| w.generators.small.next_u64());
        },
    ),
    DOUBLE.rung("SmallRng", "for comparison: rand's `random::<f64>()`", |_, w| {
        w.doubles.fill_with(|| w.generators.small.random());
    }),
    ROLL.rung("SmallRng", "for comparison: rand's `Bernoulli`, also with a threshold", |_, w| {
        // `PROBABILITY` is always valid, but `Bernoulli::new` is not const.
        if let Ok(chance) = Bernoulli::new(PROBABILITY) {
            one_by_one(&mut w.masks, || chance.sample(&mut w.generators.small));
        }
    }),
];
