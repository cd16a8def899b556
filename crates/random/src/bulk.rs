//! Bulk draws: whole slices of numbers, and masks of rolls.
//!
//! A bulk call has the same result as the plain loop over single draws: the same values, and the
//! same state of the generator afterwards. This loop is the default implementation of every method;
//! [`Plain`] uses the default implementations. The eight-lane
//! [`Xoshiro256PlusPlusX8`](crate::Xoshiro256PlusPlusX8) uses vectors.
//!
//! ```
//! use quadrille_random::rand_core::Rng;
//! use quadrille_random::{Bulk, Chance, StreamKey};
//!
//! let mut rng = StreamKey::new(31459, 0).rng_x8();
//! let mut words = [0; 1000];
//! rng.fill_u64(&mut words);
//!
//! let mut again = StreamKey::new(31459, 0).rng_x8();
//! assert!(words.iter().all(|&word| word == again.next_u64()));
//!
//! // 100 attacks, each of which hits with probability 0.95.
//! let mut hits = [0; 2];
//! rng.roll(Chance::new(0.95)?, &mut hits, 100);
//! assert!(hits[0].count_ones() + hits[1].count_ones() > 80);
//! # Ok::<(), quadrille_random::ChanceError>(())
//! ```

use rand_core::{Infallible, Rng, TryRng};

use crate::double::f64_53;
use crate::generators::xoshiro256plusplus::Xoshiro256PlusPlus;
use crate::roll::Chance;

/// A generator with bulk draws.
///
/// The default methods define the results of all implementations. All methods take time linear in
/// the number of draws, and allocate nothing.
pub trait Bulk: Rng {
    /// Fills the slice with outputs of `next_u32`.
    fn fill_u32(&mut self, out: &mut [u32]) {
        for word in out {
            *word = self.next_u32();
        }
    }

    /// Fills the slice with outputs of `next_u64`.
    fn fill_u64(&mut self, out: &mut [u64]) {
        for word in out {
            *word = self.next_u64();
        }
    }

    /// Fills the slice with numbers in [0, 1): [`f64_53`] of outputs of `next_u64`.
    fn fill_f64(&mut self, out: &mut [f64]) {
        for number in out {
            *number = f64_53(self.next_u64());
        }
    }

    /// Rolls `n` times: bit i % 64 of `masks[i / 64]` is set if roll i succeeds. The bits beyond
    /// the last roll are 0.
    ///
    /// Equals `n` calls of [`Chance::roll`], each of which takes one output of `next_u64`.
    ///
    /// # Panics
    /// If the length of `masks` is not `n` / 64, rounded up.
    fn roll(&mut self, chance: Chance, masks: &mut [u64], n: usize) {
        assert_one_bit_a_roll(masks, n);
        masks.fill(0);
        for i in 0..n {
            masks[i / 64] |= u64::from(chance.roll(self)) << (i % 64);
        }
    }
}

/// Panics if the number of words is not `n` / 64, rounded up. The message contains the required and
/// the actual number.
#[track_caller]
pub(crate) fn assert_one_bit_a_roll(masks: &[u64], n: usize) {
    assert!(masks.len() == n.div_ceil(64), "{n} rolls need {} words, not {}", n.div_ceil(64), masks.len());
}

impl Bulk for Xoshiro256PlusPlus {}

impl<R: Bulk + ?Sized> Bulk for &mut R {
    fn fill_u32(&mut self, out: &mut [u32]) {
        (**self).fill_u32(out);
    }

    fn fill_u64(&mut self, out: &mut [u64]) {
        (**self).fill_u64(out);
    }

    fn fill_f64(&mut self, out: &mut [f64]) {
        (**self).fill_f64(out);
    }

    fn roll(&mut self, chance: Chance, masks: &mut [u64], n: usize) {
        (**self).roll(chance, masks, n);
    }
}

/// An adapter that implements [`Bulk`] for any generator, by single draws. It is the oracle of the
/// other implementations, and supports generators of other crates.
///
/// ```
/// use quadrille_random::bulk::{Bulk, Plain};
/// use quadrille_random::rand_core::SeedableRng;
///
/// let mut foreign = rand_xoshiro::Xoshiro256StarStar::seed_from_u64(1);
/// let mut numbers = [0.0; 10];
/// Plain(&mut foreign).fill_f64(&mut numbers);
/// assert!(numbers.iter().all(|number| (0.0..1.0).contains(number)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain<R>(
    /// The generator.
    pub R,
);

impl<R: Rng> TryRng for Plain<R> {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

impl<R: Rng> Bulk for Plain<R> {}
