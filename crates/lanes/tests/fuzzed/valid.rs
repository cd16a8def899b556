//! Words that meet a precondition, derived from arbitrary words.

use quadrille_lanes::{Packed, Word};

/// Returns the word with these low bits.
pub(crate) fn word<P: Packed>(bits: u64) -> P {
    P::from_bits(P::Word::truncated(bits))
}

/// Returns the word whose lane i is `f(i)`.
pub(crate) fn build<P: Packed>(f: impl Fn(u32) -> u8) -> P {
    (0..P::LANES).fold(P::ZERO, |word, i| word.with_lane(i, f(i)))
}

/// Clears all guard bits.
pub(crate) fn guarded<P: Packed>(a: P) -> P {
    a & !P::HIGH_BITS
}

/// Returns a word whose lanes are at most those of `a`.
pub(crate) fn part_of<P: Packed>(a: P, random: P) -> P {
    build(|i| match a.lane(i) {
        u8::MAX => random.lane(i),
        lane if random.lane(i) <= lane => random.lane(i),
        lane => random.lane(i) % (lane + 1),
    })
}

/// Returns a word whose lanes can be added to those of `a` without overflow.
pub(crate) fn room_in<P: Packed>(a: P, random: P) -> P {
    part_of(!a, random)
}

/// Returns a word with lanes up to 4.
pub(crate) fn counts<P: Packed>(random: P) -> P {
    build(|i| random.lane(i) % 5)
}

/// Returns a word whose lanes sum to less than 2^B.
pub(crate) fn small_sum<P: Packed>(random: P) -> P {
    let mut left = P::MAX_LANE;
    (0..P::LANES).rev().fold(P::ZERO, |word, i| {
        let lane = random.lane(i).min(left);
        left -= lane;
        word.with_lane(i, lane)
    })
}
