//! Uniformly distributed integers below a bound, without bias.
//!
//! Source: D. Lemire, "Fast Random Integer Generation in an Interval", ACM Transactions on Modeling
//! and Computer Simulation 29(1), 2019. A draw of w bits is multiplied by the bound n, and the
//! upper half of the product is the result. Each result is therefore given by ⌊2ʷ/n⌋ or ⌊2ʷ/n⌋ + 1
//! of the 2ʷ possible draws. A draw for which the lower half of the product is less than 2ʷ mod n
//! is rejected, and another draw is made. Exactly ⌊2ʷ/n⌋ accepted draws then give each result. The
//! division that computes 2ʷ mod n is needed only if the lower half is below n.
//!
//! The crate `rand` has such functions too, but different versions of `rand` can draw different
//! numbers. The functions of this module are frozen: the same generator always gives the same
//! numbers.
//!
//! ```
//! use std::num::NonZeroU64;
//!
//! use quadrille_random::{StreamKey, bounded};
//!
//! let mut rng = StreamKey::new(31459, 0).rng();
//! let sides = NonZeroU64::new(6).unwrap();
//! assert!(bounded::below_u64(&mut rng, sides) < 6);
//! assert!((1..=6).contains(&bounded::within_u64(&mut rng, 1..=6).unwrap()));
//! ```

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;

use rand_core::Rng;

/// Returns a uniformly distributed number from 0 to `n` − 1.
///
/// Takes one `next_u32` per draw. A draw is repeated with probability (2³² mod n) / 2³².
#[inline]
pub fn below_u32<R: Rng + ?Sized>(rng: &mut R, n: NonZeroU32) -> u32 {
    below(n.get(), || rng.next_u32())
}

/// Returns a uniformly distributed number from 0 to `n` − 1.
///
/// Takes one `next_u64` per draw. A draw is repeated with probability (2⁶⁴ mod n) / 2⁶⁴.
#[inline]
pub fn below_u64<R: Rng + ?Sized>(rng: &mut R, n: NonZeroU64) -> u64 {
    below(n.get(), || rng.next_u64())
}

/// Returns a uniformly distributed number in the range. Returns `None`, without a draw, if the
/// range is empty.
///
/// Draws as [`below_u32`] does. For the whole range of `u32`, takes one `next_u32`.
///
/// ```
/// use quadrille_random::{StreamKey, bounded};
///
/// let mut rng = StreamKey::new(31459, 0).rng();
/// let roll = bounded::within_u32(&mut rng, 1..=6).unwrap();
/// assert!((1..=6).contains(&roll));
/// assert_eq!(bounded::within_u32(&mut rng, 6..=1), None);
/// ```
#[inline]
pub fn within_u32<R: Rng + ?Sized>(rng: &mut R, range: RangeInclusive<u32>) -> Option<u32> {
    within(range, || rng.next_u32())
}

/// Returns a uniformly distributed number in the range. Returns `None`, without a draw, if the
/// range is empty.
///
/// Draws as [`below_u64`] does. For the whole range of `u64`, takes one `next_u64`.
#[inline]
pub fn within_u64<R: Rng + ?Sized>(rng: &mut R, range: RangeInclusive<u64>) -> Option<u64> {
    within(range, || rng.next_u64())
}

/// Returns a uniformly distributed index into a list of length `n`, which must not be 0. The index
/// does not depend on the machine's word size.
#[inline]
pub(crate) fn place<R: Rng + ?Sized>(rng: &mut R, n: usize) -> usize {
    below(n as u64, || rng.next_u64()) as usize
}

/// The operations on words of w bits that the algorithm of this module needs.
trait Word: Copy + PartialOrd {
    /// Returns the upper and the lower half of the product.
    fn product(self, other: Self) -> (Self, Self);
    /// Returns 2ʷ mod self; self is not 0.
    fn excess(self) -> Self;
    /// Returns self + 1, or `None` for the greatest word.
    fn successor(self) -> Option<Self>;
    /// Returns self − other, modulo 2ʷ.
    fn minus(self, other: Self) -> Self;
    /// Returns self + other, modulo 2ʷ.
    fn plus(self, other: Self) -> Self;
}

