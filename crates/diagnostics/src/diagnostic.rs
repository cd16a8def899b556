//! The error itself and how it looks.

use std::fmt;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::{Position, Source};

/// Columns an excerpt may take; longer lines are cut around the place that matters.
const WIDTH: usize = 80;
/// Columns that line numbers and rules take of them.
const MARGIN: usize = 6;

/// Something wrong at a place in a text.
///
/// Its [`Display`](fmt::Display) form is the whole story without colour:
///
/// ```
/// use quadrille_diagnostics::{Diagnostic, Source};
/// let source = Source::new("knuth.toml", "[mastermind]\npinz = 4\n");
/// let error = Diagnostic::at(&source, 13..17, "unknown key `pinz`").suggest("pinz", ["pins", "colors"]);
/// assert_eq!(
///     error.to_string(),
///     "error: unknown key `pinz`\n \
///      --> knuth.toml:2:1\n  \
///       |\n\
///      2 | pinz = 4\n  \
///       | ^^^^\n  \
///       |\n  \
///       = help: did you mean `pins`?"
/// );
/// ```
// Boxed, so that a Result carrying one stays small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic(Box<Parts>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parts {
    source: Source,
    span: Range<usize>,
    message: String,
    expected: Option<String>,
    help: Vec<String>,
    /// What else is wrong.
    others: Vec<Diagnostic>,
}

/// Whether an error is drawn with terminal colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette {
    /// Plain text.
    Plain,
    /// ANSI colours.
    Colored,
}

impl Diagnostic {
    /// Something is wrong at `span` (bytes of the text; clipped to it and to whole characters).
    pub fn at(source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        let start = source.floor_boundary(span.start);
        let end = source.text().ceil_char_boundary(span.end.max(start));
        Self(Box::new(Parts {
            source: source.clone(),
            span: start..end,
            message: message.into(),
            expected: None,
            help: Vec::new(),
            others: Vec::new(),
        }))
    }

    /// All of these as one error, which begins with the first and tells the others after it; `None` of no errors.
    ///
    /// Everything about [`message`](Self::message), [`span`](Self::span), [`headline`](Self::headline) is that of the first;
    /// drawn, they stand one below the other.
    ///
    /// ```
    /// use quadrille_diagnostics::{Diagnostic, Source};
    /// let source = Source::new("a.toml", "pins = 0\ncolors = 99\n");
    /// let wrong = [(7..8, "no pins"), (18..20, "99 colours")];
    /// let error = Diagnostic::all(wrong.map(|(span, what)| Diagnostic::at(&source, span, what))).expect("two errors");
    /// assert_eq!(error.headline(), "a.toml:1:8: no pins");
    /// assert_eq!(error.to_string().matches("error: ").count(), 2);
    /// ```
    pub fn all(errors: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut errors = errors.into_iter();
        let mut first = errors.next()?;
        first.0.others.extend(errors);
        Some(first)
    }

    /// What else is wrong, where this error stands for [several](Self::all).
    pub fn others(&self) -> &[Self] {
        &self.0.others
    }

