//! Words that meet a precondition, made of any words.

use quadrille_lanes::{Packed, Word};

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
