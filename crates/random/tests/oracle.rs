//! The generators compared with those of the crate `rand_xoshiro`, and used with the distributions
//! of `rand`.

use proptest::prelude::*;
use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::{SplitMix64, StreamKey, Xoshiro256PlusPlus, f64_53};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus as Oracle;

fn seeds() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        0..1000u64,
        (0..64u32, -1..=1i64).prop_map(|(bit, near)| (1u64 << bit).wrapping_add_signed(near)),
    ]
}

/// Compares all kinds of draws, mixed, so that each call takes the same number of outputs as the
/// oracle's.
fn agree(mut ours: Xoshiro256PlusPlus, mut oracle: Oracle) -> Result<(), TestCaseError> {
    for length in 0..24 {
        prop_assert_eq!(ours.next_u64(), oracle.next_u64());
        prop_assert_eq!(ours.next_u32(), oracle.next_u32());
        prop_assert_eq!(ours.next_f64().to_bits(), f64_53(oracle.next_u64()).to_bits());
        prop_assert_eq!(ours.next_f64().to_bits(), oracle.random::<f64>().to_bits());
        let (mut left, mut right) = ([0; 24], [0; 24]);
        ours.fill_bytes(&mut left[..length]);
        oracle.fill_bytes(&mut right[..length]);
        prop_assert_eq!(left, right);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn xoshiro_from_a_word_is_that_of_rand_xoshiro(seed in seeds()) {
        agree(Xoshiro256PlusPlus::seed_from_u64(seed), Oracle::seed_from_u64(seed))?;
    }

    #[test]
    fn xoshiro_from_a_state_is_that_of_rand_xoshiro(words in any::<[u64; 4]>(), kept in any::<[bool; 4]>()) {
        let mut state = [0; 32];
        for ((bytes, word), kept) in state.chunks_exact_mut(8).zip(words).zip(kept) {
            bytes.copy_from_slice(&if kept { word } else { 0 }.to_le_bytes());
        }
        agree(Xoshiro256PlusPlus::from_seed(state), Oracle::from_seed(state))?;
    }

    #[test]
    fn splitmix_is_that_of_rand_xoshiro(seed in seeds()) {
        let mut ours = SplitMix64::new(seed);
        let mut oracle = rand_xoshiro::SplitMix64::seed_from_u64(seed);
        for _ in 0..100 {
            prop_assert_eq!(ours.next_u64(), oracle.next_u64());
        }
    }
}

#[test]
fn a_state_of_zeros_is_replaced() {
    assert_eq!(Xoshiro256PlusPlus::from_seed([0; 32]), Xoshiro256PlusPlus::seed_from_u64(0));
}

#[test]
fn a_long_run_stays_together() {
    let mut ours = Xoshiro256PlusPlus::seed_from_u64(31459);
    let mut oracle = Oracle::seed_from_u64(31459);
    for draw in 0..1_000_000 {
        assert_eq!(ours.next_u64(), oracle.next_u64(), "draw {draw}");
    }
}

#[test]
fn the_distributions_of_rand_work() {
    let mut generator = StreamKey::new(31459, 0).rng();
    let mut faces = [0u32; 6];
    for _ in 0..60_000 {
        faces[generator.random_range(0..6usize)] += 1;
    }
    // Each count has a standard deviation of 91.
    assert!(faces.iter().all(|&count| count.abs_diff(10_000) < 500), "{faces:?}");
}
