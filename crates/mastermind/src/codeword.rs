//! A codeword, packed into a 64-bit word with four bits per pin.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// Maximum number of pins: a word has 16 lanes of 4 bits.
pub(crate) const MAX_PINS: usize = 16;
/// Maximum number of colours: a lane holds 1 to 15; 0 means no pin.
pub(crate) const MAX_COLORS: usize = 15;

/// A codeword: up to 16 pins in a 64-bit word, with four bits for the colour of each pin.
///
/// The *rightmost* pin is in the lowest lane, and every other pin is one lane above the pin to its
/// right. The hexadecimal digits of the word are therefore the colours of the codeword, and
/// comparing words of equal length compares codewords lexicographically. Colours are 1 to 15; a
/// lane with 0 has no pin.
///
/// ```text
/// pin      -  -  -  -  -  -  -  -  -  -  -  -  1  2  3  4
/// lane    15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
/// 1123     0  0  0  0  0  0  0  0  0  0  0  0  1  1  2  3     = 0x1123
/// ```
///
/// The text form uses the game's characters: [`Game::parse`](crate::Game::parse) and
/// [`Game::show`](crate::Game::show). [`FromStr`] and [`Display`](fmt::Display) know no game. They
/// use hexadecimal digits, so colour ten is always `a`.
///
/// ```
/// use quadrille_mastermind::{Game, Repeats};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let code = game.parse("1123")?;
/// assert_eq!(code.bits(), 0x1123);
/// assert_eq!(code.pins(), 4);
/// assert_eq!(code.colors().collect::<Vec<_>>(), [1, 1, 2, 3]);
/// assert!(code < game.parse("1124")?);
/// assert_eq!("1123".parse(), Ok(code));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Codeword(u64);

/// Error of parsing or checking a codeword.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CodewordError {
    /// A character that is not a colour.
    #[error("pin {pin}: `{}` is not a colour; expected one of `{symbols}`", found.escape_default())]
    Symbol {
        /// Pin, from 1 at the left.
        pin: usize,
        /// The character found.
        found: char,
        /// Characters of the game's colours.
        symbols: String,
    },
    /// A colour that the game does not have.
    #[error("pin {pin}: colour `{found}` is beyond this game's {} colours, `{symbols}`", symbols.len())]
    BeyondGame {
        /// Pin, from 1 at the left.
        pin: usize,
        /// The colour's character.
        found: char,
        /// Characters of the game's colours.
        symbols: String,
    },
    /// A repeated colour where repeats are forbidden.
    #[error("pin {pin}: colour `{found}` is already at pin {first}, and this game has no repeated colours")]
    Repeated {
        /// Pin of the second occurrence, from 1 at the left.
        pin: usize,
        /// Pin of the first occurrence.
        first: usize,
        /// The colour's character.
        found: char,
    },
    /// A text that is too short or too long.
    #[error("{found} pin{}; expected {expected}", if *found == 1 { "" } else { "s" })]
    Length {
        /// Number of characters found.
        found: usize,
        /// Number of pins of the game.
        expected: usize,
    },
}

impl CodewordError {
    /// Returns the byte range of the error in the refused `text`: the wrong pin, or the whole text
    /// if its length is wrong.
    pub fn span(&self, text: &str) -> Range<usize> {
        let pin = match self {
            Self::Symbol { pin, .. } | Self::BeyondGame { pin, .. } | Self::Repeated { pin, .. } => *pin,
            Self::Length { .. } => return 0..text.len(),
        };
        let (at, found) = text.char_indices().nth(pin - 1).unwrap_or((text.len(), ' '));
        at..(at + found.len_utf8()).min(text.len())
    }
}

impl Codeword {
    /// Returns the packed word: the rightmost pin is in the lowest four bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of pins, 1 to 16.
    pub const fn pins(self) -> usize {
        // Every colour is at least 1, so the pins end at the highest non-zero lane.
        16 - (self.0.leading_zeros() / 4) as usize
    }

    /// Iterates over the colours from the leftmost pin, each 1 to 15.
    pub fn colors(self) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator {
        (0..self.pins()).rev().map(move |lane| (self.0 >> (4 * lane)) as u8 & 0xf)
    }

    /// Returns the number of occurrences of each colour: `counts()[c - 1]` for colour c.
    pub fn counts(self) -> [u8; MAX_COLORS] {
        let mut counts = [0; MAX_COLORS];
        for color in self.colors() {
            counts[usize::from(color) - 1] += 1;
        }
        counts
    }

    /// Packs at most 16 valid colours, 1 to 15.
    pub(crate) fn from_valid_colors(colors: &[u8]) -> Self {
        debug_assert!((1..=MAX_PINS).contains(&colors.len()));
        debug_assert!(colors.iter().all(|color| (1..=15).contains(color)));
        Self(colors.iter().fold(0, |word, &color| word << 4 | u64::from(color)))
    }

    /// Appends a pin of a valid colour at the right end; `None` is the empty codeword.
    pub(crate) fn behind(code: Option<Self>, color: u8) -> Self {
        debug_assert!((1..=MAX_COLORS as u8).contains(&color));
        Self(code.map_or(0, |code| code.0 << 4) | u64::from(color))
    }

    /// Creates a codeword from its packed word, which must be valid.
    pub(crate) const fn from_valid_bits(bits: u64) -> Self {
        debug_assert!(bits != 0);
        Self(bits)
    }
}

impl fmt::Display for Codeword {
    /// Writes the colours in hexadecimal: `1123`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:x}", self.0))
    }
}

impl FromStr for Codeword {
    type Err = CodewordError;

