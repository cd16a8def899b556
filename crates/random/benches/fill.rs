//! Benchmark of bulk and single draws: words, doubles and rolls of the eight-lane generator at
//! every vector level, compared with the scalar generator, `SmallRng` of the crate `rand` (the same
//! algorithm with one lane) and plain stores.
//!
//! Run with `cargo bench -p quadrille-random --bench fill`. Only ratios within one run are
//! meaningful. Before a form is timed, its first [`WORDS`] numbers are compared with single draws;
//! for the eight-lane generator these are the outputs of eight scalar streams in turn.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch};
use quadrille_random::bulk::{Bulk, Plain};
use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::{Chance, StreamKey, f64_53};
use rand::rngs::SmallRng;

/// 64 KiB of words: larger than the first-level cache, and well within the second.
const WORDS: usize = 8192;

fn main() {
    divan::main();
}

const KEY: StreamKey = StreamKey::new(31459, 0);

fn small_rng() -> SmallRng {
    SmallRng::seed_from_u64(31459)
}

/// Returns the words of the eight-lane generator by definition: outputs of eight scalar streams in
/// turn.
fn words_in_turn() -> impl FnMut() -> u64 {
    let mut lanes = [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| StreamKey::new(31459, lane).rng());
    let mut outputs = 0;
    move || {
        outputs += 1;
        lanes[(outputs - 1) % 8].next_u64()
    }
}

/// Returns the scalar generator's words.
fn words_of_one() -> impl FnMut() -> u64 {
    let mut rng = KEY.rng();
    move || rng.next_u64()
}

/// Returns the words of `SmallRng`.
fn words_of_small_rng() -> impl FnMut() -> u64 {
    let mut rng = small_rng();
    move || rng.next_u64()
}

/// Times filling a buffer, after comparing the first filling with single draws.
fn fill<T: Clone + Default + PartialEq>(
    bencher: Bencher<'_, '_>,
    mut fill: impl FnMut(&mut [T]),
    mut one: impl FnMut() -> T,
) {
    let mut buffer = vec![T::default(); WORDS];
    fill(&mut buffer);
    assert!(buffer.iter().all(|number| *number == one()), "a slice differs from its numbers one by one");
    bencher.counter(BytesCount::of_many::<T>(WORDS)).bench_local(|| fill(black_box(&mut buffer)));
}

mod words {
    use super::{Bencher, BytesCount, KEY, Level, WORDS, black_box, dispatch, fill, small_rng};
    use super::{Bulk, Plain, Rng, Simd, words_in_turn, words_of_one, words_of_small_rng};
    use quadrille_lanes::simd::prelude::*;

    #[divan::bench(args = Level::available())]
    fn x8(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        fill(bencher, |buffer| rng.fill_u64(buffer), words_in_turn());
    }

    #[divan::bench(args = Level::available())]
    fn x8_bytes(bencher: Bencher<'_, '_>, level: Level) {
        bytes(bencher, KEY.rng_x8_at(level), words_in_turn());
    }

    /// Times filling a buffer with bytes, after comparing the first filling with these words.
    fn bytes(bencher: Bencher<'_, '_>, mut rng: impl Rng, mut word: impl FnMut() -> u64) {
        let mut buffer = vec![0u8; WORDS * 8];
        rng.fill_bytes(&mut buffer);
        assert!(buffer.chunks(8).all(|bytes| bytes == word().to_le_bytes()), "bytes differ from the words");
        bencher.counter(BytesCount::new(WORDS * 8)).bench_local(|| rng.fill_bytes(black_box(&mut buffer)));
    }

    #[divan::bench]
    fn xoshiro(bencher: Bencher<'_, '_>) {
        let mut rng = KEY.rng();
        fill(bencher, |buffer| rng.fill_u64(buffer), words_of_one());
    }

    #[divan::bench]
    fn small_rng_word_by_word(bencher: Bencher<'_, '_>) {
        let mut rng = Plain(small_rng());
        fill(bencher, |buffer| rng.fill_u64(buffer), words_of_small_rng());
    }

    #[divan::bench]
    fn small_rng_fill_bytes(bencher: Bencher<'_, '_>) {
        bytes(bencher, small_rng(), words_of_small_rng());
    }

    /// Stores without a generator: the limit set by memory.
    #[divan::bench(args = Level::available())]
    fn stores_only(bencher: Bencher<'_, '_>, level: Level) {
        #[expect(clippy::inline_always, reason = "it must be compiled for the level")]
        #[inline(always)]
        fn store<S: Simd>(simd: S, buffer: &mut [u64], word: u64) {
            for place in buffer.chunks_exact_mut(S::u64s::LEN) {
                S::u64s::splat(simd, word).store_slice(place);
            }
        }
        let stores = |buffer: &mut [u64]| dispatch!(level.simd(), simd => store(simd, buffer, black_box(1)));
        fill(bencher, stores, || 1);
    }
}

mod upper_halves {
    use super::{Bencher, Bulk, KEY, Level, fill, words_in_turn, words_of_one};

    fn upper(mut words: impl FnMut() -> u64) -> impl FnMut() -> u32 {
        move || (words() >> 32) as u32
    }

    #[divan::bench(args = Level::available())]
    fn x8(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        fill(bencher, |buffer: &mut [u32]| rng.fill_u32(buffer), upper(words_in_turn()));
    }

    #[divan::bench]
    fn xoshiro(bencher: Bencher<'_, '_>) {
        let mut rng = KEY.rng();
        fill(bencher, |buffer: &mut [u32]| rng.fill_u32(buffer), upper(words_of_one()));
    }
}

