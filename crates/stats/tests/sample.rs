//! Samples: quantiles compared with the sorted list, for any order of merging.

use proptest::prelude::*;
use quadrille_stats::{Quantile, Sample, StatsError};

fn sample(values: &[f64]) -> Sample {
    Sample::try_from(values.to_vec()).expect("finite values")
}

fn values() -> impl Strategy<Value = Vec<f64>> {
    let value = prop_oneof![
        -1e3..1e3f64,
        (-3..3i8).prop_map(f64::from),
        Just(-0.0),
        Just(f64::MAX),
        Just(f64::MIN),
        Just(5e-324),
        any::<f64>().prop_filter("finite", |x| x.is_finite()),
    ];
    prop::collection::vec(value, 0..80)
}

proptest! {
    #[test]
    fn quantiles_are_those_of_the_sorted_list(values in values(), numerator in 0..=20u64, at in 0..80usize) {
        let quantile = Quantile::new(numerator, 20).expect("a fraction");
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        let rank = (1..=sorted.len()).find(|&rank| rank as u64 * 20 >= sorted.len() as u64 * numerator);
        let expected = rank.map(|rank| sorted[rank - 1].to_bits());

        let whole = sample(&values);
        prop_assert_eq!(whole.quantile(quantile).map(f64::to_bits), expected);
        prop_assert_eq!(whole.quantiles([quantile]).map(|[x]| x.to_bits()), expected);
        prop_assert_eq!(whole.min().map(f64::to_bits), sorted.first().map(|x| x.to_bits()));
        prop_assert_eq!(whole.max().map(f64::to_bits), sorted.last().map(|x| x.to_bits()));

        let (left, right) = values.split_at(at.min(values.len()));
        let mut merged = sample(left);
        merged.merge(&sample(right));
        prop_assert_eq!(&merged, &whole);
        let mut swapped = sample(right);
        swapped.merge(&sample(left));
        prop_assert_eq!(swapped.quantile(quantile).map(f64::to_bits), expected);
    }
}

#[test]
fn invalid_values_are_refused_and_change_nothing() {
    let mut sample = sample(&[1.0]);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(sample.record(value), Err(StatsError::NotFinite(_))));
        assert!(Sample::try_from(vec![0.0, value]).is_err());
    }
    assert_eq!((sample.values(), sample.count()), (&[1.0][..], 1));
}

#[test]
fn no_values_have_no_quantiles() {
    assert_eq!(Sample::new().quantile(Quantile::MEDIAN), None);
    assert_eq!(Sample::new().quantiles([Quantile::MEDIAN; 3]), None);
}
