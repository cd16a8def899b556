//! Scoring by the definition, with loops over pins and colours: the oracle of all other scoring.

use crate::codeword::Codeword;
use crate::feedback::Feedback;

/// Returns the feedback to `guess` if the secret is `secret`. The result is symmetric in the two
/// codewords.
///
/// Black counts equal pins. Black plus white is a sum over the colours: each colour contributes the
/// smaller of its counts in the two codewords. Both codewords must have the same number of pins.
///
/// ```
/// use quadrille_mastermind::{Feedback, Game, Repeats, plain};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let feedback = plain::score(game.parse("1123")?, game.parse("3112")?);
/// assert_eq!(feedback, Feedback { black: 1, white: 3 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(secret: Codeword, guess: Codeword) -> Feedback {
    debug_assert_eq!(secret.pins(), guess.pins(), "the codewords must have the same number of pins");
    let black = secret.colors().zip(guess.colors()).filter(|(s, g)| s == g).count();
    let hits: u8 = secret.counts().iter().zip(guess.counts()).map(|(&s, g)| s.min(g)).sum();
    Feedback { black: black as u8, white: hits.saturating_sub(black as u8) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Repeats};

    /// Cases computed by hand, especially with repeated colours.
    #[test]
    fn known_pairs() {
        for (secret, guess, black, white) in [
            ("1111", "1111", 4, 0),
            ("1112", "2111", 2, 2),
            ("1122", "2211", 0, 4),
            ("1123", "1415", 1, 1),
            ("1234", "5566", 0, 0),
            ("1234", "4321", 0, 4),
            ("1233", "3312", 0, 4),
            ("6616", "1661", 1, 2),
            ("11111111", "12222222", 1, 0),
            ("1212121212121212", "2121212121212121", 0, 16),
            ("ffffffffffffffff", "ffffffffffffffff", 16, 0),
        ] {
            let game = Game::new(secret.len() as u32, 15, Repeats::Allowed).unwrap();
            let found = score(game.parse(secret).unwrap(), game.parse(guess).unwrap());
            assert_eq!(found, Feedback { black, white }, "{secret} {guess}");
        }
    }
}
