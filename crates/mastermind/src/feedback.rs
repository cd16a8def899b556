//! Feedback: how many pins are right, how many colours are right but elsewhere.

use std::cmp::Reverse;
use std::fmt;

use thiserror::Error;

use crate::codeword::{Codeword, CodewordError};
use crate::game::Game;

/// The answer to a guess.
///
/// `black` counts the pins whose colour is right; `black + white` is the sum over the colours of how often
/// both codewords have it (the smaller of the two counts). It is written `black,white`.
///
/// The order is that of tables: most black first, then most white.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Feedback {
    /// Pins with the right colour.
    pub black: u8,
    /// Further colours that are right, at another pin.
    pub white: u8,
}

/// Why a text is not the feedback of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FeedbackError {
    /// Not two numbers with a comma between them.
    #[error("`{}` is not a feedback; expected BLACK,WHITE such as `1,2`", text.escape_debug())]
    Form {
        /// The text found.
        text: String,
    },
    /// More black and white pegs than there are pins.
    #[error("feedback {black},{white} has more pegs than the game's {pins} pins")]
    TooManyPegs {
        /// Black pegs.
        black: u64,
        /// White pegs.
        white: u64,
        /// Pins of the game.
        pins: usize,
    },
    /// All pins right but one, and that one's colour elsewhere: there is no elsewhere.
    #[error("feedback {},1 cannot occur with {pins} pins: one pin alone cannot be out of place", pins - 1)]
    Impossible {
        /// Pins of the game.
        pins: usize,
    },
}

impl Feedback {
    /// The feedback for the right codeword.
    pub const fn solved(game: Game) -> Self {
        Self { black: game.pins() as u8, white: 0 }
    }

    /// Whether a game of `pins` pins can answer this: black + white ≤ p, and not (p−1, 1).
    pub const fn is_possible(self, pins: usize) -> bool {
        let (black, white) = (self.black as usize, self.white as usize);
        black + white <= pins && !(black + 1 == pins && white == 1)
    }

    /// Its place in a dense table, whatever the number of pins: with h = black + white hits, h(h+1)/2 +
    /// black.
    ///
    /// ```text
    ///           black  0  1  2  3  4
    /// h = 0            0
    /// h = 1            1  2
    /// h = 2            3  4  5
    /// h = 3            6  7  8  9
    /// h = 4           10 11 12  ·  14      (4 pins: 13, for 3,1, never occurs; 14 is the solution)
    /// ```
    pub const fn index(self) -> usize {
        let hits = self.black as usize + self.white as usize;
        hits * (hits + 1) / 2 + self.black as usize
    }

    /// The feedback at a place of the dense table; the inverse of [`index`](Self::index) for `index` ≤ 255.
    ///
    /// ```
    /// use quadrille_mastermind::Feedback;
    ///
    /// let feedback = Feedback { black: 1, white: 2 };
    /// assert_eq!(feedback.index(), 7);
    /// assert_eq!(Feedback::from_index(7), feedback);
    /// ```
    pub const fn from_index(index: usize) -> Self {
        let mut hits = 0;
        while (hits + 1) * (hits + 2) / 2 <= index {
            hits += 1;
        }
        let black = index - hits * (hits + 1) / 2;
        Self { black: black as u8, white: (hits - black) as u8 }
    }

    /// Reads `BLACK,WHITE`; spaces around the numbers are allowed.
    ///
    /// # Errors
    /// Not of that form, more pegs than pins, or (p−1, 1), which cannot occur.
    ///
    /// ```
    /// use quadrille_mastermind::{Feedback, Game, Repeats};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// assert_eq!(Feedback::parse(game, "1,2")?, Feedback { black: 1, white: 2 });
    /// let error = Feedback::parse(game, "3,1").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "feedback 3,1 cannot occur with 4 pins: one pin alone cannot be out of place"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(game: Game, text: &str) -> Result<Self, FeedbackError> {
        let pins = game.pins();
        let form = || FeedbackError::Form { text: text.to_owned() };
        let number = |part: &str| {
            let part = part.trim();
            // `u64::from_str` takes a plus sign; a feedback has none.
            if part.starts_with('+') { None } else { part.parse::<u64>().ok() }
        };
        let (black, white) = text.split_once(',').ok_or_else(form)?;
        let black = number(black).ok_or_else(form)?;
        let white = number(white).ok_or_else(form)?;
        if black.saturating_add(white) > pins as u64 {
            return Err(FeedbackError::TooManyPegs { black, white, pins });
        }
        let feedback = Self { black: black as u8, white: white as u8 };
        if !feedback.is_possible(pins) {
            return Err(FeedbackError::Impossible { pins });
        }
        Ok(feedback)
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.black, self.white)
    }
}

impl Ord for Feedback {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        Reverse((self.black, self.white)).cmp(&Reverse((other.black, other.white)))
    }
}

