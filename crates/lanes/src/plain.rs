//! Every operation as a plain loop over the lanes: the specification that the fast forms are tested
//! against.
//!
//! If an operation has a precondition, these loops panic on input that violates it. Two
//! preconditions are exceptions, because the loops do not need them: that guard bits are free, and
//! that the sum of all lanes fits a lane. For input that violates one of these two, the loops
//! return the exact result.

use crate::packed::{Nibbles, Packed, Word};

/// Returns the word whose lane i is `f(i)`.
fn build<P: Packed>(f: impl Fn(u32) -> u8) -> P {
    (0..P::LANES).fold(P::ZERO, |word, i| word.with_lane(i, f(i)))
}

/// Returns the value of a lane in which only the high bit is set if `yes` is true; 0 otherwise.
fn high<P: Packed>(yes: bool) -> u8 {
    if yes { 1 << (P::LANE_BITS - 1) } else { 0 }
}

/// See [`Lanes64::zero_lanes`](crate::Lanes64::zero_lanes).
pub fn zero_lanes<P: Packed>(a: P) -> P {
    build(|i| high::<P>(a.lane(i) == 0))
}

/// See [`Lanes64::eq_lanes`](crate::Lanes64::eq_lanes).
pub fn eq_lanes<P: Packed>(a: P, b: P) -> P {
    build(|i| high::<P>(a.lane(i) == b.lane(i)))
}

/// See [`Lanes64::ge_lanes`](crate::Lanes64::ge_lanes).
pub fn ge_lanes<P: Packed>(a: P, b: P) -> P {
    build(|i| high::<P>(a.lane(i) >= b.lane(i)))
}

/// See [`Lanes64::all_ge`](crate::Lanes64::all_ge).
pub fn all_ge<P: Packed>(a: P, b: P) -> bool {
    (0..P::LANES).all(|i| a.lane(i) >= b.lane(i))
}

/// See [`Lanes64::sub`](crate::Lanes64::sub).
///
/// # Panics
/// If a lane of `a` is less than the same lane of `b`.
pub fn sub<P: Packed>(a: P, b: P) -> P {
    build(|i| a.lane(i).checked_sub(b.lane(i)).expect("a lane is less than its subtrahend"))
}

/// See [`Lanes64::add`](crate::Lanes64::add).
///
/// # Panics
/// If a sum does not fit its lane.
pub fn add<P: Packed>(a: P, b: P) -> P {
    build(|i| a.lane(i).checked_add(b.lane(i)).expect("a sum does not fit its lane"))
}

/// See [`Lanes64::lane_mask`](crate::Lanes64::lane_mask).
pub fn lane_mask<P: Packed>(mask: P) -> P {
    build(|i| if mask.lane(i) & high::<P>(true) == 0 { 0 } else { P::MAX_LANE })
}

/// See [`Lanes64::min_lanes`](crate::Lanes64::min_lanes).
pub fn min_lanes<P: Packed>(a: P, b: P) -> P {
    build(|i| a.lane(i).min(b.lane(i)))
}

/// See [`Lanes64::max_lanes`](crate::Lanes64::max_lanes).
pub fn max_lanes<P: Packed>(a: P, b: P) -> P {
    build(|i| a.lane(i).max(b.lane(i)))
}

/// See [`Lanes64::sum`](crate::Lanes64::sum) and [`Lanes64::wide_sum`](crate::Lanes64::wide_sum).
pub fn sum<P: Packed>(a: P) -> u32 {
    (0..P::LANES).map(|i| u32::from(a.lane(i))).sum()
}

/// See [`Lanes64::runs`](crate::Lanes64::runs).
///
/// # Panics
/// If `n` is 0.
pub fn runs<P: Packed>(a: P, n: u32) -> P {
    assert!(n >= 1, "a run has at least one lane");
    build(|i| {
        if n > P::LANES - i {
            return 0;
        }
        (i..i + n).fold(P::MAX_LANE, |common, j| common & a.lane(j))
    })
}

/// See [`Lanes64::count_bits`](crate::Lanes64::count_bits).
pub fn count_bits<P: Nibbles>(a: P) -> P {
    build(|i| a.lane(i).count_ones() as u8)
}

/// See [`Lanes64::one_hot`](crate::Lanes64::one_hot).
///
/// # Panics
/// If a lane is above 4.
pub fn one_hot<P: Nibbles>(counts: P) -> P {
    build(|i| match counts.lane(i) {
        0 => 0,
        k @ 1..=4 => 1 << (k - 1),
        _ => panic!("a lane is above 4"),
    })
}

/// See [`Lanes64::smear_down`](crate::Lanes64::smear_down).
pub fn smear_down<P: Nibbles>(a: P) -> P {
    build(|i| match a.lane(i) {
        0 => 0,
        1 => 1,
        2..4 => 3,
        4..8 => 7,
        _ => 15,
    })
}

/// See [`Lanes64::all_bits`](crate::Lanes64::all_bits).
pub fn all_bits<P: Nibbles>(a: P) -> P {
    build(|i| u8::from(a.lane(i).count_ones() == 4))
}

/// See [`Lanes64::three_bits`](crate::Lanes64::three_bits).
pub fn three_bits<P: Nibbles>(a: P) -> P {
    build(|i| u8::from(a.lane(i).count_ones() >= 3))
}

/// See [`Lanes64::any_bit`](crate::Lanes64::any_bit).
pub fn any_bit<P: Nibbles>(a: P) -> P {
    build(|i| u8::from(a.lane(i) != 0))
}

/// See [`planes::majority`](crate::planes::majority).
pub fn majority<W: Word>(a: W, b: W, c: W) -> W {
    carry_save_add(a, b, c).1
}

/// See [`planes::carry_save_add`](crate::planes::carry_save_add).
pub fn carry_save_add<W: Word>(a: W, b: W, c: W) -> (W, W) {
    let (mut sum, mut carry) = (0_u64, 0_u64);
    for position in 0..W::BITS {
        let total: u64 = [a, b, c].into_iter().map(|word| word.into() >> position & 1).sum();
        sum |= (total & 1) << position;
        carry |= (total >> 1) << position;
    }
    (W::truncated(sum), W::truncated(carry))
}
