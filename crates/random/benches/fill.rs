//! Numbers in bulk and one at a time: words, doubles and rolls of the eight-lane generator at every vector level, beside the
//! scalar generator, `SmallRng` of the crate `rand` (the same algorithm, one lane) and plain stores.
//!
//! Run with `cargo bench -p quadrille-random --bench fill`. Ratios within one run are what counts.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch};
use quadrille_random::bulk::{Bulk, Plain};
use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::{Chance, StreamKey, f64_53};
use rand::rngs::SmallRng;

/// 64 KiB of words: more than the first-level cache holds, well within the second.
const WORDS: usize = 8192;

fn main() {
    divan::main();
}

const KEY: StreamKey = StreamKey::new(31459, 0);

fn small_rng() -> SmallRng {
    SmallRng::seed_from_u64(31459)
}

/// Fills a buffer again and again.
fn fill<T: Clone + Default>(bencher: Bencher<'_, '_>, mut fill: impl FnMut(&mut [T])) {
    let mut buffer = vec![T::default(); WORDS];
    bencher.counter(BytesCount::of_many::<T>(WORDS)).bench_local(|| fill(black_box(&mut buffer)));
}

mod words {
    use super::{Bencher, BytesCount, KEY, Level, WORDS, black_box, dispatch, fill, small_rng};
    use super::{Bulk, Plain, Rng, Simd};
    use quadrille_lanes::simd::prelude::*;

    #[divan::bench(args = Level::available())]
    fn x8(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        fill(bencher, |buffer| rng.fill_u64(buffer));
    }

    #[divan::bench(args = Level::available())]
    fn x8_bytes(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        let mut buffer = vec![0u8; WORDS * 8];
        bencher.counter(BytesCount::new(WORDS * 8)).bench_local(|| rng.fill_bytes(black_box(&mut buffer)));
    }

    #[divan::bench]
    fn xoshiro(bencher: Bencher<'_, '_>) {
        let mut rng = KEY.rng();
        fill(bencher, |buffer| rng.fill_u64(buffer));
    }

    #[divan::bench]
    fn small_rng_word_by_word(bencher: Bencher<'_, '_>) {
        let mut rng = Plain(small_rng());
        fill(bencher, |buffer| rng.fill_u64(buffer));
    }

    #[divan::bench]
    fn small_rng_fill_bytes(bencher: Bencher<'_, '_>) {
        let mut rng = small_rng();
        let mut buffer = vec![0u8; WORDS * 8];
        bencher.counter(BytesCount::new(WORDS * 8)).bench_local(|| rng.fill_bytes(black_box(&mut buffer)));
    }

    /// No generator at all: what memory allows.
    #[divan::bench(args = Level::available())]
    fn stores_only(bencher: Bencher<'_, '_>, level: Level) {
        #[expect(clippy::inline_always, reason = "it must be compiled for the level")]
        #[inline(always)]
        fn store<S: Simd>(simd: S, buffer: &mut [u64], word: u64) {
            for place in buffer.chunks_exact_mut(S::u64s::LEN) {
                S::u64s::splat(simd, word).store_slice(place);
            }
        }
        fill(bencher, |buffer: &mut [u64]| {
            dispatch!(level.simd(), simd => store(simd, buffer, black_box(1)));
        });
    }
}

mod upper_halves {
    use super::{Bencher, Bulk, KEY, Level, fill};

    #[divan::bench(args = Level::available())]
    fn x8(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        fill(bencher, |buffer: &mut [u32]| rng.fill_u32(buffer));
    }

    #[divan::bench]
    fn xoshiro(bencher: Bencher<'_, '_>) {
        let mut rng = KEY.rng();
        fill(bencher, |buffer: &mut [u32]| rng.fill_u32(buffer));
    }
}

mod doubles {
    use super::{Bencher, Bulk, KEY, Level, Plain, fill};

    #[divan::bench(args = Level::available())]
    fn x8(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        fill(bencher, |buffer| rng.fill_f64(buffer));
    }

    #[divan::bench]
    fn xoshiro(bencher: Bencher<'_, '_>) {
        let mut rng = KEY.rng();
        fill(bencher, |buffer| rng.fill_f64(buffer));
    }

    #[divan::bench]
    fn small_rng(bencher: Bencher<'_, '_>) {
        let mut rng = Plain(super::small_rng());
        fill(bencher, |buffer| rng.fill_f64(buffer));
    }
}

/// Each one asked for, used, and forgotten.
mod one_double_at_a_time {
    use super::{Bencher, ItemsCount, KEY, Level, Rng, WORDS, f64_53};

    fn sum(bencher: Bencher<'_, '_>, mut next: impl FnMut() -> f64) {
        bencher.counter(ItemsCount::new(WORDS)).bench_local(|| (0..WORDS).fold(0.0, |sum, _| sum + next()));
    }

    #[divan::bench(args = Level::available())]
    fn x8(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        sum(bencher, || rng.next_f64());
    }

    #[divan::bench]
    fn xoshiro(bencher: Bencher<'_, '_>) {
        let mut rng = KEY.rng();
        sum(bencher, || rng.next_f64());
    }

    #[divan::bench]
    fn small_rng(bencher: Bencher<'_, '_>) {
        let mut rng = super::small_rng();
        sum(bencher, || f64_53(rng.next_u64()));
    }
}

mod rolls {
    use super::{Bencher, Bulk, Chance, ItemsCount, KEY, Level, Rng, WORDS, black_box};

    fn chance() -> Chance {
        Chance::new(black_box(0.3)).unwrap()
    }

    fn masks(bencher: Bencher<'_, '_>, mut rng: impl Bulk) {
        let mut masks = [0; WORDS / 64];
        let chance = chance();
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench_local(|| rng.roll(chance, black_box(&mut masks), WORDS));
    }

    fn count(bencher: Bencher<'_, '_>, mut rng: impl Rng) {
        let chance = chance();
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench_local(|| (0..WORDS).filter(|_| chance.roll(&mut rng)).count());
    }

    #[divan::bench(args = Level::available())]
    fn masks_x8(bencher: Bencher<'_, '_>, level: Level) {
        masks(bencher, KEY.rng_x8_at(level));
    }

    #[divan::bench]
    fn masks_xoshiro(bencher: Bencher<'_, '_>) {
        masks(bencher, KEY.rng());
    }

    #[divan::bench(args = Level::available())]
    fn one_by_one_x8(bencher: Bencher<'_, '_>, level: Level) {
        count(bencher, KEY.rng_x8_at(level));
    }

    #[divan::bench]
    fn one_by_one_xoshiro(bencher: Bencher<'_, '_>) {
        count(bencher, KEY.rng());
    }

    /// What a roll costs that makes a double first.
    #[divan::bench]
    fn one_by_one_as_doubles(bencher: Bencher<'_, '_>) {
        let (mut rng, p) = (KEY.rng(), black_box(0.3));
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench_local(|| (0..WORDS).filter(|_| rng.next_f64() < p).count());
    }
}
