//! Generators, sequences and sources of values with long lifetimes: any sequence of draws of all
//! kinds equals single draws.
//!
//! `KEPT_INPUTS=100000 cargo test --release -p quadrille-random kept` tests more inputs.

use std::num::NonZeroU64;

use quadrille_random::battery::Values;
use quadrille_random::catalogue;
use quadrille_random::generators::asa128::doubles::{DRAWS_PER_REFILL, from_words};
use quadrille_random::generators::xoshiro256plusplus::Leap;
use quadrille_random::generators::xoshiro256plusplus_x8::Abreast;
use quadrille_random::generators::{
    Asa128, Asa128Doubles, GlibcRand, MsvcRand, Mt19937, NetRandom, Philox4x32, Sfmt19937,
};
use quadrille_random::rand_core::Rng;
use quadrille_random::{
    Bulk, Chance, Level, StreamKey, Xoshiro256PlusPlus, Xoshiro256PlusPlusX8, bounded, f64_53,
};

fn inputs(usual: u64) -> u64 {
    std::env::var("KEPT_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The random choices of a test.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(test: u64) -> Self {
        Self(StreamKey::new(2026, test).rng())
    }

    /// Returns a number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        NonZeroU64::new(n).map_or(0, |n| bounded::below_u64(&mut self.0, n))
    }

    /// Returns a length: zero, some values, or many.
    fn length(&mut self) -> usize {
        let most = [1, 9, 70, 2600][self.below(4) as usize];
        self.below(most) as usize
    }

    fn level(&mut self) -> Level {
        let levels: Vec<Level> = Level::available().into_iter().collect();
        levels[self.below(levels.len() as u64) as usize]
    }
}

/// Performs one operation on the long-lived generator, and the same with single draws.
type Also<R> = fn(&mut R, &mut R, &mut Draws);

/// Checks draws of all kinds. Words have `N` bytes.
fn serve<R: Rng, const N: usize>(
    name: &str,
    (mut kept, mut single): (R, R),
    word: fn(&mut R) -> [u8; N],
    also: Also<R>,
) {
    let mut draws = Draws::new(N as u64);
    for input in 0..inputs(600) {
        match draws.below(6) {
            0 => assert_eq!(kept.next_u32(), single.next_u32(), "{name}, input {input}"),
            1 => assert_eq!(kept.next_u64(), single.next_u64(), "{name}, input {input}"),
            2 => {
                let mut bytes = vec![0; draws.length()];
                kept.fill_bytes(&mut bytes);
                let expected: Vec<u8> =
                    (0..bytes.len().div_ceil(N)).flat_map(|_| word(&mut single)).take(bytes.len()).collect();
                assert_eq!(bytes, expected, "{name}, input {input}");
            }
            _ => also(&mut kept, &mut single, &mut draws),
        }
    }
    assert_eq!(kept.next_u64(), single.next_u64(), "{name}, at the end");
}

fn word32<R: Rng>(rng: &mut R) -> [u8; 4] {
    rng.next_u32().to_le_bytes()
}

fn word64<R: Rng>(rng: &mut R) -> [u8; 8] {
    rng.next_u64().to_le_bytes()
}

/// Checks drawing `length` words at once.
fn words<R: Rng>(kept: &mut R, single: &mut R, length: usize, fill: impl Fn(&mut R, &mut [u32])) {
    let mut words = vec![0; length];
    fill(kept, &mut words);
    assert!(words.iter().all(|&word| word == single.next_u32()), "{length} words at once");
}

/// Checks rolls of a chance, with arbitrary previous contents of the masks.
fn rolls<R: Bulk>(kept: &mut R, single: &mut R, draws: &mut Draws) {
    let chance = Chance::ratio(draws.below(8), 7).unwrap_or(Chance::ALWAYS);
    let n = draws.length();
    let mut masks = vec![u64::MAX; n.div_ceil(64)];
    kept.roll(chance, &mut masks, n);
    let mut expected = vec![0; masks.len()];
    (0..n).for_each(|i| expected[i / 64] |= u64::from(chance.roll(single)) << (i % 64));
    assert_eq!(masks, expected, "{n} rolls");
}

fn in_bulk<R: Bulk>(kept: &mut R, single: &mut R, draws: &mut Draws) {
    let length = draws.length();
    match draws.below(4) {
        0 => words(kept, single, length, R::fill_u32),
        1 => {
            let mut values = vec![0; length];
            kept.fill_u64(&mut values);
            assert!(values.iter().all(|&value| value == single.next_u64()), "{length} values at once");
        }
        2 => {
            let mut values = vec![0.0; length];
            kept.fill_f64(&mut values);
            let mut next = || f64_53(single.next_u64()).to_bits();
            assert!(values.iter().all(|value| value.to_bits() == next()), "{length} doubles at once");
        }
        _ => rolls(kept, single, draws),
    }
}

