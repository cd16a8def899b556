//! The eight-lane generator compared with eight scalar ones at every vector level: every mixture of
//! single draws and bulk calls yields the same sequence.

use crate::fuzzed::calls;

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_random::bulk::Bulk;
use quadrille_random::generators::xoshiro256plusplus_x8::Seed;
use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::{Chance, StreamKey, Xoshiro256PlusPlus, Xoshiro256PlusPlusX8};
use rand::RngExt;

use calls::{Call, InTurn};

/// Generates lengths around special ones (zero, a step, the buffer, a word of masks), and arbitrary
/// ones.
fn length() -> impl Strategy<Value = usize> {
    prop_oneof![0..40usize, 60..70usize, 120..140usize, 0..1000usize]
}

fn chance() -> impl Strategy<Value = Chance> {
    prop_oneof![
        Just(Chance::NEVER),
        Just(Chance::ALWAYS),
        Just(Chance::ratio(1, u64::MAX).unwrap()),
        Just(Chance::ratio(u64::MAX - 1, u64::MAX).unwrap()),
        Just(Chance::ratio(1, 2).unwrap()),
        (0.0..=1.0f64).prop_map(|p| Chance::new(p).unwrap()),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        Just(Call::U32),
        Just(Call::U64),
        Just(Call::F64),
        length().prop_map(Call::Bytes),
        length().prop_map(Call::FillU32),
        length().prop_map(Call::FillU64),
        length().prop_map(Call::FillF64),
        (chance(), length()).prop_map(|(chance, n)| Call::Roll(chance, n)),
    ]
}

fn word() -> impl Strategy<Value = u64> {
    prop_oneof![any::<u64>(), 0..10u64, (1u64 << 61) - 2..=(1 << 61) + 2, u64::MAX - 10..=u64::MAX]
}

