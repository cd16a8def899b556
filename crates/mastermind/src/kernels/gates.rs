//! Addition of bit planes: half and full adders, and counts of 4, 5, 6, 8, 12 and 16 planes.
//!
//! A plane has one bit per codeword. The adders of digital circuits compute, for each codeword, the
//! number of planes in which its bit is set. The binary digits of these numbers are planes again.
//! The weight of a plane is the value of a set bit: 1, 2, 4, … A full adder takes three planes of
//! one weight, and returns one plane of the same weight (their exclusive or) and one plane of twice
//! the weight (their majority):
//!
//! ```text
//! weight 1:   p0 p1 p2   p3 p4 p5        six planes
//!             └──┬───┘   └──┬───┘
//!               full       full
//!              1 │ └─2─┐  1 │ └─2─┐
//!                └─────┼─half     │
//!                      │  │ └─2─┐ │
//! digit 1 ◄────────────┼──┘     │ │
//!                      └──────full
//!                         2 │    └─4─► digit 4
//! digit 2 ◄─────────────────┘
//! ```
//!
//! Every full adder removes one plane, so p planes take about p adders: 5 gates each, or 2 with
//! AVX-512, whose `vpternlog` computes any function of three planes in one instruction. One
//! operation on a vector of n bits (128 to 512) processes n codewords.
//!
//! The trees of adders are unrolled, so that the compiler keeps the planes in registers.

use quadrille_lanes::simd::{Simd, prelude::*};

/// Binary digits of a number up to 16, lowest first. Digits that are not needed are 0.
pub(crate) type Number<S> = [<S as Simd>::u64s; 5];

/// Returns the number of binary digits of numbers up to `most`.
pub(crate) const fn digits_of(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}

#[cfg(target_arch = "x86_64")]
quadrille_lanes::simd::kernel!(
    /// Returns the exclusive or of three planes.
    #[inline(always)]
    fn odd(
        _token: Avx512,
        a: std::arch::x86_64::__m512i,
        b: std::arch::x86_64::__m512i,
        c: std::arch::x86_64::__m512i,
    ) -> std::arch::x86_64::__m512i {
        std::arch::x86_64::_mm512_ternarylogic_epi64::<0x96>(a, b, c)
    }
);

#[cfg(target_arch = "x86_64")]
quadrille_lanes::simd::kernel!(
    /// Returns the majority of three planes.
    #[inline(always)]
    fn most(
        _token: Avx512,
        a: std::arch::x86_64::__m512i,
        b: std::arch::x86_64::__m512i,
        c: std::arch::x86_64::__m512i,
    ) -> std::arch::x86_64::__m512i {
        std::arch::x86_64::_mm512_ternarylogic_epi64::<0xe8>(a, b, c)
    }
);

/// Returns the low and the high digit of the sum of three planes. With AVX-512, one instruction
/// computes each digit.
#[inline(always)]
pub(crate) fn full<S: Simd>(simd: S, a: S::u64s, b: S::u64s, c: S::u64s) -> (S::u64s, S::u64s) {
    #[cfg(target_arch = "x86_64")]
    if let Some(token) = simd.level().as_avx512() {
        use quadrille_lanes::simd::u64x8;
        let wide = |plane: S::u64s| u64x8::from_slice(token, plane.as_slice()).into();
        let (a, b, c) = (wide(a), wide(b), wide(c));
        let back = |plane| {
            let plane: u64x8<_> = u64x8::simd_from(token, plane);
            S::u64s::from_slice(simd, plane.as_slice())
        };
        return (back(odd(token, a, b, c)), back(most(token, a, b, c)));
    }
    let _ = simd;
    quadrille_lanes::planes::carry_save_add(a, b, c)
}

/// Returns the low and the high digit of the sum of two planes.
#[inline(always)]
fn half<S: Simd>(a: S::u64s, b: S::u64s) -> (S::u64s, S::u64s) {
    (a ^ b, a & b)
}

