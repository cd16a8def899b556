//! The type of errors in texts, and its one-line form.

use std::fmt;
use std::ops::Range;

use crate::source::escaped;
use crate::{Position, Source};

/// An error at a position in a text.
///
/// Messages are printed on terminals. Therefore control and format characters in a message are
/// escaped as by [`printable`](crate::printable). Only line breaks are kept.
///
/// The [`Display`](fmt::Display) form is a complete description without colours. With the feature
/// `excerpts`, it is the message above an excerpt of the text (see `render`). Without this feature,
/// it consists of the [`headline`](Self::headline) of this error, followed by the headlines of the
/// [other errors](Self::others), one per line.
///
/// ```
/// use quadrille_diagnostics::{Diagnostic, Source};
/// let source = Source::new("knuth.toml", "[mastermind]\npinz = 4\n");
/// let error = Diagnostic::at(&source, 13..17, "unknown key `pinz`").suggest("pinz", ["pins", "colors"]);
/// assert_eq!(error.headline(), "knuth.toml:2:1: unknown key `pinz`; did you mean `pins`?");
/// ```
// The parts are boxed, so that a `Result` with this error type is small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic(Box<DiagnosticParts>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct DiagnosticParts {
    source: Source,
    span: Range<usize>,
    message: String,
    expected: Option<String>,
    help: Vec<String>,
    /// Further errors, which are shown after this error.
    others: Vec<Diagnostic>,
    /// Whether excerpts of the text may be shown.
    quoted: bool,
    /// Whether the machine caused the error, for example because memory was short. The text itself
    /// may then be valid.
    unfinished: bool,
}

impl Diagnostic {
    /// Returns an error at `span`, which is a range of bytes of the text. The range is limited to
    /// the text and extended to whole characters.
    pub fn at(source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        let start = source.floor_boundary(span.start);
        let end = source.ceil_boundary(span.end.max(start));
        Self(Box::new(DiagnosticParts {
            source: source.clone(),
            span: start..end,
            message: escaped(&message.into(), &['\n']),
            expected: None,
            help: Vec::new(),
            others: Vec::new(),
            quoted: true,
            unfinished: false,
        }))
    }

    /// Combines several errors into one. The result is the first error, with the further errors as
    /// its [`others`](Self::others). Returns `None` if there are no errors.
    ///
    /// [`message`](Self::message), [`span`](Self::span) and [`headline`](Self::headline) are those
    /// of the first error. The `Display` form contains all errors, one below the other.
    ///
    /// ```
    /// use quadrille_diagnostics::{Diagnostic, Source};
    /// let source = Source::new("a.toml", "pins = 0\ncolors = 99\n");
    /// let wrong = [(7..8, "no pins"), (18..20, "99 colours")];
    /// let error = Diagnostic::all(wrong.map(|(span, what)| Diagnostic::at(&source, span, what))).expect("two errors");
    /// assert_eq!(error.headline(), "a.toml:1:8: no pins");
    /// assert_eq!(error.others()[0].headline(), "a.toml:2:10: 99 colours");
    /// ```
    pub fn all(errors: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut errors = errors.into_iter();
        let mut first = errors.next()?;
        first.0.others.extend(errors);
        Some(first)
    }

    /// Returns the further errors of a [combined](Self::all) error.
    pub fn others(&self) -> &[Self] {
        &self.0.others
    }

    /// Sets the description of the expected input, which is shown as `expected …`.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.0.expected = Some(escaped(&expected.into(), &['\n']));
        self
    }

    /// Returns an error with the same message at `span` in the text `source`. This is useful if a
    /// text was generated from `source`: an error in the generated text is moved to the place in
    /// `source` that caused it.
    ///
    /// ```
    /// use quadrille_diagnostics::{Diagnostic, Source};
    /// let made = Source::new("made.toml", "pins = 99");
    /// let error = Diagnostic::at(&made, 7..9, "too many pins").expected("1 to 16");
    /// let error = error.moved(&Source::new("--pins", "99"), 0..2);
    /// assert_eq!(error.headline(), "--pins:1:1: too many pins (expected 1 to 16)");
    /// ```
    #[must_use]
    pub fn moved(self, source: &Source, span: Range<usize>) -> Self {
        let DiagnosticParts { source: _, span: _, message, expected, help, others, quoted: _, unfinished } =
            *self.0;
        let mut moved = Self::at(source, span, message);
        (moved.0.expected, moved.0.help, moved.0.others) = (expected, help, others);
        moved.0.unfinished = unfinished;
        moved
    }

    /// Marks the error as caused by the machine, for example because memory was short. The text
    /// itself may then be valid.
    #[must_use]
    pub fn unfinished(mut self) -> Self {
        self.0.unfinished = true;
        self
    }

    /// Returns whether the machine [caused](Self::unfinished) the error. If it did, the text itself
    /// may be valid.
    pub fn is_unfinished(&self) -> bool {
        self.0.unfinished
    }

    /// Removes the excerpts from the error and its [others](Self::others), so that only positions
    /// and messages are shown. This is for texts that the reader of the message may not be allowed
    /// to see.
    ///
    /// ```
    /// use quadrille_diagnostics::{Diagnostic, Source};
    /// let source = Source::new("/etc/shadow", "root:secret");
    /// let error = Diagnostic::at(&source, 4..5, "this is not TOML").without_excerpt();
    /// assert!(!error.to_string().contains("root"));
    /// assert_eq!(error.headline(), "/etc/shadow:1:5: this is not TOML");
    /// ```
    #[must_use]
    pub fn without_excerpt(mut self) -> Self {
        self.0.quoted = false;
        self.0.others = std::mem::take(&mut self.0.others).into_iter().map(Self::without_excerpt).collect();
        self
    }

    /// Returns whether excerpts of the text may be shown.
    pub fn is_quoted(&self) -> bool {
        self.0.quoted
    }

    /// Adds a line of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help.push(escaped(&help.into(), &['\n']));
        self
    }

    /// Adds the advice "did you mean …" if one of the known names is [similar](crate::nearest()) to
    /// the name `read`.
    #[must_use]
    pub fn suggest<'a>(self, read: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match crate::nearest(read, known) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// Returns the message without the position.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the description of the expected input, if there is one.
    pub fn expectation(&self) -> Option<&str> {
        self.0.expected.as_deref()
    }

    /// Returns the lines of advice, in the order in which they were added.
    pub fn advice(&self) -> &[String] {
        &self.0.help
    }

    /// Returns the text that the error refers to.
    pub fn source(&self) -> &Source {
        &self.0.source
    }

    /// Returns the range of bytes that the error refers to.
    pub fn span(&self) -> Range<usize> {
        self.0.span.clone()
    }

    /// Returns the line and column where the error begins.
    pub fn position(&self) -> Position {
        self.0.source.position(self.0.span.start)
    }

    /// Returns the error on one line, in the form `name:line:column: message (expected …); help`.
    pub fn headline(&self) -> String {
        let expected = self.0.expected.iter().map(|expected| format!(" (expected {expected})"));
        let help = self.0.help.iter().map(|help| format!("; {help}"));
        let place = format!("{}:{}: {}", self.0.source.name(), self.position(), self.0.message);
        std::iter::once(place).chain(expected).chain(help).collect()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(feature = "excerpts")]
        let text = self.render(crate::Palette::Plain);
        #[cfg(not(feature = "excerpts"))]
        let text =
            std::iter::once(self).chain(self.others()).map(Self::headline).collect::<Vec<_>>().join("\n");
        f.write_str(&text)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(feature = "serde")]
