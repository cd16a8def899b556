//! `System.Random` of .NET, seeded: D. E. Knuth's subtractive generator with a slip.
//!
//! Source: the class `System.Random` as it has been since .NET Framework 1.0 and still is where a seed is
//! given; after D. E. Knuth, "The Art of Computer Programming" 2, 3.2.2 and 3.6, through `ran3` of "Numerical
//! Recipes". Knuth's lags are 55 and 24, which makes the second index start 31 places ahead; here it starts
//! at 21, by mistake, and the lags are 55 and 34.
//!
//! | | |
//! |---|---|
//! | what for | agreeing with programs written in .NET: the field of the Game of Life article is filled with it |
//! | seed | an `i32`; its sign makes no difference |
//! | state | 1705 bits: 55 numbers below 2³¹ − 1 |
//! | output | 0 to 2³¹ − 2, nearly 31 bits |
//! | period | unknown |
//! | fails | whatever looks at values 34 and 55 apart, such as birthday spacings: each output is the difference of those two before it |
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

/// Numbers in the state.
const NUMBERS: usize = 55;

/// The generator computes modulo this: 2³¹ − 1.
const MODULUS: i32 = i32::MAX;

/// The generator.
///
/// One call gives 31 bits, so a word of 32 is put together from two calls, the first highest: all bits of the
/// first, then the top one of the second. `next_u64` is two such words, the low half first. Bytes are such
/// words, little-endian, the last one cut. (The .NET methods of like names, `NextInt64` and `NextBytes`, are
/// others.)
///
/// ```
/// use quadrille_random::generators::NetRandom;
/// use quadrille_random::rand_core::Rng;
///
/// assert_eq!(NetRandom::new(0).next_u32(), 1559595546 << 1 | 1755192844 >> 30);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetRandom {
    /// The last 55 outputs; the oldest stands at `oldest`, and the rest follow around the ring.
    state: [i32; NUMBERS],
    oldest: usize,
}

impl NetRandom {
    /// `new Random(seed)`. The sign of the seed is dropped; `i32::MIN`, which has no opposite, counts as 2³¹
    /// − 1.
    ///
    /// ```
    /// use quadrille_random::generators::NetRandom;
    ///
    /// assert_eq!(NetRandom::new(-5), NetRandom::new(5));
    /// assert_eq!(NetRandom::new(i32::MIN), NetRandom::new(i32::MAX));
    /// ```
    pub fn new(seed: i32) -> Self {
        // The digits of the golden ratio.
        let start = 161803398 - seed.checked_abs().unwrap_or(i32::MAX);
        let mut state = [0; NUMBERS];
        let [mut this, mut next] = [start, 1];
        // Place 54 gets the start itself, and the differences that follow from it are spread over the others.
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

    /// `Next()`: 0 to 2³¹ − 2.
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

    /// `NextDouble()`: one call times the double next to 1/(2³¹ − 1), which is not the same as divided by 2³¹
    /// − 1. One of 2³¹ − 1 values in [0, 1).
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64::from(self.next_raw()) * (1.0 / 2147483647.0)
    }
}

/// A negative number comes back by the modulus.
const fn wrap(number: i32) -> i32 {
    if number < 0 { number.wrapping_add(MODULUS) } else { number }
}

impl NetRandom {
    /// 32 bits of two calls: the 31 bits of the first, and the highest of the second.
    #[inline]
    fn next_word(&mut self) -> u32 {
        let [first, second] = [self.next_raw(), self.next_raw()];
        first << 1 | second >> 30
    }
}

rng_of_u32!(NetRandom, i32, "The `i32` seed, little-endian.");

#[cfg(test)]
mod tests {
    use super::*;

    /// So rare that no seed is known that comes to it.
    #[test]
    fn a_difference_of_the_modulus_itself_is_lowered_by_one() {
        let mut generator = NetRandom { state: [0; NUMBERS], oldest: 0 };
        generator.state[0] = MODULUS;
        assert_eq!(generator.next_raw(), MODULUS as u32 - 1);
        generator.state[1] = 5;
        generator.state[22] = 8;
        assert_eq!(generator.next_raw(), MODULUS as u32 - 3);
    }
}
