//! Benchmark of the throughput of each generator: whole slices through the catalogue, and single
//! numbers.
//!
//! Run with `cargo bench -p quadrille-random --bench generators`. A slice is 64 KiB, the size of
//! ASA-128's buffer.
//!
//! The results are checked before they are timed: slices must equal the single numbers of the same
//! sequence without vector instructions, and single doubles those of the catalogue.

use divan::{Bencher, counter::BytesCount, counter::ItemsCount};
use quadrille_lanes::Level;
use quadrille_random::catalogue::{self, Started};
use quadrille_random::generators::{Asa128Doubles, Mt19937, Philox4x32, Sfmt19937, Xoshiro256PlusPlus};
use quadrille_random::rand_core::{Rng, SeedableRng};
use rand::rngs::SmallRng;

const BYTES: usize = 1 << 16;

/// Numbers per sample, for single draws.
const ITEMS: u64 = 4096;

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    catalogue::entries().iter().map(|entry| entry.name)
}

const SEED: u64 = 31459;

/// Starts the sequence that is timed.
fn started(name: &str) -> Started {
    catalogue::find(name).expect("a known name").start(SEED).expect("a good seed")
}

/// Starts the same sequence without vector instructions.
fn plain(name: &str) -> Started {
    started_at(name, Level::scalar())
}

fn started_at(name: &str, level: Level) -> Started {
    catalogue::find(name).expect("a known name").start_with_level(SEED, level).expect("a good seed")
}

/// Panics unless one call of `fill` equals many calls of `plainly` for one number each.
fn check<T: Clone + Default + PartialEq>(
    name: &str,
    places: usize,
    mut fill: impl FnMut(&mut [T]),
    mut plainly: impl FnMut(&mut [T]),
) {
    let (mut filled, mut expected) = (vec![T::default(); places], vec![T::default(); places]);
    fill(&mut filled);
    expected.chunks_mut(1).for_each(&mut plainly);
    assert!(filled == expected, "{name}: a slice differs from its numbers one by one");
}

#[divan::bench(args = names())]
fn bytes(bencher: Bencher<'_, '_>, name: &str) {
    let (mut sequence, mut plain) = (started(name), plain(name));
    check(name, BYTES, |all| sequence.fill_bytes(all), |one| plain.fill_bytes(one));
    let mut bytes = vec![0; BYTES];
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| sequence.fill_bytes(&mut bytes));
}

#[divan::bench(args = names())]
fn u64s(bencher: Bencher<'_, '_>, name: &str) {
    let (mut sequence, mut plain) = (started(name), plain(name));
    check(name, BYTES / 8, |all| sequence.fill_u64(all), |one| plain.fill_u64(one));
    let mut values = vec![0; BYTES / 8];
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| sequence.fill_u64(&mut values));
}

#[divan::bench(args = names())]
fn f64s(bencher: Bencher<'_, '_>, name: &str) {
    let (mut sequence, mut plain) = (started(name), plain(name));
    check(name, BYTES / 8, |all| sequence.fill_f64(all), |one| plain.fill_f64(one));
    let mut values = vec![0.0; BYTES / 8];
    bencher.counter(ItemsCount::new(BYTES / 8)).bench_local(|| sequence.fill_f64(&mut values));
}

#[divan::bench(args = ["asa128", "sfmt19937", "philox4x32-10"])]
fn bytes_at_level_scalar(bencher: Bencher<'_, '_>, name: &str) {
    let mut sequence = started_at(name, Level::scalar());
    let mut best = started(name);
    check(name, BYTES, |all| sequence.fill_bytes(all), |one| best.fill_bytes(one));
    let mut bytes = vec![0; BYTES];
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| sequence.fill_bytes(&mut bytes));
}

#[divan::bench]
fn bytes_of_rands_small_rng(bencher: Bencher<'_, '_>) {
    let (mut generator, mut words) = (SmallRng::seed_from_u64(31459), SmallRng::seed_from_u64(31459));
    let mut bytes = vec![0; BYTES];
    generator.fill_bytes(&mut bytes);
    assert!(bytes.chunks(8).all(|word| word == words.next_u64().to_le_bytes()), "bytes are not the words");
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| generator.fill_bytes(&mut bytes));
}

/// Times single doubles, each of which is needed before the next is drawn.
fn one_at_a_time(bencher: Bencher<'_, '_>, name: &str, mut draw: impl FnMut() -> f64) {
    let mut sequence = started(name);
    check(name, ITEMS as usize, |all| sequence.fill_f64(all), |one| one.fill_with(&mut draw));
    bencher.counter(ItemsCount::new(ITEMS)).bench_local(|| (0..ITEMS).fold(0.0, |sum, _| sum + draw()));
}

#[divan::bench]
fn one_double_asa128(bencher: Bencher<'_, '_>) {
    let mut generator = Asa128Doubles::new(31459);
    one_at_a_time(bencher, "asa128", || generator.next_f64());
}

#[divan::bench]
fn one_double_sfmt19937(bencher: Bencher<'_, '_>) {
    let mut generator = Sfmt19937::new(31459);
    one_at_a_time(bencher, "sfmt19937", || generator.next_f64());
}

#[divan::bench]
fn one_double_mt19937(bencher: Bencher<'_, '_>) {
    let mut generator = Mt19937::new(31459);
    one_at_a_time(bencher, "mt19937", || generator.next_f64());
}

#[divan::bench]
fn one_double_philox4x32(bencher: Bencher<'_, '_>) {
    let mut generator = Philox4x32::new(31459);
    one_at_a_time(bencher, "philox4x32-10", || generator.next_f64());
}

#[divan::bench]
fn one_double_xoshiro256plusplus(bencher: Bencher<'_, '_>) {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(31459);
    one_at_a_time(bencher, "xoshiro256++", || generator.next_f64());
}
