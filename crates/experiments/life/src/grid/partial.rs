//! The partial result of a shard of random fields.

use serde::{Deserialize, Serialize};

/// The sums over some fields, one item for each density of the experiment file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Populations(pub(crate) Vec<Density>);

/// The sums over some fields of one density.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Density {
    /// The number of fields.
    pub(crate) fields: u64,
    /// For each counted generation, the sum of the populations; empty if there are no fields.
    pub(crate) sums: Vec<u128>,
    /// For each counted generation, the sum of the squared populations; empty if there are no
    /// fields.
    pub(crate) squares: Vec<u128>,
    /// The last population of each field, in the order of the fields.
    pub(crate) last: Vec<u64>,
}

impl Density {
    /// Adds a field, given its populations at all counted generations.
    pub(crate) fn add(&mut self, populations: &[u64]) {
        let of = |power: u32| populations.iter().map(|&p| u128::from(p).pow(power)).collect();
        self.merge(Self {
            fields: 1,
            sums: of(1),
            squares: of(2),
            last: populations.last().copied().into_iter().collect(),
        });
    }

    /// Adds the sums over the fields that follow.
    pub(crate) fn merge(&mut self, next: Self) {
        if self.fields == 0 {
            *self = next;
            return;
        }
        let add = |sums: &mut [u128], next: &[u128]| {
            sums.iter_mut().zip(next).for_each(|(sum, next)| *sum = sum.saturating_add(*next));
        };
        add(&mut self.sums, &next.sums);
        add(&mut self.squares, &next.squares);
        self.fields += next.fields;
        self.last.extend(next.last);
    }
}
