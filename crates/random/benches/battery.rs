//! Seconds of each test of the battery, at the default size, on one thread.
//!
//! Each test is run once before it is timed, on the same values, and must find nothing odd in them.

use divan::Bencher;
use quadrille_random::battery::{Null, Size, TESTS, Values};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

fn main() {
    divan::main();
}

/// A good generator, on whose values all tests together make some 80 statistics: a p-value nearer than this
/// to 0 or 1 comes about once in ten million seeds.
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
        // Without degrees of freedom nothing was compared, and p is 1.
        let compared = statistic.null != Null::ChiSquare { degrees: 0 };
        let expected = !compared || (MARGIN..1.0 - MARGIN).contains(&statistic.p);
        assert!(expected, "{name} finds fault with a good generator: {statistic:?}");
    }
    bencher.with_inputs(source).bench_local_values(|mut values| test.run(&mut values, Size::default(), &()));
}
