//! Drawing of a diagnostic above the lines of the text that it refers to.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::Diagnostic;
use crate::source::is_invisible;

/// Maximum width of an excerpt in columns. If a line is longer, only the part around the span is
/// shown.
const WIDTH: usize = 80;
/// Number of columns on the left of an excerpt that contain line numbers and vertical rules. These
/// columns are a part of [`WIDTH`].
const MARGIN: usize = 6;
/// Maximum number of bytes of the span that are passed to the renderer, and maximum number of bytes
/// after the span. An excerpt cannot show more text.
const LOOKED_AT: usize = 1 << 10;

/// Whether errors are drawn with colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette {
    /// Plain text.
    Plain,
    /// ANSI colours.
    Colored,
}

impl Diagnostic {
    /// Returns the message above an excerpt of the text. Without colours, this is the
    /// [`Display`](std::fmt::Display) form. The [other errors](Self::others) follow, separated by
    /// empty lines. Lines of the excerpt are cut, and notes are wrapped, at about 80 columns.
    ///
    /// ```
    /// use quadrille_diagnostics::{Diagnostic, Palette, Source};
    /// let source = Source::new("knuth.toml", "[mastermind]\npinz = 4\n");
    /// let error = Diagnostic::at(&source, 13..17, "unknown key `pinz`").suggest("pinz", ["pins", "colors"]);
    /// assert_eq!(
    ///     error.render(Palette::Plain),
    ///     "error: unknown key `pinz`\n \
    ///      --> knuth.toml:2:1\n  \
    ///       |\n\
    ///      2 | pinz = 4\n  \
    ///       | ^^^^\n  \
    ///       |\n  \
    ///       = help: did you mean `pins`?"
    /// );
    /// ```
    pub fn render(&self, palette: Palette) -> String {
        let drawn = std::iter::once(self.render_alone(palette));
        let others = self.others().iter().map(|other| other.render(palette));
        drawn.chain(others).collect::<Vec<_>>().join("\n\n")
    }

    fn render_alone(&self, palette: Palette) -> String {
        let renderer = match palette {
            Palette::Plain => Renderer::plain(),
            Palette::Colored => Renderer::styled(),
        }
        .decor_style(DecorStyle::Ascii)
        .term_width(WIDTH);
        // Only the lines of the span are passed to the renderer, because its running time grows
        // with the length of the text.
        let Range { start, end } = self.span();
        let end = end.min(self.source().ceil_boundary(start + LOOKED_AT));
        let text = self.source().text();
        let from = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let to = text[end..].find('\n').map_or(text.len(), |newline| end + newline + 1);
        let to = to.min(self.source().ceil_boundary(end + LOOKED_AT));
        let (text, span) = visible(&text[from..to], start - from..end - from);
        let mut annotation = AnnotationKind::Primary.span(span);
        let expected = self.expectation().map(|expected| format!("expected {expected}"));
        // The expected input is described next to the span if it fits on the line, and otherwise
        // below the excerpt.
        let column = self.position().column + self.source().text()[self.span()].chars().count();
        let (label, note) = match expected {
            Some(expected) if !self.is_quoted() || column + expected.chars().count() + MARGIN > WIDTH => {
                (None, Some(expected))
            }
            expected => (expected, None),
        };
        if let Some(label) = &label {
            annotation = annotation.label(label.as_str());
        }
        let advice = note
            .iter()
            .map(|note| (Level::NOTE, note))
            .chain(self.advice().iter().map(|help| (Level::HELP, help)));
        let advice: Vec<_> = advice
            .map(|(level, text)| (level, textwrap::fill(text, WIDTH - MARGIN - "= note: ".len())))
            .collect();
        let place = self.position();
        let title = Level::ERROR.primary_title(self.message());
        let mut group = if self.is_quoted() {
            title.element(
                Snippet::source(text)
                    .line_start(place.line)
                    .path(self.source().name())
                    .fold(true)
                    .annotation(annotation),
            )
        } else {
            title.element(Origin::path(self.source().name()).line(place.line).char_column(place.column))
        };
        for (level, text) in advice {
            group = group.element(level.message(text));
        }
        renderer.render(&[group])
    }
}

/// Returns the text with every format character replaced by U+FFFD, and the span in the resulting
/// text. The renderer replaces control characters, but not all format characters that change the
/// direction of the text.
fn visible(text: &str, span: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    let is_format = |character: char| is_invisible(character) && !character.is_control();
    if !text.contains(is_format) {
        return (text.into(), span);
    }
    let replaced = |part: &str| part.replace(is_format, "\u{fffd}");
    let start = replaced(&text[..span.start]).len();
    let end = start + replaced(&text[span]).len();
    (replaced(text).into(), start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
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
        let error = Diagnostic::at(&source, 11..17, "no").expected(crate::one_of(&names)).to_string();
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
        // Sixteen more columns are allowed, because the renderer does not count the margin and its
        // ellipses as part of the width.
        assert!(drawn.lines().all(|line| line.chars().count() <= WIDTH + 16), "{drawn}");
    }

    #[test]
    fn places_in_vast_texts_are_drawn_at_once() {
        let text =
            format!("{}12 {}\n{}", "a line\n".repeat(1_000_000), "9".repeat(5_000_000), "b\n".repeat(99));
        let source = Source::new("vast", text);
        let begun = std::time::Instant::now();
        let drawn = Diagnostic::at(&source, 7_000_003..12_000_003, "no").expected("so").to_string();
        assert!(drawn.contains("vast:1000001:4") && drawn.contains("1000001 | 12 999"), "{drawn}");
        assert!(drawn.len() < 1000 && begun.elapsed().as_millis() < 500, "{:?}", begun.elapsed());
    }

    #[test]
    fn an_excerpt_turns_no_line_around() {
        let source =
            Source::new("a.toml", "access = \"user\u{202e} \u{2066}// admin\u{2069}\u{200f}\u{61c}\u{7}\"");
        let drawn = Diagnostic::at(&source, 9..14, "no").to_string();
        assert!(
            drawn.contains("access = \"user\u{fffd} \u{fffd}// admin\u{fffd}\u{fffd}\u{fffd}"),
            "{drawn}"
        );
        let marks = drawn.lines().last().unwrap();
        assert_eq!(marks.find('^'), drawn.lines().nth(3).unwrap().find("\"user"), "{drawn}");
        assert!(drawn.chars().all(|c| c == '\n' || !crate::source::is_invisible(c)), "{drawn:?}");
    }

    proptest! {
        /// For every text and span, drawing does not panic and shows the message.
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
