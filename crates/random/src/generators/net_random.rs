//! `System.Random` of .NET with a seed: D. E. Knuth's subtractive generator, with a mistake in a
//! lag.
//!
//! Source: the class `System.Random`, unchanged since .NET Framework 1.0 for given seeds; after D.
//! E. Knuth, "The Art of Computer Programming" 2, 3.2.2 and 3.6, through `ran3` of "Numerical
//! Recipes". Knuth's lags are 55 and 24, so the second index would start 31 places ahead of the
//! first. In this class it starts 21 places ahead by mistake, so the lags are 55 and 34.
//!
//! | | |
//! |---|---|
//! | use | agreement with programs written in .NET, among them an older program for the Game of Life |
//! | seed | an `i32`; its sign is ignored |
//! | state | 1705 bits: 55 numbers below 2³¹ − 1 |
//! | output | 0 to 2³¹ − 2, nearly 31 bits |
//! | period | unknown |
//! | fails | tests of values 34 and 55 apart, such as birthday spacings: each output is the difference, modulo 2³¹ − 1, of the outputs 55 and 34 positions before it |
//!
//! Reference vector: the first results of `new Random(0).Next()` and of `new Random(12345).Next()`.
//!
//! ```
//! use quadrille_random::generators::NetRandom;
//!
//! let mut generator = NetRandom::new(0);
//! assert_eq!([(); 4].map(|()| generator.next_raw()), [1559595546, 1755192844, 1649316166, 1198642031]);
//!
//! let mut generator = NetRandom::new(12345);
//! assert_eq!([(); 4].map(|()| generator.next_raw()), [143337951, 150666398, 1663795458, 1097663221]);
//! ```

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch, prelude::*, u32x16};

use crate::bulk::assert_one_bit_a_roll;

/// The longer lag, which is the number of outputs in the state.
const NUMBERS: usize = 55;
/// The shorter lag: a number is the difference of the numbers 55 and 34 positions before it.
const NEARER: usize = 34;
/// Number of elements of a vector.
const LANES: usize = 16;
/// Number of values computed at once: a multiple of the vector length, and of the 64 values whose
/// comparisons with a bound fill a word. A block fits in cache.
const BLOCK: usize = 64 * LANES;
/// A slice of at least this number of values is filled in blocks. A shorter slice is filled faster
/// value by value.
const WORTH_VECTORS: usize = 256;

/// The modulus, 2³¹ − 1.
const MODULUS: i32 = i32::MAX;

/// The generator.
///
/// One call gives 31 bits, so a word of 32 bits is composed of two calls: all bits of the first,
/// then the top bit of the second. `next_u64` returns two such words, the low half first.
/// `fill_bytes` writes such words in little-endian order, and drops the bytes of the last word that
/// do not fit. (The results differ from those of the .NET methods `NextInt64` and `NextBytes`.)
///
/// ```
/// use quadrille_random::generators::NetRandom;
/// use quadrille_random::rand_core::Rng;
///
/// assert_eq!(NetRandom::new(0).next_u32(), 1559595546 << 1 | 1755192844 >> 30);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetRandom {
    /// The last 55 outputs in a ring, beginning with the oldest at `oldest`.
    state: [i32; NUMBERS],
    oldest: usize,
}

impl NetRandom {
    /// Creates the generator of `new Random(seed)`. The sign of the seed is dropped; `i32::MIN`,
    /// which has no negation, is replaced by 2³¹ − 1.
    ///
    /// ```
    /// use quadrille_random::generators::NetRandom;
    ///
    /// assert_eq!(NetRandom::new(-5), NetRandom::new(5));
    /// assert_eq!(NetRandom::new(i32::MIN), NetRandom::new(i32::MAX));
    /// ```
    pub fn new(seed: i32) -> Self {
        // 161803398 consists of the digits of the golden ratio.
        let start = 161803398 - seed.checked_abs().unwrap_or(i32::MAX);
        let mut state = [0; NUMBERS];
        let [mut this, mut next] = [start, 1];
        // Position 54 contains `start` itself. Differences derived from `start` are distributed
        // over the other positions.
        state[NUMBERS - 1] = start;
        for i in 1..NUMBERS {
            let place = 21 * i % NUMBERS - 1;
            state[place] = next;
            next = wrap(this.wrapping_sub(next));
            this = state[place];
        }
        for _ in 0..4 {
            for i in 0..NUMBERS {
                state[i] = wrap(state[i].wrapping_sub(state[(i + 31) % NUMBERS]));
            }
        }
        Self { state, oldest: 0 }
    }

    /// Returns `Next()`, from 0 to 2³¹ − 2.
    #[inline]
    pub const fn next_raw(&mut self) -> u32 {
        let ahead = if self.oldest < NUMBERS - 21 { self.oldest + 21 } else { self.oldest + 21 - NUMBERS };
        let mut difference = self.state[self.oldest].wrapping_sub(self.state[ahead]);
        if difference == MODULUS {
            difference -= 1;
        }
        let number = wrap(difference);
        self.state[self.oldest] = number;
        self.oldest = if self.oldest == NUMBERS - 1 { 0 } else { self.oldest + 1 };
        number as u32
    }

