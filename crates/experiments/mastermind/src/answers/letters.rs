//! Colours written as the user's own letters, such as `RGBYOP` for `123456`.
//!
//! Letters affect only input and output: a codeword does not depend on them. To allow blank pins,
//! give the game one more colour, with a letter such as `_`.

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_mastermind::{Codeword, CodewordError, Game, Row, RowProblem};
use thiserror::Error;

use super::{Advice, Candidates, Conflict, Grade, Optimal, misread, misspelled};

/// The letters of a game's colours: the user's own, or the game's characters.
///
/// ```
/// use quadrille_experiments_mastermind::answers::letters::Letters;
/// use quadrille_mastermind::{Game, Repeats};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let letters = Letters::new(game, Some("RGBYOP"))?;
/// let code = letters.parse("rrgp")?;
/// assert_eq!(game.show(code).to_string(), "1126");
/// assert_eq!(letters.show(code), "RRGP");
///
/// let error = letters.parse("RRGX").unwrap_err();
/// assert_eq!(error.to_string(), "pin 4: `X` is not a colour; expected one of `RGBYOP`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letters {
    game: Game,
    /// The letters in the order of the colours; empty for the game's own characters.
    own: Vec<char>,
}

/// Error for a string that does not provide letters for a game's colours.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LettersError {
    /// The number of letters differs from the number of colours.
    #[error("{found} letters for {colors} colours: expected one letter for each colour")]
    Number {
        /// The number of letters.
        found: usize,
        /// The number of colours of the game.
        colors: usize,
    },
    /// A character that has another meaning or is not allowed.
    #[error(
        "`{}` cannot be the letter of a colour: expected ASCII letters, digits and punctuation except `:`, `,` and `-`",
        found.escape_default()
    )]
    Sign {
        /// The character.
        found: char,
    },
    /// A letter used for two colours; upper and lower case count as the same letter.
    #[error("`{found}` is the letter of two colours: expected a different letter for each")]
    Twice {
        /// The letter.
        found: char,
    },
}

impl Letters {
    /// Assigns letters to the colours in their order; with `None`, uses the game's characters.
    /// Upper-case and lower-case letters are equivalent when codewords are read.
    ///
    /// # Errors
    /// The number of letters is wrong, a letter is used twice, or a character is not allowed.
    pub fn new(game: Game, own: Option<&str>) -> Result<Self, LettersError> {
        let Some(own) = own else { return Ok(Self::of(game)) };
        let own: Vec<char> = own.chars().collect();
        for (at, &found) in own.iter().enumerate() {
            // `:`, `,` and `-` separate guesses and feedback.
            if !found.is_ascii_graphic() || matches!(found, ':' | ',' | '-') {
                return Err(LettersError::Sign { found });
            }
            if own[..at].iter().any(|earlier| earlier.eq_ignore_ascii_case(&found)) {
                return Err(LettersError::Twice { found });
            }
        }
        if own.len() != game.colors() {
            return Err(LettersError::Number { found: own.len(), colors: game.colors() });
        }
        Ok(Self { game, own })
    }

    /// Uses the game's characters.
    pub const fn of(game: Game) -> Self {
        Self { game, own: Vec::new() }
    }

    /// Returns the game.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// Returns whether the letters are the user's own.
    pub fn are_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// Returns all letters, in the order of the colours.
    pub fn symbols(&self) -> String {
        if self.own.is_empty() { self.game.symbols() } else { self.own.iter().collect() }
    }

    /// Returns the index, from 0, of the colour that has this letter.
    pub fn color(&self, letter: char) -> Option<usize> {
        self.symbols().chars().position(|own| own.eq_ignore_ascii_case(&letter))
    }

    /// Writes a codeword in these letters.
    pub fn show(&self, code: Codeword) -> String {
        self.rewritten(&self.game.show(code).to_string())
    }

    /// Translates a codeword from the game's characters to these letters.
    fn rewritten(&self, shown: &str) -> String {
        let symbols = self.game.symbols();
        let letter =
            |symbol: char| symbols.find(symbol).and_then(|at| self.own.get(at)).copied().unwrap_or(symbol);
        shown.chars().map(letter).collect()
    }

    /// Reads a codeword in these letters.
    ///
    /// # Errors
    /// The errors of [`Game::parse`], which denote the colours by these letters.
    pub fn parse(&self, text: &str) -> Result<Codeword, CodewordError> {
        if self.own.is_empty() {
            return self.game.parse(text);
        }
        let symbols: Vec<char> = self.game.symbols().chars().collect();
        let mut shown = String::with_capacity(text.len());
        for (at, found) in text.chars().enumerate() {
            shown.push(match self.color(found) {
                Some(color) => symbols[color],
                // A text that is too long fails below, with an error about its length.
                None if at >= self.game.pins() => found,
                None => return Err(CodewordError::Symbol { pin: at + 1, found, symbols: self.symbols() }),
            });
        }
        self.game.parse(&shown).map_err(|error| match error {
            CodewordError::Repeated { pin, first, .. } => {
                let found = text.chars().nth(pin - 1).unwrap_or_default();
                CodewordError::Repeated { pin, first, found }
            }
            error => error,
        })
    }

    /// Reads a codeword; `name` is the name of its source in an error message.
    ///
    /// # Errors
    /// The text is not a codeword of the game; the error marks the pin.
    pub fn read_codeword(&self, name: &str, text: &str) -> Result<Codeword, Diagnostic> {
        self.parse(text).map_err(|error| misspelled(&Source::new(name, text), text, &error))
    }

