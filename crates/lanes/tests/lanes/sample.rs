//! Words to test with: random ones and hostile ones, and how to make them meet a precondition.

use proptest::prelude::*;
use quadrille_lanes::{Packed, Word};

/// Calls the generic function for every type of word.
macro_rules! for_every_word {
    ($check:ident $(, $arg:expr)*) => {
        $check::<quadrille_lanes::Nibbles32>($($arg),*);
        $check::<quadrille_lanes::Bytes32>($($arg),*);
        $check::<quadrille_lanes::Nibbles64>($($arg),*);
        $check::<quadrille_lanes::Bytes64>($($arg),*);
    };
}

/// The word with these low bits.
pub(crate) fn word<P: Packed>(bits: u64) -> P {
    P::from_bits(P::Word::truncated(bits))
}

/// The word whose lane i is `f(i)`.
pub(crate) fn build<P: Packed>(f: impl Fn(u32) -> u8) -> P {
    (0..P::LANES).fold(P::ZERO, |word, i| word.with_lane(i, f(i)))
}

/// All guard bits cleared.
pub(crate) fn guarded<P: Packed>(a: P) -> P {
    a & !P::HIGH_BITS
}

/// A word no lane of which is more than that of `a`.
pub(crate) fn part_of<P: Packed>(a: P, random: P) -> P {
    build(|i| match a.lane(i) {
        u8::MAX => random.lane(i),
        lane if random.lane(i) <= lane => random.lane(i),
        lane => random.lane(i) % (lane + 1),
    })
}

/// A word every lane of which may be added to that of `a`.
pub(crate) fn room_in<P: Packed>(a: P, random: P) -> P {
    part_of(!a, random)
}

/// A word of lanes up to 4.
pub(crate) fn counts<P: Packed>(random: P) -> P {
    build(|i| random.lane(i) % 5)
}

/// A word whose lanes add up to less than 2^B.
pub(crate) fn small_sum<P: Packed>(random: P) -> P {
    let mut left = P::MAX_LANE;
    (0..P::LANES).rev().fold(P::ZERO, |word, i| {
        let lane = random.lane(i).min(left);
        left -= lane;
        word.with_lane(i, lane)
    })
}

/// Words at the limits: every lane alike, alternating, one lane alone, one lane missing.
pub(crate) fn hostile<P: Packed>() -> Vec<P> {
    let half = P::MAX_LANE / 2;
    let limits = [0, 1, half - 1, half, half + 1, P::MAX_LANE - 1, P::MAX_LANE];
    let mut words: Vec<P> = limits.map(P::splat).to_vec();
    for high in limits {
        words.push(build(|i| if i % 2 == 0 { high } else { P::MAX_LANE - high }));
        for i in [0, 1, P::LANES / 2 - 1, P::LANES / 2, P::LANES - 1] {
            words.push(P::ZERO.with_lane(i, high));
            words.push(P::splat(P::MAX_LANE).with_lane(i, high));
            words.push(P::splat(half).with_lane(i, high));
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Any word, with the hostile ones and lanes at their limits far more often than chance has them.
pub(crate) fn any_word<P: Packed>() -> impl Strategy<Value = P> {
    let half = P::MAX_LANE / 2;
    let lane = prop_oneof![Just(0), Just(1), Just(half), Just(half + 1), Just(P::MAX_LANE), 0..=P::MAX_LANE];
    prop_oneof![
        any::<u64>().prop_map(word),
        prop::collection::vec(lane, P::LANES as usize).prop_map(|lanes| build(|i| lanes[i as usize])),
        prop::sample::select(hostile::<P>()),
    ]
}
