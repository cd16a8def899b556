//! Benchmark of the tests of the battery: seconds per test, at the default size, on one thread.
//!
//! Each test is first run untimed on the same values, and must report nothing suspicious.

use divan::Bencher;
use quadrille_random::battery::{Size, TESTS, Values};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

fn main() {
    divan::main();
}

/// All tests compute about 80 statistics. For a good generator, a p-value below this occurs about
/// once in ten million seeds. There is no upper limit: p-values are two-sided, and rare events have
/// p = 1.
const MARGIN: f64 = 1e-9;

fn generator() -> Xoshiro256PlusPlus {
    StreamKey::new(31459, 0).rng()
}

#[divan::bench(args = TESTS.iter().map(|test| test.name), sample_count = 3, sample_size = 1)]
fn words_of_64_bits(bencher: Bencher<'_, '_>, name: &str) {
    run(bencher, name, || Values::u64(generator()));
}

#[divan::bench(args = TESTS.iter().map(|test| test.name), sample_count = 3, sample_size = 1)]
fn words_of_32_bits(bencher: Bencher<'_, '_>, name: &str) {
    run(bencher, name, || Values::u32(generator()));
}

fn run(bencher: Bencher<'_, '_>, name: &str, source: fn() -> Values<'static>) {
    let test = TESTS.iter().find(|test| test.name == name).expect("the name of a test");
    let statistics = test.run(&mut source(), Size::default(), &()).expect("nobody cancels");
    assert!(!statistics.is_empty(), "{name} gives no statistic");
    for statistic in statistics {
        let passed = (MARGIN..=1.0).contains(&statistic.p);
        assert!(passed, "{name} flags a good generator: {statistic:?}");
    }
    bencher.with_inputs(source).bench_local_values(|mut values| test.run(&mut values, Size::default(), &()));
}