#[test]
fn kept_generators_serve_many_draws() {
    for seed in [0, 31459] {
        let new = |seed| (MsvcRand::new(seed), MsvcRand::new(seed));
        serve("msvc-rand", new(seed), word32, |kept, single, _| {
            assert_eq!(kept.next_raw(), single.next_raw());
        });
        let new = |seed| (GlibcRand::new(seed), GlibcRand::new(seed));
        serve("glibc-rand", new(seed), word32, |kept, single, _| {
            assert_eq!(kept.next_raw(), single.next_raw());
        });
        let new = |seed| (Mt19937::new(seed), Mt19937::new(seed));
        serve("mt19937", new(seed), word32, |kept, single, draws| {
            words(kept, single, draws.length(), Mt19937::fill_u32);
        });
        let new = |seed| (Sfmt19937::new(seed), Sfmt19937::new(seed));
        serve("sfmt19937", new(seed), word32, |kept, single, draws| {
            kept.set_level(draws.level());
            words(kept, single, draws.length(), Sfmt19937::fill_u32);
        });
        let new = |seed| (NetRandom::new(seed), NetRandom::new(seed));
        serve("net-random", new(seed as i32), word32, |kept, single, draws| {
            let (level, n) = (draws.level(), draws.length());
            if draws.below(2) == 0 {
                let mut numbers = vec![0; n];
                kept.fill_raw(level, &mut numbers);
                assert!(numbers.iter().all(|&number| number == single.next_raw()), "{n} numbers at once");
            } else {
                let (below, mut masks) = (draws.below(1 << 31) as u32, vec![u64::MAX; n.div_ceil(64)]);
                kept.roll_raw(level, below, &mut masks, n);
                let mut expected = vec![0; masks.len()];
                (0..n).for_each(|i| expected[i / 64] |= u64::from(single.next_raw() < below) << (i % 64));
                assert_eq!(masks, expected, "{n} rolls");
            }
        });
        let new = |seed| (Asa128::new(seed), Asa128::new(seed));
        serve("asa128", new(seed), word32, |kept, single, draws| {
            kept.set_level(draws.level());
            match draws.below(3) {
                0 => words(kept, single, draws.length(), Asa128::fill_u32),
                1 => assert_eq!(kept.next_block(), single.next_block()),
                _ => {
                    let mut blocks = vec![[0; 4]; draws.length()];
                    kept.fill_blocks(&mut blocks);
                    assert!(
                        blocks.iter().all(|&block| block == single.next_block()),
                        "{} blocks",
                        blocks.len()
                    );
                }
            }
        });
        let key = StreamKey::new(seed.into(), 5);
        serve("xoshiro256++", (key.rng(), key.rng()), word64, |kept, single, draws| {
            if draws.below(4) > 0 {
                return in_bulk(kept, single, draws);
            }
            // A leap is computed once, and can be applied to any generator.
            let far = draws.below(300);
            kept.leap(&Leap::over(far));
            for _ in 0..far {
                single.next_u64();
            }
        });
        serve("xoshiro256++x8", (key.rng_x8(), key.rng_x8()), word64, |kept, single, draws| {
            kept.set_level(draws.level());
            in_bulk::<Xoshiro256PlusPlusX8>(kept, single, draws);
        });
    }
}

/// Positions anywhere in a stream, compared with values by index.
#[test]
fn a_kept_philox_serves_many_places() {
    let (mut draws, seed, stream) = (Draws::new(9), 31459, 7);
    let mut kept = Philox4x32::at_stream(seed, stream);
    let mut at = 0u64;
    for input in 0..inputs(3000) {
        if draws.below(3) == 0 {
            at = if draws.below(4) == 0 { draws.below(u64::MAX >> 1) } else { draws.below(40) };
            kept.seek(at.into());
        }
        assert_eq!(kept.position(), at.into(), "input {input}");
        let mut value = || {
            at += 1;
            Philox4x32::value(seed, stream, at - 1)
        };
        match draws.below(4) {
            0 => assert_eq!(kept.next_u32(), value(), "input {input}"),
            1 => {
                let [low, high] = [value(), value()].map(u64::from);
                assert_eq!(kept.next_u64(), high << 32 | low, "input {input}");
            }
            2 => {
                let mut bytes = vec![0; draws.length()];
                kept.fill_bytes(&mut bytes);
                let words = bytes.chunks(4).flat_map(|cut| value().to_le_bytes().into_iter().take(cut.len()));
                assert!(words.eq(bytes.iter().copied()), "input {input}");
            }
            _ => {
                let mut words = vec![0; draws.length()];
                kept.fill_u32(&mut words);
                assert!(words.iter().all(|&word| word == value()), "input {input}");
            }
        }
    }
}

