//! xoshiro256++ 1.0: 256 bits of state, period 2²⁵⁶ − 1.
//!
//! Source: D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM
//! Transactions on Mathematical Software 47(4), 2021; the authors' public-domain
//! `xoshiro256plusplus.c`.
//!
//! Reference vector: the first ten outputs of the published program from the state (1, 2, 3, 4).
//!
//! ```
//! use quadrille_random::Xoshiro256PlusPlus;
//! use quadrille_random::rand_core::{Rng, SeedableRng};
//!
//! let mut state = [0; 32];
//! for (word, bytes) in [1u64, 2, 3, 4].iter().zip(state.chunks_exact_mut(8)) {
//!     bytes.copy_from_slice(&word.to_le_bytes());
//! }
//! let mut generator = Xoshiro256PlusPlus::from_seed(state);
//! let expected = [
//!     41943041,
//!     58720359,
//!     3588806011781223,
//!     3591011842654386,
//!     9228616714210784205,
//!     9973669472204895162,
//!     14011001112246962877,
//!     12406186145184390807,
//!     15849039046786891736,
//!     10450023813501588000,
//! ];
//! assert_eq!([(); 10].map(|()| generator.next_u64()), expected);
//! ```

mod leap;

use rand_core::{Infallible, Rng, SeedableRng, TryRng, utils};

pub use leap::Leap;

use crate::double::f64_53;
use crate::splitmix64::SplitMix64;

/// The generator.
///
/// From a 64-bit seed ([`SeedableRng::seed_from_u64`]) the state is four outputs of [`SplitMix64`],
/// as the authors of the generator recommend; the crate `rand_xoshiro` has the same sequence.
/// Shards and other parts of a simulation should use a [`StreamKey`](crate::StreamKey) instead.
///
/// `next_u32` returns the upper half of an output of `next_u64`. `fill_bytes` writes outputs of
/// `next_u64` in little-endian order, and drops the bytes of the last output that do not fit.
///
/// ```
/// use quadrille_random::Xoshiro256PlusPlus;
/// use quadrille_random::rand_core::{Rng, SeedableRng};
///
/// let mut generator = Xoshiro256PlusPlus::seed_from_u64(0);
/// assert_eq!(generator.next_u64(), 0x53175D61490B23DF);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xoshiro256PlusPlus {
    state: [u64; 4],
}

impl Xoshiro256PlusPlus {
    /// Creates a generator from four words. The caller must guarantee that they are not all zero.
    #[inline]
    pub(crate) const fn from_nonzero_state(state: [u64; 4]) -> Self {
        Self { state }
    }

    /// Returns the four words.
    pub(crate) const fn state(&self) -> [u64; 4] {
        self.state
    }

    /// Performs one step of the linear engine. Each new word is computed from the old words only,
    /// so the computations are independent of one another.
    #[inline]
    const fn step(&mut self) {
        let [a, b, c, d] = self.state;
        self.state = [a ^ b ^ d, a ^ b ^ c, a ^ c ^ (b << 17), (b ^ d).rotate_left(45)];
    }

    /// Returns the next output as a number in [0, 1): one of the values k·2⁻⁵³, see [`f64_53`].
    ///
    /// ```
    /// use quadrille_random::StreamKey;
    ///
    /// let mut generator = StreamKey::new(1, 0).rng();
    /// let mean = (0..10_000).map(|_| generator.next_f64()).sum::<f64>() / 10_000.0;
    /// assert!((mean - 0.5).abs() < 0.01);
    /// ```
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64_53(self.next_u64())
    }
}

impl TryRng for Xoshiro256PlusPlus {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        // In a linear generator, the lowest bits are the weakest, so the upper half is used.
        Ok((self.next_u64() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let [a, _, _, d] = self.state;
        self.step();
        Ok(a.wrapping_add(d).rotate_left(23).wrapping_add(a))
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

impl SeedableRng for Xoshiro256PlusPlus {
    /// The state: four words, little-endian.
    type Seed = [u8; 32];

    /// Uses the bytes of the seed as the state. The all-zero state, which would give only zeros, is
    /// replaced by the state of `seed_from_u64(0)`.
    fn from_seed(seed: [u8; 32]) -> Self {
        let state: [u64; 4] = utils::read_words(&seed);
        if state == [0; 4] { Self::seed_from_u64(0) } else { Self { state } }
    }

    #[inline]
    fn seed_from_u64(seed: u64) -> Self {
        let mut filler = SplitMix64::new(seed);
        // The state is never all zero: `SplitMix64` returns each value, including zero, once in 2⁶⁴
        // outputs.
        Self { state: [filler.next_u64(), filler.next_u64(), filler.next_u64(), filler.next_u64()] }
    }
}