    /// Adds what was expected at that place, written under the excerpt: `expected …`.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.0.expected = Some(expected.into());
        self
    }

    /// The same error at a place in another text: for a text that was made of another, and errors that are to be told of that.
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
        let Parts { source: _, span: _, message, expected, help, others } = *self.0;
        let mut moved = Self::at(source, span, message);
        (moved.0.expected, moved.0.help, moved.0.others) = (expected, help, others);
        moved
    }

    /// Adds a line of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help.push(help.into());
        self
    }

    /// Adds "did you mean …" if one of the known names is [near](crate::nearest()) to the one that was read.
    #[must_use]
    pub fn suggest<'a>(self, read: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match crate::nearest(read, known) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The text this is about.
    pub fn source(&self) -> &Source {
        &self.0.source
    }

    /// The bytes this is about.
    pub fn span(&self) -> Range<usize> {
        self.0.span.clone()
    }

    /// Line and column where it begins.
    pub fn position(&self) -> Position {
        self.0.source.position(self.0.span.start)
    }

    /// Everything on one line: `name:line:column: message (expected …); help`.
    pub fn headline(&self) -> String {
        let expected = self.0.expected.iter().map(|expected| format!(" (expected {expected})"));
        let help = self.0.help.iter().map(|help| format!("; {help}"));
        let place = format!("{}:{}: {}", self.0.source.name(), self.position(), self.0.message);
        std::iter::once(place).chain(expected).chain(help).collect()
    }

    /// The message with its excerpt, as [`Display`](fmt::Display) prints it, or with colours; those of
    /// [others](Self::others) below, an empty line between them.
    pub fn render(&self, palette: Palette) -> String {
        let drawn = std::iter::once(self.render_alone(palette));
        let others = self.0.others.iter().map(|other| other.render(palette));
        drawn.chain(others).collect::<Vec<_>>().join("\n\n")
    }

    fn render_alone(&self, palette: Palette) -> String {
        let renderer = match palette {
            Palette::Plain => Renderer::plain(),
            Palette::Colored => Renderer::styled(),
        }
        .decor_style(DecorStyle::Ascii)
        .term_width(WIDTH);
        let mut annotation = AnnotationKind::Primary.span(self.0.span.clone());
        let expected = self.0.expected.as_ref().map(|expected| format!("expected {expected}"));
        // Beside the place if it fits on that line, below the excerpt if not.
        let column = self.position().column + self.source().text()[self.span()].chars().count();
        let (label, note) = match expected {
            Some(expected) if column + expected.chars().count() + MARGIN > WIDTH => (None, Some(expected)),
            expected => (expected, None),
        };
        if let Some(label) = &label {
            annotation = annotation.label(label.as_str());
        }
        let advice = note
            .iter()
            .map(|note| (Level::NOTE, note))
            .chain(self.0.help.iter().map(|help| (Level::HELP, help)));
        let advice: Vec<_> = advice
            .map(|(level, text)| (level, textwrap::fill(text, WIDTH - MARGIN - "= note: ".len())))
            .collect();
        let mut group = Level::ERROR.primary_title(self.0.message.as_str()).element(
            Snippet::source(self.0.source.text())
                .path(self.0.source.name())
                .fold(true)
                .annotation(annotation),
        );
        for (level, text) in advice {
            group = group.element(level.message(text));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Palette::Plain))
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_was_expected_stands_under_the_place() {
        let source = Source::new("a.toml", "pins = 99");
        let text = Diagnostic::at(&source, 7..9, "99 pins are too many").expected("1 to 16").to_string();
        assert!(text.contains("1 | pins = 99\n  |        ^^ expected 1 to 16"), "{text}");
    }

    #[test]
    fn what_does_not_fit_beside_the_place_stands_below_in_eighty_columns() {
        let source = Source::new("a.toml", "strategy = \"knut\"");
        let names =
            ["knuth", "expected-size", "entropy", "most-parts", "first-consistent", "and", "some", "more"];
        let error = Diagnostic::at(&source, 11..17, "no").expected(crate::toml::one_of(&names)).to_string();
        assert!(error.contains("= note: expected `knuth`, `expected-size`"), "{error}");
        assert!(error.contains("or `more`"), "{error}");
        assert!(error.lines().all(|line| line.chars().count() <= WIDTH), "{error}");
    }

    #[test]
    fn an_error_at_the_end_of_an_empty_text_can_be_drawn() {
        let error = Diagnostic::at(&Source::new("nothing", ""), 0..0, "the file is empty");
        assert_eq!(error.headline(), "nothing:1:1: the file is empty");
        assert!(error.to_string().contains("nothing:1:1"));
    }

    #[test]
    fn long_lines_are_cut_to_the_width() {
        let text = format!("key = \"{}!{}\"", "a".repeat(400), "b".repeat(400));
        let source = Source::new("long", text.as_str());
        let place = text.find('!').unwrap();
        let drawn = Diagnostic::at(&source, place..place + 1, "no").to_string();
        assert!(drawn.contains('!'), "{drawn}");
        // Sixteen columns of slack: the renderer counts the margin and its ellipses on top of the width.
        assert!(drawn.lines().all(|line| line.chars().count() <= WIDTH + 16), "{drawn}");
    }

    proptest! {
        /// Whatever the text and the span, drawing neither panics nor loses the message.
        #[test]
        fn every_span_of_every_text_can_be_drawn(text in "\\PC{0,30}(\n\\PC{0,30}){0,3}", a in 0usize..150, b in 0usize..150) {
            let source = Source::new("any", text.as_str());
            let error = Diagnostic::at(&source, a.min(b)..a.max(b), "message").expected("something").help("do it");
            for palette in [Palette::Plain, Palette::Colored] {
                prop_assert!(error.render(palette).contains("message"));
            }
            prop_assert!(error.headline().contains("message"));
        }
    }
}
