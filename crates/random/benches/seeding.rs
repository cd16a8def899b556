//! Benchmark of streams: nanoseconds from a key to a generator, and for each further draw.
//!
//! Run with `cargo bench -p quadrille-random`. The generators of `rand_xoshiro` are timed too, and
//! the results are checked against them first, with a second implementation of the rule from key to
//! state.

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_lanes::Level;
use quadrille_random::generators::Philox4x32;
use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::splitmix64::{GOLDEN_GAMMA, mix};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

/// Items per sample: many relative to the clock's resolution, few enough for the first-level cache.
const ITEMS: u64 = 4096;

fn main() {
    divan::main();
}

/// Returns the generator of a key by the rule in [`quadrille_random::stream`], as a generator of
/// the crate `rand_xoshiro`.
fn plain(StreamKey { seed, stream, substream }: StreamKey) -> rand_xoshiro::Xoshiro256PlusPlus {
    let gammas = |n: u64| GOLDEN_GAMMA.wrapping_mul(n);
    let p = mix(seed.wrapping_add(gammas(1)));
    let q = mix(stream.wrapping_add(gammas(2)));
    let r = mix(substream.wrapping_add(gammas(3)));
    let t = p.rotate_left(43).wrapping_add(q.rotate_left(21)).wrapping_add(r);
    let sums = [4, 5, 6, 7].map(|n| t.wrapping_add(gammas(n)));
    let state = [mix(sums[0]), mix(sums[1] ^ p), mix(sums[2] ^ q), mix(sums[3])];
    let mut bytes = [0; 32];
    for (place, word) in bytes.chunks_mut(8).zip(state) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    rand_xoshiro::Xoshiro256PlusPlus::from_seed(bytes)
}

/// Returns the eight streams that are the lanes of an eight-lane stream, by the plain rule.
fn plain_lanes(stream: u64) -> [rand_xoshiro::Xoshiro256PlusPlus; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| plain(StreamKey::new(31459, 8 * stream + lane)))
}

/// Times `run` over [`ITEMS`] items, after checking the sum of its first draws.
fn time(bencher: Bencher<'_, '_>, run: impl Fn() -> u64 + Sync, expected: u64) {
    assert_eq!(run(), expected, "other draws than those of the plain rule");
    bencher.counter(ItemsCount::new(ITEMS)).bench(run);
}

/// Returns the sum of one draw of each item.
fn sum(draw: impl Fn(u64) -> u64) -> u64 {
    (0..ITEMS).fold(0, |sum, item| sum.wrapping_add(draw(item)))
}

/// From key to first draw for independent keys, as in a loop over shards: seedings overlap.
#[divan::bench]
fn stream_and_first_draw(bencher: Bencher<'_, '_>) {
    let run = || {
        let seed = black_box(31459);
        (0..ITEMS).fold(0u64, |sum, stream| sum.wrapping_add(StreamKey::new(seed, stream).rng().next_u64()))
    };
    time(bencher, run, sum(|stream| plain(StreamKey::new(31459, stream)).next_u64()));
}

/// From key to first draw, with new seed, stream and substream each time.
#[divan::bench]
fn stream_and_first_draw_all_parts_new(bencher: Bencher<'_, '_>) {
    let key = |n| StreamKey { seed: n, stream: n ^ 0xFF, substream: n + 5 };
    let run = || (0..ITEMS).fold(0u64, |sum, n| sum.wrapping_add(key(n).rng().next_u64()));
    time(bencher, run, sum(|n| plain(key(n)).next_u64()));
}

/// From key to first draw, where each key depends on the previous draw: the full latency.
#[divan::bench]
fn stream_and_first_draw_in_a_chain(bencher: Bencher<'_, '_>) {
    let run = || (0..ITEMS).fold(31459, |seed, stream| StreamKey::new(seed, stream).rng().next_u64());
    let expected = (0..ITEMS).fold(31459, |seed, stream| plain(StreamKey::new(seed, stream)).next_u64());
    time(bencher, run, expected);
}

/// Eight lanes, from key to state. The first draw is not timed, because it computes further draws
/// too.
#[divan::bench(args = Level::available())]
fn eight_lanes(bencher: Bencher<'_, '_>, level: Level) {
    for stream in 0..ITEMS {
        let (mut rng, mut lanes) = (StreamKey::new(31459, stream).rng_x8_at(level), plain_lanes(stream));
        for lane in &mut lanes {
            assert_eq!(rng.next_u64(), lane.next_u64(), "stream {stream} at {level}");
        }
    }
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        for stream in 0..ITEMS {
            black_box(StreamKey::new(31459, stream).rng_x8_at(level));
        }
    });
}

