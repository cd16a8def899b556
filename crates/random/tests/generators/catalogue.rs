//! The formats of the catalogue: their definitions, and independence of splitting.

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_random::catalogue::{self, Entry};
use quadrille_random::generators::{
    Asa128, Asa128Doubles, GlibcRand, MsvcRand, Mt19937, NetRandom, Philox4x32, Sfmt19937,
    Xoshiro256PlusPlus, Xoshiro256PlusPlusX8,
};
use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::{StreamKey, f64_53};

const LENGTH: usize = 5000;

/// Returns the first values of an entry in one format.
fn first<T: Default + Clone>(
    name: &str,
    fill: fn(&mut dyn catalogue::sequence::Sequence, &mut [T]),
) -> Vec<T> {
    let mut values = vec![T::default(); LENGTH];
    fill(&mut *catalogue::find(name).unwrap().start(31459).unwrap(), &mut values);
    values
}

fn u32s(name: &str) -> Vec<u32> {
    first(name, |sequence, values| sequence.fill_u32(values))
}

fn u64s(name: &str) -> Vec<u64> {
    first(name, |sequence, values| sequence.fill_u64(values))
}

fn f64s(name: &str) -> Vec<f64> {
    first(name, |sequence, values| sequence.fill_f64(values))
}

fn values(name: &str) -> Vec<u64> {
    first(name, |sequence, values| sequence.fill_values(values))
}

fn bytes(name: &str) -> Vec<u8> {
    first(name, |sequence, bytes| sequence.fill_bytes(bytes))
}

fn drawn<T>(mut draw: impl FnMut() -> T) -> Vec<T> {
    (0..LENGTH).map(|_| draw()).collect()
}

fn little_endian<const N: usize>(words: impl IntoIterator<Item = [u8; N]>) -> Vec<u8> {
    words.into_iter().flatten().take(LENGTH).collect()
}

/// Checks the formats of a generator of 32-bit words with these doubles.
fn check_32(name: &str, generator: &(impl Rng + Clone), doubles: impl FnMut() -> f64) {
    let mut g = generator.clone();
    let words = drawn(|| g.next_u32());
    let mut g = generator.clone();
    assert_eq!(u32s(name), words, "{name}");
    assert_eq!(u64s(name), drawn(|| g.next_u64()), "{name}");
    assert_eq!(f64s(name), drawn(doubles), "{name}");
    assert_eq!(bytes(name), little_endian(words.iter().map(|word| word.to_le_bytes())), "{name}");
    assert_eq!(values(name), words.iter().map(|&word| word.into()).collect::<Vec<u64>>(), "{name}");
}

#[test]
fn generators_of_32_bit_words() {
    let mut doubles = Asa128Doubles::new(31459);
    check_32("asa128", &Asa128::new(31459), || doubles.next_f64());
    let mut doubles = Sfmt19937::new(31459);
    check_32("sfmt19937", &Sfmt19937::new(31459), || doubles.next_f64());
    let mut doubles = Mt19937::new(31459);
    check_32("mt19937", &Mt19937::new(31459), || doubles.next_f64());
    let mut doubles = Philox4x32::new(31459);
    check_32("philox4x32-10", &Philox4x32::new(31459), || doubles.next_f64());
}

#[test]
fn generators_of_fewer_bits_give_their_calls() {
    macro_rules! check {
        ($name:literal, $generator:expr) => {
            let [mut calls, mut words, mut doubles] = [(); 3].map(|()| $generator);
            let calls = drawn(|| calls.next_raw());
            assert_eq!(u32s($name), calls);
            assert_eq!(values($name), calls.iter().map(|&call| call.into()).collect::<Vec<u64>>());
            assert_eq!(bytes($name), little_endian(calls.iter().map(|call| call.to_le_bytes())));
            assert_eq!(u64s($name), drawn(|| words.next_u64()));
            assert_eq!(f64s($name), drawn(|| doubles.next_f64()));
        };
    }
    check!("msvc-rand", MsvcRand::new(31459));
    check!("glibc-rand", GlibcRand::new(31459));
    check!("net-random", NetRandom::new(31459));
}

