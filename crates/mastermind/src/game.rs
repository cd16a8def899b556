//! The size of a game: pins, colours, and whether repeated colours are allowed.

use std::fmt;
use std::iter::FusedIterator;

use thiserror::Error;

use quadrille_progress::{Cancelled, Meter};

use crate::codeword::{self, Codeword, CodewordError};
use crate::effort::CODEWORD_EFFORT;

/// Whether a colour is allowed to occur more than once in a codeword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Repeats {
    /// Mastermind: any colour at any pin.
    Allowed,
    /// Bulls and Cows: all pins of a codeword have different colours.
    Forbidden,
}

/// The size of a game.
///
/// Colours are numbered from 1 and written as one character: `1`…`9`, then `a`…`f`. Where repeats
/// are forbidden, colour ten is written `0`, as usual in Bulls and Cows, but still sorts after `9`.
///
/// ```
/// use quadrille_mastermind::{Game, Repeats};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// assert_eq!(game.codewords(), 1296);
///
/// let bulls_and_cows = Game::new(4, 10, Repeats::Forbidden)?;
/// assert_eq!(bulls_and_cows.codewords(), 5040);
/// assert_eq!(bulls_and_cows.symbols(), "1234567890");
/// # Ok::<(), quadrille_mastermind::GameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Unchecked"))]
pub struct Game {
    pins: u8,
    colors: u8,
    repeats: Repeats,
}

/// The size of a game as deserialised, before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Game")]
struct Unchecked {
    pins: u8,
    colors: u8,
    repeats: Repeats,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Game {
    type Error = GameError;

    fn try_from(Unchecked { pins, colors, repeats }: Unchecked) -> Result<Self, GameError> {
        Self::new(pins.into(), colors.into(), repeats)
    }
}

/// Error of creating a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// Not between 1 and 16 pins.
    #[error("{pins} pins: a codeword has 1 to 16 pins")]
    Pins {
        /// The number requested.
        pins: u32,
    },
    /// Not between 1 and 15 colours.
    #[error("{colors} colours: a game has 1 to 15 colours")]
    Colors {
        /// The number requested.
        colors: u32,
    },
    /// Repeats are forbidden, and there are fewer colours than pins.
    #[error("{pins} pins without repeated colours need at least {pins} colours, not {colors}")]
    TooFewColors {
        /// The requested number of pins.
        pins: u32,
        /// The requested number of colours.
        colors: u32,
    },
}

impl Game {
    /// Maximum number of pins.
    pub const MAX_PINS: usize = codeword::MAX_PINS;
    /// Maximum number of colours.
    pub const MAX_COLORS: usize = codeword::MAX_COLORS;

    /// Creates a game of `pins` pins (1..=16) and `colors` colours (1..=15).
    ///
    /// # Errors
    /// A number out of range, or fewer colours than pins where repeats are forbidden.
    pub const fn new(pins: u32, colors: u32, repeats: Repeats) -> Result<Self, GameError> {
        if pins < 1 || pins > Self::MAX_PINS as u32 {
            return Err(GameError::Pins { pins });
        }
        if colors < 1 || colors > Self::MAX_COLORS as u32 {
            return Err(GameError::Colors { colors });
        }
        if matches!(repeats, Repeats::Forbidden) && colors < pins {
            return Err(GameError::TooFewColors { pins, colors });
        }
        Ok(Self { pins: pins as u8, colors: colors as u8, repeats })
    }

    /// Returns the number of pins, 1..=16.
    pub const fn pins(self) -> usize {
        self.pins as usize
    }

    /// Returns the number of colours, 1..=15.
    pub const fn colors(self) -> usize {
        self.colors as usize
    }

    /// Returns whether a colour is allowed to occur more than once in a codeword.
    pub const fn repeats(self) -> Repeats {
        self.repeats
    }

    /// Returns the number of codewords. For p pins and c colours, this is c^p, or c·(c−1)·…·(c−p+1)
    /// without repeats. At most 15^16 < 2^63.
    pub const fn codewords(self) -> u64 {
        let mut product = 1u64;
        let mut pin = 0;
        while pin < self.pins as u64 {
            product *= match self.repeats {
                Repeats::Allowed => self.colors as u64,
                Repeats::Forbidden => self.colors as u64 - pin,
            };
            pin += 1;
        }
        product
    }