mod stored {
    use std::ops::Range;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Diagnostic;
    use crate::{Position, Source};

    /// The serialised form. The field `position` is derived from `source` and `span`, for programs
    /// that do not count in bytes of UTF-8. It is ignored by deserialisation.
    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Diagnostic")]
    struct Stored {
        message: String,
        expected: Option<String>,
        help: Vec<String>,
        position: Position,
        span: Range<usize>,
        source: Source,
        others: Vec<Diagnostic>,
    }

    impl Serialize for Diagnostic {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let parts = (*self.0).clone();
            Stored {
                position: self.position(),
                message: parts.message,
                expected: parts.expected,
                help: parts.help,
                span: parts.span,
                source: if parts.quoted { parts.source } else { Source::new(parts.source.name(), "") },
                others: parts.others,
            }
            .serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Diagnostic {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let stored = Stored::deserialize(deserializer)?;
            let mut diagnostic = Self::at(&stored.source, stored.span, stored.message);
            if let Some(expected) = stored.expected {
                diagnostic = diagnostic.expected(expected);
            }
            diagnostic = stored.help.into_iter().fold(diagnostic, Self::help);
            diagnostic.0.others = stored.others;
            Ok(diagnostic)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_format_characters_are_escaped_in_messages() {
        let source = Source::new("a\u{202e}b", "x");
        let error =
            Diagnostic::at(&source, 0..1, "one\u{1b}[31m\ntwo\u{2066}").expected("\u{200f}").help("\u{7}");
        let line = "a\\u{202e}b:1:1: one\\u{1b}[31m\ntwo\\u{2066} (expected \\u{200f}); \\u{7}";
        assert_eq!(error.headline(), line);
    }

    #[test]
    fn a_span_is_clipped_to_whole_characters_of_the_text() {
        let source = Source::new("a", "äö");
        assert_eq!(Diagnostic::at(&source, 1..3, "").span(), 0..4);
        assert_eq!(Diagnostic::at(&source, 7..9, "").span(), 4..4);
        #[allow(clippy::reversed_empty_ranges, reason = "the test covers reversed ranges")]
        let backwards = 2..0;
        assert_eq!(Diagnostic::at(&source, backwards, "").span(), 2..2);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn it_is_stored_with_its_place_and_read_back() {
        let source = Source::new("a.toml", "äb = 99");
        let error = Diagnostic::at(&source, 6..8, "too many").expected("1 to 16").help("take fewer");
        let text = serde_json::to_string(&error).unwrap();
        assert_eq!(
            text,
            r#"{"message":"too many","expected":"1 to 16","help":["take fewer"],"position":{"line":1,"column":6},"#
                .to_owned()
                + r#""span":{"start":6,"end":8},"source":{"name":"a.toml","text":"äb = 99"},"others":[]}"#
        );
        assert_eq!(serde_json::from_str::<Diagnostic>(&text).unwrap(), error);
        let both = Diagnostic::all([error.clone(), Diagnostic::at(&source, 0..1, "and this")]).unwrap();
        assert_eq!(serde_json::from_str::<Diagnostic>(&serde_json::to_string(&both).unwrap()).unwrap(), both);
        let bent = text.replace("\"start\":6,\"end\":8", "\"start\":1,\"end\":99");
        let read: Diagnostic = serde_json::from_str(&bent).unwrap();
        assert_eq!(read.span(), 0..8, "an invalid span is clipped to the text");
    }
}
