//! Feedback: the number of pins with the right colour, and the number of right colours at wrong
//! pins.

use std::cmp::Reverse;
use std::fmt;

use thiserror::Error;

use crate::game::Game;

/// The response to a guess.
///
/// `black` counts pins with the right colour; `black + white` is a sum over the colours: each
/// colour contributes the smaller of its counts in the secret and in the guess. The text form is
/// `black,white`.
///
/// Feedbacks are sorted by black pegs, most first, then by white pegs, most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Feedback {
    /// Pins with the right colour.
    pub black: u8,
    /// Pins with a right colour in the wrong place.
    pub white: u8,
}

/// Error of parsing a feedback.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FeedbackError {
    /// A text in none of the accepted forms of a feedback.
    #[error(
        "`{}` is not a feedback; expected BLACK,WHITE such as `1,2`, or `1,?` if only black is known",
        text.escape_debug()
    )]
    Form {
        /// The text found.
        text: String,
    },
    /// Two digits without a separator, in a game where a number can have two digits.
    #[error("`{black}{white}` can be read in two ways with {pins} pins; write {}", divided(*black, *white))]
    Undivided {
        /// First character.
        black: char,
        /// Second character.
        white: char,
        /// Number of pins of the game.
        pins: usize,
    },
    /// Both numbers are unknown.
    #[error("neither black nor white pegs are known; expected at least one of them, such as `1,?` or `?,1`")]
    Unknown,
    /// One number is unknown, but both are needed.
    #[error("feedback {0} has only one known number; expected black and white, such as `1,2`")]
    Incomplete(PartialFeedback),
    /// More pegs of one kind than pins.
    #[error("{pegs} pegs are more than the game's {pins} pins")]
    TooManyOfOneKind {
        /// Number of pegs, black or white.
        pegs: u64,
        /// Number of pins of the game.
        pins: usize,
    },
    /// More pegs than pins.
    #[error("feedback {black},{white} has more pegs than the game's {pins} pins")]
    TooManyPegs {
        /// Black pegs.
        black: u64,
        /// White pegs.
        white: u64,
        /// Number of pins of the game.
        pins: usize,
    },
    /// All pins but one are right, and the remaining colour would have to be misplaced, which is
    /// impossible.
    #[error("feedback {},1 cannot occur with {pins} pins: one pin alone cannot be out of place", pins - 1)]
    Impossible {
        /// Number of pins of the game.
        pins: usize,
    },
}

impl Feedback {
    /// Returns the feedback for the right codeword.
    pub const fn solved(game: Game) -> Self {
        Self { black: game.pins() as u8, white: 0 }
    }

    /// Returns whether the feedback can occur with p = `pins` pins. black + white must be at most
    /// p, and the feedback must not be p − 1 black and 1 white.
    pub const fn is_possible(self, pins: usize) -> bool {
        let (black, white) = (self.black as usize, self.white as usize);
        black + white <= pins && !(black + 1 == pins && white == 1)
    }

    /// Returns the index of the feedback in a dense table for any number of pins. With h = black +
    /// white, the index is h(h+1)/2 + black.
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

    /// Returns the feedback with an index; the inverse of [`index`](Self::index) for `index` ≤ 255.
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

    /// Reads a complete feedback in any form that [`PartialFeedback::parse`] accepts.
    ///
    /// # Errors
    /// As for [`PartialFeedback::parse`], and [`FeedbackError::Incomplete`].
    ///
    /// ```
    /// use quadrille_mastermind::{Feedback, Game, Repeats};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// assert_eq!(Feedback::parse(game, "1,2")?, Feedback { black: 1, white: 2 });
    /// assert_eq!(Feedback::parse(game, "12")?, Feedback { black: 1, white: 2 });
    /// let error = Feedback::parse(game, "3,1").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "feedback 3,1 cannot occur with 4 pins: one pin alone cannot be out of place"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(game: Game, text: &str) -> Result<Self, FeedbackError> {
        let read = PartialFeedback::parse(game, text)?;
        read.complete().ok_or(FeedbackError::Incomplete(read))
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

/// The known part of the response to a guess: both numbers of pegs, or one of them.
///
/// The text form is `black,white` with `?` for an unknown number: `1,2`, `1,?`, `?,2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartialFeedback {
    /// Pins with the right colour, if known.
    pub black: Option<u8>,
    /// Pins with a right colour in the wrong place, if known.
    pub white: Option<u8>,
}