#[divan::bench(args = Level::available())]
fn eight_lanes_and_first_draw(bencher: Bencher<'_, '_>, level: Level) {
    let run = || {
        (0..ITEMS).fold(0u64, |sum, stream| {
            sum.wrapping_add(StreamKey::new(31459, stream).rng_x8_at(level).next_u64())
        })
    };
    time(bencher, run, sum(|stream| plain_lanes(stream)[0].next_u64()));
}

/// The eight scalar streams that are the lanes.
#[divan::bench]
fn eight_lanes_one_by_one(bencher: Bencher<'_, '_>) {
    for stream in 0..ITEMS {
        for (lane, mut plain) in (0..).zip(plain_lanes(stream)) {
            assert_eq!(StreamKey::new(31459, 8 * stream + lane).rng().next_u64(), plain.next_u64());
        }
    }
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        for stream in 0..ITEMS {
            black_box([0, 1, 2, 3, 4, 5, 6, 7].map(|lane| StreamKey::new(31459, 8 * stream + lane).rng()));
        }
    });
}

/// The counter-based generator: the key is the state, and the first draw computes the first block.
#[divan::bench]
fn philox_stream(bencher: Bencher<'_, '_>) {
    for stream in 0..ITEMS {
        let drawn = Philox4x32::at_stream(31459, stream).next_u32();
        assert_eq!(drawn, Philox4x32::block([31459, 0], [0, 0, stream as u32, 0])[0], "stream {stream}");
    }
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        for stream in 0..ITEMS {
            black_box(Philox4x32::at_stream(black_box(31459), stream));
        }
    });
}

/// The counter-based generator from a key with a substream, which is mixed in.
#[divan::bench]
fn philox_stream_of_a_key(bencher: Bencher<'_, '_>) {
    for stream in 0..ITEMS {
        let (seed, substream) = (31459, stream ^ 5);
        let drawn = Philox4x32::from(StreamKey { seed, stream, substream }).next_u32();
        let mixed = seed ^ mix(substream);
        let block = Philox4x32::block([mixed as u32, (mixed >> 32) as u32], [0, 0, stream as u32, 0]);
        assert_eq!(drawn, block[0], "stream {stream}");
    }
    bencher.counter(ItemsCount::new(ITEMS)).bench(|| {
        for stream in 0..ITEMS {
            black_box(Philox4x32::from(StreamKey { seed: black_box(31459), stream, substream: stream ^ 5 }));
        }
    });
}

#[divan::bench]
fn seed_from_u64_and_first_draw(bencher: Bencher<'_, '_>) {
    let run = || {
        (0..ITEMS)
            .fold(0u64, |sum, seed| sum.wrapping_add(Xoshiro256PlusPlus::seed_from_u64(seed).next_u64()))
    };
    time(bencher, run, sum(|seed| rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed).next_u64()));
}

#[divan::bench]
fn seed_from_u64_and_first_draw_of_rand_xoshiro(bencher: Bencher<'_, '_>) {
    let run = || {
        (0..ITEMS).fold(0u64, |sum, seed| {
            sum.wrapping_add(rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed).next_u64())
        })
    };
    time(bencher, run, sum(|seed| Xoshiro256PlusPlus::seed_from_u64(seed).next_u64()));
}

#[divan::bench]
fn u64_draws(bencher: Bencher<'_, '_>) {
    let (mut generator, mut plain) = (StreamKey::new(31459, 0).rng(), plain(StreamKey::new(31459, 0)));
    assert!(
        (0..ITEMS).all(|_| generator.next_u64() == plain.next_u64()),
        "other draws than the plain rule's"
    );
    bencher
        .counter(ItemsCount::new(ITEMS))
        .bench_local(|| (0..ITEMS).fold(0u64, |sum, _| sum.wrapping_add(generator.next_u64())));
}

#[divan::bench]
fn u64_draws_of_rand_xoshiro(bencher: Bencher<'_, '_>) {
    let mut generator = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(31459);
    let mut ours = Xoshiro256PlusPlus::seed_from_u64(31459);
    assert!((0..ITEMS).all(|_| generator.next_u64() == ours.next_u64()), "not the same generator");
    bencher
        .counter(ItemsCount::new(ITEMS))
        .bench_local(|| (0..ITEMS).fold(0u64, |sum, _| sum.wrapping_add(generator.next_u64())));
}

#[divan::bench]
fn f64_draws(bencher: Bencher<'_, '_>) {
    let (mut generator, mut plain) = (StreamKey::new(31459, 0).rng(), plain(StreamKey::new(31459, 0)));
    // The upper 53 bits, divided by 2⁵³.
    let mut double = || (plain.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    assert!(
        (0..ITEMS).all(|_| generator.next_f64().to_bits() == double().to_bits()),
        "other draws than the plain rule's"
    );
    bencher
        .counter(ItemsCount::new(ITEMS))
        .bench_local(|| (0..ITEMS).fold(0.0, |sum, _| sum + generator.next_f64()));
}
