//! Every operation as a plain loop over lanes, on one word after the other, and on slices at every
//! level; and the ladder. Times are for all items of a run, rates count items.
//!
//! `cargo bench -p quadrille-lanes -- contains` times what has `contains` in its name.

#![allow(clippy::wildcard_imports, reason = "a group of benches is no module of its own")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use quadrille_lanes::ladder::{self, Rung, Workload};
use quadrille_lanes::{Level, Nibbles32, Nibbles64, plain, slices};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    divan::main();
}

/// So many words of 64 bits, two operands and a result fit the first level of cache.
const WORDS: usize = 1024;

/// Words no call has given before.
fn random_words(n: usize) -> Vec<u64> {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(CALLS.fetch_add(1, Ordering::Relaxed));
    (0..n).map(|_| rng.next_u64()).collect()
}

/// Words with lanes of 0 to 3, which meet every precondition but that of a plain sum.
fn words() -> Vec<Nibbles64> {
    random_words(WORDS).into_iter().map(|bits| Nibbles64::from_bits(bits & 0x3333_3333_3333_3333)).collect()
}

/// The two lists with, place by place, the larger lanes in the first.
fn ordered() -> (Vec<Nibbles64>, Vec<Nibbles64>) {
    words().into_iter().zip(words()).map(|(a, b)| (a.max_lanes(b), a.min_lanes(b))).unzip()
}

/// `contains` of one part in many words: the bar of this crate, in words for each nanosecond.
#[divan::bench_group(max_time = Duration::from_millis(100))]
mod contains {
    use super::*;

    const PART: Nibbles64 = Nibbles64::from_bits(0x0000_0100_0020_0001);

    /// The part, which the compiler may not know: it would leave out the lanes that are 0.
    fn part() -> Nibbles64 {
        black_box(PART)
    }

    #[divan::bench]
    fn plain(bencher: Bencher<'_, '_>) {
        let (words, part) = (words(), part());
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench(|| black_box(&words).iter().filter(|&&hand| plain::contains(hand, part)).count());
    }

    #[divan::bench]
    fn word(bencher: Bencher<'_, '_>) {
        let (words, part) = (words(), part());
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench(|| black_box(&words).iter().filter(|&&hand| hand.contains(part)).count());
    }

    #[divan::bench(args = Level::available())]
    fn count(bencher: Bencher<'_, '_>, level: Level) {
        let (words, part) = (words(), part());
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench(|| slices::contains_count(level, black_box(&words), part));
    }

    #[divan::bench(args = Level::available())]
    fn mask(bencher: Bencher<'_, '_>, level: Level) {
        let (words, part, mut mask) = (words(), part(), [0; WORDS / 64]);
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench_local(|| slices::contains_mask(level, black_box(&words), part, black_box(&mut mask)));
    }

    #[divan::bench(args = Level::available())]
    fn count_32_bits(bencher: Bencher<'_, '_>, level: Level) {
        let words: Vec<_> =
            words().into_iter().map(|word| Nibbles32::from_bits(word.bits() as u32)).collect();
        let part = Nibbles32::from_bits(part().bits() as u32);
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench(|| slices::contains_count(level, black_box(&words), part));
    }

    #[divan::bench(args = Level::available())]
    fn pairs(bencher: Bencher<'_, '_>, level: Level) {
        let (hands, parts, mut mask) = (words(), words(), [0; WORDS / 64]);
        bencher.counter(ItemsCount::new(WORDS)).bench_local(|| {
            slices::contains_pairs(level, black_box(&hands), black_box(&parts), black_box(&mut mask));
        });
    }
}

