//! Rungs with `SmallRng` of the crate `rand`, for comparison. The crate `rand` also computes the
//! doubles and the Bernoulli trials of these rungs.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};
use rand::distr::{Bernoulli, Distribution};
use rand::{Rng, RngExt};

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    FILL.rung(
        "SmallRng",
        "for comparison: `SmallRng` of the crate rand, which is xoshiro256++ on 64-bit machines",
        |_, w| {
            w.words.fill_with(|| w.generators.small.next_u64());
        },
    ),
    DOUBLE.rung("SmallRng", "for comparison: `random::<f64>()` of the crate rand", |_, w| {
        w.doubles.fill_with(|| w.generators.small.random());
    }),
    ROLL.rung("SmallRng", "for comparison: `Bernoulli` of the crate rand, which uses a threshold", |_, w| {
        // `Bernoulli::new` returns an error if a probability is invalid. `PROBABILITY` is valid, so
        // this is always `Ok`.
        if let Ok(chance) = Bernoulli::new(PROBABILITY) {
            one_by_one(&mut w.masks, || chance.sample(&mut w.generators.small));
        }
    }),
];
