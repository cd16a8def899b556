//! Counts compared with sums over all observations, for any split into parts.

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use quadrille_stats::{Counts, Quantile, StatsError};

/// Generates difficult values: small ranges with ties, large offsets, both ends of the range.
fn values() -> impl Strategy<Value = Vec<i64>> {
    let value = prop_oneof![
        -3..10i64,
        any::<i64>(),
        (1i64 << 62)..(1i64 << 62) + 4,
        i64::MIN..i64::MIN + 3,
        i64::MAX - 2..=i64::MAX,
    ];
    prop_oneof![prop::collection::vec(-3..10i64, 0..60), prop::collection::vec(value, 0..60)]
}

fn counts(values: &[i64]) -> Counts {
    Counts::of(values.iter().copied()).expect("few values")
}

/// Asserts that `result` is the float nearest to a fraction: no float is nearer.
fn assert_nearest(result: f64, numerator: &BigInt, denominator: &BigUint) -> Result<(), TestCaseError> {
    let denominator = BigInt::from(denominator.clone());
    // |numerator − x · denominator| · 2^1074.
    let distance = |x: f64| {
        let bits = x.abs().to_bits();
        let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
        let scaled = if exponent == 0 {
            BigInt::from(fraction)
        } else {
            BigInt::from(fraction | 1 << 52) << (exponent - 1)
        };
        let scaled = if x < 0.0 { -scaled } else { scaled };
        let difference = (numerator << 1074u32) - scaled * &denominator;
        difference.magnitude().clone()
    };
    for neighbour in [result.next_up(), result.next_down()] {
        prop_assert!(distance(result) <= distance(neighbour), "{} is nearer than {}", neighbour, result);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn statistics_equal_their_definitions(values in values()) {
        let counts = counts(&values);
        let n = values.len() as u64;
        prop_assert_eq!(counts.total(), n);
        prop_assert_eq!(counts.is_empty(), values.is_empty());
        prop_assert_eq!(counts.min(), values.iter().copied().min());
        prop_assert_eq!(counts.max(), values.iter().copied().max());
        prop_assert_eq!(counts.sum(), values.iter().map(|&x| i128::from(x)).sum::<i128>());
        for value in -4..12 {
            prop_assert_eq!(counts.count(value), values.iter().filter(|&&x| x == value).count() as u64);
        }

        let sum: BigInt = values.iter().copied().map(BigInt::from).sum();
        match counts.mean() {
            None => prop_assert_eq!(n, 0),
            Some(mean) => assert_nearest(mean, &sum, &n.into())?,
        }
        match counts.variance() {
            None => prop_assert!(n < 2),
            Some(variance) => {
                // Two passes: deviations from the mean, multiplied by n to stay in whole numbers.
                let squares: BigInt = values.iter().map(|&x| (BigInt::from(x) * n - &sum).pow(2)).sum();
                assert_nearest(variance, &squares, &(BigUint::from(n) * n * (n - 1)))?;
            }
        }
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_list(values in values(), numerator in 0..=40u64) {
        let quantile = Quantile::new(numerator, 40).expect("a fraction");
        let mut sorted = values.clone();
        sorted.sort_unstable();
        // ⌈n·k/40⌉, at least 1, found by counting up.
        let rank = (1..=sorted.len()).find(|&rank| rank as u64 * 40 >= sorted.len() as u64 * numerator);
        prop_assert_eq!(counts(&values).quantile(quantile), rank.map(|rank| sorted[rank - 1]));
    }

    #[test]
    fn any_split_merges_to_the_whole_in_any_order(
        (values, shards) in values().prop_flat_map(|values| {
            let n = values.len();
            (Just(values), prop::collection::vec(0..5usize, n))
        }),
        order in Just([0, 1, 2, 3, 4]).prop_shuffle(),
    ) {
        let mut parts = vec![Counts::new(); 5];
        for (&value, &shard) in values.iter().zip(&shards) {
            parts[shard].record(value).expect("few values");
        }
        let whole = counts(&values);

        let mut one_by_one = Counts::new();
        for shard in order {
            one_by_one.merge(&parts[shard]).expect("few values");
        }
        prop_assert_eq!(&one_by_one, &whole);

        let [a, b, c, d, e] = order.map(|shard| parts[shard].clone());
        let merged = |mut a: Counts, b: Counts| { a.merge(&b).expect("few values"); a };
        prop_assert_eq!(&merged(merged(a, b), merged(c, merged(d, e))), &whole);

        let bytes = |counts: &Counts| postcard::to_stdvec(counts).expect("serialisable");
        prop_assert_eq!(bytes(&one_by_one), bytes(&whole));
    }
}

#[test]
fn the_largest_possible_observations_are_exact() {
    let mut counts = Counts::new();
    counts.record_many(i64::MIN, u64::MAX).expect("fits");
    assert_eq!(counts.sum(), i128::from(i64::MIN) * i128::from(u64::MAX));
    assert_eq!(counts.mean(), Some(i64::MIN as f64));
    assert_eq!(counts.variance(), Some(0.0));

    let mut counts = Counts::new();
    counts.record_many(i64::MIN, 1 << 63).expect("fits");
    counts.record_many(i64::MAX, (1 << 63) - 1).expect("fits");
    // (2⁶⁴ − 1)²/4 · n/(n − 1) rounds to 2¹²⁶.
    assert_eq!(counts.variance(), Some(2f64.powi(126)));
    assert_eq!(counts.quantile(Quantile::MEDIAN), Some(i64::MIN));
    assert_eq!(counts.quantile(Quantile::percent(51).expect("51")), Some(i64::MAX));
}

#[test]
fn one_observation_too_many_is_refused_and_changes_nothing() {
    let mut counts = Counts::new();
    counts.record_many(1, u64::MAX - 1).expect("fits");
    let before = counts.clone();
    assert_eq!(counts.record_many(2, 2), Err(StatsError::TooMany));
    assert_eq!(counts.merge(&Counts::of([2, 3]).expect("two")), Err(StatsError::TooMany));
    assert_eq!(counts, before);
    counts.record(2).expect("fits");
    assert_eq!(counts.record(2), Err(StatsError::TooMany));
    assert_eq!(counts.record_many(2, 0), Ok(()));
}

#[test]
fn recording_zero_observations_changes_nothing() {
    let mut counts = Counts::of([1, 2]).expect("two");
    counts.record_many(7, 0).expect("fits");
    assert_eq!(counts.iter().collect::<Vec<_>>(), [(1, 1), (2, 1)]);
}