    /// Returns the number of feedback indices (see [`Feedback::index`](crate::Feedback::index)):
    /// (p+1)(p+2)/2 for p pins, at most 153. The feedback of p−1 black pegs and 1 white peg has an
    /// index, but never occurs.
    pub const fn feedbacks(self) -> usize {
        (self.pins as usize + 1) * (self.pins as usize + 2) / 2
    }

    /// Returns the maximum number of pins of one colour in a codeword.
    pub(crate) const fn most_of_a_color(self) -> usize {
        match self.repeats {
            Repeats::Allowed => self.pins as usize,
            Repeats::Forbidden => 1,
        }
    }

    /// Returns the character of colour `color`, 1..=15.
    pub(crate) const fn symbol(self, color: u8) -> char {
        match (color, self.repeats) {
            (10, Repeats::Forbidden) => '0',
            (0..=9, _) => (b'0' + color) as char,
            _ => (b'a' + color - 10) as char,
        }
    }

    /// Returns the characters of all colours, in order.
    pub fn symbols(self) -> String {
        (1..=self.colors).map(|color| self.symbol(color)).collect()
    }

    /// Returns the colour that a character denotes, in upper or lower case. The colour can exceed
    /// the number of colours of this game.
    pub(crate) fn color(self, symbol: char) -> Option<u8> {
        let symbol = symbol.to_ascii_lowercase();
        (1..=Self::MAX_COLORS as u8).find(|&color| self.symbol(color) == symbol)
    }

