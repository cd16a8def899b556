//! Words and vectors of bits, and the functions of three bits that the formulas use.
//!
//! AVX-512 has one instruction for any function of three bits, given by its truth table of eight
//! bits: bit 4a + 2b + c is the result for the bits a, b and c. The compiler emits this instruction
//! only for expressions without shared subexpressions, so the functions here request the
//! instruction explicitly, with the truth table as its operand.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use quadrille_lanes::planes;
use quadrille_lanes::simd::{Simd, prelude::*};

/// A vector of words, as wide as the vectors of the level `S`.
#[derive(Clone, Copy)]
pub struct Vector<S: Simd>(S::u64s);

impl<S: Simd> Vector<S> {
    /// Returns a vector whose words are all `word`.
    #[inline(always)]
    pub fn splat(simd: S, word: u64) -> Self {
        Self(S::u64s::splat(simd, word))
    }

    /// Loads the first words of a slice.
    #[inline(always)]
    pub fn load(simd: S, words: &[u64]) -> Self {
        Self(S::u64s::from_slice(simd, words))
    }

    /// Stores the vector to the first words of a slice.
    #[inline(always)]
    pub fn store(self, words: &mut [u64]) {
        self.0.store_slice(words);
    }

    /// Shifts each word towards its high bits.
    #[must_use]
    #[inline(always)]
    pub fn shift_up(self, bits: u32) -> Self {
        Self(self.0 << bits)
    }

    /// Shifts each word towards its low bits.
    #[must_use]
    #[inline(always)]
    pub fn shift_down(self, bits: u32) -> Self {
        Self(self.0 >> bits)
    }
}

macro_rules! operator {
    ($($Operator:ident $operator:ident),+) => {$(
        impl<S: Simd> $Operator for Vector<S> {
            type Output = Self;
            #[inline(always)]
            fn $operator(self, other: Self) -> Self {
                Self(self.0.$operator(other.0))
            }
        }
    )+};
}

operator!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl<S: Simd> Not for Vector<S> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

macro_rules! three_bits {
    ($($(#[$doc:meta])* $name:ident, $table:literal, |$a:ident, $b:ident, $c:ident| $plain:expr;)+) => {
        /// A word or vector of bits, with functions of three bits.
        pub trait Plane: planes::Plane + Not<Output = Self> {
            /// Returns whether every function of three bits is one instruction.
            #[inline(always)]
            fn has_tables(self) -> bool {
                false
            }

            $(
                $(#[$doc])*
                #[inline(always)]
                fn $name(self, $b: Self, $c: Self) -> Self {
                    let $a = self;
                    $plain
                }
            )+
        }

        impl Plane for u64 {}

        impl<S: Simd> Plane for Vector<S> {
            #[inline(always)]
            fn has_tables(self) -> bool {
                tables(self.0.token())
            }

            $(
                #[inline(always)]
                fn $name(self, $b: Self, $c: Self) -> Self {
                    #[cfg(target_arch = "x86_64")]
                    if let Some(token) = self.0.token().level().as_avx512() {
                        use quadrille_lanes::simd::u64x8;
                        use std::arch::x86_64::{__m512i, _mm512_ternarylogic_epi64};
                        quadrille_lanes::simd::kernel!(
                            #[inline(always)]
                            fn by_table(_token: Avx512, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
                                _mm512_ternarylogic_epi64::<$table>(a, b, c)
                            }
                        );
                        let wide = |plane: Self| u64x8::from_slice(token, plane.0.as_slice()).into();
                        let out: u64x8<_> = u64x8::simd_from(token, by_table(token, wide(self), wide($b), wide($c)));
                        return Self(S::u64s::from_slice(self.0.token(), out.as_slice()));
                    }
                    let $a = self;
                    $plain
                }
            )+
        }

        #[cfg(test)]
        mod tests {
            use super::*;

            /// Checks that every table matches its expression.
            #[test]
            fn tables_say_what_the_expressions_say() {
                let [$($name),+] = [$($table as u64),+];
                $({
                    let ($a, $b, $c) = (0xF0_u64, 0xCC_u64, 0xAA_u64);
                    assert_eq!($plain & 0xFF, $name, stringify!($name));
                    assert_eq!(0xF0_u64.$name(0xCC, 0xAA) & 0xFF, $name);
                })+
            }

            #[inline(always)]
            fn on_vectors<S: Simd>(simd: S) {
                let [a, b, c] = [0xF0, 0xCC, 0xAA].map(|word| Vector::splat(simd, word));
                $(
                    let out = Plane::$name(a, b, c);
                    assert!(out.0.as_slice().iter().all(|word| word & 0xFF == $table), stringify!($name));
                )+
            }

            #[test]
            fn vectors_of_every_level_agree() {
                for level in quadrille_lanes::Level::available() {
                    quadrille_lanes::simd::dispatch!(level.simd(), simd => on_vectors(simd));
                }
            }
        }
    };
}

#[inline(always)]
fn tables<S: Simd>(simd: S) -> bool {
    #[cfg(target_arch = "x86_64")]
    return simd.level().as_avx512().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = simd;
        false
    }
}

three_bits! {
    /// Returns the low bit of the sum of the three bits: whether one or three of them are set.
    odd, 0x96, |a, b, c| a ^ b ^ c;
    /// Returns the high bit of the sum of the three bits: whether two or three of them are set.
    most, 0xE8, |a, b, c| (a & b) | (c & (a ^ b));
    /// Returns whether all three bits are set.
    all, 0x80, |a, b, c| a & b & c;
    /// Returns the second bit where the first is set, otherwise the third.
    choose, 0xCA, |a, b, c| c ^ (a & (b ^ c));
    /// Returns the first bit, inverted where both others are set.
    change, 0x78, |a, b, c| a ^ (b & c);
    /// Computes the first step of Conway's rule.
    conway0, 0x3E, |a, b, c| (a ^ b) | (c & !a);
    /// Computes the second step of Conway's rule.
    conway1, 0xA4, |a, b, c| (a & c) | (b & !(a | c));
    /// Computes the third step of Conway's rule: whether exactly one of the bits is set.
    one, 0x16, |a, b, c| (a ^ b ^ c) & !(a & b);
    /// Computes the last step of Conway's rule.
    conway3, 0xA8, |a, b, c| c & (a | b);
}
