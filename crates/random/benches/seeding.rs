//! What a stream costs: nanoseconds from a key to a generator, and for each draw after that.
//!
//! Run with `cargo bench -p quadrille-random`. The generators of `rand_xoshiro` are timed alongside.

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_lanes::Level;
use quadrille_random::generators::Philox4x32;
use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

/// Items a sample: enough for the clock, few enough to stay in the first-level cache.
const ITEMS: u64 = 4096;

fn main() {
    divan::main();
}

/// From key to first draw, keys known in advance, as in a loop over shards: seedings overlap.
#[divan::bench]
fn stream_and_first_draw(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        let seed = black_box(31459);
        (0..ITEMS).fold(0u64, |sum, stream| sum.wrapping_add(StreamKey::new(seed, stream).rng().next_u64()))
    });
}

/// The same where seed, stream and substream are all new each time.
#[divan::bench]
fn stream_and_first_draw_all_parts_new(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        (0..ITEMS).fold(0u64, |sum, n| {
            let key = StreamKey { seed: n, stream: n ^ 0xFF, substream: n + 5 };
            sum.wrapping_add(key.rng().next_u64())
        })
    });
}

/// Each key waits for the first draw of the stream before: the whole way from key to number.
#[divan::bench]
fn stream_and_first_draw_in_a_chain(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(ITEMS))
        .bench(|| (0..ITEMS).fold(31459, |seed, stream| StreamKey::new(seed, stream).rng().next_u64()));
}

/// Eight lanes, from key to state; the first draw is not timed, for it makes the draws after it as well.
#[divan::bench(args = Level::available())]
fn eight_lanes(bencher: Bencher<'_, '_>, level: Level) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        for stream in 0..ITEMS {
            black_box(StreamKey::new(31459, stream).rng_x8_at(level));
        }
    });
}

#[divan::bench(args = Level::available())]
fn eight_lanes_and_first_draw(bencher: Bencher<'_, '_>, level: Level) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        (0..ITEMS).fold(0u64, |sum, stream| {
            sum.wrapping_add(StreamKey::new(31459, stream).rng_x8_at(level).next_u64())
        })
    });
}

/// The eight scalar streams that the lanes are.
#[divan::bench]
fn eight_lanes_one_by_one(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        for stream in 0..ITEMS {
            black_box([0, 1, 2, 3, 4, 5, 6, 7].map(|lane| StreamKey::new(31459, 8 * stream + lane).rng()));
        }
    });
}

/// The counter-based generator: the key is the state, and the first draw computes the first block.
#[divan::bench]
fn philox_stream(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        for stream in 0..ITEMS {
            black_box(Philox4x32::at_stream(black_box(31459), stream));
        }
    });
}

/// The same from a key with a substream, which is mixed in.
#[divan::bench]
fn philox_stream_of_a_key(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        for stream in 0..ITEMS {
            black_box(Philox4x32::from(StreamKey { seed: black_box(31459), stream, substream: stream ^ 5 }));
        }
    });
}

#[divan::bench]
fn seed_from_u64_and_first_draw(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        (0..ITEMS)
            .fold(0u64, |sum, seed| sum.wrapping_add(Xoshiro256PlusPlus::seed_from_u64(seed).next_u64()))
    });
}

#[divan::bench]
fn seed_from_u64_and_first_draw_of_rand_xoshiro(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        (0..ITEMS).fold(0u64, |sum, seed| {
            sum.wrapping_add(rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed).next_u64())
        })
    });
}

#[divan::bench]
fn u64_draws(bencher: Bencher<'_, '_>) {
    let mut generator = StreamKey::new(31459, 0).rng();
    bencher
        .counter(ItemsCount::new(ITEMS))
        .bench_local(|| (0..ITEMS).fold(0u64, |sum, _| sum.wrapping_add(generator.next_u64())));
}

#[divan::bench]
fn u64_draws_of_rand_xoshiro(bencher: Bencher<'_, '_>) {
    let mut generator = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(31459);
    bencher
        .counter(ItemsCount::new(ITEMS))
        .bench_local(|| (0..ITEMS).fold(0u64, |sum, _| sum.wrapping_add(generator.next_u64())));
}

#[divan::bench]
fn f64_draws(bencher: Bencher<'_, '_>) {
    let mut generator = StreamKey::new(31459, 0).rng();
    bencher
        .counter(ItemsCount::new(ITEMS))
        .bench_local(|| (0..ITEMS).fold(0.0, |sum, _| sum + generator.next_f64()));
}