/// Performs the same calls on both and compares the results, including those of later draws, so
/// that both have drawn the same number.
fn agree(mut rng: impl Bulk, mut oracle: impl Bulk, calls: &[Call]) -> Result<(), TestCaseError> {
    for &call in calls.iter().chain(&[Call::U64, Call::FillU64(20)]) {
        prop_assert_eq!(call.answer(&mut rng), call.answer(&mut oracle), "{:?} of {:?}", call, calls);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_mixture_of_calls_yields_the_eight_streams_in_turn(
        seed in word(),
        stream in word(),
        substream in word(),
        calls in prop::collection::vec(call(), 0..20),
    ) {
        let key = StreamKey { seed, stream, substream };
        for level in Level::available() {
            agree(key.rng_x8_at(level), InTurn::new(key), &calls)?;
        }
        agree(key.rng_x8(), InTurn::new(key), &calls)?;
    }

    #[test]
    fn the_level_can_change_at_any_draw(before in prop::collection::vec(call(), 0..6), after in call()) {
        for (from, to) in Level::available().into_iter().zip(Level::available().into_iter().rev()) {
            let mut rng = StreamKey::new(31459, 7).rng_x8_at(from);
            let mut oracle = InTurn::new(StreamKey::new(31459, 7));
            for call in &before {
                prop_assert_eq!(call.answer(&mut rng), call.answer(&mut oracle));
            }
            agree(rng.clone(), oracle.clone(), &[after])?;
            rng.set_level(to);
            agree(rng, oracle, &[after])?;
        }
    }

    #[test]
    fn a_state_is_that_of_each_lane(bytes in prop::collection::vec(any::<u8>(), 256), kept in any::<u8>()) {
        let mut seed = Seed::default();
        for (lane, (to, from)) in seed.0.chunks_exact_mut(32).zip(bytes.chunks_exact(32)).enumerate() {
            // The others are all zero, which a lane must not be.
            if kept >> lane & 1 == 1 {
                to.copy_from_slice(from);
            }
        }
        let lanes = std::array::from_fn(|lane| match seed.0.as_chunks::<32>().0[lane] {
            [0, .., 0] if kept >> lane & 1 == 0 => StreamKey::new(0, lane as u64).rng(),
            state => Xoshiro256PlusPlus::from_seed(state),
        });
        for level in Level::available() {
            let mut rng = Xoshiro256PlusPlusX8::from_seed(seed);
            rng.set_level(level);
            agree(rng, InTurn::from_lanes(lanes.clone()), &[Call::FillU64(100)])?;
        }
    }
}

#[test]
fn a_seed_alone_is_stream_0_of_it() {
    for seed in [0, 1, 31459, u64::MAX] {
        let rng = Xoshiro256PlusPlusX8::seed_from_u64(seed);
        agree(rng, InTurn::new(StreamKey::new(seed, 0)), &[]).unwrap();
    }
}

/// The overlap documented in the module.
#[test]
fn its_lanes_are_scalar_streams_of_the_same_seed_and_substream() {
    let mut rng = StreamKey::new(31459, 3).substream(2).rng_x8();
    let mut scalar = StreamKey::new(31459, 8 * 3 + 5).substream(2).rng();
    let drawn: Vec<u64> = (0..80).map(|_| rng.next_u64()).skip(5).step_by(8).collect();
    assert!(drawn.iter().all(|&word| word == scalar.next_u64()));
}

/// Frozen as the values of the scalar streams are: a change would change the results of all
/// experiments.
#[test]
fn its_values_are_unchanged() {
    let fold = |hash: u64, word: u64| hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(word);
    for level in Level::available() {
        let mut rng = StreamKey { seed: 31459, stream: 7, substream: 1 }.rng_x8_at(level);
        let drawn = [(); 9].map(|()| rng.next_u64());
        let expected = [
            0x42BFC39F7EF9FF3D,
            0xCD17F68EF62CC5BA,
            0xE3BA14DF447036F5,
            0x0D80912EEAC99A01,
            0x5221E3CE02E41DE9,
            0xCBE7A67125390D31,
            0xA126B14D3BB88543,
            0xFBEB57FD843F8737,
            0xB9B229582FC9F604,
        ];
        assert_eq!(drawn, expected, "{drawn:#018X?}");
        let (mut words, mut masks) = (vec![0; 100_001], vec![0; 1564]);
        rng.fill_u64(&mut words);
        rng.roll(Chance::new(0.3).unwrap(), &mut masks, 100_037);
        let (words, masks) = (words.into_iter().fold(0, fold), masks.into_iter().fold(0, fold));
        assert_eq!((words, masks), (0x489E4CDDB88BA420, 0x254F60D8027C73DE), "{words:#018X} {masks:#018X}");
    }
}

/// Random draws do not hit a threshold. The first outputs of these states, rotl(a + d, 23) + a, do.
#[test]
fn a_draw_at_the_threshold_fails_and_the_one_below_succeeds() {
    let half = 1u64 << 63;
    let mut seed = Seed::default();
    for (lane, bytes) in seed.0.chunks_exact_mut(32).enumerate() {
        let a = if lane % 2 == 0 { half } else { half - 1 };
        bytes[..8].copy_from_slice(&a.to_le_bytes());
        bytes[24..].copy_from_slice(&a.wrapping_neg().to_le_bytes());
    }
    for level in Level::available() {
        let mut rng = Xoshiro256PlusPlusX8::from_seed(seed);
        rng.set_level(level);
        let mut masks = [0];
        rng.roll(Chance::ratio(1, 2).unwrap(), &mut masks, 64);
        assert_eq!(masks[0] & 0xFF, 0b1010_1010, "{level}");
    }
}

#[test]
fn rolls_succeed_as_often_as_they_should() {
    let mut rng = StreamKey::new(31459, 0).rng_x8();
    let mut masks = vec![0; 1 << 14];
    for p in [0.001, 0.1, 0.5, 0.93] {
        let n = masks.len() * 64;
        rng.roll(Chance::new(p).unwrap(), &mut masks, n);
        let hits: u32 = masks.iter().map(|mask: &u64| mask.count_ones()).sum();
        let deviations = (f64::from(hits) - n as f64 * p) / (n as f64 * p * (1.0 - p)).sqrt();
        assert!(deviations.abs() < 4.5, "{p}: {hits} of {n}, {deviations} standard deviations");
    }
}

#[test]
#[should_panic(expected = "65 rolls need 2 words, not 1")]
fn masks_too_short_are_refused() {
    StreamKey::new(0, 0).rng_x8().roll(Chance::ALWAYS, &mut [0], 65);
}

#[test]
fn the_distributions_of_rand_work() {
    let mut rng = StreamKey::new(31459, 0).rng_x8();
    let mut faces = [0u32; 6];
    for _ in 0..60_000 {
        faces[rng.random_range(0..6usize)] += 1;
    }
    // Each count has a standard deviation of 91.
    assert!(faces.iter().all(|&count| count.abs_diff(10_000) < 500), "{faces:?}");
}

#[test]
fn it_shows_what_is_left_and_not_what_was() {
    let mut rng = StreamKey::new(1, 0).rng_x8_at(Level::scalar());
    assert!(format!("{rng:?}").ends_with("buffered: [], level: Level(scalar) }"), "{rng:?}");
    let first = rng.next_u64();
    assert!(!format!("{rng:?}").contains(&first.to_string()));
}