impl From<Feedback> for PartialFeedback {
    fn from(Feedback { black, white }: Feedback) -> Self {
        Self { black: Some(black), white: Some(white) }
    }
}

/// Maximum number of characters of a number in a feedback. A longer word of a command line is a
/// guess, which begins a new row.
pub(crate) const NUMBER: usize = 2;

/// In games with at most this number of pins, two adjacent digits are always two numbers.
const UNDIVIDED: usize = 9;

impl PartialFeedback {
    /// Returns whether a complete feedback agrees with every known number.
    pub const fn agrees(self, feedback: Feedback) -> bool {
        let black = match self.black {
            Some(black) => black == feedback.black,
            None => true,
        };
        match self.white {
            Some(white) => black && white == feedback.white,
            None => black,
        }
    }

    /// Returns the complete feedback, if both numbers are known.
    pub const fn complete(self) -> Option<Feedback> {
        match (self.black, self.white) {
            (Some(black), Some(white)) => Some(Feedback { black, white }),
            _ => None,
        }
    }

    /// Returns whether the guess was the secret.
    pub fn is_solved(self, game: Game) -> bool {
        self.black == Some(Feedback::solved(game).black)
    }

    /// Returns whether the feedback can occur with `pins` pins.
    pub fn is_possible(self, pins: usize) -> bool {
        let feedbacks = (pins + 1) * (pins + 2) / 2;
        (0..feedbacks).map(Feedback::from_index).any(|full| full.is_possible(pins) && self.agrees(full))
    }

    /// Reads a feedback. Spaces around numbers are allowed.
    ///
    /// | text | black | white |
    /// |---|---|---|
    /// | `1,2`, `1 2`, and `12` with up to nine pins | 1 | 2 |
    /// | `1`, `1,?`, `1 ?` | 1 | unknown |
    /// | `?,2`, `? 2` | unknown | 2 |
    ///
    /// # Errors
    /// Any other form, `12` with ten pins or more, more pegs than pins, or (with p pins) p − 1
    /// black pegs and one white peg, which cannot occur.
    ///
    /// ```
    /// use quadrille_mastermind::{Feedback, Game, PartialFeedback, Repeats};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// let read = |text| PartialFeedback::parse(game, text);
    /// assert_eq!(read("1,2")?.complete(), Some(Feedback { black: 1, white: 2 }));
    /// assert_eq!(read("1")?, PartialFeedback { black: Some(1), white: None });
    /// assert_eq!(read("?,2")?.to_string(), "?,2");
    ///
    /// let wide = Game::new(12, 6, Repeats::Allowed)?;
    /// let error = PartialFeedback::parse(wide, "10").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`10` can be read in two ways with 12 pins; write `1,0`, \
    ///      or `10,?` for 10 black pegs and any number of white pegs"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(game: Game, text: &str) -> Result<Self, FeedbackError> {
        let pins = game.pins();
        let form = || FeedbackError::Form { text: text.to_owned() };
        let number = |part: &str| match part.trim() {
            "?" => Some(None),
            part if !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_digit()) => {
                part.parse::<u64>().ok().map(Some)
            }
            _ => None,
        };
        let (black, white) = if let Some((black, white)) = text.split_once(',') {
            (number(black).ok_or_else(form)?, number(white).ok_or_else(form)?)
        } else {
            // Without a comma: `B W`, two digits `BW` if there are few pins, or black pegs alone.
            let words: Vec<&str> = text.split_whitespace().collect();
            let [first, rest @ ..] = &words[..] else { return Err(form()) };
            let signs: Vec<char> = first.chars().take(NUMBER + 1).collect();
            match (rest, &signs[..]) {
                ([], [_]) => (number(first).ok_or_else(form)?, None),
                ([], &[black, white]) => {
                    let sign = |sign: char| number(sign.encode_utf8(&mut [0; 4]));
                    let read = (sign(black).ok_or_else(form)?, sign(white).ok_or_else(form)?);
                    if pins > UNDIVIDED {
                        return Err(FeedbackError::Undivided { black, white, pins });
                    }
                    read
                }
                ([white], _) => (number(first).ok_or_else(form)?, number(white).ok_or_else(form)?),
                _ => return Err(form()),
            }
        };
        match (black, white) {
            (None, None) => return Err(FeedbackError::Unknown),
            (Some(black), Some(white)) if black.saturating_add(white) > pins as u64 => {
                return Err(FeedbackError::TooManyPegs { black, white, pins });
            }
            (Some(pegs), None) | (None, Some(pegs)) if pegs > pins as u64 => {
                return Err(FeedbackError::TooManyOfOneKind { pegs, pins });
            }
            _ => {}
        }
        let pegs = |number: Option<u64>| number.map(|number| number as u8);
        let read = Self { black: pegs(black), white: pegs(white) };
        if read.is_possible(pins) { Ok(read) } else { Err(FeedbackError::Impossible { pins }) }
    }

    /// Returns the number of pegs by which a complete feedback differs from the known numbers.
    pub(crate) fn pegs_from(self, game: Game, feedback: Feedback) -> u32 {
        let empty = |feedback: Feedback| game.pins() as u8 - feedback.black - feedback.white;
        let difference = |a: u8, b: u8| u32::from(a.abs_diff(b));
        match (self.black, self.white) {
            (Some(black), Some(white)) => {
                let all = Feedback { black, white };
                let pegs = difference(black, feedback.black) + difference(white, feedback.white);
                let differ = pegs + difference(empty(all), empty(feedback));
                differ / 2
            }
            (Some(black), None) => difference(black, feedback.black),
            (None, Some(white)) => difference(white, feedback.white),
            (None, None) => 0,
        }
    }
}