/// Returns, for each position, the number of the `P` planes that are set there; `P` is 4, 5, 6, 8,
/// 12 or 16.
#[inline(always)]
pub(crate) fn total<S: Simd, const P: usize>(simd: S, plane: impl Fn(usize) -> S::u64s) -> Number<S> {
    let zero = S::u64s::splat(simd, 0);
    match P {
        4 => four(simd, &plane),
        5 => {
            let (low, high_a) = full(simd, plane(0), plane(1), plane(2));
            let (ones, high_b) = full(simd, low, plane(3), plane(4));
            let (twos, fours) = half::<S>(high_a, high_b);
            [ones, twos, fours, zero, zero]
        }
        6 => six(simd, &plane),
        8 => eight(simd, &plane),
        // Count each half of the planes, and add the two numbers with a ripple carry.
        12 => {
            let a = six(simd, &plane);
            let b = six(simd, &|at| plane(at + 6));
            let (ones, carry) = half::<S>(a[0], b[0]);
            let (twos, carry) = full(simd, a[1], b[1], carry);
            let (fours, eights) = full(simd, a[2], b[2], carry);
            [ones, twos, fours, eights, zero]
        }
        _ => {
            let a = eight(simd, &plane);
            let b = eight(simd, &|at| plane(at + 8));
            let (ones, carry) = half::<S>(a[0], b[0]);
            let (twos, carry) = full(simd, a[1], b[1], carry);
            let (fours, carry) = full(simd, a[2], b[2], carry);
            let (eights, carry) = full(simd, a[3], b[3], carry);
            [ones, twos, fours, eights, carry]
        }
    }
}

#[inline(always)]
fn four<S: Simd>(simd: S, plane: &impl Fn(usize) -> S::u64s) -> Number<S> {
    let zero = S::u64s::splat(simd, 0);
    let (low, high_a) = full(simd, plane(0), plane(1), plane(2));
    let (ones, high_b) = half::<S>(low, plane(3));
    let (twos, fours) = half::<S>(high_a, high_b);
    [ones, twos, fours, zero, zero]
}

#[inline(always)]
fn six<S: Simd>(simd: S, plane: &impl Fn(usize) -> S::u64s) -> Number<S> {
    let zero = S::u64s::splat(simd, 0);
    let (low_a, high_a) = full(simd, plane(0), plane(1), plane(2));
    let (low_b, high_b) = full(simd, plane(3), plane(4), plane(5));
    let (ones, high_c) = half::<S>(low_a, low_b);
    let (twos, fours) = full(simd, high_a, high_b, high_c);
    [ones, twos, fours, zero, zero]
}

#[inline(always)]
fn eight<S: Simd>(simd: S, plane: &impl Fn(usize) -> S::u64s) -> Number<S> {
    let zero = S::u64s::splat(simd, 0);
    let (low_a, high_a) = full(simd, plane(0), plane(1), plane(2));
    let (low_b, high_b) = full(simd, plane(3), plane(4), plane(5));
    let (low, high_c) = full(simd, low_a, low_b, plane(6));
    let (ones, high_d) = half::<S>(low, plane(7));
    let (low, four_a) = full(simd, high_a, high_b, high_c);
    let (twos, four_b) = half::<S>(low, high_d);
    let (fours, eights) = half::<S>(four_a, four_b);
    [ones, twos, fours, eights, zero]
}

/// Returns the mask of positions where `number` is `N`: the AND of the lowest `digits` binary
/// digits of `number`, each inverted if `N` has a 0 there.
#[inline(always)]
pub(crate) fn equals<S: Simd, const N: usize>(digits: usize, number: &Number<S>) -> S::u64s {
    let digit = |at: usize| if N >> at & 1 == 1 { number[at] } else { !number[at] };
    let low = digit(0) & digit(1) & digit(2);
    match digits {
        3 => low,
        4 => low & digit(3),
        _ => low & (digit(3) & digit(4)),
    }
}
