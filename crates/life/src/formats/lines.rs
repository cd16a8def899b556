//! Lines of a source with their positions.

use std::ops::Range;

use quadrille_diagnostics::{Diagnostic, Source};

/// A line without its line ending.
#[derive(Clone, Copy)]
pub(super) struct Line<'s> {
    pub(super) text: &'s str,
    /// The position in the source at which the line begins, in bytes.
    pub(super) start: usize,
}

impl<'s> Line<'s> {
    /// Creates a diagnostic about the whole line.
    pub(super) fn error(&self, source: &Source, message: impl Into<String>) -> Diagnostic {
        self.error_at(source, 0..self.text.len(), message)
    }

    /// Creates a diagnostic about a part of the line. The part is given in bytes from the start of
    /// the line.
    pub(super) fn error_at(
        &self,
        source: &Source,
        part: Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::at(source, self.start + part.start..self.start + part.end, message)
    }

    /// Returns the line without its leading white space.
    pub(super) fn trimmed_start(&self) -> Self {
        let text = self.text.trim_start();
        Self { text, start: self.start + self.text.len() - text.len() }
    }

    /// Returns the byte range of `part` in the line's text; `part` must be a substring of this
    /// text.
    pub(super) fn place(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.text.as_ptr().addr();
        start..start + part.len()
    }

    /// Returns the text after `mark`, the prefix of a comment line such as `#C text`, without the
    /// space after the prefix; `None` if the line does not begin with `mark`.
    pub(super) fn after(&self, mark: &str) -> Option<&'s str> {
        let rest = self.text.strip_prefix(mark)?;
        Some(rest.strip_prefix(' ').unwrap_or(rest))
    }
}

/// Returns all lines; as in Golly, a line ends in `\n`, `\r\n` or `\r`.
pub(super) fn of(source: &Source) -> impl Iterator<Item = Line<'_>> {
    let text = source.text();
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = Line { text: &rest[..end], start };
        let ending = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        start += end + ending;
        Some(line)
    })
}
