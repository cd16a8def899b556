//! Texts with names, and positions in texts.

use std::fmt;
use std::sync::Arc;

use crate::Diagnostic;

/// A text, and its name in messages, such as a path, `standard input` or the name of an argument.
///
/// Cloning is cheap, because the text is shared. A byte-order mark at the beginning of the text is
/// dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
}

/// A position in a text as line and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1. The unit is a character (a Unicode scalar value), not a byte.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Source {
    /// Creates a source with the name `name` and the text `text`.
    ///
    /// Control and format characters in the name are [escaped](printable), because names are
    /// printed on terminals.
    ///
    /// ```
    /// use quadrille_diagnostics::Source;
    /// let source = Source::new("from Windows", "\u{feff}pins = 4");
    /// assert_eq!(source.text(), "pins = 4");
    /// ```
    pub fn new(name: impl AsRef<str>, text: impl Into<Arc<str>>) -> Self {
        let text: Arc<str> = text.into();
        let text = text.strip_prefix(BYTE_ORDER_MARK).map(Arc::from).unwrap_or(text);
        Self { name: printable(name.as_ref()).into(), text }
    }

    /// Creates a source from the bytes of a file.
    ///
    /// # Errors
    /// A diagnostic at the first byte that is not UTF-8.
    pub fn from_bytes(name: impl AsRef<str>, mut bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        let mut mark = [0; 4];
        let mark = BYTE_ORDER_MARK.encode_utf8(&mut mark);
        if bytes.starts_with(mark.as_bytes()) {
            bytes.drain(..mark.len());
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let byte = error.as_bytes()[valid];
                let lossy = Self::new(name, String::from_utf8_lossy(error.as_bytes()));
                // Up to the first invalid byte, the lossy text equals the bytes, so the offset is
                // also valid in the lossy text.
                Err(Diagnostic::at(&lossy, valid..valid + 1, format!("byte 0x{byte:02x} is not UTF-8"))
                    .expected("a text in UTF-8"))
            }
        }
    }

    /// Creates a source from the beginning of a file, which may end within a character. An
    /// incomplete last character becomes U+FFFD.
    ///
    /// ```
    /// use quadrille_diagnostics::Source;
    /// let cut = Source::from_cut_bytes("cut", "a あ".as_bytes()[..4].to_vec())?;
    /// assert_eq!(cut.text(), "a \u{fffd}");
    /// assert!(Source::from_cut_bytes("wrong", b"a \xff".to_vec()).is_err());
    /// # Ok::<(), quadrille_diagnostics::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// A diagnostic at the first byte that cannot be part of UTF-8.
    pub fn from_cut_bytes(name: impl AsRef<str>, mut bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        if let Err(error) = std::str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            bytes.truncate(error.valid_up_to());
            bytes.extend("\u{fffd}".bytes());
        }
        Self::from_bytes(name, bytes)
    }

    /// Returns the name of the text in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the line and column of the byte at `offset`. An offset within a character means the
    /// start of the character, and an offset beyond the end means the end of the text. Takes time
    /// proportional to `offset`.
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

    /// Returns the largest character boundary that is at most `offset`.
    pub(crate) fn floor_boundary(&self, offset: usize) -> usize {
        let mut at = offset.min(self.text.len());
        // The loop ends after at most three steps, because a character has at most four bytes.
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Returns the smallest character boundary that is at least `offset`; the end of the text if
    /// `offset` is beyond it.
    pub(crate) fn ceil_boundary(&self, offset: usize) -> usize {
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at += 1;
        }
        at
    }
}

#[cfg(feature = "serde")]
mod stored {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Source;

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Source")]
    struct Stored<'a> {
        name: Cow<'a, str>,
        text: Cow<'a, str>,
    }

    impl Serialize for Source {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            Stored { name: (&*self.name).into(), text: (&*self.text).into() }.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Source {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Stored { name, text } = Stored::deserialize(deserializer)?;
            Ok(Self::new(name, text))
        }
    }
}

