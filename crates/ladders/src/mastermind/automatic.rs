//! Scoring with byte arrays. The loops have fixed lengths, so the compiler vectorizes them.

use quadrille_mastermind::Codeword;
use quadrille_mastermind::Feedback;

/// A codeword with one byte per pin, and the number of pins of each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// The colours of the pins, the leftmost pin first. Unused bytes are 0 in secrets and 255 in
    /// guesses.
    pins: [u8; 16],
    counts: [u8; 16],
}

impl Bytes {
    /// Unpacks `code`. Unused bytes get the value `unused`. This value is not a colour, and must
    /// differ between guesses and secrets.
    fn new(code: Codeword, unused: u8) -> Self {
        let mut bytes = Self { pins: [unused; 16], counts: [0; 16] };
        for (pin, color) in bytes.pins.iter_mut().zip(code.colors()) {
            *pin = color;
        }
        bytes.counts[..15].copy_from_slice(&code.counts());
        bytes
    }

    /// Unpacks a secret.
    pub fn secret(code: Codeword) -> Self {
        Self::new(code, 0)
    }

    /// Unpacks a guess.
    pub fn guess(code: Codeword) -> Self {
        Self::new(code, 255)
    }

    /// Returns the feedback for a guess.
    ///
    /// ```
    /// use quadrille_ladders::mastermind::automatic::Bytes;
    /// use quadrille_mastermind::{Feedback, Game, Repeats};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// let (secret, guess) = (Bytes::secret(game.parse("1123")?), Bytes::guess(game.parse("3112")?));
    /// assert_eq!(secret.score(&guess), Feedback { black: 1, white: 3 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn score(&self, guess: &Self) -> Feedback {
        let black: u8 = self.pins.iter().zip(&guess.pins).map(|(s, g)| u8::from(s == g)).sum();
        let hits: u8 = self.counts.iter().zip(&guess.counts).map(|(&s, &g)| s.min(g)).sum();
        Feedback { black, white: hits - black }
    }
}