/// A source of doubles that is reseeded repeatedly; the old draws come first, as in the published
/// program.
#[test]
fn kept_doubles_serve_many_seeds() {
    let mut draws = Draws::new(10);
    let mut kept = Asa128Doubles::new(1);
    let (mut words, mut left, mut generator) = (Vec::new(), 0, Asa128::new(1));
    for input in 0..inputs(60) {
        for _ in 0..draws.below(9000) {
            if left == 0 {
                words = (0..2 * DRAWS_PER_REFILL + 2).map(|_| generator.next_u32()).collect::<Vec<u32>>();
                left = DRAWS_PER_REFILL;
            }
            let expected = from_words(words[2 * left + 1], words[2 * left]);
            left -= 1;
            assert_eq!(kept.next_f64().to_bits(), expected.to_bits(), "input {input}");
        }
        let seed = draws.below(1 << 32) as u32;
        kept.set_level(draws.level());
        kept.reseed_with_stale_draws(seed);
        generator = Asa128::new(seed);
    }
}

/// Eight generators in vectors, compared with each of them alone.
#[test]
fn kept_generators_abreast_serve_many_rolls() {
    let mut draws = Draws::new(11);
    let mut alone: [Xoshiro256PlusPlus; 8] = std::array::from_fn(|lane| StreamKey::new(5, lane as u64).rng());
    let mut kept = Abreast::new(&alone, Level::best());
    for input in 0..inputs(400) {
        let chance = Chance::ratio(draws.below(8), 7).unwrap_or(Chance::ALWAYS);
        let n = draws.length() % 700;
        let mut masks = vec![[u64::MAX; 8]; n.div_ceil(64)];
        kept.roll(chance, &mut masks, n);
        for (lane, generator) in alone.iter_mut().enumerate() {
            let mut expected = vec![0; masks.len()];
            generator.roll(chance, &mut expected, n);
            assert!(masks.iter().map(|words| words[lane]).eq(expected), "input {input}, lane {lane}");
        }
    }
}

/// Every format of every generator in the catalogue, split in any way.
#[test]
fn kept_sequences_serve_many_cuts() {
    let mut draws = Draws::new(12);
    for entry in catalogue::entries() {
        let new = || entry.start(31459).unwrap();
        let (mut u32s, mut u64s, mut doubles, mut bytes, mut values) = (new(), new(), new(), new(), new());
        let cuts: Vec<usize> = (0..inputs(300).div_ceil(5)).map(|_| draws.length()).collect();
        let all: usize = cuts.iter().sum();
        let (mut words, mut longs, mut reals) = (vec![0u32; all], vec![0u64; all], vec![0f64; all]);
        let (mut octets, mut raws) = (vec![0u8; all], vec![0u64; all]);
        new().fill_u32(&mut words);
        new().fill_u64(&mut longs);
        new().fill_f64(&mut reals);
        new().fill_bytes(&mut octets);
        new().fill_values(&mut raws);
        let mut at = 0;
        for cut in cuts {
            let (mut a, mut b, mut c) = (vec![0; cut], vec![0; cut], vec![0.0; cut]);
            let (mut d, mut e) = (vec![0; cut], vec![0; cut]);
            u32s.fill_u32(&mut a);
            u64s.fill_u64(&mut b);
            doubles.fill_f64(&mut c);
            bytes.fill_bytes(&mut d);
            values.fill_values(&mut e);
            assert!(
                a == words[at..][..cut] && b == longs[at..][..cut] && c == reals[at..][..cut],
                "{}",
                entry.name
            );
            assert!(d == octets[at..][..cut] && e == raws[at..][..cut], "{}", entry.name);
            at += cut;
        }
    }
}

/// A source of several interleaved sources, filled in blocks of any length.
#[test]
fn kept_values_serve_many_blocks() {
    let mut draws = Draws::new(13);
    for streams in 1..9 {
        let rng = |stream| StreamKey::new(3, stream).rng();
        let mut kept =
            Values::interleaved((0..streams).map(|stream| Values::u32(rng(stream))).collect()).unwrap();
        let mut single: Vec<Xoshiro256PlusPlus> = (0..streams).map(rng).collect();
        let mut at = 0;
        for input in 0..inputs(400).div_ceil(8) {
            let mut block = vec![u64::MAX; draws.length() % 300];
            kept.fill(&mut block);
            for value in block {
                assert_eq!(value, u64::from(single[at].next_u32()), "{streams} streams, block {input}");
                at = (at + 1) % single.len();
            }
        }
    }
}
