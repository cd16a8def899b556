//! Colours by letters of one's own, such as `RGBYOP` for `123456`.
//!
//! They are a matter of reading and writing alone: a codeword is the same whatever its colours are called.
//! Blanks are one more colour with a letter of its own, `_` perhaps.

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_mastermind::{Codeword, CodewordError, Game, Row, RowProblem};
use thiserror::Error;

use super::{Advice, Candidates, Conflict, Grade, Optimal, misread, misspelt};

/// A game's colours and how they are written: each by a letter of its own, or as the game does.
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
    /// In the colours' order; none where the game's own characters are used.
    own: Vec<char>,
}

/// Why letters are no letters of a game's colours.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LettersError {
    /// Not as many as there are colours.
    #[error("{found} letters for {colors} colours: expected one for each")]
    Number {
        /// How many there are.
        found: usize,
        /// How many colours the game has.
        colors: usize,
    },
    /// A character that would be taken for something else.
    #[error(
        "`{}` cannot stand for a colour: expected ASCII letters, digits and signs but `:`, `,` and `-`",
        found.escape_default()
    )]
    Sign {
        /// The character.
        found: char,
    },
    /// A letter that stands for two colours; upper and lower case are one letter.
    #[error("`{found}` stands for two colours: expected another letter for each")]
    Twice {
        /// The letter.
        found: char,
    },
}

impl Letters {
    /// The colours of a game by letters in the colours' order; without any, as the game writes them. What is
    /// read may be upper or lower case.
    ///
    /// # Errors
    /// Not one letter for each colour, one that stands for two, or one that cannot be told from what stands
    /// around codewords.
    pub fn new(game: Game, own: Option<&str>) -> Result<Self, LettersError> {
        let Some(own) = own else { return Ok(Self::of(game)) };
        let own: Vec<char> = own.chars().collect();
        for (at, &found) in own.iter().enumerate() {
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

    /// The colours as the game writes them.
    pub const fn of(game: Game) -> Self {
        Self { game, own: Vec::new() }
    }

    /// The game.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// Whether they are other letters than the game's.
    pub fn are_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// All of them, in the colours' order.
    pub fn symbols(&self) -> String {
        if self.own.is_empty() { self.game.symbols() } else { self.own.iter().collect() }
    }

    /// The colour of a letter, from 0.
    pub fn color(&self, letter: char) -> Option<usize> {
        self.symbols().chars().position(|own| own.eq_ignore_ascii_case(&letter))
    }

    /// A codeword in these letters.
    pub fn show(&self, code: Codeword) -> String {
        self.rewritten(&self.game.show(code).to_string())
    }

    /// A codeword in the game's characters, in these letters.
    fn rewritten(&self, shown: &str) -> String {
        let symbols = self.game.symbols();
        let letter =
            |symbol: char| symbols.find(symbol).and_then(|at| self.own.get(at)).copied().unwrap_or(symbol);
        shown.chars().map(letter).collect()
    }

    /// Reads a codeword in these letters.
    ///
    /// # Errors
    /// As [`Game::parse`], in these letters.
    pub fn parse(&self, text: &str) -> Result<Codeword, CodewordError> {
        if self.own.is_empty() {
            return self.game.parse(text);
        }
        let symbols: Vec<char> = self.game.symbols().chars().collect();
        let mut shown = String::with_capacity(text.len());
        for (at, found) in text.chars().enumerate() {
            shown.push(match self.color(found) {
                Some(color) => symbols[color],
                // What is too long is refused for that.
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

    /// Reads a codeword from a text; `name` is what the text is called in an error.
    ///
    /// # Errors
    /// No codeword of the game, at the very pin.
    pub fn read_codeword(&self, name: &str, text: &str) -> Result<Codeword, Diagnostic> {
        self.parse(text).map_err(|error| misspelt(&Source::new(name, text), text, &error))
    }

    /// Reads a row such as `RRGP:1,0`, in any form that [`Row::parse`] reads.
    ///
    /// # Errors
    /// As [`Row::parse`], in these letters.
    pub fn read_row(&self, text: &str) -> Result<Row, RowProblem> {
        Row::parse_with(self.game, text, |guess| self.parse(guess))
    }

    /// Reads rows such as `RRGP:1,0`, each a text of its own, in any form that [`Row::parse`] reads.
    ///
    /// # Errors
    /// The first that is no row of the game, at the very place.
    pub fn read_rows(&self, texts: &[String]) -> Result<Vec<Row>, Diagnostic> {
        (1..)
            .zip(texts)
            .map(|(row, text)| self.read_row(text).map_err(|problem| misread(row, text, problem)))
            .collect()
    }
}

/// An answer whose codewords can be written in other letters.
pub trait Lettered {
    /// The same, in these letters. It must be in the game's own characters.
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

    /// Whatever the letters, digits of another order too: every codeword is read back as it is written.
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
            ("RGBr", "`r` stands for two colours"),
            ("RGB:", "`:` cannot stand for a colour"),
            ("RG B", "` ` cannot"),
            ("RGB-", "`-` cannot"),
            ("RGBé", "cannot stand"),
            ("RGB\u{1b}", "`\\u{1b}` cannot"),
        ] {
            let error = Letters::new(game, Some(own)).unwrap_err();
            assert!(error.to_string().contains(says), "{own}: {error}");
        }
    }
}
