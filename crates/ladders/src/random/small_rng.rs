//! Rungs with `SmallRng` of the crate `rand`, for comparison. Doubles and Bernoulli trials are
//! computed by that crate, too.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};
use rand::distr::{Bernoulli, Distribution};
use rand::{Rng, RngExt};

pub(super) const RUNGS: [Rung<Workload>; 3] = [
    FILL.rung(
        "SmallRng",
        "for comparison: the generator `SmallRng` of the crate rand, on 64-bit machines xoshiro256++",
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