macro_rules! word {
    ($($word:ty, $wide:ty);*) => { $(
        impl Word for $word {
            #[inline]
            fn product(self, other: Self) -> (Self, Self) {
                let product = <$wide>::from(self) * <$wide>::from(other);
                ((product >> Self::BITS) as Self, product as Self)
            }

            #[inline]
            fn excess(self) -> Self {
                // 2ʷ − self is congruent to 2ʷ modulo self, and fits into a word.
                self.wrapping_neg() % self
            }

            #[inline]
            fn successor(self) -> Option<Self> {
                self.checked_add(1)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )* };
}

word! { u32, u64; u64, u128 }

#[inline]
fn below<W: Word>(n: W, mut draw: impl FnMut() -> W) -> W {
    let (mut value, mut rest) = draw().product(n);
    // The excess 2ʷ mod n is less than n, so it is computed only if the lower half is below n.
    if rest < n {
        let excess = n.excess();
        while rest < excess {
            (value, rest) = draw().product(n);
        }
    }
    value
}

#[inline]
fn within<W: Word>(range: RangeInclusive<W>, mut draw: impl FnMut() -> W) -> Option<W> {
    if range.is_empty() {
        return None;
    }
    let (first, last) = range.into_inner();
    Some(match last.minus(first).successor() {
        Some(n) => first.plus(below(n, draw)),
        None => draw(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StreamKey;

    // Words small enough to enumerate all draws.
    word! { u8, u16; u16, u32 }

    /// Returns the number of draws that give each result from 0 to `n` − 1, and the number of
    /// rejected draws.
    fn tally<W: Word>(
        n: usize,
        draws: RangeInclusive<W>,
        answer: impl Fn(&mut dyn FnMut() -> W) -> usize,
    ) -> (Vec<usize>, usize)
    where
        RangeInclusive<W>: Iterator<Item = W>,
    {
        // The greatest word is never rejected: the lower half of its product is 2ʷ − n.
        let greatest = *draws.end();
        let (mut counts, mut again) = (vec![0; n], 0);
        for draw in draws {
            let mut drawn = 0;
            let answer = answer(&mut || {
                drawn += 1;
                if drawn == 1 { draw } else { greatest }
            });
            if drawn == 1 {
                counts[answer] += 1;
            } else {
                again += 1;
            }
        }
        (counts, again)
    }

    #[test]
    fn every_number_below_every_bound_has_as_many_draws_of_eight_bits() {
        for n in 1..=u8::MAX {
            let tally = tally(n.into(), 0..=u8::MAX, |draw| below(n, draw).into());
            let n = usize::from(n);
            assert_eq!(tally, (vec![256 / n; n], 256 % n), "{n}");
        }
    }

    #[test]
    fn every_number_below_a_bound_has_as_many_draws_of_sixteen_bits() {
        for n in [1, 2, 3, 6, 7, 54, 255, 256, 257, 1000, 32767, 32768, 32769, 65521, 65535] {
            let tally = tally(n.into(), 0..=u16::MAX, |draw| below(n, draw).into());
            let n = usize::from(n);
            assert_eq!(tally, (vec![65536 / n; n], 65536 % n), "{n}");
        }
    }

    #[test]
    fn every_number_of_a_range_has_as_many_draws_of_eight_bits() {
        for (first, last) in (0..=u8::MAX).flat_map(|first| [0, 1, 5, 200, 255].map(|last| (first, last))) {
            if first > last {
                assert_eq!(within(first..=last, || 0), None);
                continue;
            }
            let n = usize::from(last - first) + 1;
            let tally = tally(n, 0..=u8::MAX, |draw| {
                usize::from(within(first..=last, draw).unwrap()).checked_sub(first.into()).unwrap()
            });
            assert_eq!(tally, (vec![256 / n; n], 256 % n), "{first} to {last}");
        }
    }

    #[test]
    fn a_range_once_exhausted_is_empty() {
        let mut range = 3..=3u64;
        assert_eq!(range.next(), Some(3));
        assert_eq!(within_u64(&mut StreamKey::new(0, 0).rng(), range), None);
    }

    #[test]
    fn an_empty_range_draws_nothing() {
        let (mut rng, fresh) = (StreamKey::new(0, 0).rng(), StreamKey::new(0, 0).rng());
        assert_eq!(within_u32(&mut rng, RangeInclusive::new(1, 0)), None);
        assert_eq!(rng, fresh);
    }

    /// Frozen: a change would affect every experiment.
    #[test]
    fn the_numbers_are_unchanged() {
        let mut rng = StreamKey::new(31459, 0).rng();
        let sides = NonZeroU64::new(6).unwrap();
        let rolls = [(); 20].map(|()| below_u64(&mut rng, sides));
        let places = [(); 6].map(|()| below_u32(&mut rng, NonZeroU32::new(1000).unwrap()));
        // Half of all draws are repeated.
        let wide = [(); 3].map(|()| within_u64(&mut rng, 1..=(1 << 63) + 1).unwrap());
        let whole = within_u64(&mut rng, 0..=u64::MAX).unwrap();
        assert_eq!(rolls, [1, 0, 4, 5, 2, 5, 0, 2, 5, 2, 5, 0, 2, 3, 0, 4, 0, 5, 0, 1]);
        assert_eq!(places, [227, 621, 160, 869, 249, 271]);
        assert_eq!(wide, [3570829990568654115, 1044875582307565924, 8753091480519093858]);
        assert_eq!(whole, 9755141852983405789);
    }
}