impl fmt::Display for PartialFeedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: Option<u8>| number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        write!(f, "{},{}", number(self.black), number(self.white))
    }
}

/// Returns unambiguous spellings of a feedback of two characters without a separator, for an error
/// message.
fn divided(black: char, white: char) -> String {
    let divided = format!("`{black},{white}`");
    match (black, white) {
        ('?', _) | (_, '?') => divided,
        _ => format!(
            "{divided}, or `{black}{white},?` for {black}{white} black pegs and any number of white pegs"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Repeats;
    use crate::row::{Row, RowError, RowProblem};
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
        for text in [
            "", " ", ",", "1,", ",1", "1;2", "a,b", "-1,0", "+1,0", "1,2,3", "1.0,2", "120", "1 2 3", "1a",
            "??1",
        ] {
            assert_eq!(Feedback::parse(game(4), text), Err(FeedbackError::Form { text: text.into() }));
        }
        assert_eq!(Feedback::parse(game(4), "?,?"), Err(FeedbackError::Unknown));
        assert_eq!(Feedback::parse(game(4), "??"), Err(FeedbackError::Unknown));
        let black = PartialFeedback { black: Some(1), white: None };
        assert_eq!(Feedback::parse(game(4), "1"), Err(FeedbackError::Incomplete(black)));
        for text in ["5", "5,?", "?,5", "? 5", "5?"] {
            let error = FeedbackError::TooManyOfOneKind { pegs: 5, pins: 4 };
            assert_eq!(PartialFeedback::parse(game(4), text), Err(error), "{text}");
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

        /// Reads every feedback in every accepted form: after a guess and a colon, after a guess
        /// and white space, and as words of a command line. Only unambiguous forms are accepted.
        #[test]
        fn every_form_is_read_as_it_is_meant(
            pins in 1u32..=16,
            rows in prop::collection::vec((any::<u64>(), 0u8..=17, 0u8..=17, 0usize..9, 0usize..4), 1..6),
        ) {
            let game = game(pins);
            let (mut words, mut expected) = (Vec::new(), Vec::new());
            for (guess, black, white, form, between) in rows {
                let guess = game.codeword_at(guess % game.codewords()).unwrap();
                let (both, black_only) = ((Some(black), Some(white)), (Some(black), None));
                let (text, known) = match form {
                    0 => (format!("{black},{white}"), both),
                    1 => (format!("{black} {white}"), both),
                    2 => (format!(" {black} , {white} "), both),
                    3 => (format!("{black}{white}"), both),
                    4 => (format!("{black}"), black_only),
                    5 => (format!("{black},?"), black_only),
                    6 => (format!("{black} ?"), black_only),
                    7 => (format!("?,{white}"), (None, Some(white))),
                    _ => (format!("?{white}"), (None, Some(white))),
                };
                let feedback = PartialFeedback { black: known.0, white: known.1 };
                let undivided = matches!(form, 3 | 8);
                // Two characters are two numbers if each has one digit; three or more are invalid,
                // and two digits are refused if they could be one number.
                let two = text.chars().count() == 2;
                let read = PartialFeedback::parse(game, &text);
                if undivided && two && pins > 9 {
                    let is_undivided = matches!(read, Err(FeedbackError::Undivided { .. }));
                    prop_assert!(is_undivided, "{} {:?}", text, read);
                    continue;
                }
                if undivided && !two {
                    let is_form = matches!(read, Err(FeedbackError::Form { .. }));
                    prop_assert!(is_form, "{} {:?}", text, read);
                    continue;
                }
                if form == 4 && two {
                    // The text is read as two digits, and not as the number that they spell.
                    prop_assert_ne!(read, Ok(feedback));
                    continue;
                }
                prop_assert_eq!(read.is_ok(), feedback.is_possible(pins as usize), "{} {:?}", text, read);
                if read.is_err() {
                    continue;
                }
                prop_assert_eq!(read, Ok(feedback));
                prop_assert_eq!(PartialFeedback::parse(game, &feedback.to_string()), Ok(feedback));
                let row = Row { guess, feedback };
                let guess = game.show(guess);
                match between {
                    0 => words.push(format!("{guess}:{text}")),
                    1 => words.push(format!(" {guess}\t{text}")),
                    2 => words.push(format!("{guess} : {text}")),
                    _ if pins < 3 => words.push(format!("{guess}:{text}")),
                    // The words as a shell passes them without quotes.
                    _ => {
                        words.push(guess.to_string());
                        words.extend(text.replace(" , ", ",").split_whitespace().map(str::to_owned));
                    }
                }
                expected.push(row);
            }
            let joined = Row::join(game, &words);
            prop_assert_eq!(Row::parse_all(game, &joined), Ok(expected), "{:?}", words);
        }

        /// Compares `agrees` with its definition, and `pegs_from` with the minimum over all
        /// complete feedbacks that agree with the known numbers.
        #[test]
        fn half_a_feedback_agrees_with_what_has_that_half(
            pins in 1usize..=16, black in prop::option::of(0u8..=16), white in prop::option::of(0u8..=16),
        ) {
            let part = PartialFeedback { black, white };
            let game = game(pins as u32);
            let all = || (0..game.feedbacks()).map(Feedback::from_index);
            let agrees = |full: Feedback| {
                black.is_none_or(|black| black == full.black) && white.is_none_or(|white| white == full.white)
            };
            prop_assert_eq!(part.is_possible(pins), all().any(|full| agrees(full) && full.is_possible(pins)));
            for full in all() {
                prop_assert_eq!(part.agrees(full), agrees(full));
                if black.unwrap_or(0) + white.unwrap_or(0) <= pins as u8 {
                    let least = all().filter(|&other| agrees(other)).map(|other| {
                        PartialFeedback::from(other).pegs_from(game, full)
                    }).min();
                    prop_assert_eq!(Some(part.pegs_from(game, full)), least, "{} {}", part, full);
                }
            }
        }
    }
}
