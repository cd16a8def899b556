//! Scoring of packed words: all pins and all colours at once.
//!
//! ```text
//! secret          1 1 2 3      counts   colour 4 3 2 1
//! guess           3 1 1 2        secret        0 1 1 2
//! exclusive or    2 0 3 1        guess         0 1 1 2
//! zero lanes        *            minimum       0 1 1 2     sum 4 = black + white
//!                black 1
//! ```
//!
//! The lanes beyond the last pin are zero in both words, so they must be set to non-zero before
//! zero lanes are counted. Up to 7 pins, counts fit in four-bit lanes whose top bit guards the
//! comparison; from 8 pins, counts are in eight-bit lanes. In four-bit lanes, a count of 8 would
//! overflow into the top bit: the hits of 11111111 and 12222222, for example, would be wrong.

use quadrille_lanes::{Bytes64, Nibbles64};

use crate::codeword::Codeword;
use crate::feedback::Feedback;

/// A codeword with its colour counts, prepared for scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    pins: Nibbles64,
    counts: Counts,
}

/// Number of pins of each colour: colour c in lane c − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    /// Up to 7 pins: 15 lanes of 4 bits.
    Nibbles(Nibbles64),
    /// From 8 pins: colours 1..=8, then 9..=15, in lanes of 8 bits.
    Bytes([Bytes64; 2]),
}

impl Packed {
    /// Prepares `code` for scoring: counts its colours.
    #[inline]
    pub fn new(code: Codeword) -> Self {
        let pins = code.pins();
        let counts = if pins <= 7 {
            let mut counts = 0u64;
            let mut rest = code.bits();
            for _ in 0..pins {
                // Colour c is counted in lane c here. After the loop, `counts` is shifted down by
                // one lane.
                counts += 1 << (4 * (rest & 15));
                rest >>= 4;
            }
            Counts::Nibbles(Nibbles64::from_bits(counts >> 4))
        } else {
            let counts = code.counts();
            Counts::Bytes([Bytes64::from_lanes(&counts[..8]), Bytes64::from_lanes(&counts[8..])])
        };
        Self { pins: Nibbles64::from_bits(code.bits()), counts }
    }

    /// Returns the codeword.
    #[inline]
    pub(crate) const fn codeword(self) -> Codeword {
        Codeword::from_valid_bits(self.pins.bits())
    }

    /// Returns the feedback between two codewords with the same number of pins.
    #[inline]
    pub fn score(self, other: Self) -> Feedback {
        // The lanes beyond the last pin. With 16 pins there are no such lanes, and `checked_shl` by
        // 64 returns `None`.
        let used = (64 - self.pins.bits().leading_zeros()).next_multiple_of(4);
        let unused = Nibbles64::from_bits(u64::MAX.checked_shl(used).unwrap_or(0));
        let differences = (self.pins ^ other.pins) | unused;
        let black = differences.zero_lanes().bits().count_ones();
        let hits = match (self.counts, other.counts) {
            (Counts::Nibbles(a), Counts::Nibbles(b)) => a.min_lanes(b).sum(),
            (Counts::Bytes([a, c]), Counts::Bytes([b, d])) => a.min_lanes(b).sum() + c.min_lanes(d).sum(),
            // The numbers of pins differ, so these are not codewords of one game.
            _ => black,
        };
        Feedback { black: black as u8, white: hits.saturating_sub(black) as u8 }
    }
}

/// Returns the feedback to `guess` if the secret is `secret`. The result is symmetric in the two
/// codewords.
///
/// Both codewords must have the same number of pins.
///
/// ```
/// use quadrille_mastermind::{Feedback, Game, Repeats, kernels::packed};
///
/// let game = Game::new(8, 2, Repeats::Allowed)?;
/// let feedback = packed::score(game.parse("11111111")?, game.parse("12222222")?);
/// assert_eq!(feedback, Feedback { black: 1, white: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(secret: Codeword, guess: Codeword) -> Feedback {
    debug_assert_eq!(secret.pins(), guess.pins(), "the codewords must have the same number of pins");
    Packed::new(secret).score(Packed::new(guess))
}
