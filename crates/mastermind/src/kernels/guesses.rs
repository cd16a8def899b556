//! Scores a set of secrets against many guesses at once, with guesses in bit planes: the layout for
//! small sets.
//!
//! A small set does not fill a vector, but there are always many guesses. A vector therefore holds
//! one guess per bit, and the secrets are processed one by one. The partition sizes are also stored
//! as bit planes and compared there: the largest partition of 512 guesses is found by logic
//! operations, without extracting any number.
//!
//! ```text
//!                              guess 0   guess 1   guess 2   …  guess 511      one bit each
//! feedback 0,0   digit 1          1         0         0             1
//!                digit 2          1         0         1             0
//!                digit 4          0         1         0             0
//!    partition size               3         4         2             1
//! feedback 1,0   digit 1          0         1         …
//! ```
//!
//! **Adding.** Eight secrets are scored; for each possible feedback, the eight planes "gives this
//! feedback" are added to the digits of its partition size. **Largest.** A plane marks the guesses
//! whose new size is greater than the maximum so far. It is computed from the lowest digit up: a
//! mark is kept if the digits are equal, set if the digit of the new size is 1 and the digit of the
//! maximum 0, and cleared otherwise. Then every digit is selected from the greater number. **Number
//! of partitions.** A size is non-zero where any digit is set. The plane of non-zero sizes is added
//! to a counter of up to eight digits.
//!
//! Finally `numbers` extracts numbers: the digits of 64 guesses are a bit matrix, which is
//! transposed in blocks of eight by eight.

use quadrille_lanes::{
    Level,
    simd::{Simd, prelude::*},
};

use super::scores::{BATCH, Batch, Digits, by_level_and_pins, by_pins, for_feedbacks};
use crate::codeword::Codeword;
use crate::planes::{BLOCK, BitPlanes, Picks, Plane, WORDS};

/// Maximum number of binary digits of a partition size, which is a 32-bit count.
pub(crate) const MOST_DIGITS: usize = 32;

/// Partition sizes as digits, for as many guesses as a vector has bits.
pub(crate) struct Sizes<S: Simd> {
    pins: usize,
    /// Number of digits per size; at least three, because a batch of eight planes is added to the
    /// three lowest digits.
    digits: usize,
    /// The digits by feedback; the digits of impossible feedbacks stay 0.
    planes: Vec<S::u64s>,
}

impl<S: Simd> Sizes<S> {
    /// Creates sizes of 0, with enough digits for `secrets` secrets.
    #[inline(always)]
    pub(crate) fn new(simd: S, pins: usize, secrets: usize) -> Self {
        let digits = (usize::BITS - secrets.leading_zeros()).max(3) as usize;
        let feedbacks = (pins + 1) * (pins + 2) / 2;
        Self { pins, digits, planes: vec![S::u64s::splat(simd, 0); feedbacks * digits] }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self, simd: S) {
        self.planes.fill(S::u64s::splat(simd, 0));
    }

    /// Adds `secrets` to the partition sizes of all guesses in vector number `part` of a block.
    #[inline(always)]
    pub(crate) fn add<const P: usize, const Q: usize>(
        &mut self,
        simd: S,
        batch: &mut Batch<S, Q>,
        guesses: &[Plane],
        part: usize,
        secrets: &[Picks<P>],
    ) {
        // `vectorize` compiles the code once per level and number of pins, regardless of the number
        // of callers.
        simd.vectorize(
            #[inline(always)]
            || self.add_here(simd, batch, guesses, part, secrets),
        );
    }

