//! Rows of a game: guesses and what is known of their answers.
//!
//! A shell cuts `1122 1 0` into three words. [`Row::join`] puts words that can only be numbers of pegs behind the
//! guess before them; [`Row::split`] finds guess and feedback of a row; each is then read on its own. A codeword
//! agrees with a row if its score against the guess has the numbers that are known.

use std::ops::Range;

use thiserror::Error;

use crate::codeword::{Codeword, CodewordError};
use crate::feedback::{FeedbackError, NUMBER, PartialFeedback};
use crate::game::Game;
use crate::kernels::packed::score;

/// A guess and what is known of the answer to it, written `GUESS:BLACK,WHITE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Row {
    /// The codeword guessed.
    pub guess: Codeword,
    /// The answer it got, as far as it is known.
    pub feedback: PartialFeedback,
}

/// A row that cannot be read: which one and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("row {row}, `{}`: {problem}", text.escape_debug())]
#[non_exhaustive]
pub struct RowError {
    /// Row, from 1.
    pub row: usize,
    /// The row's text.
    pub text: String,
    /// What is wrong with it.
    pub problem: RowProblem,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowProblem {
    /// No feedback behind a guess.
    #[error("feedback is missing after the guess; expected GUESS:BLACK,WHITE such as `1122:1,0`")]
    Form,
    /// The guess is no codeword of the game.
    #[error("the guess: {0}")]
    Guess(CodewordError),
    /// The feedback is none of the game.
    #[error("{0}")]
    Feedback(FeedbackError),
}

impl Row {
    /// Whether a codeword can be the secret, as far as this row tells.
    pub fn agrees(&self, secret: Codeword) -> bool {
        self.feedback.agrees(score(secret, self.guess))
    }

    /// Reads one row: a guess, a colon or white space, and a feedback in any form that
    /// [`PartialFeedback::parse`] reads.
    ///
    /// # Errors
    /// Not of that form, or a part that is wrong for the game.
    ///
    /// ```
    /// use quadrille_mastermind::{Game, Repeats, Row};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// let row = Row::parse(game, "1122:1,0")?;
    /// assert!(["1122 1 0", "1122:10", "1122 1,0"].iter().all(|text| Row::parse(game, text) == Ok(row)));
    /// assert_eq!(Row::parse(game, "1122:1")?, Row::parse(game, "1122:1,?")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(game: Game, text: &str) -> Result<Self, RowProblem> {
        Self::parse_with(game, text, |guess| game.parse(guess))
    }

    /// The same with guesses that `read` reads, whose colours are written in another way.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(
        game: Game,
        text: &str,
        read: impl FnOnce(&str) -> Result<Codeword, CodewordError>,
    ) -> Result<Self, RowProblem> {
        let (guess, feedback) = Self::split(text).ok_or(RowProblem::Form)?;
        if feedback.is_empty() {
            return Err(RowProblem::Form);
        }
        Ok(Self {
            guess: read(&text[guess]).map_err(RowProblem::Guess)?,
            feedback: PartialFeedback::parse(game, &text[feedback]).map_err(RowProblem::Feedback)?,
        })
    }

    /// Where the guess and the feedback of a row's text are, without white space around them; `None` if there is no
    /// feedback.
    pub fn split(text: &str) -> Option<(Range<usize>, Range<usize>)> {
        let trimmed = |range: Range<usize>| {
            let part = &text[range.clone()];
            let from = range.start + (part.len() - part.trim_start().len());
            from..from + part.trim().len()
        };
        if let Some(colon) = text.find(':') {
            return Some((trimmed(0..colon), trimmed(colon + 1..text.len())));
        }
        let row = trimmed(0..text.len());
        let gap = row.start + text[row.clone()].find(char::is_whitespace)?;
        Some((row.start..gap, trimmed(gap..row.end)))
    }

    /// Joins the words of a command line to rows: `1122 1 0 1344:0,1` are the two rows `1122 1 0` and
    /// `1344:0,1`.
    ///
    /// A word with a colon or white space in it is a row of its own. Any other begins a row, and the words behind it
    /// that can only be numbers of pegs belong to it: those with a comma, and those of one or two digits or `?`. In games
    /// of one or two pins guesses look like numbers, and every word is a row of its own.
    pub fn join<T: AsRef<str>>(game: Game, words: &[T]) -> Vec<String> {
        let mut rows: Vec<String> = Vec::with_capacity(words.len());
        let mut open = false;
        for word in words.iter().map(AsRef::as_ref) {
            let whole = word.contains(':') || word.trim().contains(char::is_whitespace);
            match rows.last_mut() {
                Some(row) if open && !whole && Self::is_number(word) => {
                    row.push(' ');
                    row.push_str(word);
                }
                _ => rows.push(word.to_owned()),
            }
            open = !whole && (open || !Self::is_number(word)) && game.pins() > NUMBER;
        }
        rows
    }

    /// Whether a word is a number of pegs, or both of them, in games of three pins or more.
    pub fn is_number(word: &str) -> bool {
        let digits = |sign: char| sign.is_ascii_digit() || sign == '?';
        let short = word.chars().count() <= NUMBER;
        !word.is_empty()
            && word.chars().all(|sign| digits(sign) || sign == ',')
            && (short || word.contains(','))
    }

    /// Reads rows, one a text.
    ///
    /// # Errors
    /// The first row that cannot be read, with its number from 1.
    ///
    /// ```
    /// use quadrille_mastermind::{Game, Repeats, Row};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// assert_eq!(Row::parse_all(game, &["1122:1,0", "1344:0,1"])?.len(), 2);
    /// let error = Row::parse_all(game, &["1122:1,0", "134:0,1"]).unwrap_err();
    /// assert_eq!(error.to_string(), "row 2, `134:0,1`: the guess: 3 pins; expected 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_all<T: AsRef<str>>(game: Game, texts: &[T]) -> Result<Vec<Self>, RowError> {
        let read = |(at, text): (usize, &T)| {
            let text = text.as_ref();
            Self::parse(game, text).map_err(|problem| RowError {
                row: at + 1,
                text: text.to_owned(),
                problem,
            })
        };
        texts.iter().enumerate().map(read).collect()
    }
}