    /// Fills the slice with the results of [`next_raw`](Self::next_raw), using vectors of `level`.
    /// The numbers can be compared with a bound without a conversion to doubles: see
    /// [`raw_below`](Self::raw_below).
    ///
    /// ```
    /// use quadrille_random::Level;
    /// use quadrille_random::generators::NetRandom;
    ///
    /// let (mut one, mut many) = (NetRandom::new(12345), NetRandom::new(12345));
    /// let mut numbers = [0; 1000];
    /// many.fill_raw(Level::best(), &mut numbers);
    /// assert!(numbers.iter().all(|&number| number == one.next_raw()));
    /// assert_eq!(one.next_raw(), many.next_raw());
    /// ```
    pub fn fill_raw(&mut self, level: Level, out: &mut [u32]) {
        if out.len() < WORTH_VECTORS || !self.is_settled() {
            return out.iter_mut().for_each(|number| *number = self.next_raw());
        }
        let n = out.len();
        let mut places = out.chunks_mut(BLOCK);
        self.in_blocks(level, n, |numbers| {
            if let Some(place) = places.next() {
                place.copy_from_slice(numbers);
            }
        });
    }

    /// Compares the results of `n` calls of [`next_raw`](Self::next_raw), using vectors of `level`:
    /// bit i % 64 of `masks[i / 64]` is set if result i is less than `below`. All bits after the
    /// last result are 0.
    ///
    /// ```
    /// use quadrille_random::Level;
    /// use quadrille_random::generators::NetRandom;
    ///
    /// let (mut one, mut many) = (NetRandom::new(12345), NetRandom::new(12345));
    /// let mut masks = [0; 16];
    /// many.roll_raw(Level::best(), NetRandom::raw_below(0.3), &mut masks, 1000);
    /// assert!((0..1000).all(|i| (masks[i / 64] >> (i % 64) & 1 == 1) == (one.next_f64() < 0.3)));
    /// ```
    ///
    /// # Panics
    /// If the length of `masks` is not `n` / 64, rounded up.
    pub fn roll_raw(&mut self, level: Level, below: u32, masks: &mut [u64], n: usize) {
        assert_one_bit_a_roll(masks, n);
        if n < WORTH_VECTORS || !self.is_settled() {
            masks.fill(0);
            for i in 0..n {
                masks[i / 64] |= u64::from(self.next_raw() < below) << (i % 64);
            }
            return;
        }
        let mut places = masks.chunks_mut(BLOCK / 64);
        self.in_blocks(level, n, |numbers| {
            if let Some(masks) = places.next() {
                dispatch!(level.simd(), simd => compare(simd, numbers, below, masks));
            }
        });
    }

    /// Returns whether all numbers of the state are from 0 to 2³¹ − 2, as outputs are. A new state
    /// can contain other numbers, such as the modulus itself. Only then can a difference equal the
    /// modulus; [`next_raw`](Self::next_raw) decreases such a difference by one.
    fn is_settled(&self) -> bool {
        self.state.iter().all(|number| (0..MODULUS).contains(number))
    }

    /// Computes the next `n` numbers in blocks, and passes each block to `take`; the last block can
    /// be shorter. The state must be [settled](Self::is_settled).
    fn in_blocks(&mut self, level: Level, n: usize, mut take: impl FnMut(&[u32])) {
        let (newer, older) = self.state.split_at(self.oldest);
        let mut kept = [0; NUMBERS + BLOCK];
        for (kept, &number) in kept.iter_mut().zip(older.iter().chain(newer)) {
            *kept = number as u32;
        }
        for first in (0..n).step_by(BLOCK) {
            let count = BLOCK.min(n - first);
            dispatch!(level.simd(), simd => differences(simd, &mut kept));
            take(&kept[NUMBERS..][..count]);
            kept.copy_within(count..count + NUMBERS, 0);
        }
        for (state, number) in self.state.iter_mut().zip(kept) {
            *state = number as i32;
        }
        self.oldest = 0;
    }

    /// Returns how many of the 2³¹ − 1 possible results of [`next_raw`](Self::next_raw) have a
    /// double below `bound`. A number from `next_raw` is below this count if and only if its double
    /// is below the bound.
    ///
    /// ```
    /// use quadrille_random::generators::NetRandom;
    ///
    /// let mut generator = NetRandom::new(12345);
    /// let below = NetRandom::raw_below(0.07);
    /// assert_eq!(generator.clone().next_raw() < below, generator.next_f64() < 0.07);
    /// assert_eq!((NetRandom::raw_below(0.0), NetRandom::raw_below(f64::NAN)), (0, 0));
    /// assert_eq!(NetRandom::raw_below(1.0), i32::MAX as u32);
    /// ```
    #[must_use]
    pub fn raw_below(bound: f64) -> u32 {
        let (mut below, mut beyond) = (0, MODULUS as u32);
        // Rounded multiplication is monotonic, so a binary search is correct.
        while below < beyond {
            let middle = below + (beyond - below) / 2;
            if double(middle) < bound {
                below = middle + 1;
            } else {
                beyond = middle;
            }
        }
        below
    }