    /// Reads 1 to 16 colours in hexadecimal digits, upper or lower case.
    fn from_str(text: &str) -> Result<Self, CodewordError> {
        const SYMBOLS: &str = "123456789abcdef";
        let mut code = None;
        for (at, found) in text.chars().enumerate().take(MAX_PINS) {
            let color = found
                .to_digit(16)
                .filter(|&color| color > 0)
                .ok_or_else(|| CodewordError::Symbol { pin: at + 1, found, symbols: SYMBOLS.to_owned() })?;
            code = Some(Self::behind(code, color as u8));
        }
        let found = text.chars().count();
        match code {
            Some(code) if found <= MAX_PINS => Ok(code),
            _ => Err(CodewordError::Length { found, expected: found.clamp(1, MAX_PINS) }),
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<String> for Codeword {
    type Error = CodewordError;

    fn try_from(text: String) -> Result<Self, CodewordError> {
        text.parse()
    }
}

#[cfg(feature = "serde")]
impl From<Codeword> for String {
    fn from(code: Codeword) -> Self {
        code.to_string()
    }
}

impl fmt::Debug for Codeword {
    /// Writes the colours in hexadecimal: `Codeword(1123)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Codeword({:x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Repeats};
    use proptest::prelude::*;

    fn game(pins: u32, colors: u32, repeats: Repeats) -> Game {
        Game::new(pins, colors, repeats).unwrap()
    }

    #[test]
    fn errors_name_the_place() {
        let mastermind = game(4, 6, Repeats::Allowed);
        let symbols = || "123456".to_owned();
        for (text, expected) in [
            ("", CodewordError::Length { found: 0, expected: 4 }),
            ("112", CodewordError::Length { found: 3, expected: 4 }),
            ("11223", CodewordError::Length { found: 5, expected: 4 }),
            ("1122x", CodewordError::Length { found: 5, expected: 4 }),
            ("11 2", CodewordError::Symbol { pin: 3, found: ' ', symbols: symbols() }),
            ("0122", CodewordError::Symbol { pin: 1, found: '0', symbols: symbols() }),
            ("é", CodewordError::Symbol { pin: 1, found: 'é', symbols: symbols() }),
            ("112\n", CodewordError::Symbol { pin: 4, found: '\n', symbols: symbols() }),
            ("1172", CodewordError::BeyondGame { pin: 3, found: '7', symbols: symbols() }),
            ("F111", CodewordError::BeyondGame { pin: 1, found: 'f', symbols: symbols() }),
        ] {
            assert_eq!(mastermind.parse(text), Err(expected), "{text:?}");
        }
        let bulls = game(4, 10, Repeats::Forbidden);
        assert_eq!(bulls.parse("1021"), Err(CodewordError::Repeated { pin: 4, first: 1, found: '1' }));
        assert_eq!(
            bulls.parse("a123"),
            Err(CodewordError::Symbol { pin: 1, found: 'a', symbols: "1234567890".into() })
        );
        assert_eq!(
            mastermind.parse("\n123").unwrap_err().to_string(),
            "pin 1: `\\n` is not a colour; expected one of `123456`"
        );
    }

    #[test]
    fn ten_is_zero_and_last_without_repeats() {
        let bulls = game(4, 10, Repeats::Forbidden);
        let code = bulls.parse("9012").unwrap();
        assert_eq!(code.colors().collect::<Vec<_>>(), [9, 10, 1, 2]);
        assert!(bulls.parse("9812").unwrap() < code);
        assert_eq!(format!("{:>6}", bulls.show(code)), "  9012");
        let wide = game(4, 12, Repeats::Allowed);
        assert_eq!(wide.show(wide.parse("aBc1").unwrap()).to_string(), "abc1");
    }

    #[test]
    fn without_a_game_digits_are_hexadecimal() {
        for text in ["", "0", "1120", "g", "11111111111111111", "1 2"] {
            assert!(text.parse::<Codeword>().is_err(), "{text:?}");
        }
        assert_eq!("AbC1".parse::<Codeword>().unwrap().to_string(), "abc1");
    }

    #[test]
    fn words_of_16_pins_are_full() {
        let game = game(16, 15, Repeats::Allowed);
        let code = game.parse("ffffffffffffffff").unwrap();
        assert_eq!((code.bits(), code.pins(), code.counts()[14]), (u64::MAX, 16, 16));
    }

    proptest! {
        #[test]
        fn any_text_answers(pins in 1u32..=16, colors in 1u32..=15, text in any::<String>()) {
            let game = game(pins, colors, Repeats::Allowed);
            if let Ok(code) = game.parse(&text) {
                prop_assert_eq!(game.show(code).to_string(), text.to_ascii_lowercase());
                prop_assert_eq!(game.check(code), Ok(()));
            }
        }

        #[test]
        fn text_and_back(pins in 1u32..=16, colors in 1u32..=15, seed in prop::collection::vec(0u8..15, 16)) {
            let game = game(pins, colors, Repeats::Allowed);
            let wanted: Vec<u8> = seed[..pins as usize].iter().map(|s| s % colors as u8 + 1).collect();
            let code = Codeword::from_valid_colors(&wanted);
            prop_assert_eq!(game.parse(&game.show(code).to_string()), Ok(code));
            prop_assert_eq!(code.colors().collect::<Vec<_>>(), wanted.clone());
            prop_assert_eq!(code.pins(), wanted.len());
            prop_assert_eq!(code.to_string().parse(), Ok(code));
            for color in 1..=15u8 {
                let count: u8 = wanted.iter().map(|&c| u8::from(c == color)).sum();
                prop_assert_eq!(code.counts()[usize::from(color) - 1], count);
            }
        }
    }
}
