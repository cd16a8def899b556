//! Operations on one word compared with the plain loops.

use crate::lanes::sample::{any_word, build, counts, guarded, hostile, part_of, room_in, small_sum, word};
use proptest::prelude::*;
use quadrille_lanes::{Bytes32, Bytes64, Nibbles, Nibbles32, Nibbles64, Packed, plain, planes};

/// Checks every operation of two words, on words that were made to meet the precondition.
fn check_pair<P: Packed>(a: P, b: P) {
    assert_eq!(a.eq_lanes(b), plain::eq_lanes(a, b), "{a:?} {b:?}");
    // Some of the words have mostly equal lanes.
    let near = a ^ (b & P::LOW_BITS);
    assert_eq!(a.eq_lanes(near), plain::eq_lanes(a, near), "{a:?} {near:?}");

    let part = part_of(a, b);
    assert_eq!(a.sub(part), plain::sub(a, part), "{a:?} {part:?}");
    let room = room_in(a, b);
    assert_eq!(a.add(room), plain::add(a, room), "{a:?} {room:?}");
    assert_eq!(a.add(room).sub(room), a);

    let (a, b) = (guarded(a), guarded(b));
    assert_eq!(a.ge_lanes(b), plain::ge_lanes(a, b), "{a:?} {b:?}");
    assert_eq!(a.all_ge(b), plain::all_ge(a, b), "{a:?} {b:?}");
    assert_eq!(a.min_lanes(b), plain::min_lanes(a, b), "{a:?} {b:?}");
    assert_eq!(a.max_lanes(b), plain::max_lanes(a, b), "{a:?} {b:?}");
    let part = part_of(a, b);
    assert!(a.all_ge(part), "{a:?} {part:?}");
    // A single lane that is less makes the result false.
    for i in 0..P::LANES {
        if a.lane(i) < P::MAX_LANE / 2 {
            assert!(!a.all_ge(part.with_lane(i, a.lane(i) + 1)), "{a:?} {part:?} lane {i}");
        }
    }
}

/// Checks every operation of one word.
fn check_one<P: Packed>(a: P) {
    assert_eq!(a.zero_lanes(), plain::zero_lanes(a), "{a:?}");
    assert_eq!(a.lane_mask(), plain::lane_mask(a), "{a:?}");
    assert_eq!(a.wide_sum(), plain::sum(a), "{a:?}");
    let small = small_sum(a);
    assert_eq!(small.sum(), plain::sum(small), "{small:?}");
    for n in 1..=P::LANES + 2 {
        assert_eq!(a.runs(n), plain::runs(a, n), "{a:?} {n}");
    }
    let lanes: Vec<u8> = (0..P::LANES).map(|i| a.lane(i)).collect();
    assert_eq!(build::<P>(|i| lanes[i as usize]), a);
}

/// Checks every operation of one word with lanes of four bits.
fn check_nibbles<P: Nibbles>(a: P) {
    assert_eq!(a.count_bits(), plain::count_bits(a), "{a:?}");
    assert_eq!(a.smear_down(), plain::smear_down(a), "{a:?}");
    assert_eq!(a.all_bits(), plain::all_bits(a), "{a:?}");
    assert_eq!(a.three_bits(), plain::three_bits(a), "{a:?}");
    assert_eq!(a.any_bit(), plain::any_bit(a), "{a:?}");
    let counts = counts(a);
    assert_eq!(counts.one_hot(), plain::one_hot(counts), "{counts:?}");
    assert_eq!(a.count_bits().one_hot(), plain::one_hot(plain::count_bits(a)), "{a:?}");
}