    #[inline(always)]
    fn add_here<const P: usize, const Q: usize>(
        &mut self,
        simd: S,
        batch: &mut Batch<S, Q>,
        guesses: &[Plane],
        part: usize,
        secrets: &[Picks<P>],
    ) {
        for secrets in secrets.chunks(BATCH) {
            for (at, picks) in secrets.iter().enumerate() {
                batch.score(simd, at, guesses, part, picks);
            }
            if secrets.len() < BATCH {
                batch.clear(simd, secrets.len());
            }
            for_feedbacks!(self.pins, index, hits, black, {
                let size = &mut self.planes[index * self.digits..(index + 1) * self.digits];
                let mut low = Digits::<S>([size[0], size[1], size[2]]);
                let mut carry = low.add(simd, &batch.hits[hits], &batch.black[black]);
                [size[0], size[1], size[2]] = low.0;
                for digit in &mut size[3..] {
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            });
        }
    }

    /// Returns the number of digits of the sizes.
    #[inline(always)]
    pub(crate) const fn digits(&self) -> usize {
        self.digits
    }

    /// Returns the partition sizes of one guess, by feedback.
    pub(crate) fn of(&self, guess: usize) -> Vec<u32> {
        let bit = |plane: &S::u64s| (plane.as_slice()[guess / 64] >> (guess % 64) & 1) as u32;
        self.by_feedback()
            .map(|size| size.iter().rev().fold(0, |number, plane| number << 1 | bit(plane)))
            .collect()
    }

    /// Iterates over the sizes by feedback, as digits.
    #[inline(always)]
    pub(crate) fn by_feedback(&self) -> impl Iterator<Item = &[S::u64s]> {
        self.planes.chunks_exact(self.digits)
    }

    /// Returns the largest size for each guess, as digits.
    #[inline(always)]
    pub(crate) fn largest(&self, simd: S) -> [S::u64s; MOST_DIGITS] {
        let zero = S::u64s::splat(simd, 0);
        let mut largest = [zero; MOST_DIGITS];
        for size in self.by_feedback() {
            // Compare from the lowest digit up: a higher digit that differs overrides all lower
            // digits.
            let mut greater = zero;
            for (&digit, &known) in size.iter().zip(&largest) {
                greater = (digit & !known) | (!(digit ^ known) & greater);
            }
            for (&digit, known) in size.iter().zip(&mut largest) {
                *known = (digit & greater) | (*known & !greater);
            }
        }
        largest
    }

    /// Returns the number of non-zero sizes for each guess, as digits.
    #[inline(always)]
    pub(crate) fn parts(&self, simd: S) -> [S::u64s; 8] {
        let mut parts = [S::u64s::splat(simd, 0); 8];
        for size in self.by_feedback() {
            let mut carry = size[0];
            for &digit in &size[1..] {
                carry |= digit;
            }
            for digit in &mut parts {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        parts
    }
}

/// Returns the size of the largest partition of the secrets by each guess.
///
/// O(guesses · secrets).
///
/// ```
/// use quadrille_lanes::Level;
/// use quadrille_mastermind::{BitPlanes, Game, Repeats, kernels::guesses};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let secrets = ["1234", "4321", "5566"].map(|code| game.parse(code).unwrap());
/// let guesses = BitPlanes::new(game, [game.parse("1122")?, game.parse("1235")?]);
/// // The first two secrets both give 1,1 for 1122; 1235 distinguishes all three.
/// assert_eq!(guesses::largest_parts(Level::best(), &secrets, &guesses), [2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn largest_parts(level: Level, secrets: &[Codeword], guesses: &BitPlanes) -> Vec<u32> {
    by_level_and_pins!(level, simd, guesses.pins(), P, Q, _R => {
        largest_by_block::<_, P, Q>(simd, secrets, guesses)
    })
}

#[inline(always)]
fn largest_by_block<S: Simd, const P: usize, const Q: usize>(
    simd: S,
    secrets: &[Codeword],
    guesses: &BitPlanes,
) -> Vec<u32> {
    let picks: Vec<Picks<P>> = secrets.iter().map(|&secret| guesses.layout().picks(secret)).collect();
    let mut sizes = Sizes::new(simd, guesses.pins(), secrets.len());
    let mut batch = Batch::<S, Q>::new(simd);
    let mut largest = vec![0; guesses.blocks() * BLOCK];
    for (at, largest) in largest.chunks_exact_mut(64 * S::u64s::LEN).enumerate() {
        let parts = WORDS / S::u64s::LEN;
        sizes.clear(simd);
        sizes.add(simd, &mut batch, guesses.block(at / parts), at % parts, &picks);
        write_largest(simd, &sizes, largest);
    }
    largest.truncate(guesses.len());
    largest
}

/// Extracts the largest sizes from the planes.
#[inline(always)]
fn write_largest<S: Simd>(simd: S, sizes: &Sizes<S>, largest: &mut [u32]) {
    simd.vectorize(
        #[inline(always)]
        || numbers::<S>(&sizes.largest(simd)[..sizes.digits()], largest),
    );
}

/// Writes to `numbers` the numbers whose binary digits are `planes`, the lowest digit first.
#[inline(always)]
pub(crate) fn numbers<S: Simd>(planes: &[S::u64s], numbers: &mut [u32]) {
    numbers.fill(0);
    for (group, planes) in planes.chunks(8).enumerate() {
        for byte in 0..8 {
            // Transpose eight digits of eight numbers to eight numbers of eight digits.
            let mut square = planes[0] >> (8 * byte) & 0xff;
            for (digit, &plane) in (1..).zip(&planes[1..]) {
                square |= (plane >> (8 * byte) & 0xff) << (8 * digit);
            }
            // Exchange blocks of 1 × 1, then 2 × 2, then 4 × 4 bits across the diagonal: row r,
            // column c of the square is bit 8r + c, so the mirror images are 7, 14 and 28 bits
            // apart.
            let swap = (square ^ (square >> 7)) & 0x00aa_00aa_00aa_00aa;
            square = square ^ swap ^ (swap << 7);
            let swap = (square ^ (square >> 14)) & 0x0000_cccc_0000_cccc;
            square = square ^ swap ^ (swap << 14);
            let swap = (square ^ (square >> 28)) & 0x0000_0000_f0f0_f0f0;
            square = square ^ swap ^ (swap << 28);
            for (lane, &eight) in square.as_slice().iter().enumerate() {
                let from = 64 * lane + 8 * byte as usize;
                for (number, byte) in numbers[from..from + 8].iter_mut().zip(eight.to_le_bytes()) {
                    *number |= u32::from(byte) << (8 * group);
                }
            }
        }
    }
}
