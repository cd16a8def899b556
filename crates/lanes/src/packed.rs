//! The common interface of packed words, for code that is generic over their width.

use std::fmt::{Binary, Debug, Display, LowerHex};
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use fearless_simd::SimdIntElement;

use crate::word::{Lanes32, Lanes64};

mod sealed {
    pub trait Sealed {}
}

/// A machine word that contains lanes: `u32` or `u64`.
pub trait Word:
    SimdIntElement + Copy + Default + Hash + LowerHex + Into<u64> + Send + Sync + 'static + sealed::Sealed
{
    /// Returns the low bits of `bits` that fit the word.
    fn truncated(bits: u64) -> Self;
}

impl sealed::Sealed for u32 {}
impl Word for u32 {
    #[inline(always)]
    fn truncated(bits: u64) -> Self {
        bits as u32
    }
}

impl sealed::Sealed for u64 {}
impl Word for u64 {
    #[inline(always)]
    fn truncated(bits: u64) -> Self {
        bits
    }
}

/// Defines the traits `Packed` and `Nibbles`, and implements them for `Lanes32` and `Lanes64`. Each
/// method calls the method of the same name of the word type.
macro_rules! packed {
    (
        word: $(fn $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)*
        nibbles: $(fn $nibble_op:ident();)*
    ) => {
        /// A packed word of any width: [`Lanes32`] or [`Lanes64`] with lanes of 4 or 8 bits.
        ///
        /// Each method calls the method of the same name of the word type, where it is documented.
        pub trait Packed:
            Copy
            + Eq
            + Ord
            + Hash
            + Default
            + Debug
            + Display
            + Binary
            + LowerHex
            + BitAnd<Output = Self>
            + BitOr<Output = Self>
            + BitXor<Output = Self>
            + Not<Output = Self>
            + Send
            + Sync
            + sealed::Sealed
            + 'static
        {
            /// The machine word.
            type Word: Word;
            /// Bits in a lane.
            const LANE_BITS: u32;
            /// Number of lanes.
            const LANES: u32;
            /// The largest value of a lane.
            const MAX_LANE: u8;
            /// 0 in every lane.
            const ZERO: Self;
            /// The low bit of every lane.
            const LOW_BITS: Self;
            /// The high bit of every lane.
            const HIGH_BITS: Self;

            /// See [`Lanes64::from_bits`].
            fn from_bits(bits: Self::Word) -> Self;
            /// See [`Lanes64::bits`].
            fn bits(self) -> Self::Word;
            /// See [`Lanes64::splat`].
            fn splat(value: u8) -> Self;
            /// See [`Lanes64::as_words`].
            fn as_words(slice: &[Self]) -> &[Self::Word];
            /// See [`Lanes64::as_words_mut`].
            fn as_words_mut(slice: &mut [Self]) -> &mut [Self::Word];
            /// See [`Lanes64::from_words`].
            fn from_words(words: &[Self::Word]) -> &[Self];
            $(
                #[doc = concat!("See [`Lanes64::", stringify!($name), "`].")]
                #[must_use]
                fn $name(self, $($arg: $ty),*) -> $ret;
            )*
        }

        /// A packed word with lanes of four bits.
        pub trait Nibbles: Packed {
            $(
                #[doc = concat!("See [`Lanes64::", stringify!($nibble_op), "`].")]
                #[must_use]
                fn $nibble_op(self) -> Self;
            )*
        }

        packed!(@impl Lanes32, u32; $($name($($arg: $ty),*) -> $ret;)*; $($nibble_op;)*);
        packed!(@impl Lanes64, u64; $($name($($arg: $ty),*) -> $ret;)*; $($nibble_op;)*);
    };
    (
        @impl $Lanes:ident, $word:ty;
        $($name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)*;
        $($nibble_op:ident;)*
    ) => {
        impl<const B: u32> sealed::Sealed for $Lanes<B> {}

        impl<const B: u32> Packed for $Lanes<B> {
            type Word = $word;
            const LANE_BITS: u32 = B;
            const LANES: u32 = Self::LANES;
            const MAX_LANE: u8 = Self::MAX_LANE;
            const ZERO: Self = Self::ZERO;
            const LOW_BITS: Self = Self::LOW_BITS;
            const HIGH_BITS: Self = Self::HIGH_BITS;

            #[inline(always)]
            fn from_bits(bits: $word) -> Self {
                Self::from_bits(bits)
            }
            #[inline(always)]
            fn bits(self) -> $word {
                self.bits()
            }
            #[inline(always)]
            fn splat(value: u8) -> Self {
                Self::splat(value)
            }
            #[inline(always)]
            fn as_words(slice: &[Self]) -> &[$word] {
                Self::as_words(slice)
            }
            #[inline(always)]
            fn as_words_mut(slice: &mut [Self]) -> &mut [$word] {
                Self::as_words_mut(slice)
            }
            #[inline(always)]
            fn from_words(words: &[$word]) -> &[Self] {
                Self::from_words(words)
            }
            $(
                #[inline(always)]
                fn $name(self, $($arg: $ty),*) -> $ret {
                    self.$name($($arg),*)
                }
            )*
        }

        impl Nibbles for $Lanes<4> {
            $(
                #[inline(always)]
                fn $nibble_op(self) -> Self {
                    self.$nibble_op()
                }
            )*
        }
    };
}

packed! {
    word:
    fn lane(index: u32) -> u8;
    fn with_lane(index: u32, value: u8) -> Self;
    fn zero_lanes() -> Self;
    fn eq_lanes(other: Self) -> Self;
    fn ge_lanes(other: Self) -> Self;
    fn all_ge(other: Self) -> bool;
    fn sub(other: Self) -> Self;
    fn add(other: Self) -> Self;
    fn lane_mask() -> Self;
    fn min_lanes(other: Self) -> Self;
    fn max_lanes(other: Self) -> Self;
    fn sum() -> u32;
    fn wide_sum() -> u32;
    fn runs(n: u32) -> Self;

    nibbles:
    fn count_bits();
    fn one_hot();
    fn smear_down();
    fn all_bits();
    fn three_bits();
    fn any_bit();
}