#[test]
fn hostile_words() {
    fn check<P: Packed>() {
        for a in hostile::<P>() {
            check_one(a);
            for b in hostile::<P>() {
                check_pair(a, b);
            }
        }
    }
    for_every_word!(check);
    hostile::<Nibbles32>().into_iter().for_each(check_nibbles);
    hostile::<Nibbles64>().into_iter().for_each(check_nibbles);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_words_nibbles32(a in any_word::<Nibbles32>(), b in any_word()) {
        check_one(a);
        check_pair(a, b);
        check_nibbles(a);
    }

    #[test]
    fn any_words_nibbles64(a in any_word::<Nibbles64>(), b in any_word()) {
        check_one(a);
        check_pair(a, b);
        check_nibbles(a);
    }

    #[test]
    fn any_words_bytes32(a in any_word::<Bytes32>(), b in any_word()) {
        check_one(a);
        check_pair(a, b);
    }

    #[test]
    fn any_words_bytes64(a in any_word::<Bytes64>(), b in any_word()) {
        check_one(a);
        check_pair(a, b);
    }

    #[test]
    fn bit_planes(a: u64, b: u64, c: u64) {
        prop_assert_eq!(planes::majority(a, b, c), plain::majority(a, b, c));
        prop_assert_eq!(planes::carry_save_add(a, b, c), plain::carry_save_add(a, b, c));
        let (a, b, c) = (a as u32, b as u32, c as u32);
        prop_assert_eq!(planes::majority(a, b, c), plain::majority(a, b, c));
        prop_assert_eq!(planes::carry_save_add(a, b, c), plain::carry_save_add(a, b, c));
    }
}

/// Returns neighbours that would expose borrows, carries and overlaps of the lane under test.
fn neighbours<P: Packed>() -> [(P, P); 4] {
    let (none, all) = (P::ZERO, P::splat(P::MAX_LANE));
    [(none, none), (none, all), (all, none), (all, all)]
}

