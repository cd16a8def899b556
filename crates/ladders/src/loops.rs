//! Loops over arrays of sixteen numbers. The ladders of packed words start with these loops: the
//! array is an unpacked hand of cards, with one number per rank. The loops are public, so that
//! other ladders can use them.
//!
//! A number is an integer of 32 bits or a byte. The loops are the same for both. A vector holds
//! four integers or sixteen bytes per 128 bits.

use std::ops::{Sub, SubAssign};

/// One integer per lane.
pub type Ints = [i32; 16];

/// One byte per lane.
pub type Bytes = [u8; 16];

/// Writes `f(a[i], b[i])` to `out[i]` for every i.
#[inline(always)]
pub fn each_pair<T>(a: &[T], b: &[T], out: &mut [T], f: impl Fn(&T, &T) -> T) {
    for ((a, b), out) in a.iter().zip(b).zip(out) {
        *out = f(a, b);
    }
}

/// Writes one bit per pair: bit i % 64 of `bits[i / 64]` is `f(a[i], b[i])`.
#[inline(always)]
pub fn each_pair_bit<T>(a: &[T], b: &[T], bits: &mut [u64], f: impl Fn(&T, &T) -> bool) {
    for ((a, b), bits) in a.chunks(64).zip(b.chunks(64)).zip(bits) {
        let answers = a.iter().zip(b).map(
            #[inline(always)]
            |(a, b)| f(a, b),
        );
        // Each result is shifted in at the low end. The pairs are processed from the last to the
        // first, so that the first result ends in bit 0.
        *bits = answers.rev().fold(
            0,
            #[inline(always)]
            |bits, yes| bits << 1 | u64::from(yes),
        );
    }
}

/// Subtracts `b` from `a` lane by lane, in a loop. With bytes, each lane of `a` must be at least
/// the same lane of `b`.
#[inline(always)]
pub fn sub<T: Copy + SubAssign>(a: &[T; 16], b: &[T; 16]) -> [T; 16] {
    let mut rest = *a;
    for i in 0..16 {
        rest[i] -= b[i];
    }
    rest
}

/// Subtracts `b` from `a` lane by lane, unrolled, with the same condition as [`sub`].
#[inline(always)]
#[rustfmt::skip]
pub fn sub_unrolled<T: Copy + Sub<Output = T>>(a: &[T; 16], b: &[T; 16]) -> [T; 16] {
    [
        a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5], a[6] - b[6],
        a[7] - b[7], a[8] - b[8], a[9] - b[9], a[10] - b[10], a[11] - b[11], a[12] - b[12],
        a[13] - b[13], a[14] - b[14], a[15] - b[15],
    ]
}

/// Returns whether every lane of `a` is at least the same lane of `b`. The loop stops at the first
/// lane of `a` that is smaller.
#[inline(always)]
pub fn all_ge_stop_early<T: PartialOrd>(a: &[T; 16], b: &[T; 16]) -> bool {
    for i in 0..16 {
        if a[i] < b[i] {
            return false;
        }
    }
    true
}

/// Returns whether a ≥ b in every lane, for two arrays of sixteen lanes. Makes sixteen comparisons
/// without a branch.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "`&&` would branch, which is what this form avoids")]
#[rustfmt::skip]
pub fn all_ge_unrolled<T: PartialOrd>(a: &[T; 16], b: &[T; 16]) -> bool {
    (a[0] >= b[0]) & (a[1] >= b[1]) & (a[2] >= b[2]) & (a[3] >= b[3])
        & (a[4] >= b[4]) & (a[5] >= b[5]) & (a[6] >= b[6]) & (a[7] >= b[7])
        & (a[8] >= b[8]) & (a[9] >= b[9]) & (a[10] >= b[10]) & (a[11] >= b[11])
        & (a[12] >= b[12]) & (a[13] >= b[13]) & (a[14] >= b[14]) & (a[15] >= b[15])
}
