//! What each generator gives a second: whole slices through the catalogue, and one number at a time.
//!
//! Run with `cargo bench -p quadrille-random --bench generators`. A slice is 64 KiB, the size of ASA-128's buffer.

use divan::{Bencher, counter::BytesCount, counter::ItemsCount};
use quadrille_lanes::Level;
use quadrille_random::catalogue;
use quadrille_random::generators::{Asa128Doubles, Mt19937, Philox4x32, Sfmt19937, Xoshiro256PlusPlus};
use quadrille_random::rand_core::{Rng, SeedableRng};
use rand::rngs::SmallRng;

const BYTES: usize = 1 << 16;

/// Numbers a sample, drawn one at a time.
const ITEMS: u64 = 4096;

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    catalogue::entries().iter().map(|entry| entry.name)
}

#[divan::bench(args = names())]
fn bytes(bencher: Bencher<'_, '_>, name: &str) {
    let mut sequence = catalogue::find(name).expect("a known name").start(31459).expect("a good seed");
    let mut bytes = vec![0; BYTES];
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| sequence.fill_bytes(&mut bytes));
}

#[divan::bench(args = names())]
fn u64s(bencher: Bencher<'_, '_>, name: &str) {
    let mut sequence = catalogue::find(name).expect("a known name").start(31459).expect("a good seed");
    let mut values = vec![0; BYTES / 8];
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| sequence.fill_u64(&mut values));
}

#[divan::bench(args = names())]
fn f64s(bencher: Bencher<'_, '_>, name: &str) {
    let mut sequence = catalogue::find(name).expect("a known name").start(31459).expect("a good seed");
    let mut values = vec![0.0; BYTES / 8];
    bencher.counter(ItemsCount::new(BYTES / 8)).bench_local(|| sequence.fill_f64(&mut values));
}

#[divan::bench(args = ["asa128", "sfmt19937", "philox4x32-10"])]
fn bytes_at_level_scalar(bencher: Bencher<'_, '_>, name: &str) {
    let entry = catalogue::find(name).expect("a known name");
    let mut sequence = entry.start_with_level(31459, Level::scalar()).expect("a good seed");
    let mut bytes = vec![0; BYTES];
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| sequence.fill_bytes(&mut bytes));
}

#[divan::bench]
fn bytes_of_rands_small_rng(bencher: Bencher<'_, '_>) {
    let mut generator = SmallRng::seed_from_u64(31459);
    let mut bytes = vec![0; BYTES];
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| generator.fill_bytes(&mut bytes));
}

/// One double at a time, each needed before the next is drawn.
fn one_at_a_time(bencher: Bencher<'_, '_>, mut draw: impl FnMut() -> f64) {
    bencher.counter(ItemsCount::new(ITEMS)).bench_local(|| (0..ITEMS).fold(0.0, |sum, _| sum + draw()));
}

#[divan::bench]
fn one_double_asa128(bencher: Bencher<'_, '_>) {
    let mut generator = Asa128Doubles::new(31459);
    one_at_a_time(bencher, || generator.next_f64());
}

#[divan::bench]
fn one_double_sfmt19937(bencher: Bencher<'_, '_>) {
    let mut generator = Sfmt19937::new(31459);
    one_at_a_time(bencher, || generator.next_f64());
}

#[divan::bench]
fn one_double_mt19937(bencher: Bencher<'_, '_>) {
    let mut generator = Mt19937::new(31459);
    one_at_a_time(bencher, || generator.next_f64());
}

#[divan::bench]
fn one_double_philox4x32(bencher: Bencher<'_, '_>) {
    let mut generator = Philox4x32::new(31459);
    one_at_a_time(bencher, || generator.next_f64());
}

#[divan::bench]
fn one_double_xoshiro256plusplus(bencher: Bencher<'_, '_>) {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(31459);
    one_at_a_time(bencher, || generator.next_f64());
}
