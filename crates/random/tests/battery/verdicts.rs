//! Generators as they deserve.

use quadrille_random::battery::{TESTS, Values, Verdict, verdict};
use quadrille_random::rand_core::SeedableRng;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use crate::subjects::{Asa128, each, glibc_rand, msvc_rand, mt19937, net_random};
use crate::{figures, test};

/// The first three values.
fn first(mut values: Values<'_>) -> [u64; 3] {
    let mut block = [0; 3];
    values.fill(&mut block);
    block
}

#[test]
fn the_subjects_are_what_they_are_called() {
    assert_eq!(first(msvc_rand(1)), [41, 18467, 6334]);
    assert_eq!(first(glibc_rand(1)), [1804289383, 846930886, 1681692777]);
    assert_eq!(first(mt19937(5489)), [3499211612, 581869302, 3890346734]);
    assert_eq!(first(net_random(1)), [534011718, 237820880, 1002897798]);
    assert_eq!(first(Asa128::new(0).values()), [571508834, 1179982212, 1575037956]);
    let mut doubles = [0.0; 2];
    Asa128::new(0).first_doubles(&mut doubles);
    assert_eq!(doubles.map(f64::to_bits), [0x3FE2513373A6F4B8, 0x3FE6E61D6643B5C8]);
}

/// Fails unless the test flags the values at the default size, by this figure and with no doubt.
#[track_caller]
fn assert_flagged(name: &str, figure: &str, values: Values<'_>) {
    let figures = figures(test(name), values, 24);
    assert_eq!(verdict(&figures), Verdict::Flagged);
    let found = figures.iter().find(|found| found.name == figure).expect("the name of a figure");
    assert!(found.p < 1e-30, "{found:?}");
}

#[test]
fn asa128_is_flagged_by_words_five_apart_in_a_lane() {
    let figures = figures(test("weights"), Asa128::new(31459).values(), 24);
    let worst = figures.iter().find(|figure| figure.name == "worst lag").expect("the figure");
    // A correlation of +0.0061 ± 2⁻¹², 20 values apart in memory.
    assert!(worst.p < 1e-60 && worst.at == Some(20), "{worst:?}");
    let correlation = worst.statistic / 4096.0;
    assert!((correlation - 0.0061).abs() < 0.001, "{correlation}");
}

#[test]
fn msvc_rand_is_flagged_by_its_lattice_and_its_low_bits() {
    assert_flagged("birthdays", "points in 4 dimensions", msvc_rand(31459));
    assert_flagged("serial", "trailing bits", msvc_rand(31459));
    assert_flagged("rank", "large, trailing bits", msvc_rand(31459));
}

#[test]
fn glibc_rand_is_flagged_by_its_linear_last_bit() {
    assert_flagged("rank", "large, trailing bits", glibc_rand(31459));
    assert_flagged("walk", "trailing bits: end", glibc_rand(31459));
}

/// Fails if any test flags the values.
fn assert_passed(name: &str, source: impl Fn() -> Values<'static>) {
    for test in &TESTS {
        let figures = figures(test, source(), 21);
        assert_eq!(verdict(&figures), Verdict::Passed, "{name}, {}: {figures:#?}", test.name);
    }
}

#[test]
fn xoshiro_passes() {
    assert_passed("64 bits", || Values::u64(Xoshiro256PlusPlus::seed_from_u64(31459)));
    assert_passed("32 bits", || Values::u32(Xoshiro256PlusPlus::seed_from_u64(31459)));
}

#[test]
fn old_generators_without_such_defects_pass() {
    assert_passed("mt19937", || mt19937(31459));
    assert_passed("net-random", || net_random(31459));
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
    // Each stream is good; two of four are the same.
    let stream = |number: u64| Values::u32(StreamKey::new(31459, number % 3).rng());
    let values = Values::interleaved((0..4).map(stream).collect()).expect("streams of one width");
    let weights = figures(test("weights"), values, 19);
    assert!(weights.iter().any(|figure| figure.name == "worst lag" && figure.at == Some(3)), "{weights:?}");
    assert_eq!(verdict(&weights), Verdict::Flagged);
    // Consecutive seeds of a congruential generator, in turn.
    let values = Values::interleaved((0..64).map(msvc_rand).collect()).expect("streams of one width");
    assert_eq!(verdict(&figures(test("runs"), values, 19)), Verdict::Flagged);
    assert_eq!(verdict(&figures(test("runs"), each(15, || 1), 19)), Verdict::Flagged);
}

/// Equal spacings in a thousand rounds of 512 birthdays, one value each, in 2²⁵ days: Knuth's example, 1000 expected.
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
fn what_is_said_of_lagged_fibonacci_generators_is_true() {
    // Standard deviation 32.
    assert!(spacings_of_single_values(mt19937(31459)).abs_diff(1000) < 200);
    assert_eq!(spacings_of_single_values(net_random(31459)), 2090);
    assert!(spacings_of_single_values(glibc_rand(31459)) > 2000);
}
