//! Permutations: the frequencies of the orders of six values.
//!
//! Source: the permutation test in D. E. Knuth, *The Art of Computer Programming*, volume 2, third
//! edition 1998, section 3.3.2 F, with six values. Groups with two equal values are omitted. All
//! orders of the other groups have exactly the same probability, for values of any width.
//!
//! There are ⌊2^size/6⌋ groups and 720 cells. The number of omitted groups is compared with the
//! Poisson distribution. The test detects values that depend on a few previous values.

use quadrille_progress::{Cancelled, Observer};

use super::size::Size;
use super::statistic::{Null, Statistic};
use super::values::Values;
use super::{blocks, cells};

/// Number of values in a group.
const GROUP: usize = 6;

/// Number of orders of six values, 6!.
const ORDERS: usize = 720;

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let width = values.width();
    let groups = size.values() / GROUP as u64;
    let (mut counts, mut left_out) = ([0; ORDERS], 0u32);
    blocks::read(values, groups, GROUP, observer, |block| {
        for group in block.as_chunks().0 {
            match order(group) {
                Some(order) => counts[order] += 1,
                None => left_out += 1,
            }
        }
    })?;
    // The probability that a group has two equal values. It is computed as a sum, because
    // subtracting a number near 1 from 1 would lose digits.
    let (mut equal, mut different) = (0.0, 1.0);
    for i in 1..GROUP {
        equal += different * i as f64 / width.count();
        different *= 1.0 - i as f64 / width.count();
    }
    let null = Null::Poisson { mean: equal * groups as f64 };
    Ok(vec![
        cells::equal("orders of six", &counts),
        Statistic::new("groups with equal values", left_out.into(), null),
    ])
}

/// Returns the index of the group's order, counted from 0. In the factorial number system, digit i
/// of the index (digit 0 is the most significant) is the number of later values that are smaller
/// than value i. Returns `None` if two values are equal.
fn order(group: &[u64; GROUP]) -> Option<usize> {
    let (mut number, mut equal) = (0, false);
    for i in 0..GROUP {
        let mut smaller = 0;
        for j in i + 1..GROUP {
            smaller += usize::from(group[j] < group[i]);
            equal |= group[j] == group[i];
        }
        number = number * (GROUP - i) + smaller;
    }
    (!equal).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::{GROUP, ORDERS, order};
    use std::collections::HashSet;

    #[test]
    fn every_order_has_a_number_of_its_own() {
        let mut numbers = HashSet::new();
        for code in 0..6u64.pow(6) {
            let group: [u64; GROUP] = std::array::from_fn(|i| code / 6u64.pow(i as u32) % 6);
            let different = group.iter().collect::<HashSet<_>>().len() == GROUP;
            let number = order(&group);
            assert_eq!(number.is_some(), different, "{group:?}");
            if let Some(number) = number {
                assert!(number < ORDERS && numbers.insert(number), "{group:?}");
            }
        }
        assert_eq!(numbers.len(), ORDERS);
    }
}
