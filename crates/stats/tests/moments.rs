//! Moments compared with exact integer arithmetic; bitwise reproducibility of merging in a fixed
//! order.

use proptest::prelude::*;
use quadrille_stats::{Counts, Moments, StatsError};

fn moments(values: &[f64]) -> Moments {
    let mut moments = Moments::new();
    for &value in values {
        moments.record(value).expect("a finite value");
    }
    moments
}

fn bytes(moments: &Moments) -> Vec<u8> {
    postcard::to_stdvec(moments).expect("serialisable")
}

/// Generates whole numbers around an offset, and a scale by which they are divided: floats with
/// known exact moments.
fn scaled() -> impl Strategy<Value = (Vec<i64>, f64)> {
    let spread = prop_oneof![Just(1i64), Just(1000), Just(1 << 30)];
    let offset = prop_oneof![Just(0i64), Just(1_000_000), Just(-(1i64 << 40)), Just(1i64 << 45)];
    let scale = prop_oneof![Just(1.0), Just(2f64.powi(20)), Just(2f64.powi(-60)), Just(2f64.powi(200))];
    (spread, offset, scale).prop_flat_map(|(spread, offset, scale)| {
        (prop::collection::vec((offset - spread)..=(offset + spread), 1..200), Just(scale))
    })
}

/// Asserts that the error is a few units in the last place of the largest magnitude for each
/// observation.
fn assert_close(moments: &Moments, values: &[i64], scale: f64) -> Result<(), TestCaseError> {
    let exact = Counts::of(values.iter().copied()).expect("few values");
    let n = values.len() as f64;
    let largest = values.iter().map(|x| x.unsigned_abs()).max().unwrap_or(0) as f64 / scale;
    let mean = exact.mean().expect("values") / scale;
    let mean_error = (moments.mean().expect("values") - mean).abs();
    prop_assert!(mean_error <= n * f64::EPSILON * largest, "mean is off by {}", mean_error);
    if let Some(variance) = exact.variance() {
        let variance = variance / scale / scale;
        let found = moments.variance().expect("two values");
        let deviation = variance.sqrt();
        let noise = f64::EPSILON * largest * n;
        let allowed = n * f64::EPSILON * variance + 4.0 * noise * deviation + 4.0 * noise * noise;
        prop_assert!((found - variance).abs() <= allowed, "variance is {} instead of {}", found, variance);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn moments_are_close_to_the_exact_ones((values, scale) in scaled(), cut in 1..40usize) {
        let floats: Vec<f64> = values.iter().map(|&x| x as f64 / scale).collect();
        assert_close(&moments(&floats), &values, scale)?;

        let mut merged = Moments::new();
        for part in floats.chunks(cut) {
            merged.merge(&moments(part)).expect("few values");
        }
        assert_close(&merged, &values, scale)?;
        prop_assert_eq!(merged.count(), values.len() as u64);
        prop_assert_eq!(merged.min(), floats.iter().copied().min_by(f64::total_cmp));
        prop_assert_eq!(merged.max(), floats.iter().copied().max_by(f64::total_cmp));
    }

    /// The same parts in the same order give the same bits, whether merged at once, after storing
    /// the first of them, or with empty parts in between.
    #[test]
    fn the_same_order_gives_the_same_bits(
        values in prop::collection::vec(-1e6..1e6f64, 0..200), cut in 1..20usize, stop in 0..20usize,
    ) {
        let parts: Vec<Moments> = values.chunks(cut).map(moments).collect();
        let mut straight = Moments::new();
        for part in &parts {
            straight.merge(part).expect("few values");
        }

        let stop = stop.min(parts.len());
        let mut resumed = Moments::new();
        for part in &parts[..stop] {
            resumed.merge(part).expect("few values");
        }
        let mut resumed: Moments = postcard::from_bytes(&bytes(&resumed)).expect("just stored");
        for part in &parts[stop..] {
            resumed.merge(&Moments::new()).expect("nothing");
            resumed.merge(&postcard::from_bytes(&bytes(part)).expect("just stored")).expect("few values");
        }
        prop_assert_eq!(bytes(&resumed), bytes(&straight));
    }
}

#[test]
fn a_large_offset_costs_few_digits() {
    // A sum of squares would have no correct digit here.
    let values: Vec<f64> = (0..1_000_000).map(|i| 1e9 + f64::from(i % 2)).collect();
    let variance = moments(&values).variance().expect("many values");
    assert!((variance - 0.25 * 1e6 / (1e6 - 1.0)).abs() < 1e-6, "{variance}");
}

#[test]
fn equal_values_have_no_variance() {
    for value in [0.1, 1e-300, -Moments::LIMIT, Moments::LIMIT] {
        let mut both = moments(&[value; 7]);
        both.merge(&moments(&[value; 3])).expect("ten values");
        assert_eq!(both.count(), 10);
        assert!(both.variance().expect("ten values") <= (value * 1e-15).powi(2), "{both:?}");
    }
}

#[test]
fn the_largest_values_stay_finite() {
    let mut moments = moments(&[Moments::LIMIT, -Moments::LIMIT].repeat(1000));
    moments.merge(&moments.clone()).expect("few values");
    let variance = moments.variance().expect("many values");
    assert!((variance / 1e240 - 1.0).abs() < 1e-3, "{variance}");
}

#[test]
fn invalid_values_are_refused_and_change_nothing() {
    let mut moments = moments(&[1.0, 2.0]);
    let before = bytes(&moments);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(moments.record(value), Err(StatsError::NotFinite(_))));
    }
    for value in [f64::MAX, -1.1e120] {
        assert_eq!(moments.record(value), Err(StatsError::TooLarge(value)));
    }
    assert_eq!(bytes(&moments), before);
}

#[test]
fn too_few_values_have_no_figures() {
    let none = Moments::new();
    assert!(none.is_empty());
    assert_eq!((none.mean(), none.variance(), none.min(), none.max()), (None, None, None, None));
    let one = moments(&[3.0]);
    assert_eq!((one.mean(), one.variance(), one.standard_error()), (Some(3.0), None, None));
}

#[test]
fn zeros_of_both_signs_are_ordered_the_same_in_any_order() {
    for values in [[0.0, -0.0], [-0.0, 0.0]] {
        let both = moments(&values);
        assert_eq!(both.min().map(f64::to_bits), Some((-0.0f64).to_bits()));
        assert_eq!(both.max().map(f64::to_bits), Some(0.0f64.to_bits()));
    }
}

#[test]
fn samples_with_few_rare_outcomes_are_not_informative() {
    let of = |count: u64, value: fn(u64) -> f64| {
        let mut moments = Moments::new();
        (0..count).for_each(|place| moments.record(value(place)).expect("a number"));
        moments
    };
    assert!(!Moments::new().is_informative());
    assert!(!of(999_999, |_| 1.0).is_informative() && of(1_000_000, |_| 1.0).is_informative());
    assert!(of(1000, |place| (place % 7) as f64).is_informative());
    // One observation in 5,000 is large: at least about thirty large observations are needed,
    // however large they are.
    let jackpot = |place: u64| if place % 5000 == 17 { 20_000.0 } else { 1.0 };
    assert!(!of(1000, jackpot).is_informative() && !of(20_000, jackpot).is_informative());
    assert!(!of(130_000, jackpot).is_informative() && of(160_000, jackpot).is_informative());
}
