//! `rand` of the GNU C library, compared with that library.

use quadrille_random::generators::GlibcRand;
use quadrille_random::rand_core::Rng;

use crate::generators::tables::{numbers, rows};

#[test]
fn the_outputs_of_the_library() {
    for row in rows(include_str!("../data/glibc_rand.txt")) {
        let [seed, start, far] = row[..] else { panic!("{row:?}") };
        let mut generator = GlibcRand::new(seed.parse().unwrap());
        let drawn: Vec<u32> = (0..5003).map(|_| generator.next_raw()).collect();
        assert_eq!(drawn[..8], numbers::<u32>(start), "seed {seed}");
        assert_eq!(drawn[5000..], numbers::<u32>(far), "seed {seed}");
    }
}

#[test]
fn seed_0_is_seed_1() {
    assert_eq!(GlibcRand::new(0), GlibcRand::new(1));
    assert_ne!(GlibcRand::new(1), GlibcRand::new(2));
}

#[test]
fn a_word_is_two_calls_the_first_highest() {
    let mut words = GlibcRand::new(12345);
    let mut calls = words.clone();
    for _ in 0..1000 {
        let [first, second] = [(); 2].map(|()| u64::from(calls.next_raw()));
        assert_eq!(u64::from(words.next_u32()), (first << 31 | second) >> 30);
    }
    let mut pairs = words.clone();
    let [low, high] = [(); 2].map(|()| u64::from(words.next_u32()));
    assert_eq!(pairs.next_u64(), high << 32 | low);
}

#[test]
fn doubles_are_single_calls() {
    let expected = 1804289383.0f64 / 2147483648.0;
    assert_eq!(GlibcRand::new(1).next_f64().to_bits(), expected.to_bits());
}

#[test]
fn each_output_follows_from_two_before_but_for_one() {
    let mut generator = GlibcRand::new(7);
    let drawn: Vec<u32> = (0..10_000).map(|_| generator.next_raw()).collect();
    for i in 31..drawn.len() {
        let rest = drawn[i].wrapping_sub(drawn[i - 3] + drawn[i - 31]) & 0x7FFF_FFFF;
        assert!(rest <= 1, "draw {i}");
    }
}
