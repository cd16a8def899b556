//! For good values, p-values are uniform.

use std::collections::BTreeMap;

use quadrille_random::StreamKey;
use quadrille_random::battery::{Null, Size};
use quadrille_random::rand_core::Rng;

use crate::battery::{statistics, subjects, test};

/// Number of runs of each test.
const RUNS: u64 = 100;

/// Limit of the Kolmogorov–Smirnov statistic times √runs; a calibrated test exceeds it with
/// probability 10⁻⁴. About 40 statistics are examined.
const LIMIT: f64 = 2.23;

/// The results for all statistics of a name: p-values, and (statistic, null) of each.
#[derive(Default)]
struct Seen {
    p: Vec<f64>,
    statistics: Vec<(f64, Option<Null>)>,
}

/// Runs the test on good values of each width, and checks the distribution of the p-values of every
/// statistic.
fn calibrate(name: &str) {
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for run in 0..RUNS {
        let bits = [15, 31, 32, 64][(run % 4) as usize];
        let mut generator = StreamKey::new(271828, run).rng();
        let values = subjects::each(bits, move || generator.next_u64() >> (64 - bits));
        for statistic in statistics(test(name), values, Size::MIN.get()) {
            let seen = seen.entry(statistic.name.into_owned()).or_default();
            seen.p.push(statistic.p);
            seen.statistics.push((statistic.value, Some(statistic.null)));
        }
    }
    for (statistic, mut seen) in seen {
        seen.p.sort_by(f64::total_cmp);
        let count = seen.p.len() as f64;
        let (mut above, mut below) = (0.0f64, 0.0f64);
        for (i, &p) in seen.p.iter().enumerate() {
            // The differences between the empirical and the uniform distribution function at this
            // p-value.
            above = above.max((i + 1) as f64 / count - p);
            below = below.max(p - i as f64 / count);
        }
        let (above, below) = (above * count.sqrt(), below * count.sqrt());
        assert!(above < LIMIT, "{name}, {statistic}: small p-values too often, {above}");
        match seen.statistics[0].1 {
            // p-values of counts are discrete, so the mean is checked instead.
            Some(Null::Poisson { .. }) => {
                let mean: f64 = seen.statistics.iter().map(|(_, null)| mean(*null)).sum();
                let sum: f64 = seen.statistics.iter().map(|(statistic, _)| statistic).sum();
                let deviation = (sum - mean) / mean.sqrt();
                assert!(deviation.abs() < 4.0, "{name}, {statistic}: {sum} instead of {mean}");
            }
            Some(Null::Deficiency { .. }) => {
                // The deficiency of a large random matrix: mean 0.8502, variance 0.4158.
                let matrices: f64 = seen.statistics.iter().map(|(_, null)| mean(*null)).sum();
                let sum: f64 = seen.statistics.iter().map(|(statistic, _)| statistic).sum();
                let deviation = (sum - 0.8502 * matrices) / (0.4158 * matrices).sqrt();
                assert!(deviation.abs() < 4.0, "{name}, {statistic}: {sum} of {matrices} matrices");
            }
            _ => assert!(below < LIMIT, "{name}, {statistic}: small p-values too seldom, {below}"),
        }
    }
}

/// Returns the mean of a Poisson variable, or the number of matrices.
fn mean(null: Option<Null>) -> f64 {
    match null {
        Some(Null::Poisson { mean }) => mean,
        Some(Null::Deficiency { matrices, .. }) => matrices.into(),
        _ => 0.0,
    }
}

macro_rules! calibrated {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            calibrate(stringify!($name));
        })*

        #[test]
        fn no_test_is_left_out() {
            let names = quadrille_random::battery::TESTS.iter().map(|test| test.name);
            assert!(names.eq([$(stringify!($name)),*]));
        }
    };
}

calibrated!(frequency serial runs gaps permutations maximum collisions birthdays weights rank walk);