/// Checks every pair of values in every lane, between extreme neighbours.
fn check_all_pairs<P: Packed>() {
    for (around_a, around_b) in neighbours::<P>() {
        for i in 0..P::LANES {
            for x in 0..=P::MAX_LANE {
                let a = around_a.with_lane(i, x);
                let free = guarded(a);
                for y in 0..=P::MAX_LANE {
                    let b = around_b.with_lane(i, y);
                    let high = P::MAX_LANE / 2 + 1;

                    let mask = |yes| if yes { high } else { 0 };
                    assert_eq!(a.eq_lanes(b).lane(i), mask(x == y), "{a:?} {b:?}");
                    let others = a.eq_lanes(b).with_lane(i, 0);
                    let around = around_a.eq_lanes(around_b).with_lane(i, 0);
                    assert_eq!(others, around, "{a:?} {b:?}");

                    let (part, rest) = (part_of(a, b), a.sub(part_of(a, b)));
                    assert_eq!(rest.lane(i), x - part.lane(i), "{a:?} {part:?}");
                    assert_eq!(rest.add(part), a, "{a:?} {part:?}");

                    let (x, y, b) = (free.lane(i), guarded(b).lane(i), guarded(b));
                    assert_eq!(free.ge_lanes(b).lane(i), mask(x >= y), "{free:?} {b:?}");
                    assert_eq!(free.min_lanes(b).lane(i), x.min(y), "{free:?} {b:?}");
                    assert_eq!(free.max_lanes(b).lane(i), x.max(y), "{free:?} {b:?}");
                    assert_eq!(free.all_ge(b), free.ge_lanes(b) == P::HIGH_BITS, "{free:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn all_pairs_of_lanes() {
    for_every_word!(check_all_pairs);
}

/// Checks all values of four adjacent nibbles, at the bottom, in the middle and at the top.
fn check_four_nibbles<P: Nibbles>() {
    let bits = u64::from(P::LANES * P::LANE_BITS);
    for (_, around) in neighbours::<P>() {
        for low in [0, 8, bits - 16] {
            for value in 0..=0xffff {
                let a = (around & !word::<P>(0xffff << low)) | word(value << low);
                assert_eq!(a.zero_lanes(), plain::zero_lanes(a), "{a:?}");
                assert_eq!(a.wide_sum(), plain::sum(a), "{a:?}");
                check_nibbles(a);
            }
        }
    }
}

#[test]
fn all_values_of_four_nibbles() {
    check_four_nibbles::<Nibbles32>();
    check_four_nibbles::<Nibbles64>();
}

#[test]
fn lanes_in_and_out() {
    fn check<P: Packed>() {
        for a in hostile::<P>() {
            for i in 0..P::LANES {
                let value = P::MAX_LANE - i as u8;
                let changed = a.with_lane(i, value);
                for j in 0..P::LANES {
                    assert_eq!(changed.lane(j), if i == j { value } else { a.lane(j) });
                }
            }
        }
    }
    for_every_word!(check);

    let lanes = [4, 0, 2, 1, 15];
    let nibbles = Nibbles64::from_lanes(&lanes);
    assert_eq!(nibbles.bits(), 0xf1204);
    assert!(nibbles.lanes().eq(lanes.into_iter().chain([0; 11])));
    assert!(nibbles.lanes().rev().skip(11).eq([15, 1, 2, 0, 4]));
    assert_eq!(Nibbles32::try_from_lanes(&[0; 9]), None);
    assert_eq!(Nibbles32::try_from_lanes(&[16]), None);
    assert_eq!(Bytes32::try_from_lanes(&[255, 0, 16]), Some(Bytes32::from_bits(0x1000ff)));
    assert_eq!(Bytes64::try_from_lanes(&[1; 8]), Some(Bytes64::LOW_BITS));
    let mut word = Nibbles32::default();
    word.set_lane(7, 9);
    assert_eq!(word.bits(), 0x9000_0000);
}

#[test]
fn lanes_are_seen_when_printed() {
    assert_eq!(Nibbles32::from_bits(0x4021).to_string(), "0000_4021");
    assert_eq!(format!("{:?}", Nibbles64::from_bits(0x4021)), "Lanes64<4>(0000_0000_0000_4021)");
    assert_eq!(format!("{:?}", Bytes32::from_bits(0xff00_1203)), "Lanes32<8>(ff_00_12_03)");
    assert_eq!(format!("{:#x}", Bytes64::from_bits(0x10)), "0x10");
    assert_eq!(format!("{:b}", Nibbles32::from_bits(5)), "101");
    assert_eq!(format!("{:>11}|", Nibbles32::ZERO), "  0000_0000|");
}

#[test]
fn operations_are_constants() {
    const HAND: Nibbles64 = Nibbles64::from_lanes(&[1, 2, 0, 4]);
    const REST: Nibbles64 = HAND.sub(Nibbles64::splat(0).with_lane(3, 3));
    const HOLDS: bool = HAND.all_ge(REST);
    const CARDS: u32 = HAND.wide_sum();
    assert_eq!((REST.bits(), HOLDS, CARDS), (0x1021, true, 7));
}

#[test]
fn operators_are_the_methods_of_their_names() {
    let (a, b) = (Nibbles64::from(0x4021), Nibbles64::from(0x3020));
    assert_eq!((a + b, a - b), (a.add(b), a.sub(b)));
    let mut sum = a;
    sum += b;
    sum -= a;
    assert_eq!((sum, u64::from(sum)), (b, 0x3020));
}

#[cfg(feature = "serde")]
#[test]
fn words_are_stored_as_integers_and_levels_by_name() {
    assert_eq!(serde_json::to_string(&Nibbles64::from(0x21)).unwrap(), "33");
    assert_eq!(serde_json::from_str::<Nibbles64>("33").unwrap(), Nibbles64::from(0x21));
    for level in quadrille_lanes::Level::available() {
        let text = serde_json::to_string(&level).unwrap();
        assert_eq!(text, format!("\"{level}\""));
        assert_eq!(serde_json::from_str::<quadrille_lanes::Level>(&text).unwrap(), level);
    }
    assert!(serde_json::from_str::<quadrille_lanes::Level>("\"avx7\"").is_err());
}