    /// Returns `NextDouble()`: the result of one call, multiplied by the double nearest to 1/(2³¹ −
    /// 1), which differs from a division by 2³¹ − 1. It is one of 2³¹ − 1 values in [0, 1).
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        double(self.next_raw())
    }
}

/// Returns the double of a raw number.
fn double(number: u32) -> f64 {
    f64::from(number) * (1.0 / 2147483647.0)
}

/// Computes all of `numbers` after the first 55, which are given.
#[inline(always)]
fn differences<S: Simd>(simd: S, numbers: &mut [u32; NUMBERS + BLOCK]) {
    let modulus = u32x16::splat(simd, MODULUS as u32);
    for at in (NUMBERS..NUMBERS + BLOCK).step_by(LANES) {
        let [farther, nearer] = [NUMBERS, NEARER].map(
            #[inline(always)]
            |back| u32x16::from_slice(simd, &numbers[at - back..][..LANES]),
        );
        let difference = farther - nearer;
        // As an unsigned number, a negative difference is larger than the same difference plus the
        // modulus. The smaller of the two is therefore correct.
        difference.min(difference + modulus).store_slice(&mut numbers[at..][..LANES]);
    }
}

/// Adds the modulus to a negative number.
const fn wrap(number: i32) -> i32 {
    if number < 0 { number.wrapping_add(MODULUS) } else { number }
}

impl NetRandom {
    /// Returns 32 bits of two calls: all 31 bits of the first, and the highest bit of the second.
    #[inline]
    fn next_word(&mut self) -> u32 {
        let [first, second] = [self.next_raw(), self.next_raw()];
        first << 1 | second >> 30
    }
}

/// Compares numbers with a bound: bit i % 64 of word i / 64 is set if number i is below the bound.
#[inline(always)]
fn compare<S: Simd>(simd: S, numbers: &[u32], below: u32, masks: &mut [u64]) {
    let bound = u32x16::splat(simd, below);
    for (numbers, mask) in numbers.chunks(64).zip(masks) {
        *mask = 0;
        let (vectors, rest) = numbers.as_chunks::<LANES>();
        for (at, vector) in vectors.iter().enumerate() {
            *mask |= u32x16::from_slice(simd, vector).simd_lt(bound).to_bitmask() << (at * LANES);
        }
        for (at, &number) in (vectors.len() * LANES..).zip(rest) {
            *mask |= u64::from(number < below) << at;
        }
    }
}

rng_of_u32!(NetRandom, i32, "The `i32` seed, little-endian.");

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A difference that equals the modulus is so rare that no seed that leads to it is known.
    #[test]
    fn a_difference_of_the_modulus_itself_is_lowered_by_one() {
        let mut generator = NetRandom { state: [0; NUMBERS], oldest: 0 };
        generator.state[0] = MODULUS;
        assert_eq!(generator.next_raw(), MODULUS as u32 - 1);
        generator.state[1] = 5;
        generator.state[22] = 8;
        assert_eq!(generator.next_raw(), MODULUS as u32 - 3);
    }

    fn generator() -> impl Strategy<Value = NetRandom> {
        let number = prop_oneof![8 => 0..MODULUS, 1 => Just(0), 1 => Just(MODULUS), 1 => Just(-1), 1 => MODULUS - 2..MODULUS];
        prop_oneof![
            any::<i32>().prop_map(NetRandom::new),
            (prop::array::uniform::<_, NUMBERS>(number), 0..NUMBERS)
                .prop_map(|(state, oldest)| NetRandom { state, oldest }),
        ]
    }

    proptest! {
        #[test]
        fn many_at_once_are_the_same_one_by_one(
            start in generator(),
            calls in prop::collection::vec(0..3000usize, 1..4),
            below in 0..=MODULUS as u32,
        ) {
            for level in Level::available() {
                let (mut one, mut many) = (start.clone(), start.clone());
                for &count in &calls {
                    let mut numbers = vec![u32::MAX; count];
                    many.fill_raw(level, &mut numbers);
                    for number in numbers {
                        prop_assert_eq!(number, one.next_raw());
                    }
                    let mut masks = vec![u64::MAX; count.div_ceil(64)];
                    many.roll_raw(level, below, &mut masks, count);
                    let mut expected = vec![0; count.div_ceil(64)];
                    for i in 0..count {
                        expected[i / 64] |= u64::from(one.next_raw() < below) << (i % 64);
                    }
                    prop_assert_eq!(masks, expected);
                }
            }
        }

        #[test]
        fn a_number_is_below_where_its_double_is(bound in -0.1..1.1f64, number in 0..MODULUS as u32) {
            for bound in [bound, double(number), double(number).next_up(), double(number).next_down()] {
                let below = NetRandom::raw_below(bound);
                for number in [number, below.saturating_sub(1), below.min(MODULUS as u32 - 1)] {
                    prop_assert_eq!(number < below, double(number) < bound);
                }
            }
        }
    }
}
