//! Every operation on a vector of packed words: the building blocks of kernels.
//!
//! A kernel is a generic function marked `#[inline(always)]`, which
//! [`dispatch!`](crate::simd::dispatch) compiles once for each level. `P` is the type of the packed
//! words. The vector may have the level's own width (`S::u64s` for [`Nibbles64`](crate::Nibbles64))
//! or a fixed one.
//!
//! ```
//! use quadrille_lanes::{Level, Nibbles64, simd::{Simd, dispatch, prelude::*}, vector};
//!
//! /// Counts the words of the first vector that equal the last word in at least one lane.
//! #[inline(always)]
//! fn kernel<S: Simd>(simd: S, words: &[Nibbles64]) -> usize {
//!     let needle = S::u64s::splat(simd, words[words.len() - 1].bits());
//!     let hay = vector::load::<Nibbles64, S, S::u64s>(simd, &words[..S::u64s::LEN]);
//!     let equal = vector::eq_lanes::<Nibbles64, S, S::u64s>(hay, needle);
//!     equal.as_slice().iter().filter(|&&mask| mask != 0).count()
//! }
//!
//! let words = [Nibbles64::splat(3); 20];
//! for level in Level::available() {
//!     assert!(dispatch!(level.simd(), simd => kernel(simd, &words)) >= 2);
//! }
//! ```
//!
//! Each function applies the [`Lanes64`](crate::Lanes64) method of the same name to every word of a
//! vector. The precondition of the method must hold for every word; it is not checked here.

use fearless_simd::{Simd, SimdElement, SimdInt};

use crate::packed::{Nibbles, Packed, Word};

/// Returns a word with `value` in every lane.
#[inline(always)]
fn lanes<P: Packed>(value: u8) -> P::Word {
    P::splat(value).bits()
}

/// Loads a vector from a slice of words.
///
/// # Panics
/// If the length of the slice is not the number of words in a vector.
#[inline(always)]
pub fn load<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(simd: S, words: &[P]) -> V {
    V::from_slice(simd, P::as_words(words))
}

/// Stores a vector to a slice of words.
///
/// # Panics
/// If the length of the slice is not the number of words in a vector.
#[inline(always)]
pub fn store<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(vector: V, words: &mut [P]) {
    vector.store_slice(P::as_words_mut(words));
}

/// Returns the mask (high bits) of the lanes that are 0.
#[inline(always)]
pub fn zero_lanes<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V) -> V {
    let lower = (!P::HIGH_BITS).bits();
    // `lower` has all bits of a lane except the high bit. The addition carries into the high bit if
    // any lower bit of `a` is set, and never carries out of the lane. After the OR with `a`, the
    // high bit is clear only in lanes that are 0.
    !(((a & lower) + lower) | a | lower)
}

/// Returns the mask (high bits) of the equal lanes.
#[inline(always)]
pub fn eq_lanes<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, b: V) -> V {
    zero_lanes::<P, S, V>(a ^ b)
}

/// Returns the mask (high bits) of the lanes where `a` ≥ `b`. Guard bits must be free.
#[inline(always)]
pub fn ge_lanes<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, b: V) -> V {
    let high = P::HIGH_BITS.bits();
    // The high bit is set in each lane of `a`, so the subtraction never borrows from the next lane.
    // The bit remains set exactly in the lanes where `a` ≥ `b`.
    ((a | high) - b) & high
}

/// Returns the mask of the words of `a` that are at least the corresponding words of `b` in every
/// lane. Guard bits must be free.
///
/// The opposite condition is computed, which saves a step. Lanes have B bits. The high bit of a
/// lane of `b + (2^(B−1) − 1) − a` is set exactly if `b` is greater than `a` in this lane.
/// Neither the addition nor the subtraction crosses lanes: the sum is below 2^B, and no lane of `a`
/// exceeds the 2^(B−1) − 1 that was added.
#[inline(always)]
pub fn all_ge<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, b: V) -> V::Mask {
    let less = (b + (!P::HIGH_BITS).bits()) - a;
    (less & P::HIGH_BITS.bits()).simd_eq(V::splat(a.token(), P::Word::truncated(0)))
}

/// Returns `a` − `b` lane by lane; no lane of `a` may be less than the same lane of `b`.
#[inline(always)]
pub fn sub<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, b: V) -> V {
    a - b
}

/// Returns `a` + `b` lane by lane; every sum must fit its lane.
#[inline(always)]
pub fn add<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, b: V) -> V {
    a + b
}

/// Sets all bits of every lane whose high bit is set, and clears the other lanes.
///
/// The high bit minus the low bit gives all the lower bits: 1000 − 0001 = 0111. With the high bit
/// added again, all bits of the lane are set. Lanes without a high bit stay 0.
#[inline(always)]
pub fn lane_mask<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(mask: V) -> V {
    let m = mask & P::HIGH_BITS.bits();
    m | (m - (m >> (P::LANE_BITS - 1)))
}

/// Returns the smaller value lane by lane. Guard bits must be free.
#[inline(always)]
pub fn min_lanes<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, b: V) -> V {
    // a ^ (a ^ b) is b, so the lanes where a ≥ b are replaced by b.
    a ^ ((a ^ b) & lane_mask::<P, S, V>(ge_lanes::<P, S, V>(a, b)))
}

/// Returns the larger value lane by lane. Guard bits must be free.
#[inline(always)]
pub fn max_lanes<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, b: V) -> V {
    // b ^ (a ^ b) is a, so the lanes where a ≥ b are replaced by a.
    b ^ ((a ^ b) & lane_mask::<P, S, V>(ge_lanes::<P, S, V>(a, b)))
}

