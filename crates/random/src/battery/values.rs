//! The input of tests: raw values of a generator, in blocks.

use std::fmt;

use rand_core::Rng;
use thiserror::Error;

/// The number of bits of a value, from 15 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Width(u32);

impl Width {
    /// The minimum width that the tests support.
    pub const MIN: u32 = 15;
    /// The maximum width.
    pub const MAX: u32 = 64;

    /// Creates a width of [`Width::MIN`] to [`Width::MAX`] bits.
    pub const fn new(bits: u32) -> Option<Self> {
        if Self::MIN <= bits && bits <= Self::MAX { Some(Self(bits)) } else { None }
    }

    /// Returns the number of bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns a mask with ones in all bits of a value.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.0)
    }

    /// Returns the number of different values, 2^bits.
    pub(super) const fn count(self) -> f64 {
        (1u128 << self.0) as f64
    }

    /// Returns the `count` highest bits of a value, right-aligned; `count` is 1 to the width.
    #[inline]
    pub(super) const fn leading(self, value: u64, count: u32) -> u64 {
        value >> (self.0 - count)
    }

    /// Returns the `count` lowest bits of a value; `count` is 1 to the width.
    #[inline]
    pub(super) const fn trailing(value: u64, count: u32) -> u64 {
        value & (u64::MAX >> (64 - count))
    }
}

/// Error of interleaving streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InterleaveError {
    /// No stream was given.
    #[error("cannot interleave: no stream was given; expected at least one")]
    None,
    /// Streams have values of different widths.
    #[error("cannot interleave a stream of {found}-bit values with streams of {expected}-bit values")]
    Width {
        /// Bits of the first stream's values.
        expected: u32,
        /// Bits of the other stream's values.
        found: u32,
    },
}

/// A function that overwrites a block with the next values.
type Fill<'a> = Box<dyn FnMut(&mut [u64]) + 'a>;

/// A source of values, which are uniform on 0..2^width for a good generator.
///
/// ```
/// use quadrille_random::battery::{Values, Width};
///
/// // The 15-bit generator of old C libraries.
/// let mut state = 1u32;
/// let mut values = Values::new(Width::new(15).expect("15 to 64"), move |block| {
///     for value in block {
///         state = state.wrapping_mul(214013).wrapping_add(2531011);
///         *value = u64::from(state >> 16 & 0x7FFF);
///     }
/// });
/// let mut first = [0; 3];
/// values.fill(&mut first);
/// assert_eq!(first, [41, 18467, 6334]);
/// ```
pub struct Values<'a> {
    width: Width,
    fill: Fill<'a>,
}

impl<'a> Values<'a> {
    /// Creates a source from the function `fill`, which writes the next values to a block,
    /// right-aligned. Bits above the width are ignored.
    pub fn new(width: Width, fill: impl FnMut(&mut [u64]) + 'a) -> Self {
        Self { width, fill: Box::new(fill) }
    }

    /// Creates a source of the results of `next_u32`.
    pub fn u32(mut generator: impl Rng + 'a) -> Self {
        Self::new(Width(32), move |block| block.fill_with(|| u64::from(generator.next_u32())))
    }

    /// Creates a source of the results of `next_u64`.
    pub fn u64(mut generator: impl Rng + 'a) -> Self {
        Self::new(Width(64), move |block| block.fill_with(|| generator.next_u64()))
    }

    /// Creates a source that takes one value from each stream in turn.
    ///
    /// ```
    /// use quadrille_random::battery::{Values, Width};
    ///
    /// let constant = |value| Values::new(Width::new(32).expect("15 to 64"), move |block| block.fill(value));
    /// let mut values = Values::interleaved(vec![constant(7), constant(8), constant(9)])?;
    /// let mut block = [0; 5];
    /// values.fill(&mut block);
    /// assert_eq!(block, [7, 8, 9, 7, 8]);
    /// values.fill(&mut block);
    /// assert_eq!(block, [9, 7, 8, 9, 7]);
    /// # Ok::<(), quadrille_random::battery::InterleaveError>(())
    /// ```
    ///
    /// # Errors
    /// [`InterleaveError`] for no streams, and for streams of different widths.
    pub fn interleaved(mut streams: Vec<Self>) -> Result<Self, InterleaveError> {
        let width = streams.first().ok_or(InterleaveError::None)?.width;
        if let Some(other) = streams.iter().find(|stream| stream.width != width) {
            return Err(InterleaveError::Width { expected: width.0, found: other.width.0 });
        }
        let (count, mut next) = (streams.len(), 0);
        let mut part = Vec::new();
        Ok(Self::new(width, move |block| {
            for (number, stream) in streams.iter_mut().enumerate() {
                // The positions of the values of this stream in the block. Their distance is
                // `count`, the number of streams.
                let places = || ((number + count - next) % count..block.len()).step_by(count);
                part.resize(places().len(), 0);
                stream.fill(&mut part);
                for (place, &value) in places().zip(&part) {
                    block[place] = value;
                }
            }
            next = (next + block.len()) % count;
        }))
    }

    /// Returns the number of bits of a value.
    pub const fn width(&self) -> Width {
        self.width
    }

    /// Overwrites the block with the next values.
    pub fn fill(&mut self, block: &mut [u64]) {
        (self.fill)(block);
        // Bits above the width are cleared, because tests use values as indices.
        let mask = self.width.mask();
        for value in block {
            *value &= mask;
        }
    }
}

impl fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values").field("width", &self.width).finish_non_exhaustive()
    }
}
