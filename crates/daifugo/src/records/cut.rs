//! Records that end early: where the text ends, and what is missing.
//!
//! A line counts only with its line end. A program that is killed, or a file that is copied while
//! it is written, leaves a last line that may end anywhere, in the middle of a number too.

use std::fmt;

use super::RecordError;
use super::places::Place;
use super::verify::Fault;

/// The end of a record that is not complete, although every whole game in it may be used.
///
/// ```
/// use quadrille_daifugo::records::{Cut, Missing};
///
/// let missing = Missing::Part { expected: "`seat`".to_owned() };
/// let cut = Cut { line: 3, column: Some(17), games: 0, missing };
/// assert_eq!(
///     cut.to_string(),
///     "line 3, column 17: the text ends inside this line, in game 0; expected its `seat`"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The line, from 1: the last of the text, or the line that contradicts the number of games.
    pub line: usize,
    /// The column in bytes, from 1, at which the text ends inside a line; `None` if the line has
    /// its end.
    pub column: Option<usize>,
    /// Number of whole games in the record.
    pub games: usize,
    /// The first thing that is missing.
    pub missing: Missing,
}

/// The first thing that is missing in an incomplete record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// The first game, or a part of the head.
    FirstGame,
    /// A part of the game that follows the last whole one.
    Part {
        /// The next line or word of the format.
        expected: String,
    },
    /// Further games: the text ends after some of those that the head announces.
    Games {
        /// The number in the head.
        expected: u32,
    },
    /// Nothing, but the log has another number of games than its head announces.
    Count {
        /// The number in the head.
        expected: u32,
    },
    /// The points of all games, with which an official log ends.
    Total,
    /// The rest of the last line, which may belong to anything.
    LineEnd,
}

impl Cut {
    /// Returns the description without the place.
    pub fn reason(&self) -> String {
        let place = if self.column.is_some() { "inside" } else { "after" };
        let ends = format!("the text ends {place} this line");
        let games = self.games;
        let plural = if games == 1 { "" } else { "s" };
        match &self.missing {
            Missing::FirstGame => format!("{ends}, before the end of the first game"),
            Missing::Part { expected } => format!("{ends}, in game {games}; expected its {expected}"),
            Missing::Games { expected } => {
                format!("{ends}, after {games} of the {expected} games of `GAME_NUMBER`")
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

/// Converts an incomplete record to an error.
///
/// # Errors
/// The record ends early.
pub fn complete<T>((whole, cut): (T, Option<Cut>)) -> Result<T, RecordError> {
    match cut {
        Some(cut) => Err(cut.into()),
        None => Ok(whole),
    }
}

/// The lines of a text that have a line end, and the place at which the text ends.
#[derive(Clone, Copy, Debug)]
pub struct WholeLines<'a> {
    /// The lines, each with its end.
    pub text: &'a str,
    /// The last line, with a column if the text ends inside it.
    pub end: Place,
}

impl<'a> WholeLines<'a> {
    /// Drops a last line without line end; white space there is no line.
    pub fn of(text: &'a str) -> Self {
        let (whole, rest) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let lines = whole.matches('\n').count();
        if rest.trim().is_empty() {
            return Self { text: whole, end: Place::line(lines.max(1)) };
        }
        // What stands for an unreadable end of the text is no part of it.
        let column = rest.trim_end_matches(char::REPLACEMENT_CHARACTER).len() + 1;
        Self { text: whole, end: Place { line: lines + 1, column: Some(column) } }
    }

    /// Returns `true` if the text ends inside a line.
    pub const fn is_broken(&self) -> bool {
        self.end.column.is_some()
    }

    /// The cut at the end of the text.
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
