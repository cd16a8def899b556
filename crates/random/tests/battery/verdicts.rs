//! Verdicts on known generators.

use quadrille_random::battery::{TESTS, Values, Verdict, verdict};
use quadrille_random::rand_core::SeedableRng;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use crate::battery::subjects::{each, generator};
use crate::battery::{statistics, test};

/// Fails unless the test flags the values at the default size, by this statistic and with a tiny
/// p-value.
#[track_caller]
fn assert_flagged(name: &str, statistic: &str, values: Values<'_>) {
    let statistics = statistics(test(name), values, 24);
    assert_eq!(verdict(&statistics), Verdict::Flagged);
    let found = statistics.iter().find(|found| found.name == statistic).expect("the name of a statistic");
    assert!(found.p < 1e-30, "{found:?}");
}

#[test]
fn asa128_is_flagged_by_words_five_apart_in_a_lane() {
    let statistics = statistics(test("weights"), generator("asa128", 31459), 24);
    let worst = statistics.iter().find(|statistic| statistic.name == "worst lag").expect("the statistic");
    // A correlation of +0.0061 ± 2⁻¹² at a distance of 20 values.
    assert!(worst.p < 1e-60 && worst.at == Some(20), "{worst:?}");
    let correlation = worst.value / 4096.0;
    assert!((correlation - 0.0061).abs() < 0.001, "{correlation}");
}

#[test]
fn msvc_rand_is_flagged_by_its_lattice_and_its_low_bits() {
    assert_flagged("birthdays", "points in 4 dimensions", generator("msvc-rand", 31459));
    assert_flagged("serial", "trailing bits", generator("msvc-rand", 31459));
    assert_flagged("rank", "large, trailing bits", generator("msvc-rand", 31459));
}

#[test]
fn glibc_rand_is_flagged_by_its_linear_last_bit() {
    assert_flagged("rank", "large, trailing bits", generator("glibc-rand", 31459));
    assert_flagged("walk", "trailing bits: end", generator("glibc-rand", 31459));
}

/// Fails if any test flags the values.
fn assert_passed(name: &str, source: impl Fn() -> Values<'static>) {
    for test in &TESTS {
        let statistics = statistics(test, source(), 21);
        assert_eq!(verdict(&statistics), Verdict::Passed, "{name}, {}: {statistics:#?}", test.name);
    }
}

#[test]
fn xoshiro_passes() {
    assert_passed("eight lanes", || generator("xoshiro256++x8", 31459));
    assert_passed("64 bits", || Values::u64(Xoshiro256PlusPlus::seed_from_u64(31459)));
    assert_passed("32 bits", || Values::u32(Xoshiro256PlusPlus::seed_from_u64(31459)));
}

#[test]
fn old_generators_without_such_defects_pass() {
    for name in ["mt19937", "sfmt19937", "net-random", "philox4x32-10"] {
        assert_passed(name, || generator(name, 31459));
    }
}

#[test]
fn interleaved_streams_pass() {
    for streams in [2, 8, 1000] {
        assert_passed("interleaved", || {
            let stream = |number| Values::u64(StreamKey::new(31459, number).rng());
            Values::interleaved((0..streams).map(stream).collect()).expect("streams of one width")
        });
    }
}

#[test]
fn interleaved_streams_that_are_one_are_flagged() {
    // Each stream is good, but two of four are equal.
    let stream = |number: u64| Values::u32(StreamKey::new(31459, number % 3).rng());
    let values = Values::interleaved((0..4).map(stream).collect()).expect("streams of one width");
    let weights = statistics(test("weights"), values, 19);
    assert!(
        weights.iter().any(|statistic| statistic.name == "worst lag" && statistic.at == Some(3)),
        "{weights:?}"
    );
    assert_eq!(verdict(&weights), Verdict::Flagged);
    // Interleaved consecutive seeds of a congruential generator.
    let values = Values::interleaved((0..64).map(|seed| generator("msvc-rand", seed)).collect())
        .expect("streams of one width");
    assert_eq!(verdict(&statistics(test("runs"), values, 19)), Verdict::Flagged);
    assert_eq!(verdict(&statistics(test("runs"), each(15, || 1), 19)), Verdict::Flagged);
}

/// Returns the number of equal spacings in a thousand rounds of 512 birthdays of one value each in
/// 2²⁵ days, which is Knuth's example; 1000 are expected.
fn spacings_of_single_values(mut values: Values<'_>) -> usize {
    let shift = values.width().bits() - 25;
    let round = |_| {
        let mut days = [0; 512];
        values.fill(&mut days);
        days = days.map(|day| day >> shift);
        days.sort_unstable();
        let mut spacings: Vec<u64> = days.windows(2).map(|pair| pair[1] - pair[0]).collect();
        spacings.sort_unstable();
        spacings.windows(2).filter(|pair| pair[0] == pair[1]).count()
    };
    (0..1000).map(round).sum()
}

#[test]
fn documented_failures_of_lagged_fibonacci_generators_are_true() {
    // The standard deviation is 32.
    assert!(spacings_of_single_values(generator("mt19937", 31459)).abs_diff(1000) < 200);
    assert_eq!(spacings_of_single_values(generator("net-random", 31459)), 2090);
    assert!(spacings_of_single_values(generator("glibc-rand", 31459)) > 2000);
}