/// Returns, for every word, the sum of its lanes. The sum must fit a lane.
#[inline(always)]
pub fn sum<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V) -> V {
    fold::<P, S, V>(a, P::LANE_BITS)
}

/// Returns, for every word, the sum of its lanes. The sum need not fit a lane.
#[inline(always)]
pub fn wide_sum<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V) -> V {
    let bits = P::LANE_BITS;
    // `MAX_LANE` in the even lanes, 0 in the odd lanes.
    let even = P::Word::truncated(u64::MAX / ((1 << (2 * bits)) - 1) * u64::from(P::MAX_LANE));
    fold::<P, S, V>((a & even) + ((a >> bits) & even), 2 * bits)
}

/// Returns, for every word, the sum of its lanes of `bits` bits. The sum must fit one lane. Halves
/// of the word are added until one lane is left.
///
/// ```text
/// lane                   …    3         2         1         0
/// eight lanes            …    d         c         b         a        e to h above
/// + half a word down     …    d+h       c+g       b+f       a+e
/// + a quarter down       …                        b+f+d+h   a+e+c+g
/// + a lane down          …                                  all      the lanes above are cut off
/// ```
///
/// The lanes that contribute to the result contain partial sums, which fit because the total fits.
/// Higher lanes may overflow, but carries move only upward, so they do not matter. Vectors lack the
/// fast product of words that [`sum`](crate::Lanes64::sum) uses on one word.
#[inline(always)]
fn fold<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, bits: u32) -> V {
    let mut sums = a;
    let mut half = P::Word::BITS as u32 / 2;
    while half >= bits {
        sums += sums >> half;
        half /= 2;
    }
    sums & P::Word::truncated((1 << bits) - 1)
}

/// Finds, in every word and for each bit of a lane, the starts of runs of `n` ≥ 1 consecutive lanes
/// in which this bit is set.
#[inline(always)]
pub fn runs<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, n: u32) -> V {
    match run_shifts::<P>(n) {
        Some(shifts) => shifted_and::<P, S, V>(a, shifts),
        None => V::splat(a.token(), P::Word::truncated(0)),
    }
}

/// Returns the shift distances, in bits, by which [`shifted_and`] finds runs of `n` lanes; `None`
/// if a word has fewer than `n` lanes. Four distances suffice for the longest run, of sixteen
/// lanes; unused distances are 0.
#[inline]
pub(crate) fn run_shifts<P: Packed>(n: u32) -> Option<[u32; 4]> {
    if n > P::LANES {
        return None;
    }
    // If the set bits mark the starts of runs of `length` lanes, the AND with a copy shifted by
    // `step` ≤ `length` lanes marks the starts of runs of `length + step` lanes. The length doubles
    // until the last step.
    let mut length = 1;
    Some([(); 4].map(|()| {
        let step = length.min(n.saturating_sub(length));
        length += step;
        step * P::LANE_BITS
    }))
}

/// For each distance, ANDs the vector with a shifted copy of itself. A distance of 0 has no effect,
/// and is cheaper than a branch.
#[inline(always)]
pub(crate) fn shifted_and<P: Packed, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V, shifts: [u32; 4]) -> V {
    let mut runs = a;
    for shift in shifts {
        runs &= runs >> shift;
    }
    runs
}

/// Returns the number of set bits in each lane.
#[inline(always)]
pub fn count_bits<P: Nibbles, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V) -> V {
    // For a pair of bits xy, with the value 2x + y, subtracting x gives the count x + y. The two
    // counts of a lane are then added.
    let pairs = a - ((a >> 1) & lanes::<P>(5));
    (pairs & lanes::<P>(3)) + ((pairs >> 2) & lanes::<P>(3))
}

/// Converts the count k of each lane to a single bit: k ≥ 1 becomes bit k − 1, and 0 stays 0. No
/// lane may be above 4.
#[inline(always)]
pub fn one_hot<P: Nibbles, S: Simd, V: SimdInt<S, Element = P::Word>>(counts: V) -> V {
    // 1 and 2 stay as they are; 4 becomes 8 by the first addition. For 3 = 0b11, the last term is 1
    // and gives 4; for other counts the last term is 0, because no two adjacent bits are set.
    counts + (counts & lanes::<P>(4)) + (counts & (counts >> 1))
}

/// Sets, for each set bit, all lower bits of its lane.
#[inline(always)]
pub fn smear_down<P: Nibbles, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V) -> V {
    // The masks 7 and 3 remove bits that were shifted in from the next lane.
    let two = a | ((a >> 1) & lanes::<P>(7));
    two | ((two >> 2) & lanes::<P>(3))
}

/// Returns the mask (low bits) of the lanes with all four bits set.
#[inline(always)]
pub fn all_bits<P: Nibbles, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V) -> V {
    // Bit 0 of a lane depends on its bits 0 to 3 only, so bits from the next lane do not matter.
    let two = a & (a >> 1);
    two & (two >> 2) & lanes::<P>(1)
}

/// Returns the mask (low bits) of the lanes with three or four bits set.
#[inline(always)]
pub fn three_bits<P: Nibbles, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V) -> V {
    let next = a >> 1;
    let (both, either) = (a & next, a | next);
    // Three or four bits are set iff one pair has both bits and the other pair has at least one.
    ((both & (either >> 2)) | (either & (both >> 2))) & lanes::<P>(1)
}

/// Returns the mask (low bits) of the lanes with any bit set.
#[inline(always)]
pub fn any_bit<P: Nibbles, S: Simd, V: SimdInt<S, Element = P::Word>>(a: V) -> V {
    let two = a | (a >> 1);
    (two | (two >> 2)) & lanes::<P>(1)
}
