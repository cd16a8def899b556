//! Intervals: published examples, wrong input, and coverage.

use proptest::prelude::*;
use quadrille_stats::{Confidence, Counts, Interval, Moments, StatsError, normal_critical};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn confidence(confidence: f64) -> Confidence {
    Confidence::new(confidence).expect("a confidence")
}

#[test]
fn wilson_as_published() {
    // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine
    // 17 (1998), table I.
    for (successes, trials, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let interval = Interval::wilson(successes, trials, confidence(0.95)).expect("trials");
        assert!((interval.low - low).abs() < 5.1e-5, "{interval:?}");
        assert!((interval.high - high).abs() < 5.1e-5, "{interval:?}");
    }
}

#[test]
fn student_for_four_values() {
    // Mean 10, variance 30, so the standard error is √7.5; t with 3 degrees is 3.182446305283708.
    let counts = Counts::of([4, 7, 13, 16]).expect("four values");
    let interval = counts.mean_interval(confidence(0.95)).expect("four values");
    let half = 3.182446305283708 * 7.5f64.sqrt();
    assert!((interval.half_width() - half).abs() < 1e-12);
    assert!((interval.low - (10.0 - half)).abs() < 1e-12);
    assert_eq!(Counts::of([1]).expect("one value").mean_interval(confidence(0.95)), None);
    assert_eq!(Moments::new().mean_interval(confidence(0.95)), None);
}

#[test]
fn wrong_input_is_refused() {
    let c = confidence(0.9);
    assert_eq!(Interval::normal(0.0, -1.0, c), Err(StatsError::StandardError(-1.0)));
    for wrong in [f64::NAN, f64::INFINITY] {
        assert!(matches!(Interval::normal(wrong, 1.0, c), Err(StatsError::NotFinite(_))));
        assert!(matches!(Interval::normal(0.0, wrong, c), Err(StatsError::NotFinite(_))));
    }
    assert!(matches!(Interval::normal(f64::MAX, f64::MAX, c), Err(StatsError::NotFinite(_))));
    assert!(matches!(Interval::t(0.0, 1.0, 0, c), Err(StatsError::TooFew { have: 0, need: 1, .. })));
    assert!(matches!(Interval::wilson(0, 0, c), Err(StatsError::TooFew { have: 0, need: 1, .. })));
    assert_eq!(Interval::wilson(2, 1, c), Err(StatsError::Successes { successes: 2, trials: 1 }));
}

proptest! {
    /// The definition: at the limits p, the distance to the observed proportion is z standard
    /// deviations √(p(1 − p)/n).
    #[test]
    fn wilson_limits_solve_their_equation(
        trials in prop_oneof![1..200u64, 1..1u64 << 40], share in 0.0..=1.0f64, c in 0.05..0.9999f64,
    ) {
        let successes = (trials as f64 * share) as u64;
        let interval = Interval::wilson(successes, trials, confidence(c)).expect("trials");
        let (n, seen, z) = (trials as f64, successes as f64 / trials as f64, normal_critical(confidence(c)));
        prop_assert!(interval.contains(seen) && interval.low >= 0.0 && interval.high <= 1.0, "{:?}", interval);
        for p in [interval.low, interval.high] {
            let (left, right) = ((seen - p).powi(2), z * z * p * (1.0 - p) / n);
            let rounding = 1e-12 * (left + right) + 16.0 * f64::EPSILON * (seen - p).abs() + 1e-30;
            prop_assert!((left - right).abs() <= rounding, "{} and {} at {}", left, right, p);
        }
    }
}

/// Returns normal deviates from pairs of uniform ones (Box and Muller, 1958).
fn normal(generator: &mut Xoshiro256PlusPlus) -> f64 {
    let (u, v): (f64, f64) = (1.0 - generator.random::<f64>(), generator.random());
    (-2.0 * libm::log(u)).sqrt() * libm::cos(std::f64::consts::TAU * v)
}

/// For samples of five normal values, the t interval has its nominal coverage. The normal interval,
/// which uses the estimated standard error, does not, which shows that the test distinguishes them.
#[test]
fn t_intervals_of_small_samples_cover_as_promised() {
    let repetitions = 40_000;
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(31459);
    let (mut by_t, mut by_normal) = (0, 0);
    for _ in 0..repetitions {
        let mut moments = Moments::new();
        for _ in 0..5 {
            moments.record(7.0 + 3.0 * normal(&mut generator)).expect("finite");
        }
        let (mean, error) = (moments.mean().expect("five"), moments.standard_error().expect("five"));
        by_t += u64::from(moments.mean_interval(confidence(0.95)).expect("five").contains(7.0));
        by_normal +=
            u64::from(Interval::normal(mean, error, confidence(0.95)).expect("finite").contains(7.0));
    }
    // Checked with an interval for the coverage itself, whose confidence makes a failure by chance
    // unlikely.
    let covered = |hits| Interval::wilson(hits, repetitions, confidence(0.9999)).expect("repetitions");
    assert!(covered(by_t).contains(0.95), "{:?}", covered(by_t));
    // 0.8782: the probability that t with 4 degrees of freedom lies within ±1.96.
    assert!(covered(by_normal).contains(0.8782), "{:?}", covered(by_normal));
}

/// Averaged over all probabilities, the score interval covers close to its nominal confidence. For
/// rare successes in few trials, the normal interval of a proportion covers far less.
#[test]
fn wilson_intervals_cover_close_to_what_they_promise() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(31459);
    let repetitions = 40_000;
    let mut hits = 0;
    for _ in 0..repetitions {
        let p: f64 = generator.random();
        let successes = (0..30).filter(|_| generator.random::<f64>() < p).count() as u64;
        hits += u64::from(Interval::wilson(successes, 30, confidence(0.95)).expect("trials").contains(p));
    }
    let coverage = f64::from(hits as u32) / f64::from(repetitions);
    assert!((0.945..0.96).contains(&coverage), "{coverage}");
}