/// The byte-order mark, which some editors write at the beginning of a file to indicate its
/// encoding.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Replaces invisible characters and characters that control the terminal by escapes such as `\n`
/// or `\u{202e}`, so that untrusted text can be printed.
///
/// The escaped characters are those of four general categories of Unicode: control characters
/// (`Cc`, such as line breaks and the escape character of terminals), format characters (`Cf`, such
/// as characters that change the direction of the text, joiners, the soft hyphen and tags), and
/// line and paragraph separators (`Zl`, `Zp`). They could move the cursor, change colours, or
/// reverse or hide text. All other characters are unchanged.
///
/// ```
/// use quadrille_diagnostics::printable;
/// assert_eq!(printable("grün\t\u{1b}[31m"), "grün\\t\\u{1b}[31m");
/// // Reversed text could show another move than the one that was played.
/// assert_eq!(printable("33\u{202e}44"), "33\\u{202e}44");
/// ```
pub fn printable(text: &str) -> String {
    escaped(text, &[])
}

/// Escapes a text of several lines as [`printable`] does, but leaves line breaks and tabs
/// unchanged.
///
/// ```
/// use quadrille_diagnostics::printable_lines;
/// assert_eq!(printable_lines("one\n\ttwo\u{202e}\n"), "one\n\ttwo\\u{202e}\n");
/// ```
pub fn printable_lines(text: &str) -> String {
    escaped(text, &['\n', '\t'])
}

/// Escapes invisible characters, except the characters in `but`.
pub(crate) fn escaped(text: &str, but: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if is_invisible(character) && !but.contains(&character) {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// Returns whether a character has one of Unicode's general categories Cc, Cf, Zl and Zp (Unicode
/// 17, from `UnicodeData.txt`).
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' // Cc
        | '\u{2028}' | '\u{2029}' // Zl, Zp
        // Cf
        | '\u{ad}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{890}'..='\u{891}'
        | '\u{8e2}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{110bd}'
        | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0001}'
        | '\u{e0020}'..='\u{e007f}'
    )
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
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(Source::new("a", "\u{feff}x"), Source::new("a", "x"));
        assert_eq!(Source::new("a", "\u{feff}\u{feff}x").text(), "\u{feff}x", "only the first");
        assert_eq!(Source::new("a", "x\u{feff}").text(), "x\u{feff}", "only at the beginning");
        assert_eq!(Source::from_bytes("a", b"\xef\xbb\xbfx".to_vec()).unwrap().text(), "x");
        let error = Source::from_bytes("a", b"\xef\xbb\xbfx\xe9".to_vec()).unwrap_err();
        assert_eq!(error.headline(), "a:1:2: byte 0xe9 is not UTF-8 (expected a text in UTF-8)");
        assert!(Source::from_bytes("a", b"\xef\xbb".to_vec()).is_err(), "an incomplete mark is an error");
    }

    #[test]
    fn characters_that_change_the_reading_direction_are_escaped() {
        let turning = ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        for character in turning.chain(['\u{200e}', '\u{200f}', '\u{61c}', '\u{200b}', '\u{ad}', '\u{2028}'])
        {
            let code = u32::from(character);
            assert_eq!(printable(&format!("a{character}b")), format!("a\\u{{{code:x}}}b"));
        }
        let plain = "3 ♠ ü 王 \u{1f0cf} e\u{301} ×10⁶";
        assert_eq!(printable(plain), plain);
        for character in ('\0'..=char::MAX).filter(|character| character.is_control()) {
            assert!(is_invisible(character), "{character:?}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_named_with_their_place() {
        let error = Source::from_bytes("latin", b"pins = 4\ncolor = \xe9\n".to_vec()).unwrap_err();
        assert_eq!(error.headline(), "latin:2:9: byte 0xe9 is not UTF-8 (expected a text in UTF-8)");
        let text = error.to_string();
        assert!(text.contains("color = "), "{text}");
    }

    proptest! {
        /// The position equals that of counting lines and columns character by character.
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