impl PartialOrd for Feedback {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A guess and the answer to it, written `GUESS:BLACK,WHITE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Row {
    /// The codeword guessed.
    pub guess: Codeword,
    /// The answer it got.
    pub feedback: Feedback,
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
    /// No colon between guess and feedback.
    #[error("expected GUESS:BLACK,WHITE such as `1122:1,0`")]
    Form,
    /// The guess is no codeword of the game.
    #[error("the guess: {0}")]
    Guess(CodewordError),
    /// The feedback is none of the game.
    #[error("{0}")]
    Feedback(FeedbackError),
}

impl Row {
    /// Reads one row `GUESS:BLACK,WHITE`.
    ///
    /// # Errors
    /// Not of that form, or a part that is wrong for the game.
    pub fn parse(game: Game, text: &str) -> Result<Self, RowProblem> {
        let (guess, feedback) = text.split_once(':').ok_or(RowProblem::Form)?;
        Ok(Self {
            guess: game.parse(guess.trim()).map_err(RowProblem::Guess)?,
            feedback: Feedback::parse(game, feedback).map_err(RowProblem::Feedback)?,
        })
    }

    /// Reads rows `GUESS:BLACK,WHITE`, one a text.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Repeats;
    use proptest::prelude::*;

    fn game(pins: u32) -> Game {
        Game::new(pins, 6, Repeats::Allowed).unwrap()
    }

    #[test]
    fn index_is_dense_for_every_number_of_pins() {
        for pins in 1..=16u8 {
            let mut seen = vec![false; game(u32::from(pins)).feedbacks()];
            for black in 0..=pins {
                for white in 0..=pins - black {
                    let feedback = Feedback { black, white };
                    assert!(!std::mem::replace(&mut seen[feedback.index()], true));
                    assert_eq!(Feedback::from_index(feedback.index()), feedback);
                }
            }
            assert!(seen.iter().all(|&seen| seen));
            let last = seen.len() - 1;
            assert_eq!(Feedback::from_index(last), Feedback::solved(game(u32::from(pins))));
        }
    }

    #[test]
    fn possible_is_what_some_pair_answers() {
        for pins in 1..=4u32 {
            let game = Game::new(pins, 5, Repeats::Allowed).unwrap();
            let mut seen = vec![false; game.feedbacks()];
            for a in game {
                for b in game {
                    seen[crate::plain::score(a, b).index()] = true;
                }
            }
            for (index, seen) in seen.into_iter().enumerate() {
                assert_eq!(Feedback::from_index(index).is_possible(pins as usize), seen, "{pins} {index}");
            }
        }
    }

    #[test]
    fn feedback_errors() {
        for text in ["", "1", ",", "1,", "1;2", "a,b", "-1,0", "+1,0", "1,2,3", "1.0,2"] {
            assert_eq!(Feedback::parse(game(4), text), Err(FeedbackError::Form { text: text.into() }));
        }
        assert_eq!(
            Feedback::parse(game(4), "3,2"),
            Err(FeedbackError::TooManyPegs { black: 3, white: 2, pins: 4 })
        );
        let huge = u64::MAX;
        assert_eq!(
            Feedback::parse(game(4), &format!("{huge},{huge}")),
            Err(FeedbackError::TooManyPegs { black: huge, white: huge, pins: 4 })
        );
        assert_eq!(Feedback::parse(game(4), "3,1"), Err(FeedbackError::Impossible { pins: 4 }));
        assert_eq!(Feedback::parse(game(1), "0,1"), Err(FeedbackError::Impossible { pins: 1 }));
        assert_eq!(Feedback::parse(game(4), " 4 , 0 "), Ok(Feedback { black: 4, white: 0 }));
    }

    #[test]
    fn row_errors_say_which_row() {
        let rows = ["1122:1,0", "1122"];
        let error = Row::parse_all(game(4), &rows).unwrap_err();
        assert_eq!(error, RowError { row: 2, text: "1122".into(), problem: RowProblem::Form });
        assert_eq!(
            Row::parse_all(game(4), &["1122:9,0"]).unwrap_err().to_string(),
            "row 1, `1122:9,0`: feedback 9,0 has more pegs than the game's 4 pins"
        );
    }

    #[test]
    fn order_is_that_of_tables() {
        let mut all: Vec<Feedback> = (0..game(4).feedbacks()).map(Feedback::from_index).collect();
        all.sort();
        let shown: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(shown[..5], ["4,0", "3,1", "3,0", "2,2", "2,1"]);
        assert_eq!(shown[14], "0,0");
    }

    proptest! {
        #[test]
        fn any_text_answers(pins in 1u32..=16, text in any::<String>()) {
            let _ = Feedback::parse(game(pins), &text);
            let _ = Row::parse(game(pins), &text);
        }

        #[test]
        fn near_texts_answer(pins in 1u32..=16, text in "[0-9a-f]{0,17}:?[0-9]{0,22},?[0-9 ]{0,3}") {
            if let Ok(row) = Row::parse(game(pins), &text) {
                prop_assert!(row.feedback.is_possible(pins as usize));
                prop_assert_eq!(game(pins).check(row.guess), Ok(()));
            }
        }
    }
}