/// Returns doubles by definition: the upper 53 bits of each word, divided by 2⁵³.
fn doubles_of(mut words: impl FnMut() -> u64) -> impl FnMut() -> f64 {
    move || (words() >> 11) as f64 / (1u64 << 53) as f64
}

mod doubles {
    use super::{Bencher, Bulk, KEY, Level, Plain, doubles_of, fill};
    use super::{words_in_turn, words_of_one, words_of_small_rng};

    #[divan::bench(args = Level::available())]
    fn x8(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        fill(bencher, |buffer| rng.fill_f64(buffer), doubles_of(words_in_turn()));
    }

    #[divan::bench]
    fn xoshiro(bencher: Bencher<'_, '_>) {
        let mut rng = KEY.rng();
        fill(bencher, |buffer| rng.fill_f64(buffer), doubles_of(words_of_one()));
    }

    #[divan::bench]
    fn small_rng(bencher: Bencher<'_, '_>) {
        let mut rng = Plain(super::small_rng());
        fill(bencher, |buffer| rng.fill_f64(buffer), doubles_of(words_of_small_rng()));
    }
}

/// Single doubles, each used before the next is drawn.
mod one_double_at_a_time {
    use super::{Bencher, ItemsCount, KEY, Level, Rng, WORDS, doubles_of, f64_53};
    use super::{words_in_turn, words_of_one, words_of_small_rng};

    fn sum(bencher: Bencher<'_, '_>, mut next: impl FnMut() -> f64, words: impl FnMut() -> u64) {
        let mut double = doubles_of(words);
        assert!((0..WORDS).all(|_| next().to_bits() == double().to_bits()), "a double is not its word's");
        bencher.counter(ItemsCount::new(WORDS)).bench_local(|| (0..WORDS).fold(0.0, |sum, _| sum + next()));
    }

    #[divan::bench(args = Level::available())]
    fn x8(bencher: Bencher<'_, '_>, level: Level) {
        let mut rng = KEY.rng_x8_at(level);
        sum(bencher, || rng.next_f64(), words_in_turn());
    }

    #[divan::bench]
    fn xoshiro(bencher: Bencher<'_, '_>) {
        let mut rng = KEY.rng();
        sum(bencher, || rng.next_f64(), words_of_one());
    }

    #[divan::bench]
    fn small_rng(bencher: Bencher<'_, '_>) {
        let mut rng = super::small_rng();
        sum(bencher, || f64_53(rng.next_u64()), words_of_small_rng());
    }
}

mod rolls {
    use super::{Bencher, Bulk, Chance, ItemsCount, KEY, Level, Rng, WORDS, black_box};
    use super::{words_in_turn, words_of_one};

    fn chance() -> Chance {
        Chance::new(black_box(0.3)).unwrap()
    }

    /// Returns rolls by definition: whether each word is below 0.3·2⁶⁴.
    fn plain(mut words: impl FnMut() -> u64) -> impl FnMut() -> bool {
        move || u128::from(words()) < (0.3 * 2f64.powi(64)) as u128
    }

    fn masks(bencher: Bencher<'_, '_>, mut rng: impl Bulk, words: impl FnMut() -> u64) {
        let mut masks = [0; WORDS / 64];
        let chance = chance();
        let mut plain = plain(words);
        rng.roll(chance, &mut masks, WORDS);
        assert!((0..WORDS).all(|i| (masks[i / 64] >> (i % 64) & 1 == 1) == plain()), "other rolls in masks");
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench_local(|| rng.roll(chance, black_box(&mut masks), WORDS));
    }

    fn count(bencher: Bencher<'_, '_>, mut rng: impl Rng, words: impl FnMut() -> u64) {
        let chance = chance();
        let mut plain = plain(words);
        assert!((0..WORDS).all(|_| chance.roll(&mut rng) == plain()), "other rolls one by one");
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench_local(|| (0..WORDS).filter(|_| chance.roll(&mut rng)).count());
    }

    #[divan::bench(args = Level::available())]
    fn masks_x8(bencher: Bencher<'_, '_>, level: Level) {
        masks(bencher, KEY.rng_x8_at(level), words_in_turn());
    }

    #[divan::bench]
    fn masks_xoshiro(bencher: Bencher<'_, '_>) {
        masks(bencher, KEY.rng(), words_of_one());
    }

    #[divan::bench(args = Level::available())]
    fn one_by_one_x8(bencher: Bencher<'_, '_>, level: Level) {
        count(bencher, KEY.rng_x8_at(level), words_in_turn());
    }

    #[divan::bench]
    fn one_by_one_xoshiro(bencher: Bencher<'_, '_>) {
        count(bencher, KEY.rng(), words_of_one());
    }

    /// Rolls by comparing doubles.
    #[divan::bench]
    fn one_by_one_as_doubles(bencher: Bencher<'_, '_>) {
        let (mut rng, p) = (KEY.rng(), black_box(0.3));
        // A double is a word cut to 53 bits, which gives a different roll at 0.3 with probability
        // 2⁻⁵³.
        let mut plain = plain(words_of_one());
        assert!((0..WORDS).all(|_| (rng.next_f64() < p) == plain()), "other rolls by doubles");
        bencher
            .counter(ItemsCount::new(WORDS))
            .bench_local(|| (0..WORDS).filter(|_| rng.next_f64() < p).count());
    }
}
