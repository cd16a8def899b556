//! Rows of a game: guesses and the known part of their feedback.
//!
//! A shell splits `1122 1 0` into three words. [`Row::join`] appends words that can only be numbers
//! of pegs to the preceding guess; [`Row::split`] separates guess and feedback, which are then
//! parsed separately. A codeword is consistent with a row if its feedback to the guess agrees
//! with the known numbers.

use std::ops::Range;

use thiserror::Error;

use crate::codeword::{Codeword, CodewordError};
use crate::feedback::{FeedbackError, NUMBER, PartialFeedback};
use crate::game::Game;
use crate::kernels::packed::score;

/// A guess and the known part of its feedback, written `GUESS:BLACK,WHITE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Row {
    /// The guess.
    pub guess: Codeword,
    /// The known part of the feedback to the guess.
    pub feedback: PartialFeedback,
}

/// Error of parsing a row.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("row {row}, `{}`: {problem}", text.escape_debug())]
#[non_exhaustive]
pub struct RowError {
    /// Row number, from 1.
    pub row: usize,
    /// The text of the row.
    pub text: String,
    /// The problem.
    pub problem: RowProblem,
}

/// The problem with a row.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowProblem {
    /// The feedback is missing.
    #[error("feedback is missing after the guess; expected GUESS:BLACK,WHITE such as `1122:1,0`")]
    Form,
    /// The guess is not a codeword of the game.
    #[error("the guess: {0}")]
    Guess(CodewordError),
    /// The feedback is not a feedback of the game.
    #[error("{0}")]
    Feedback(FeedbackError),
}

impl Row {
    /// Returns whether a codeword is consistent with this row.
    pub fn agrees(&self, secret: Codeword) -> bool {
        self.feedback.agrees(score(secret, self.guess))
    }

    /// Reads a row: a guess, a colon or white space, and a feedback in any form that
    /// [`PartialFeedback::parse`] accepts.
    ///
    /// # Errors
    /// Another form, or a guess or feedback that is invalid for the game.
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

    /// Reads a row whose guess is parsed by `read`, for other notations of colours.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
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

    /// Returns the byte ranges of guess and feedback in a row's text, without surrounding white
    /// space; `None` without feedback.
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

    /// Joins the words of a command line to rows: `1122 1 0 1344:0,1` gives the two rows `1122 1 0`
    /// and `1344:0,1`.
    ///
    /// A word that contains a colon or white space is a complete row. Any other word begins a row,
    /// and the following words that can only be numbers of pegs belong to it: words with a comma,
    /// and words of one or two digits or `?`. In games of one or two pins, where guesses look like
    /// numbers, every word is a complete row.
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

    /// Returns whether a word can be a number of pegs or a pair of such numbers, in games of three
    /// or more pins.
    pub fn is_number(word: &str) -> bool {
        let digits = |sign: char| sign.is_ascii_digit() || sign == '?';
        let short = word.chars().count() <= NUMBER;
        !word.is_empty()
            && word.chars().all(|sign| digits(sign) || sign == ',')
            && (short || word.contains(','))
    }

    /// Reads rows, one per text.
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
