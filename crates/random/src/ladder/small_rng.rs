//! The rival: `SmallRng` of the crate `rand`, with that crate's own doubles and rolls.

use rand::distr::{Bernoulli, Distribution};
use rand::{Rng, RngExt};

use super::Rung;
use super::workload::{PROBABILITY, one_by_one};

pub(super) const RUNGS: [Rung; 3] = [
    Rung::fill(
        "SmallRng",
        "the rival: the crate rand's small generator, on 64 bits the same algorithm",
        |_, from, words| {
            words.fill_with(|| from.small.next_u64());
        },
    ),
    Rung::double("SmallRng", "the rival: rand's `random::<f64>()`", |_, from, doubles| {
        doubles.fill_with(|| from.small.random());
    }),
    Rung::roll("SmallRng", "the rival: rand's `Bernoulli`, which has a threshold too", |_, from, masks| {
        // No probability is refused here; rand has no constant of it.
        if let Ok(chance) = Bernoulli::new(PROBABILITY) {
            one_by_one(masks, || chance.sample(&mut from.small));
        }
    }),
];
