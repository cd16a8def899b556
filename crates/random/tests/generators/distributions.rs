//! The distributions of `rand`, used with every generator.

use quadrille_random::generators::{
    Asa128, GlibcRand, MsvcRand, Mt19937, NetRandom, Philox4x32, Sfmt19937, Xoshiro256PlusPlus,
};
use quadrille_random::rand_core::{Rng, SeedableRng};
use rand::RngExt;
use rand::seq::SliceRandom;

/// Checks uniform integers, uniform doubles, a biased coin and a shuffle roughly.
fn works(name: &str, mut generator: impl Rng) {
    let mut faces = [0u32; 6];
    for _ in 0..60_000 {
        faces[generator.random_range(0..6usize)] += 1;
    }
    // Each count has a standard deviation of 91.
    assert!(faces.iter().all(|&count| count.abs_diff(10_000) < 600), "{name}: {faces:?}");
    let mean = (0..60_000).map(|_| generator.random::<f64>()).sum::<f64>() / 60_000.0;
    assert!((mean - 0.5).abs() < 0.01, "{name}: {mean}");
    let heads = (0..60_000).filter(|_| generator.random_bool(0.3)).count();
    assert!(heads.abs_diff(18_000) < 700, "{name}: {heads}");
    let mut deck: Vec<u8> = (0..54).collect();
    deck.shuffle(&mut generator);
    assert!(!deck.is_sorted(), "{name}");
    deck.sort_unstable();
    assert!(deck.iter().copied().eq(0..54), "{name}");
    let mut bytes = [0; 1001];
    generator.fill_bytes(&mut bytes);
    let ones: u32 = bytes.iter().map(|byte| byte.count_ones()).sum();
    assert!(ones.abs_diff(4004) < 300, "{name}: {ones}");
}

#[test]
fn they_work() {
    works("asa128", Asa128::new(31459));
    works("sfmt19937", Sfmt19937::new(31459));
    works("msvc-rand", MsvcRand::new(31459));
    works("glibc-rand", GlibcRand::new(31459));
    works("mt19937", Mt19937::new(31459));
    works("net-random", NetRandom::new(31459));
    works("xoshiro256++", Xoshiro256PlusPlus::seed_from_u64(31459));
    works("philox4x32-10", Philox4x32::new(31459));
}

/// Checks the seeds and bytes of the traits: the seed is that of `new`, and bytes are those of
/// words, little-endian, with the last word cut.
fn keeps_the_convention<G: Rng + SeedableRng<Seed = [u8; 4]>>(name: &str, new: fn(u32) -> G) {
    for seed in [0u32, 1, 0x0403_0201, 0x7FFF_FFFF] {
        let [mut by_trait, mut words] = [G::from_seed(seed.to_le_bytes()), new(seed)];
        let mut bytes = [0; 11];
        by_trait.fill_bytes(&mut bytes);
        let expected: Vec<u8> = (0..3).flat_map(|_| words.next_u32().to_le_bytes()).take(11).collect();
        assert_eq!(bytes[..], expected, "{name}");
        let [low, high] = [(); 2].map(|()| u64::from(words.next_u32()));
        assert_eq!(by_trait.next_u64(), high << 32 | low, "{name}");
    }
}

#[test]
fn seeds_and_bytes_mean_the_same_everywhere() {
    keeps_the_convention("asa128", Asa128::new);
    keeps_the_convention("sfmt19937", Sfmt19937::new);
    keeps_the_convention("msvc-rand", MsvcRand::new);
    keeps_the_convention("glibc-rand", GlibcRand::new);
    keeps_the_convention("mt19937", Mt19937::new);
    keeps_the_convention("net-random", |seed| NetRandom::new(seed as i32));
}
