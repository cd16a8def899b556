//! Arithmetic in *bit planes*: lanes of one bit, with the digits of a number in different words.
//!
//! In words of 64 bits, plane k holds bit k of 64 numbers. A full adder made of five logic gates
//! adds one digit of all 64 numbers with five instructions. The functions take any word (`u32`,
//! `u64`, `u128`) and any vector of words from [`simd`](crate::simd).

use std::ops::{BitAnd, BitOr, BitXor};

/// A word or vector of bits.
pub trait Plane: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {}

impl<T: Copy + BitAnd<Output = T> + BitOr<Output = T> + BitXor<Output = T>> Plane for T {}

/// Returns the majority of the three bits at every position.
///
/// ```text
/// a         . . . . 1 1 1 1
/// b         . . 1 1 . . 1 1
/// c         . 1 . 1 . 1 . 1
/// majority  . . . 1 . 1 1 1
/// ```
/// ```
/// use quadrille_lanes::planes::majority;
/// assert_eq!(majority(0b0000_1111_u64, 0b0011_0011, 0b0101_0101), 0b0001_0111);
/// ```
#[inline(always)]
pub fn majority<P: Plane>(a: P, b: P, c: P) -> P {
    (a & b) | (c & (a ^ b))
}

/// Returns the low digits and the high digits (carries) of the sums of three bits at every
/// position.
///
/// In carry-save addition the carry is not added to the next position. It is kept in a plane of its
/// own, so three planes become two, and no position depends on another.
///
/// ```text
/// a      . . . . 1 1 1 1
/// b      . . 1 1 . . 1 1
/// c      . 1 . 1 . 1 . 1
/// sum    . 1 1 . 1 . . 1     counts:   0 1 1 2 1 2 2 3
/// carry  . . . 1 . 1 1 1
/// ```
/// ```
/// use quadrille_lanes::planes::carry_save_add;
/// let (sum, carry) = carry_save_add(0b0000_1111_u32, 0b0011_0011, 0b0101_0101);
/// assert_eq!((sum, carry), (0b0110_1001, 0b0001_0111));
/// ```
#[inline(always)]
pub fn carry_save_add<P: Plane>(a: P, b: P, c: P) -> (P, P) {
    let odd = a ^ b;
    (odd ^ c, (a & b) | (c & odd))
}
