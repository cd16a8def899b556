//! Incomplete records: the position at which the text ends, and the first missing part.
//!
//! Only lines with a line end are read. A program that is killed, or a file that is copied while it
//! is written, leaves a last line that may end anywhere, even inside a number.

use std::fmt;

use super::RecordError;
use super::places::TextPosition;
use super::verify::Fault;

/// The position at which an incomplete record ends. The whole games of the record remain usable.
///
/// ```
/// use quadrille_daifugo::records::{Cut, Missing};
///
/// let missing = Missing::Part { expected: "`seat`".to_owned() };
/// let cut = Cut { line: 3, column: Some(17), games: 0, missing };
/// assert_eq!(
///     cut.to_string(),
///     "line 3, column 17: the text ends inside this line, in game 0; expected `seat`"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Line, from 1: the last line of the text, or the line that contradicts the number of games.
    pub line: usize,
    /// Column in bytes, from 1, at which the text ends inside a line; `None` if the line has a line
    /// end.
    pub column: Option<usize>,
    /// Number of whole games in the record.
    pub games: usize,
    /// First missing part.
    pub missing: Missing,
}

/// The first missing part of an incomplete record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// The first game, or a part of the head.
    FirstGame,
    /// A part of the game after the last whole game.
    Part {
        /// The line or word that the format requires next.
        expected: String,
    },
    /// Further games: the head announces more games than the text has.
    Games {
        /// Number of games that the head announces.
        expected: u32,
    },
    /// No part is missing, but a log of the official `UECda` server has another number of games
    /// than its head announces.
    Count {
        /// Number of games that the head announces.
        expected: u32,
    },
    /// The total points: the last line in a log of the official `UECda` server.
    Total,
    /// The rest of the last line. The contents of this line are unknown.
    LineEnd,
}

impl Cut {
    /// Returns the description without line and column.
    pub fn reason(&self) -> String {
        let place = if self.column.is_some() { "inside" } else { "after" };
        let ends = format!("the text ends {place} this line");
        let games = self.games;
        let plural = if games == 1 { "" } else { "s" };
        match &self.missing {
            Missing::FirstGame => format!("{ends}, before the end of the first game"),
            Missing::Part { expected } => format!("{ends}, in game {games}; expected {expected}"),
            Missing::Games { expected } => {
                format!("{ends}, after {games} of the {expected} games that `GAME_NUMBER` announces")
            }
            Missing::Count { expected } => {
                format!("the log has {games} game{plural}; `GAME_NUMBER` is {expected}")
            }
            Missing::Total => format!("{ends}; expected `TOTAL_POINT`"),
            Missing::LineEnd => format!("{ends}, after {games} whole game{plural}"),
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        RecordError::from(self.clone()).fmt(f)
    }
}

impl From<Cut> for RecordError {
    fn from(cut: Cut) -> Self {
        Self { line: cut.line, column: cut.column, fault: Fault::Cut(cut) }
    }
}

/// Converts the result of a function such as `json::read_whole_games`: an incomplete record becomes
/// an error.
///
/// # Errors
/// Returns the [`Cut`] of a record that ends early.
pub fn complete<T>((whole, cut): (T, Option<Cut>)) -> Result<T, RecordError> {
    match cut {
        Some(cut) => Err(cut.into()),
        None => Ok(whole),
    }
}

/// The lines of a text that have a line end, and the position at which the text ends.
#[derive(Clone, Copy, Debug)]
pub struct WholeLines<'a> {
    /// The lines, each with its line end.
    pub text: &'a str,
    /// The last line, with a column if the text ends inside it.
    pub end: TextPosition,
}

impl<'a> WholeLines<'a> {
    /// Drops a last line without a line end. If this line is only white space, the text does not
    /// count as ending inside a line.
    pub fn of(text: &'a str) -> Self {
        let (whole, rest) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let lines = whole.matches('\n').count();
        if rest.trim().is_empty() {
            return Self { text: whole, end: TextPosition::line(lines.max(1)) };
        }
        // A replacement character represents bytes that are not UTF-8. Replacement characters at
        // the end of the text are not counted in the column.
        let column = rest.trim_end_matches(char::REPLACEMENT_CHARACTER).len() + 1;
        Self { text: whole, end: TextPosition { line: lines + 1, column: Some(column) } }
    }

    /// Returns `true` if the text ends inside a line.
    pub const fn is_broken(&self) -> bool {
        self.end.column.is_some()
    }

    /// Returns the cut at the end of the text.
    pub const fn cut(&self, games: usize, missing: Missing) -> Cut {
        Cut { line: self.end.line, column: self.end.column, games, missing }
    }
}

#[cfg(test)]
mod tests {
    use super::WholeLines;

    #[test]
    fn only_lines_with_an_end_are_whole() {
        for (text, whole, line, column) in [
            ("", "", 1, None),
            ("a", "", 1, Some(2)),
            ("a\n", "a\n", 1, None),
            ("a\r", "", 1, Some(3)),
            ("a\r\nbc", "a\r\n", 2, Some(3)),
            ("a\n\n \t", "a\n\n", 2, None),
            ("a\n\u{3042}\u{fffd}", "a\n", 2, Some(4)),
            ("a\n\u{fffd}", "a\n", 2, Some(1)),
        ] {
            let lines = WholeLines::of(text);
            assert_eq!((lines.text, lines.end.line, lines.end.column), (whole, line, column), "{text:?}");
            assert_eq!(lines.is_broken(), column.is_some());
        }
    }
}