/// A group that times the three forms of an operation, word for word into a result.
macro_rules! three_forms {
    ($($op:ident($($operand:ident),*) of $operands:expr;)*) => { $(
        #[divan::bench_group(max_time = Duration::from_millis(30))]
        mod $op {
            use super::*;

            #[divan::bench]
            fn plain(bencher: Bencher<'_, '_>) {
                each(bencher, |$($operand),*| plain::$op($($operand),*));
            }

            #[divan::bench]
            fn word(bencher: Bencher<'_, '_>) {
                each(bencher, |$($operand),*| $op($($operand),*));
            }

            #[divan::bench(args = Level::available())]
            fn slice(bencher: Bencher<'_, '_>, level: Level) {
                let (($($operand,)*), mut out) = ($operands, vec![Nibbles64::ZERO; WORDS]);
                bencher.counter(ItemsCount::new(WORDS)).bench_local(|| {
                    slices::$op(level, $(black_box(&$operand),)* black_box(&mut out));
                });
            }

            fn $op($($operand: Nibbles64),*) -> Nibbles64 {
                three_forms!(@method $op $($operand)*)
            }

            fn each(bencher: Bencher<'_, '_>, f: impl Fn($(three_forms!(@word $operand)),*) -> Nibbles64) {
                let (($($operand,)*), mut out) = ($operands, vec![Nibbles64::ZERO; WORDS]);
                bencher.counter(ItemsCount::new(WORDS)).bench_local(|| {
                    $(let $operand = black_box(&$operand);)*
                    for (i, out) in black_box(&mut out).iter_mut().enumerate() {
                        *out = f($($operand[i]),*);
                    }
                });
            }
        }
    )* };
    (@method $op:ident $first:ident $($rest:ident)*) => { $first.$op($($rest),*) };
    (@word $operand:ident) => { Nibbles64 };
}

three_forms! {
    zero_lanes(a) of (words(),);
    count_bits(a) of (words(),);
    locate(a) of (words(),);
    staircase(a) of (words(),);
    three_bits(a) of (words(),);
    eq_lanes(a, b) of (words(), words());
    ge_lanes(a, b) of (words(), words());
    remove(a, b) of ordered();
    add(a, b) of (words(), words());
    max_lanes(a, b) of (words(), words());
}

/// The number of cards in each hand.
#[divan::bench_group(max_time = Duration::from_millis(30))]
mod wide_sum {
    use super::*;

    #[divan::bench]
    fn plain(bencher: Bencher<'_, '_>) {
        let words = words();
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench(|| black_box(&words).iter().map(|&word| plain::sum(word)).sum::<u32>());
    }

    #[divan::bench]
    fn word(bencher: Bencher<'_, '_>) {
        let words = words();
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench(|| black_box(&words).iter().map(|word| word.wide_sum()).sum::<u32>());
    }

    #[divan::bench(args = Level::available())]
    fn slice(bencher: Bencher<'_, '_>, level: Level) {
        let (words, mut out) = (words(), [0; WORDS]);
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench_local(|| slices::wide_sum(level, black_box(&words), black_box(&mut out)));
    }
}

/// Runs of five ranks.
#[divan::bench(args = Level::available(), max_time = Duration::from_millis(30))]
fn runs(bencher: Bencher<'_, '_>, level: Level) {
    let (words, mut out) = (words(), vec![Nibbles64::ZERO; WORDS]);
    bencher
        .counter(ItemsCount::new(WORDS))
        .bench_local(|| slices::runs(level, black_box(&words), 5, black_box(&mut out)));
}

struct Named(Rung);

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.0.what, self.0.name)
    }
}

/// The rungs, each run on words it has not seen.
#[divan::bench(args = ladder::rungs().into_iter().map(Named), sample_count = 30, sample_size = 1)]
fn ladder(bencher: Bencher<'_, '_>, rung: &Named) {
    let workload = Workload::from_words(&random_words(Workload::WORDS));
    bencher
        .counter(ItemsCount::new(rung.0.items(&workload)))
        .with_inputs(|| {
            let mut fresh = workload.clone();
            fresh.refill(&random_words(Workload::WORDS));
            fresh
        })
        .bench_local_refs(|workload| rung.0.run(Level::best(), workload));
}
