//! What a shard of random fields comes to.

use serde::{Deserialize, Serialize};

/// What some fields came to, by density.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Populations(pub(crate) Vec<Density>);

/// Some fields of one density.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Density {
    /// How many fields.
    pub(crate) fields: u64,
    /// At each count, the sum of their populations; none without fields.
    pub(crate) sums: Vec<u128>,
    /// And that of the squares.
    pub(crate) squares: Vec<u128>,
    /// The last population of each field, in their order.
    pub(crate) last: Vec<u64>,
}

impl Density {
    /// Takes in a field: its populations at every count.
    pub(crate) fn add(&mut self, populations: &[u64]) {
        let of = |power: u32| populations.iter().map(|&p| u128::from(p).pow(power)).collect();
        self.merge(Self {
            fields: 1,
            sums: of(1),
            squares: of(2),
            last: populations.last().copied().into_iter().collect(),
        });
    }

    /// Takes in other fields, which come after these.
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
