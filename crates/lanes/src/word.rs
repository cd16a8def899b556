//! Packed words: several small unsigned integers, the *lanes*, side by side in one machine word.

use std::fmt;
use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use bytemuck::TransparentWrapper;

/// Eight lanes of four bits in 32 bits.
pub type Nibbles32 = Lanes32<4>;
/// Four lanes of eight bits in 32 bits.
pub type Bytes32 = Lanes32<8>;
/// Sixteen lanes of four bits in 64 bits.
pub type Nibbles64 = Lanes64<4>;
/// Eight lanes of eight bits in 64 bits.
pub type Bytes64 = Lanes64<8>;

/// Defines one of the two word types, which differ only in the width of the word.
macro_rules! packed_word {
    ($Lanes:ident, $word:ty, $Nibbles:ident, $Bytes:ident, $bits:literal) => {
        #[doc = concat!("Lanes of `B` bits (4 or 8) in a word of ", $bits, " bits; lane 0 is the lowest.")]
        ///
        /// A *mask* has one bit for every lane. In the mask of a comparison, this bit is the lane's
        /// **high** bit ([`HIGH_BITS`](Self::HIGH_BITS)). In the mask of an operation that combines
        /// the four bits of a lane, it is the lane's **low** bit ([`LOW_BITS`](Self::LOW_BITS)).
        /// All other bits are 0. Each operation states which mask it uses.
        ///
        /// A lane's high bit is also called its *guard bit*. Comparisons require free guard bits in
        /// their operands, that is, every value must be below 2<sup>B−1</sup>.
        ///
        /// Other values of `B` do not compile:
        ///
        /// ```compile_fail
        #[doc = concat!("let odd = quadrille_lanes::", stringify!($Lanes), "::<3>::from_bits(0);")]
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TransparentWrapper)]
        #[repr(transparent)]
        #[must_use]
        pub struct $Lanes<const B: u32>($word);

        impl<const B: u32> $Lanes<B> {
            /// Bits in a lane.
            pub const LANE_BITS: u32 = B;

            /// Number of lanes.
            pub const LANES: u32 = {
                assert!(B == 4 || B == 8, "a lane has 4 or 8 bits");
                <$word>::BITS / B
            };

            /// The largest value of a lane, 2<sup>B</sup> − 1.
            pub const MAX_LANE: u8 = u8::MAX >> (u8::BITS - B);

            /// 0 in every lane.
            pub const ZERO: Self = Self::from_bits(0);

            /// `L`: the low bit of every lane; the value of each lane is 1.
            pub const LOW_BITS: Self = Self::from_bits(<$word>::MAX / Self::MAX_LANE as $word);

            /// `H`: the high bit of every lane; the value of each lane is 2<sup>B−1</sup>.
            pub const HIGH_BITS: Self = Self::from_bits(Self::LOW_BITS.0 << (B - 1));

            const L: $word = Self::LOW_BITS.0;
            const H: $word = Self::HIGH_BITS.0;

            /// Creates a word from its bits.
            #[inline(always)]
            pub const fn from_bits(bits: $word) -> Self {
                // Using the constant makes an invalid `B` a compile error.
                let _ = Self::LANES;
                Self(bits)
            }

            /// Returns the bits of the word.
            #[inline(always)]
            pub const fn bits(self) -> $word {
                self.0
            }

            /// Returns a word with `value` in every lane.
            ///
            /// ```text
            /// lane     …  3  2  1  0
            /// splat 5  …  5  5  5  5
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::splat(5).bits() & 0xffff, 0x5555);
            /// ```
            ///
            /// # Panics
            /// If `value` does not fit a lane.
            #[inline(always)]
            pub const fn splat(value: u8) -> Self {
                assert!(value <= Self::MAX_LANE, "the value does not fit a lane");
                Self::from_bits(Self::L * value as $word)
            }

            /// Creates a word from its lanes, lowest first; missing lanes are 0.
            ///
            /// ```text
            /// lane   …  3  2  1  0
            /// value  …  4  0  2  1
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// const HAND: Word = Word::from_lanes(&[1, 2, 0, 4]);
            /// assert_eq!(HAND.bits(), 0x4021);
            /// ```
            ///
            /// # Panics
            /// If there are more than [`LANES`](Self::LANES) values or a value does not fit a lane;
            /// see [`try_from_lanes`](Self::try_from_lanes).
            pub const fn from_lanes(lanes: &[u8]) -> Self {
                match Self::try_from_lanes(lanes) {
                    Some(word) => word,
                    None => panic!("too many values, or a value that does not fit a lane"),
                }
            }

            /// Creates a word from its lanes, lowest first; missing lanes are 0. Returns `None` if
            /// there are more than [`LANES`](Self::LANES) values or a value does not fit a lane.
            pub const fn try_from_lanes(lanes: &[u8]) -> Option<Self> {
                if lanes.len() > Self::LANES as usize {
                    return None;
                }
                let mut bits: $word = 0;
                let mut i = lanes.len();
                while i > 0 {
                    i -= 1;
                    if lanes[i] > Self::MAX_LANE {
                        return None;
                    }
                    bits = bits << B | lanes[i] as $word;
                }
                Some(Self::from_bits(bits))
            }

            /// Returns the value of lane `index`.
            ///
            /// # Panics
            /// If there is no such lane.
            #[inline(always)]
            pub const fn lane(self, index: u32) -> u8 {
                assert!(index < Self::LANES, "the word has no lane with this index");
                (self.0 >> (index * B)) as u8 & Self::MAX_LANE
            }

            /// Returns the word with lane `index` replaced by `value`.
            ///
            /// # Panics
            /// If there is no such lane or `value` does not fit it.
            #[inline(always)]
            pub const fn with_lane(self, index: u32, value: u8) -> Self {
                assert!(index < Self::LANES, "the word has no lane with this index");
                assert!(value <= Self::MAX_LANE, "the value does not fit a lane");
                let shift = index * B;
                Self(self.0 & !((Self::MAX_LANE as $word) << shift) | (value as $word) << shift)
            }

            /// Sets lane `index` to `value`.
            ///
            /// # Panics
            /// If there is no such lane or `value` does not fit it.
            #[inline(always)]
            pub const fn set_lane(&mut self, index: u32, value: u8) {
                *self = self.with_lane(index, value);
            }

            /// Returns the values of all lanes, lowest first.
            ///
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Bytes), " as Word;")]
            /// let word = Word::from_lanes(&[7, 200]);
            /// assert_eq!(word.lanes().take(3).collect::<Vec<_>>(), [7, 200, 0]);
            /// ```
            pub fn lanes(self) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator + Clone {
                (0..Self::LANES).map(move |index| self.lane(index))
            }

            /// Returns the slice as plain words, in place.
            #[inline(always)]
            pub fn as_words(slice: &[Self]) -> &[$word] {
                Self::peel_slice(slice)
            }

            /// Returns the slice as mutable plain words, in place.
            #[inline(always)]
            pub fn as_words_mut(slice: &mut [Self]) -> &mut [$word] {
                Self::peel_slice_mut(slice)
            }

            /// Returns a slice of plain words as packed words, in place.
            ///
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// let hands = Word::from_words(&[0x21, 0x40]);
            /// assert_eq!(hands[0].lane(1), 2);
            /// assert_eq!(Word::as_words(hands), [0x21, 0x40]);
            /// ```
            #[inline(always)]
            pub fn from_words(words: &[$word]) -> &[Self] {
                let _ = Self::LANES;
                Self::wrap_slice(words)
            }

            /// Returns the mask (high bits) of the lanes that are 0.
            ///
            /// ```text
            /// lane   …  3  2  1  0
            /// self   …  4  0  f  0
            /// zero   …  .  8  .  8
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x40f0).zero_lanes().bits() & 0xffff, 0x0808);
            /// ```
            ///
            /// All values are allowed: adding 2<sup>B−1</sup> − 1 to the lower bits of a lane
            /// carries into the high bit unless the lower bits are all 0, and never carries out of
            /// the lane.
            #[inline(always)]
            pub const fn zero_lanes(self) -> Self {
                let v = self.0;
                Self(!((((v & !Self::H) + !Self::H) | v) | !Self::H))
            }

            /// Returns the mask (high bits) of the lanes that are equal in both words.
            ///
            /// ```text
            /// lane    …  3  2  1  0
            /// self    …  4  0  2  1
            /// other   …  4  1  2  f
            /// equal   …  8  .  8  .
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// let equal = Word::from_bits(0x4021).eq_lanes(Word::from_bits(0x412f));
            /// assert_eq!(equal.bits() & 0xffff, 0x8080);
            /// ```
            #[inline(always)]
            pub const fn eq_lanes(self, other: Self) -> Self {
                Self(self.0 ^ other.0).zero_lanes()
            }

            /// Returns the mask (high bits) of the lanes where `self` ≥ `other`. Guard bits must be
            /// free in both.
            ///
            /// The guard bits of `self` are set before the subtraction; a guard bit that remains
            /// shows that the lane did not borrow.
            ///
            /// ```text
            /// lane              …    3     2     1     0
            /// self              …    4     0     2     1
            /// other             …    1     0     3     1
            /// self | H          …  1100  1000  1010  1001
            ///   − other         …  1011  1000  0111  1000
            ///   & H   = self ≥  …    8     8     .     8
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// let not_less = Word::from_bits(0x4021).ge_lanes(Word::from_bits(0x1031));
            /// assert_eq!(not_less.bits() & 0xffff, 0x8808);
            /// ```
            ///
            /// Debug builds check the guard bits. In release builds, a guard bit in `self` is
            /// ignored (the lane counts as 2<sup>B−1</sup> less). If a guard bit is set in `other`,
            /// the result for the lane is whether the lower bits of `self` are *less* than those of
            /// `other`. If they are, the lane also borrows one from the lane above.
            #[inline(always)]
            pub const fn ge_lanes(self, other: Self) -> Self {
                debug_assert!((self.0 | other.0) & Self::H == 0, "a guard bit is set");
                Self((self.0 | Self::H).wrapping_sub(other.0) & Self::H)
            }

            /// Returns whether every lane of `self` is at least the same lane of `other`. Guard
            /// bits must be free in both.
            ///
            /// ```text
            /// lane    …  3  2  1  0
            /// self    …  4  0  2  1
            /// other   …  1  0  2  .    yes
            /// other   …  .  1  .  .    no: lane 2 is 0
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// const HAND: Word = Word::from_bits(0x4021);
            /// assert!(HAND.all_ge(Word::from_bits(0x1020)));
            /// assert!(!HAND.all_ge(Word::from_bits(0x0100)));
            /// ```
            ///
            /// The opposite condition is computed, which saves a step. First, `other` is increased
            /// by 2<sup>B−1</sup> − 1 in every lane. Then `self` is subtracted. The high bits that
            /// are set in the difference mark the lanes where `other` is greater. Debug builds
            /// check the guard bits. In release builds, the result is whether no bit of `H` is set
            /// in `(!H + other) - self`, which is computed in wrapping arithmetic on whole words.
            #[inline(always)]
            pub const fn all_ge(self, other: Self) -> bool {
                debug_assert!((self.0 | other.0) & Self::H == 0, "a guard bit is set");
                (!Self::H).wrapping_add(other.0).wrapping_sub(self.0) & Self::H == 0
            }

            /// Returns `self` − `other` lane by lane; no lane of `self` may be less than the same
            /// lane of `other`.
            ///
            /// ```text
            /// lane    …  3  2  1  0
            /// self    …  4  0  2  1
            /// other   …  3  .  2  .
            /// rest    …  1  .  .  1
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x4021).sub(Word::from_bits(0x3020)).bits(), 0x1001);
            /// ```
            ///
            /// Debug builds panic if a lane of `self` is less. In release builds, the result in
            /// such a lane is the difference modulo 2<sup>B</sup>, and the lane borrows one from
            /// the lane above; the top lane's borrow is discarded.
            #[inline(always)]
            #[allow(clippy::should_implement_trait, reason = "the operator cannot be used in constants")]
            pub const fn sub(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                let rest = a.wrapping_sub(b);
                // The expression computes the borrow out of each bit. The borrow is 1 where a is 0
                // and b is 1. It is also 1 where a equals b and a borrow came in from below; the
                // bit of the difference is then 1. Only the borrows out of high bits matter.
                debug_assert!((!a & b | !(a ^ b) & rest) & Self::H == 0, "a lane is less than its subtrahend");
                Self(rest)
            }

            /// Returns `self` + `other` lane by lane; every sum must be below 2<sup>B</sup>.
            ///
            /// ```text
            /// lane    …  3  2  1  0
            /// self    …  4  0  2  1
            /// other   …  3  .  2  e
            /// sum     …  7  .  4  f
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x4021).add(Word::from_bits(0x302e)).bits(), 0x704f);
            /// ```
            ///
            /// Debug builds check the sums. In release builds, a sum that is too large keeps its
            /// value modulo 2<sup>B</sup>, and carries one to the lane above; the top lane's carry
            /// is discarded.
            #[inline(always)]
            #[allow(clippy::should_implement_trait, reason = "the operator cannot be used in constants")]
            pub const fn add(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                let sum = a.wrapping_add(b);
                // The expression computes the carry out of each bit. The carry is 1 where both bits
                // are 1. It is also 1 where one bit is 1 and a carry came in from below; the bit of
                // the sum is then 0. Only the carries out of high bits matter.
                debug_assert!((a & b | (a | b) & !sum) & Self::H == 0, "a sum does not fit its lane");
                Self(sum)
            }

            /// Sets all bits of every lane whose high bit is set, and clears the other lanes. This
            /// converts a mask (high bits) into a selector of whole lanes.
            ///
            /// ```text
            /// lane       …  3  2  1  0
            /// self       …  8  .  .  8
            /// lane_mask  …  f  .  .  f
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x8008).lane_mask().bits(), 0xf00f);
            /// ```
            ///
            /// Only the high bits of the lanes are read.
            #[inline(always)]
            pub const fn lane_mask(self) -> Self {
                let m = self.0 & Self::H;
                // In each lane whose high bit is set, the difference is 2^(B−1) − 1: all bits below
                // the high bit. No lane borrows, because 1 is subtracted only from lanes that
                // contain 2^(B−1).
                Self(m | (m - (m >> (B - 1))))
            }

            /// Returns the smaller value lane by lane. Guard bits must be free in both.
            ///
            /// ```text
            /// lane    …  3  2  1  0
            /// self    …  4  0  2  1
            /// other   …  3  1  2  7
            /// min     …  3  0  2  1
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x4021).min_lanes(Word::from_bits(0x3127)).bits(),
            /// 0x3021);
            /// ```
            ///
            /// In a lane whose guard bit is set in either word, the result is one of the two
            /// values, selected as by [`ge_lanes`](Self::ge_lanes).
            #[inline(always)]
            pub const fn min_lanes(self, other: Self) -> Self {
                let s = self.ge_lanes(other).lane_mask().0;
                Self(self.0 & !s | other.0 & s)
            }

            /// Returns the larger value lane by lane. Guard bits must be free in both.
            ///
            /// ```text
            /// lane    …  3  2  1  0
            /// self    …  4  0  2  1
            /// other   …  3  1  2  7
            /// max     …  4  1  2  7
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x4021).max_lanes(Word::from_bits(0x3127)).bits(),
            /// 0x4127);
            /// ```
            ///
            /// In a lane whose guard bit is set in either word, the result is one of the two
            /// values, selected as by [`ge_lanes`](Self::ge_lanes).
            #[inline(always)]
            pub const fn max_lanes(self, other: Self) -> Self {
                let s = self.ge_lanes(other).lane_mask().0;
                Self(self.0 & s | other.0 & !s)
            }

            /// Returns the sum of all lanes. The sum must be below 2<sup>B</sup>.
            ///
            /// The product with `L` is the sum of copies of the word that are shifted up by 0, 1,
            /// 2, … lanes. In the top lane of this product, every lane of the word is added once.
            ///
            /// ```text
            /// lane         …  3  2  1  0
            /// self         …  4  0  2  1     4 + 0 + 2 + 1
            /// self · L        7  3  3  1     = the top lane, 7
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x4021).sum(), 7);
            /// ```
            ///
            /// If the sum is larger, debug builds panic. Release builds then return the sum plus
            /// any carries out of the lower lanes of the product, modulo 2<sup>B</sup>.
            /// [`wide_sum`](Self::wide_sum) has no such limit.
            #[inline(always)]
            pub const fn sum(self) -> u32 {
                debug_assert!(self.wide_sum() <= Self::MAX_LANE as u32, "the sum does not fit a lane");
                (self.0.wrapping_mul(Self::L) >> (<$word>::BITS - B)) as u32
            }

            /// Returns the sum of all lanes. The sum need not fit a lane.
            ///
            /// Neighbouring lanes are first added into lanes of twice the width, in which the total
            /// fits.
            ///
            /// ```text
            /// lane         …   3  2    1  0
            /// self         …   f  f    f  1
            /// pairs        …    1e      10     then as in `sum`: 1e + 10 = 2e
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0xfff1).wide_sum(), 0x2e);
            /// ```
            #[inline(always)]
            pub const fn wide_sum(self) -> u32 {
                let ones = <$word>::MAX / ((1 << (2 * B)) - 1);
                let even = ones * Self::MAX_LANE as $word;
                let pairs = (self.0 & even) + (self.0 >> B & even);
                (pairs.wrapping_mul(ones) >> (<$word>::BITS - 2 * B)) as u32
            }

            /// Finds the starts of runs of `n` lanes: bit j of lane i is set iff bit j is set in
            /// all of the lanes i, i + 1, …, i + n − 1. Runs end at the top lane at the latest. If
            /// the word is a mask of high bits (or of low bits), the result is such a mask too.
            ///
            /// Each step ANDs the word with a shifted copy of itself. All steps but the last double
            /// the length of the runs, so there are ⌈log₂ n⌉ steps.
            ///
            /// ```text
            /// lane     …  5  4  3  2  1  0
            /// self     …  .  1  1  1  .  1
            /// runs(2)  …  .  .  1  1  .  .    start at 2 and 3
            /// runs(3)  …  .  .  .  1  .  .    starts at 2
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// const HELD: Word = Word::from_bits(0x011101);
            /// assert_eq!(HELD.runs(2).bits(), 0x001100);
            /// assert_eq!(HELD.runs(3).bits(), 0x000100);
            /// ```
            ///
            /// `n` must be at least 1: debug builds panic on 0, and release builds treat it as 1.
            /// For `n` above [`LANES`](Self::LANES) the result is 0.
            #[inline(always)]
            pub const fn runs(self, n: u32) -> Self {
                debug_assert!(n >= 1, "a run has at least one lane");
                if n > Self::LANES {
                    return Self::ZERO;
                }
                let mut runs = self.0;
                let mut length = 1;
                while length < n {
                    let step = if length < n - length { length } else { n - length };
                    runs &= runs >> (step * B);
                    length += step;
                }
                Self(runs)
            }
        }

        /// Lanes of four bits, used as counters or as four flags.
        impl $Lanes<4> {
            /// Returns the number of set bits in each lane, 0..=4.
            ///
            /// ```text
            /// lane    …    3     2     1     0
            /// self    …  1111  0000  0101  0001
            /// counts  …    4     0     2     1
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0xf051).count_bits().bits(), 0x4021);
            /// ```
            ///
            /// There are two steps: bits are added into pairs, and pairs into lanes. A pair of bits
            /// xy has the value 2x + y and should become x + y, so x is subtracted:
            /// `self − (self >> 1 & 0101…)` leaves 0, 1 or 2 in each pair. The pairs of a lane are
            /// then added; 4 fits the lane, so no mask is needed afterwards.
            #[inline(always)]
            pub const fn count_bits(self) -> Self {
                let pairs = self.0 - (self.0 >> 1 & 5 * Self::L);
                Self((pairs & 3 * Self::L) + (pairs >> 2 & 3 * Self::L))
            }

            /// Encodes the count of each lane as one bit: k ≥ 1 becomes bit k − 1, and 0 stays 0.
            /// No lane may be above 4.
            ///
            /// ```text
            /// lane     …    3     2     1     0
            /// counts   …    4     0     2     3
            /// one_hot  …  1000  0000  0010  0100
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x4023).one_hot().bits(), 0x8024);
            /// ```
            ///
            /// The counts 0, 1 and 2 stay as they are; 3 is increased by 1, and 4 by 4. Debug
            /// builds check the lanes. In release builds, 5, 6 and 7 become 9, 12 and 14; the
            /// result for 8 or more is unspecified and may carry into the lane above.
            #[inline(always)]
            pub const fn one_hot(self) -> Self {
                let q = self.0;
                // A lane is above 4 iff its high bit is set, or bit 2 and a lower bit are set.
                debug_assert!((q | (q & (q << 1 | q << 2)) << 1) & Self::H == 0, "a lane is above 4");
                Self(q.wrapping_add(q & 4 * Self::L).wrapping_add(q & (q >> 1)))
            }

            /// Sets, for each set bit, all lower bits of its lane.
            ///
            /// ```text
            /// lane        …    3     2     1     0
            /// self        …  1000  0000  0010  0101
            /// smear_down  …  1111  0000  0011  0111
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0x8025).smear_down().bits(), 0xf037);
            /// ```
            #[inline(always)]
            pub const fn smear_down(self) -> Self {
                let two = self.0 | self.0 >> 1 & 7 * Self::L;
                Self(two | two >> 2 & 3 * Self::L)
            }

            /// Returns the mask (low bits) of the lanes with all four bits set.
            ///
            /// ```text
            /// lane      …    3     2     1     0
            /// self      …  1111  0111  1010  0000
            /// all_bits  …    1     .     .     .
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0xf7a0).all_bits().bits(), 0x1000);
            /// ```
            #[inline(always)]
            pub const fn all_bits(self) -> Self {
                let two = self.0 & self.0 >> 1;
                Self(two & two >> 2 & Self::L)
            }

            /// Returns the mask (low bits) of the lanes with three or four bits set.
            ///
            /// ```text
            /// lane        …    3     2     1     0
            /// self        …  1111  0111  1010  0000
            /// three_bits  …    1     1     .     .
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0xf7a0).three_bits().bits(), 0x1100);
            /// ```
            ///
            /// In such a lane, one pair of bits has both bits set, and the other pair has at least
            /// one bit set.
            #[inline(always)]
            pub const fn three_bits(self) -> Self {
                let both = self.0 & self.0 >> 1;
                let either = self.0 | self.0 >> 1;
                Self((both & either >> 2 | either & both >> 2) & Self::L)
            }

            /// Returns the mask (low bits) of the lanes with any bit set.
            ///
            /// ```text
            /// lane     …    3     2     1     0
            /// self     …  1111  0111  1010  0000
            /// any_bit  …    1     1     1     .
            /// ```
            /// ```
            #[doc = concat!("use quadrille_lanes::", stringify!($Nibbles), " as Word;")]
            /// assert_eq!(Word::from_bits(0xf7a0).any_bit().bits(), 0x1110);
            /// ```
            #[inline(always)]
            pub const fn any_bit(self) -> Self {
                let two = self.0 | self.0 >> 1;
                Self((two | two >> 2) & Self::L)
            }
        }

        impl<const B: u32> Default for $Lanes<B> {
            fn default() -> Self {
                Self::ZERO
            }
        }

        impl<const B: u32> From<$word> for $Lanes<B> {
            #[inline(always)]
            fn from(bits: $word) -> Self {
                Self::from_bits(bits)
            }
        }

        impl<const B: u32> From<$Lanes<B>> for $word {
            #[inline(always)]
            fn from(word: $Lanes<B>) -> $word {
                word.0
            }
        }

        /// Formats the lanes in hexadecimal, highest first, with `_` after every four lanes of four
        /// bits or after every lane of eight bits.
        impl<const B: u32> fmt::Display for $Lanes<B> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&grouped(&format!("{:0width$x}", self.0, width = (<$word>::BITS / 4) as usize), B))
            }
        }

        /// Formats the type and the lanes in hexadecimal, highest first.
        impl<const B: u32> fmt::Debug for $Lanes<B> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($Lanes), "<{}>({})"), B, self)
            }
        }

        impl<const B: u32> fmt::LowerHex for $Lanes<B> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerHex::fmt(&self.0, f)
            }
        }

        impl<const B: u32> fmt::Binary for $Lanes<B> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Binary::fmt(&self.0, f)
            }
        }

        impl<const B: u32> Not for $Lanes<B> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }

        #[doc = concat!("The operator for [`add`](", stringify!($Lanes), "::add), with the same precondition: every sum fits its lane.")]
        impl<const B: u32> Add for $Lanes<B> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self::add(self, other)
            }
        }

        impl<const B: u32> AddAssign for $Lanes<B> {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = Self::add(*self, other);
            }
        }

        #[doc = concat!("The operator for [`sub`](", stringify!($Lanes), "::sub), with the same precondition: no lane of the left word is less than the same lane of the right word.")]
        impl<const B: u32> Sub for $Lanes<B> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self::sub(self, other)
            }
        }

        impl<const B: u32> SubAssign for $Lanes<B> {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = Self::sub(*self, other);
            }
        }

        #[cfg(feature = "serde")]
        impl<const B: u32> serde::Serialize for $Lanes<B> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de, const B: u32> serde::Deserialize<'de> for $Lanes<B> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$word>::deserialize(deserializer).map(Self::from_bits)
            }
        }

        packed_word!(@bitwise $Lanes, BitAnd, bitand, BitAndAssign, bitand_assign);
        packed_word!(@bitwise $Lanes, BitOr, bitor, BitOrAssign, bitor_assign);
        packed_word!(@bitwise $Lanes, BitXor, bitxor, BitXorAssign, bitxor_assign);
    };
    (@bitwise $Lanes:ident, $Op:ident, $op:ident, $OpAssign:ident, $op_assign:ident) => {
        impl<const B: u32> $Op for $Lanes<B> {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                Self(self.0.$op(other.0))
            }
        }

        impl<const B: u32> $OpAssign for $Lanes<B> {
            #[inline(always)]
            fn $op_assign(&mut self, other: Self) {
                self.0.$op_assign(other.0);
            }
        }
    };
}

packed_word!(Lanes32, u32, Nibbles32, Bytes32, "32");
packed_word!(Lanes64, u64, Nibbles64, Bytes64, "64");

/// Inserts `_` after every four digits for lanes of four bits, and after every two digits for lanes
/// of eight bits.
fn grouped(digits: &str, lane_bits: u32) -> String {
    let group = if lane_bits == 8 { 2 } else { 4 };
    let mut text = String::with_capacity(digits.len() * 2);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && i % group == 0 {
            text.push('_');
        }
        text.push(digit);
    }
    text
}
