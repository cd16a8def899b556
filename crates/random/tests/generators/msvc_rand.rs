//! Microsoft's `rand`: published outputs, and consequences of its small state.

use quadrille_random::generators::MsvcRand;
use quadrille_random::rand_core::Rng;

#[test]
fn the_published_outputs_of_srand_1() {
    let expected = [
        41, 18467, 6334, 26500, 19169, 15724, 11478, 29358, 26962, 24464, 5705, 28145, 23281, 16827, 9961,
        491, 2995, 11942, 4827, 5436,
    ];
    let mut generator = MsvcRand::new(1);
    assert_eq!(expected.map(|_| generator.next_raw()), expected);
}

/// Rosetta Code, "Linear congruential generator".
#[test]
fn the_published_outputs_of_srand_0() {
    let expected = [38, 7719, 21238, 2437, 8855, 11797, 8365, 32285, 10450, 30612];
    let mut generator = MsvcRand::new(0);
    assert_eq!(expected.map(|_| generator.next_raw()), expected);
}

#[test]
fn a_word_is_three_calls_the_first_highest() {
    let mut words = MsvcRand::new(12345);
    let mut calls = words.clone();
    for _ in 0..1000 {
        let [first, second, third] = [(); 3].map(|()| u64::from(calls.next_raw()));
        assert_eq!(u64::from(words.next_u32()), (first << 30 | second << 15 | third) >> 13);
    }
    let mut pairs = words.clone();
    let [low, high] = [(); 2].map(|()| u64::from(words.next_u32()));
    assert_eq!(pairs.next_u64(), high << 32 | low);
}

#[test]
fn doubles_are_single_calls() {
    let mut doubles = MsvcRand::new(1);
    for call in [41.0f64, 18467.0, 6334.0] {
        assert_eq!(doubles.next_f64().to_bits(), (call / 32768.0).to_bits());
    }
}

#[test]
fn the_top_bit_of_the_seed_makes_no_difference() {
    for seed in [0, 1, 31459, 0x7FFF_FFFF] {
        let [mut a, mut b] = [seed, seed ^ 0x8000_0000].map(MsvcRand::new);
        assert!((0..1000).all(|_| a.next_raw() == b.next_raw()));
    }
}

/// The lowest bit of an output is bit 16 of a state modulo 2¹⁷.
#[test]
fn the_lowest_bit_repeats_after_131072_calls() {
    let mut generator = MsvcRand::new(5);
    let bits: Vec<u32> = (0..1 << 18).map(|_| generator.next_raw() & 1).collect();
    let (first, second) = bits.split_at(1 << 17);
    assert_eq!(first, second);
    assert_ne!(first[..1 << 16], first[1 << 16..]);
}