#[test]
fn generators_of_64_bit_words() {
    check_64("xoshiro256++", || Xoshiro256PlusPlus::seed_from_u64(31459));
    check_64("xoshiro256++x8", || Xoshiro256PlusPlusX8::seed_from_u64(31459));
}

/// Checks the formats of a generator of 64-bit words.
fn check_64<R: Rng>(name: &str, start: fn() -> R) {
    let [mut words, mut halves, mut doubles] = [(); 3].map(|()| start());
    let words = drawn(|| words.next_u64());
    assert_eq!(u64s(name), words);
    assert_eq!(values(name), words);
    assert_eq!(bytes(name), little_endian(words.iter().map(|word| word.to_le_bytes())));
    assert_eq!(u32s(name), drawn(|| halves.next_u32()));
    assert_eq!(f64s(name), drawn(|| f64_53(doubles.next_u64())));
}

#[test]
fn streams_are_those_of_the_key_or_consecutive_seeds() {
    let first = |name: &str, seed, stream| {
        let mut values = [0; 20];
        let entry = catalogue::find(name).unwrap();
        entry.start_stream(seed, stream, Level::best()).unwrap().fill_u64(&mut values);
        values
    };
    let drawn = |rng: &mut dyn Rng| [(); 20].map(|()| rng.next_u64());
    let key = StreamKey::new(31459, 7);
    assert_eq!(first("xoshiro256++", 31459, 7), drawn(&mut key.rng()));
    assert_eq!(first("xoshiro256++x8", 31459, 7), drawn(&mut key.rng_x8()));
    assert_eq!(first("philox4x32-10", 31459, 7), drawn(&mut Philox4x32::from(key)));
    assert_eq!(first("asa128", 31459, 7), drawn(&mut Asa128::new(31466)));
    // The sum of seed and stream wraps at the bits of a seed.
    assert_eq!(first("mt19937", u64::from(u32::MAX), 3), drawn(&mut Mt19937::new(2)));
    assert_eq!(first("net-random", 5, 1 << 31), drawn(&mut NetRandom::new(5)));
    assert!(catalogue::find("mt19937").unwrap().start_stream(1 << 32, 0, Level::best()).is_err());
}

#[test]
fn every_level_gives_the_same_bytes() {
    for entry in catalogue::entries() {
        let draw = |level| {
            let mut bytes = vec![0; 100_001];
            entry.start_with_level(31459, level).unwrap().fill_bytes(&mut bytes);
            bytes
        };
        let expected = draw(Level::scalar());
        for level in Level::available() {
            assert!(draw(level) == expected, "{}, {level}", entry.name);
        }
    }
}

/// Compares fills in parts with one fill, in one format.
macro_rules! same_however_cut {
    ($entry:expr, $seed:expr, $lengths:expr, $fill:ident, $zero:expr) => {
        let mut pieces = Vec::new();
        let mut sequence = $entry.start($seed).unwrap();
        for &length in $lengths {
            let mut piece = vec![$zero; length];
            sequence.$fill(&mut piece);
            pieces.append(&mut piece);
        }
        let mut whole = vec![$zero; pieces.len()];
        $entry.start($seed).unwrap().$fill(&mut whole);
        prop_assert!(pieces == whole, "{}: {} in {:?}", $entry.name, stringify!($fill), $lengths);
    };
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_sequence_does_not_depend_on_how_it_is_cut(
        seed in prop_oneof![0..=0x7FFF_FFFFu64, 0..10u64],
        // Small parts, and parts near the sizes of chunks.
        lengths in proptest::collection::vec(prop_oneof![0..20usize, 1000..1050usize, 0..9000usize], 0..8),
        entry in proptest::sample::select(catalogue::entries()),
    ) {
        let entry: Entry = entry;
        same_however_cut!(entry, seed, &lengths, fill_u32, 0u32);
        same_however_cut!(entry, seed, &lengths, fill_u64, 0u64);
        same_however_cut!(entry, seed, &lengths, fill_f64, 0f64);
        same_however_cut!(entry, seed, &lengths, fill_bytes, 0u8);
        same_however_cut!(entry, seed, &lengths, fill_values, 0u64);
    }
}