    /// Reads a codeword: exactly one colour character per pin, from the left.
    ///
    /// # Errors
    /// The first error from the left: a character that is not a colour, a colour that this game
    /// does not have, or a forbidden repetition. If all characters are valid, a wrong length.
    ///
    /// ```
    /// use quadrille_mastermind::{Game, Repeats};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// let code = game.parse("1122")?;
    /// assert_eq!(game.show(code).to_string(), "1122");
    ///
    /// let error = game.parse("1172").unwrap_err();
    /// assert_eq!(error.to_string(), "pin 3: colour `7` is beyond this game's 6 colours, `123456`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(self, text: &str) -> Result<Codeword, CodewordError> {
        let mut code = None;
        for (at, found) in text.chars().enumerate().take(self.pins()) {
            let color = self.color(found).ok_or_else(|| CodewordError::Symbol {
                pin: at + 1,
                found,
                symbols: self.symbols(),
            })?;
            code = Some(Codeword::behind(code, color));
        }
        let found = text.chars().count();
        // All characters are colours. Check whether they form a codeword of this game.
        let Some(code) = code else { return Err(CodewordError::Length { found, expected: self.pins() }) };
        self.check_colors(code)?;
        if found != self.pins() {
            return Err(CodewordError::Length { found, expected: self.pins() });
        }
        Ok(code)
    }

    /// Returns a display of the codeword in this game's characters.
    pub const fn show(self, code: Codeword) -> Shown {
        Shown { game: self, code }
    }

    /// Checks that `code` is a codeword of this game.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    pub fn check(self, code: Codeword) -> Result<(), CodewordError> {
        self.check_colors(code)?;
        if code.pins() != self.pins() {
            return Err(CodewordError::Length { found: code.pins(), expected: self.pins() });
        }
        Ok(())
    }

    fn check_colors(self, code: Codeword) -> Result<(), CodewordError> {
        for (at, color) in code.colors().enumerate() {
            let found = self.symbol(color);
            if usize::from(color) > self.colors() {
                return Err(CodewordError::BeyondGame { pin: at + 1, found, symbols: self.symbols() });
            }
            let first = code.colors().position(|earlier| earlier == color).unwrap_or(at);
            if self.repeats() == Repeats::Forbidden && first < at {
                return Err(CodewordError::Repeated { pin: at + 1, first: first + 1, found });
            }
        }
        Ok(())
    }

    /// Returns a game with other numbers of pins and colours, and the same rule on repeats.
    pub(crate) const fn resized(self, pins: usize, colors: usize) -> Self {
        Self { pins: pins as u8, colors: colors as u8, repeats: self.repeats }
    }

    /// Returns all codewords, packed, in lexicographic order.
    pub(crate) fn codes(self) -> Vec<u64> {
        if self.repeats == Repeats::Forbidden {
            return self.iter().map(Codeword::bits).collect();
        }
        let mut packing = Packing::new(self);
        (0..self.codewords())
            .map(|_| {
                let code = packing.code();
                packing.raise();
                code
            })
            .collect()
    }

    /// Does the same as [`codes`](Self::codes), and regularly checks for cancellation.
    pub(crate) fn all_codes(self, meter: &Meter<'_>) -> Result<Vec<u64>, Cancelled> {
        const CHUNK: u64 = 1 << 16;
        let all = self.codewords();
        let mut codes = Vec::with_capacity(all as usize);
        let (mut packing, mut listing) = (Packing::new(self), self.iter());
        for from in (0..all).step_by(CHUNK as usize) {
            let chunk = CHUNK.min(all - from) as usize;
            meter.effort(chunk as u64 * CODEWORD_EFFORT / 4)?;
            match self.repeats {
                Repeats::Forbidden => codes.extend(listing.by_ref().take(chunk).map(Codeword::bits)),
                Repeats::Allowed => codes.extend((0..chunk).map(|_| {
                    let code = packing.code();
                    packing.raise();
                    code
                })),
            }
        }
        Ok(codes)
    }

    /// Returns the number of codewords that precede `code` lexicographically.
    pub(crate) fn position(self, code: Codeword) -> u64 {
        let mut seen = 0u16;
        code.colors().enumerate().fold(0, |before, (pin, color)| {
            let lower = u64::from(color) - 1;
            match self.repeats {
                Repeats::Allowed => before * u64::from(self.colors) + lower,
                Repeats::Forbidden => {
                    let taken = u64::from((seen & ((1 << color) - 1)).count_ones());
                    seen |= 1 << color;
                    before * u64::from(self.colors - pin as u8) + lower - taken
                }
            }
        })
    }

    /// Returns the codeword at index `place`, from 0, in lexicographic order; `None` from index
    /// [`codewords`](Self::codewords) on.
    ///
    /// ```
    /// use quadrille_mastermind::{Game, Repeats};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// let last = game.codeword_at(1295).unwrap();
    /// assert_eq!(game.show(last).to_string(), "6666");
    /// assert_eq!(game.codeword_at(1296), None);
    /// # Ok::<(), quadrille_mastermind::GameError>(())
    /// ```
    pub fn codeword_at(self, place: u64) -> Option<Codeword> {
        let mut behind = self.codewords();
        if place >= behind {
            return None;
        }
        let mut place = place;
        let mut free: Vec<u8> = (1..=self.colors).collect();
        let color = |_| {
            behind /= free.len() as u64;
            let at = (place / behind) as usize;
            place %= behind;
            match self.repeats {
                Repeats::Allowed => free[at],
                Repeats::Forbidden => free.remove(at),
            }
        };
        let colors: Vec<u8> = (0..self.pins).map(color).collect();
        Some(Codeword::from_valid_colors(&colors))
    }

    /// Iterates over all codewords in lexicographic order.
    ///
    /// ```
    /// use quadrille_mastermind::{Game, Repeats};
    ///
    /// let game = Game::new(2, 3, Repeats::Forbidden)?;
    /// let all: Vec<_> = game.iter().map(|code| game.show(code).to_string()).collect();
    /// assert_eq!(all, ["12", "13", "21", "23", "31", "32"]);
    /// # Ok::<(), quadrille_mastermind::GameError>(())
    /// ```
    pub fn iter(self) -> Codewords {
        Codewords { game: self, colors: [0; Self::MAX_PINS], fresh: true, left: self.codewords() }
    }
}

impl IntoIterator for Game {
    type Item = Codeword;
    type IntoIter = Codewords;

    fn into_iter(self) -> Codewords {
        self.iter()
    }
}

impl fmt::Display for Game {
    /// Writes `4 pins, 6 colours` or `4 pins, 10 colours, no repeats`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: u8| if n == 1 { "" } else { "s" };
        write!(f, "{} pin{}, {} colour{}", self.pins, plural(self.pins), self.colors, plural(self.colors))?;
        if self.repeats == Repeats::Forbidden {
            f.write_str(", no repeats")?;
        }
        Ok(())
    }
}

/// Display of a codeword in the characters of a game; created by [`Game::show`].
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    game: Game,
    code: Codeword,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.code.colors().map(|color| self.game.symbol(color)).collect();
        f.pad(&text)
    }
}

/// Iterator over the codewords of a game in lexicographic order; created by [`Game::iter`].
#[derive(Clone, Debug)]
pub struct Codewords {
    game: Game,
    colors: [u8; Game::MAX_PINS],
    fresh: bool,
    left: u64,
}