    /// Reads a row such as `RRGP:1,0`, in any form that [`Row::parse`] reads.
    ///
    /// # Errors
    /// The errors of [`Row::parse`], with these letters.
    pub fn read_row(&self, text: &str) -> Result<Row, RowProblem> {
        Row::parse_with(self.game, text, |guess| self.parse(guess))
    }

    /// Reads rows such as `RRGP:1,0`, one per text, in any form that [`Row::parse`] accepts.
    ///
    /// # Errors
    /// The first text that is not a row of the game; the error marks the invalid part.
    pub fn read_rows(&self, texts: &[String]) -> Result<Vec<Row>, Diagnostic> {
        (1..)
            .zip(texts)
            .map(|(row, text)| self.read_row(text).map_err(|problem| misread(row, text, problem)))
            .collect()
    }
}

/// An answer with codewords that can be written in other letters.
pub trait Lettered {
    /// Translates the codewords, which must be in the game's characters, to these letters.
    #[must_use]
    fn in_letters(self, letters: &Letters) -> Self;
}

impl Lettered for Conflict {
    fn in_letters(mut self, letters: &Letters) -> Self {
        for reread in &mut self.reading {
            reread.guess = letters.rewritten(&reread.guess);
        }
        self
    }
}

impl Lettered for Candidates {
    fn in_letters(mut self, letters: &Letters) -> Self {
        for candidate in &mut self.candidates {
            *candidate = letters.rewritten(candidate);
        }
        self.conflict = self.conflict.map(|conflict| conflict.in_letters(letters));
        self
    }
}

impl Lettered for Advice {
    fn in_letters(self, letters: &Letters) -> Self {
        Self { guess: letters.rewritten(&self.guess), ..self }
    }
}

impl Lettered for Optimal {
    fn in_letters(self, letters: &Letters) -> Self {
        Self { first_guess: letters.rewritten(&self.first_guess), ..self }
    }
}

impl Lettered for Grade {
    fn in_letters(mut self, letters: &Letters) -> Self {
        for row in &mut self.rows {
            row.guess = letters.rewritten(&row.guess);
            row.best = letters.rewritten(&row.best);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_mastermind::Repeats;

    fn letters(own: &str) -> Letters {
        let game = Game::new(3, own.len() as u32, Repeats::Allowed).unwrap();
        Letters::new(game, Some(own)).unwrap()
    }

    /// Every codeword is read back as it was written, even in letters that are digits in another
    /// order.
    #[test]
    fn codewords_come_back() {
        for own in ["RGBYOP", "rGb_.#", "654321", "2a3b1c", "0123456789abcde"] {
            let letters = letters(own);
            for code in letters.game() {
                let shown = letters.show(code);
                assert_eq!(letters.parse(&shown), Ok(code));
                assert_eq!(letters.parse(&shown.to_ascii_uppercase()), Ok(code));
                let colors: String =
                    code.colors().map(|color| own.as_bytes()[usize::from(color) - 1] as char).collect();
                assert_eq!(shown, colors);
            }
        }
        let game = Game::new(3, 6, Repeats::Allowed).unwrap();
        let plain = Letters::new(game, None).unwrap();
        assert!(game.iter().all(|code| plain.show(code) == game.show(code).to_string()));
        assert_eq!(
            (plain.symbols(), plain.color('3'), plain.are_own()),
            ("123456".to_owned(), Some(2), false)
        );
    }

    #[test]
    fn what_is_wrong_is_said_in_these_letters() {
        let game = Game::new(3, 4, Repeats::Forbidden).unwrap();
        let letters = Letters::new(game, Some("RGBY")).unwrap();
        for (text, says) in [
            ("RG1", "pin 3: `1` is not a colour; expected one of `RGBY`"),
            ("RGR", "pin 3: colour `R` is already at pin 1"),
            ("rgbx", "4 pins; expected 3"),
            ("", "0 pins; expected 3"),
            ("\u{1b}GB", "pin 1: `\\u{1b}` is not a colour"),
        ] {
            assert!(letters.parse(text).unwrap_err().to_string().contains(says), "{text}");
        }
        let rows = |text: &str| letters.read_rows(&[text.to_owned()]).map_err(|error| error.to_string());
        assert_eq!(rows("RGB:1,0").unwrap()[0].guess, game.parse("123").unwrap());
        for (text, says) in
            [("RGB", "feedback is missing"), ("RXB:1,0", "`X` is not"), ("RGB:9,9", "more pegs")]
        {
            let error = rows(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn letters_must_tell_colours_apart() {
        let game = Game::new(3, 4, Repeats::Allowed).unwrap();
        for (own, says) in [
            ("RGB", "3 letters for 4 colours"),
            ("RGBYO", "5 letters for 4 colours"),
            ("", "0 letters"),
            ("RGBr", "`r` is the letter of two colours"),
            ("RGB:", "`:` cannot be the letter of a colour"),
            ("RG B", "` ` cannot"),
            ("RGB-", "`-` cannot"),
            ("RGBé", "cannot be the letter"),
            ("RGB\u{1b}", "`\\u{1b}` cannot"),
        ] {
            let error = Letters::new(game, Some(own)).unwrap_err();
            assert!(error.to_string().contains(says), "{own}: {error}");
        }
    }
}
