//! Random and extreme words for tests.

use proptest::prelude::*;
use quadrille_lanes::Packed;

pub(crate) use crate::lanes::valid::{build, counts, guarded, part_of, room_in, small_sum, word};

/// Calls a generic function for every word type.
macro_rules! for_every_word {
    ($check:ident $(, $arg:expr)*) => {
        $check::<quadrille_lanes::Nibbles32>($($arg),*);
        $check::<quadrille_lanes::Bytes32>($($arg),*);
        $check::<quadrille_lanes::Nibbles64>($($arg),*);
        $check::<quadrille_lanes::Bytes64>($($arg),*);
    };
}

/// Returns extreme words: all lanes equal, alternating, only one lane, all but one lane.
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

/// Generates words in which extreme words and lanes are much more frequent than in uniform words.
pub(crate) fn any_word<P: Packed>() -> impl Strategy<Value = P> {
    let half = P::MAX_LANE / 2;
    let lane = prop_oneof![Just(0), Just(1), Just(half), Just(half + 1), Just(P::MAX_LANE), 0..=P::MAX_LANE];
    prop_oneof![
        any::<u64>().prop_map(word),
        prop::collection::vec(lane, P::LANES as usize).prop_map(|lanes| build(|i| lanes[i as usize])),
        prop::sample::select(hostile::<P>()),
    ]
}
