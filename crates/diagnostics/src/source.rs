//! A named text, and where in it a byte stands.

use std::fmt;
use std::sync::Arc;

use crate::Diagnostic;

/// A text together with the name a person knows it by: a path, `standard input`, or the name of an argument.
///
/// Cloning is cheap: the text is shared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
}

/// A place in a text, as people count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters (Unicode scalar values, not bytes).
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Source {
    /// A source called `name` that reads `text`.
    ///
    /// Control characters in the name are escaped: names are printed.
    pub fn new(name: impl AsRef<str>, text: impl Into<Arc<str>>) -> Self {
        Self { name: printable(name.as_ref()).into(), text: text.into() }
    }

    /// A source from the bytes of a file.
    ///
    /// # Errors
    /// A diagnostic at the first byte that is not UTF-8.
    pub fn from_bytes(name: impl AsRef<str>, bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let byte = error.as_bytes()[valid];
                let lossy = Self::new(name, String::from_utf8_lossy(error.as_bytes()));
                // Everything before the bad byte is unchanged in the lossy text, so its offset still holds there.
                Err(Diagnostic::at(&lossy, valid..valid + 1, format!("byte 0x{byte:02x} is not UTF-8"))
                    .expected("a text in UTF-8"))
            }
        }
    }

    /// The name a person knows this text by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of the byte at `offset`; an offset inside a character counts as its start, one past the end as
    /// the end. Takes time proportional to `offset`.
    ///
    /// ```
    /// use quadrille_diagnostics::{Position, Source};
    /// let source = Source::new("two lines", "pins = 4\nfarben = \"grün\"");
    /// assert_eq!(source.position(9), Position { line: 2, column: 1 });
    /// ```
    pub fn position(&self, offset: usize) -> Position {
        let before = &self.text[..self.floor_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position {
            line: 1 + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
        }
    }

    /// The largest character boundary at or below `offset`.
    pub(crate) fn floor_boundary(&self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset)
    }
}

/// A text with its control characters escaped, so that printing it moves no cursor, changes no colour, breaks no line and
/// turns no other text around: those of C0 and C1, line and paragraph separators, and the controls of bidirectional text.
///
/// ```
/// use quadrille_diagnostics::printable;
/// assert_eq!(printable("schlicht, 朴素"), "schlicht, 朴素");
/// assert_eq!(printable("\u{1b}[31mred\u{202e}"), r"\u{1b}[31mred\u{202e}");
/// ```
pub fn printable(text: &str) -> String {
    let escape = |character: char| {
        let escaped = character.is_control()
            || matches!(
                character,
                '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            );
        if escaped { character.escape_default().to_string() } else { character.to_string() }
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn first_byte_is_line_one_column_one() {
        assert_eq!(Source::new("empty", "").position(0), Position { line: 1, column: 1 });
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("umlauts", "äöü=x");
        assert_eq!(source.position(source.text().find('x').unwrap()), Position { line: 1, column: 5 });
    }

    #[test]
    fn bytes_that_are_not_utf8_are_named_with_their_place() {
        let error = Source::from_bytes("latin", b"pins = 4\ncolor = \xe9\n".to_vec()).unwrap_err();
        assert_eq!(error.headline(), "latin:2:9: byte 0xe9 is not UTF-8 (expected a text in UTF-8)");
        let text = error.to_string();
        assert!(text.contains("color = "), "{text}");
    }

    proptest! {
        /// Walking the text character by character is the plain way to count lines and columns.
        #[test]
        fn position_agrees_with_walking(text in "[a-cä€\u{1F600}\n]{0,40}", pick in 0usize..200) {
            let source = Source::new("t", text.as_str());
            let offset = pick % (text.len() + 1);
            let (mut line, mut column) = (1, 1);
            for (at, character) in text.char_indices() {
                if at + character.len_utf8() > offset { break; }
                if character == '\n' { line += 1; column = 1 } else { column += 1 }
            }
            prop_assert_eq!(source.position(offset), Position { line, column });
        }
    }
}