impl Codewords {
    /// Returns whether colour `color` is allowed at pin `pin`, given the colours of the pins to its
    /// left.
    fn free(&self, pin: usize, color: u8) -> bool {
        self.game.repeats == Repeats::Allowed || !self.colors[..pin].contains(&color)
    }

    /// Advances pin `pin` to its next allowed colour; false if there is none.
    fn raise(&mut self, pin: usize) -> bool {
        let next = (self.colors[pin] + 1..=self.game.colors).find(|&color| self.free(pin, color));
        self.colors[pin] = next.unwrap_or(0);
        next.is_some()
    }
}

impl Iterator for Codewords {
    type Item = Codeword;

    fn next(&mut self) -> Option<Codeword> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let pins = self.game.pins();
        // Like an odometer: advance the last pin that can be advanced, and reset the pins to its
        // right.
        let mut pin = if self.fresh { 0 } else { pins - 1 };
        if !self.fresh {
            while !self.raise(pin) {
                pin -= 1;
            }
            pin += 1;
        }
        self.fresh = false;
        for later in pin..pins {
            self.colors[later] = 0;
            self.raise(later);
        }
        Some(Codeword::from_valid_colors(&self.colors[..pins]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

impl FusedIterator for Codewords {}

/// Iterates over the packed codewords of a game with repeats, in lexicographic order. Each step is
/// a few additions and subtractions on the packed word.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    code: u64,
    colors: u64,
}

impl Packing {
    /// Starts at the first codeword.
    pub(crate) const fn new(game: Game) -> Self {
        Self { code: 0x1111_1111_1111_1111 >> (64 - 4 * game.pins()), colors: game.colors() as u64 }
    }

    pub(crate) const fn code(&self) -> u64 {
        self.code
    }

    /// Advances to the next codeword. After the last codeword, the result is not a codeword.
    #[inline]
    pub(crate) const fn raise(&mut self) {
        let mut lane = 0;
        while lane < 60 && self.code >> lane & 15 == self.colors {
            self.code -= (self.colors - 1) << lane;
            lane += 4;
        }
        self.code = self.code.wrapping_add(1 << lane);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert_eq!(Game::new(0, 6, Repeats::Allowed), Err(GameError::Pins { pins: 0 }));
        assert_eq!(Game::new(17, 6, Repeats::Allowed), Err(GameError::Pins { pins: 17 }));
        assert_eq!(Game::new(4, 0, Repeats::Allowed), Err(GameError::Colors { colors: 0 }));
        assert_eq!(Game::new(4, 16, Repeats::Allowed), Err(GameError::Colors { colors: 16 }));
        assert_eq!(Game::new(4, 3, Repeats::Forbidden), Err(GameError::TooFewColors { pins: 4, colors: 3 }));
        assert_eq!(Game::new(16, 15, Repeats::Allowed).unwrap().codewords(), 15u64.pow(16));
    }

    #[test]
    fn enumeration_is_complete_and_lexicographic() {
        for repeats in [Repeats::Allowed, Repeats::Forbidden] {
            for (pins, colors) in [(1, 1), (1, 15), (2, 2), (3, 4), (4, 6), (5, 5), (6, 2), (4, 10)] {
                let Ok(game) = Game::new(pins, colors, repeats) else { continue };
                // Oracle: count in base c and keep allowed codewords.
                let mut expected = Vec::new();
                for number in 0..u64::from(colors).pow(pins) {
                    let digits: Vec<u8> = (0..pins)
                        .rev()
                        .map(|pin| (number / u64::from(colors).pow(pin) % u64::from(colors)) as u8 + 1)
                        .collect();
                    let distinct = (1..digits.len()).all(|i| !digits[..i].contains(&digits[i]));
                    if distinct || repeats == Repeats::Allowed {
                        expected.push(digits);
                    }
                }
                let found: Vec<Vec<u8>> = game.iter().map(|code| code.colors().collect()).collect();
                assert_eq!(found, expected, "{game}");
                assert_eq!(found.len() as u64, game.codewords(), "{game}");
                let packed: Vec<u64> = game.iter().map(Codeword::bits).collect();
                assert_eq!(game.codes(), packed, "{game}");
                assert!(game.iter().map(|code| game.position(code)).eq(0..game.codewords()), "{game}");
                let placed = (0..game.codewords()).map_while(|place| game.codeword_at(place));
                assert!(placed.eq(game.iter()), "{game}");
            }
        }
    }
}
