//! Lines of a source, each with its place.

use std::ops::Range;

use quadrille_diagnostics::{Diagnostic, Source};

/// A line without its end.
#[derive(Clone, Copy)]
pub(super) struct Line<'s> {
    pub(super) text: &'s str,
    /// Where in the source it begins, in bytes.
    pub(super) start: usize,
}

impl<'s> Line<'s> {
    /// Something is wrong with the line as a whole.
    pub(super) fn error(&self, source: &Source, message: impl Into<String>) -> Diagnostic {
        self.error_at(source, 0..self.text.len(), message)
    }

    /// Something is wrong with a part of it, in bytes from its start.
    pub(super) fn error_at(
        &self,
        source: &Source,
        part: Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::at(source, self.start + part.start..self.start + part.end, message)
    }

    /// The line without the white space that it begins with.
    pub(super) fn trimmed_start(&self) -> Self {
        let text = self.text.trim_start();
        Self { text, start: self.start + self.text.len() - text.len() }
    }

    /// The place of a part of its text.
    pub(super) fn place(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.text.as_ptr().addr();
        start..start + part.len()
    }

    /// What follows the letter of a remark such as `#C text`, without the space between; `None` if the line
    /// has another letter.
    pub(super) fn after(&self, mark: &str) -> Option<&'s str> {
        let rest = self.text.strip_prefix(mark)?;
        Some(rest.strip_prefix(' ').unwrap_or(rest))
    }
}

/// All lines; one ends in `\n`, `\r\n` or `\r`, as Golly reads them.
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
