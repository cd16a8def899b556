//! Seconds of each test of the battery, at the default size, on one thread.

use divan::Bencher;
use quadrille_random::battery::{Size, TESTS, Values};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

fn main() {
    divan::main();
}

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
    bencher.with_inputs(source).bench_local_values(|mut values| test.run(&mut values, Size::default(), &()));
}
