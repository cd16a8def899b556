//! Reading of the complete lines of a text.

use std::io::{self, BufRead, ErrorKind, Read as _};

/// The byte-order mark, which some editors write at the beginning of a file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The replacement character U+FFFD, which decoders write in place of an incomplete character at
/// the end of a truncated text.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// A fault of a record, with its line and column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {fault}", column.map_or_else(String::new, |column| format!(", column {column}")))]
pub struct RecordError<F> {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1; `None` if the fault concerns the whole line.
    pub column: Option<usize>,
    /// The fault.
    pub fault: F,
}

impl<F> RecordError<F> {
    /// Converts the fault, and keeps the line and column.
    pub fn map<T>(self, fault: impl FnOnce(F) -> T) -> RecordError<T> {
        RecordError { line: self.line, column: self.column, fault: fault(self.fault) }
    }
}

/// The error of reading a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault {
    /// The input could not be read.
    #[error("the input cannot be read: {0}")]
    Input(#[source] io::Error),
    /// The last line has no line end, so a part of it may be missing.
    #[error("the text ends inside this line")]
    Cut,
    /// The line is too long for a record.
    #[error("the line is longer than {most} bytes")]
    Long {
        /// The maximum length in bytes.
        most: u64,
    },
    /// The line is not JSON, or does not have the expected keys and values.
    #[error("not a {what}: {}", quadrille_diagnostics::printable(reason))]
    Json {
        /// The expected content.
        what: &'static str,
        /// The reason, which may quote the line. In the message, control characters are escaped.
        reason: String,
    },
}

/// A complete line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: usize,
    /// The bytes of the line, which may include the line end.
    pub bytes: Vec<u8>,
}

impl Line {
    /// Returns the error for a fault that concerns the whole line.
    pub fn has<F>(&self, fault: impl Into<F>) -> RecordError<F> {
        RecordError { line: self.number, column: None, fault: fault.into() }
    }
}

/// Iterates over the complete lines of a text. Blank lines are skipped, and so is a byte-order mark
/// at the beginning of the text.
///
/// If the last line has no line end, it is reported as [`LineFault::Cut`], because its writer may
/// have been killed, or the file may have been copied while it was written. The iteration ends
/// after this fault, after a line that is too long, and after an input error.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    longest: u64,
    line: usize,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// Creates an iterator over the lines of an input. `longest` is the maximum length of a line in
    /// bytes.
    pub const fn new(input: R, longest: u64) -> Self {
        Self { input, longest, line: 0, ended: false }
    }

    /// Returns the next line, which may be blank; empty at the end of the input.
    fn next_line(&mut self) -> Result<Vec<u8>, (Option<usize>, LineFault)> {
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(self.longest).read_until(b'\n', &mut bytes);
        // The decoder reports this error at the end of a truncated compressed input. All complete
        // lines before the error are valid.
        let is_broken = match read {
            Ok(_) => false,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => true,
            Err(error) => return Err((None, LineFault::Input(error))),
        };
        self.line += usize::from(is_broken || !bytes.is_empty());
        let has_end = bytes.last() == Some(&b'\n');
        if bytes.len() as u64 == self.longest && !has_end {
            return Err((None, LineFault::Long { most: self.longest }));
        }
        if self.line == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        if !has_end && (is_broken || !bytes.trim_ascii().is_empty()) {
            let mut rest = &bytes[..];
            while let Some(shorter) = rest.strip_suffix(REPLACEMENT) {
                rest = shorter;
            }
            return Err((Some(rest.len() + 1), LineFault::Cut));
        }
        Ok(bytes)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Line, RecordError<LineFault>>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.next_line() {
                Ok(bytes) if bytes.trim_ascii().is_empty() => self.ended = bytes.is_empty(),
                Ok(bytes) => return Some(Ok(Line { number: self.line, bytes })),
                Err((column, fault)) => {
                    self.ended = true;
                    return Some(Err(RecordError { line: self.line.max(1), column, fault }));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_with_an_end_are_whole() {
        for (text, lines, end) in [
            ("", &[][..], None),
            ("a", &[], Some((1, 2))),
            ("\u{feff}", &[], None),
            ("\u{feff}a\n", &[1], None),
            ("a\r\n\nb\n", &[1, 3], None),
            ("a\n\n \t", &[1], None),
            ("a\r\nbc", &[1], Some((2, 3))),
            ("a\n\u{3042}\u{fffd}", &[1], Some((2, 4))),
            ("a\n\u{fffd}", &[1], Some((2, 1))),
        ] {
            let read: Vec<_> = Lines::new(text.as_bytes(), 100).collect();
            let whole: Vec<usize> = read.iter().flatten().map(|line| line.number).collect();
            assert_eq!(whole, lines, "{text:?}");
            let cut = read.last().and_then(|last| last.as_ref().err());
            assert_eq!(cut.map(|cut| (cut.line, cut.column)), end.map(|(line, column)| (line, Some(column))));
        }
    }

    struct Fails(ErrorKind);

    impl io::Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
    }

    #[test]
    fn long_lines_and_inputs_that_fail_end_the_lines() {
        let mut lines = Lines::new(&b"ab\nabc\nd\n"[..], 3);
        assert_eq!(lines.next().unwrap().unwrap().bytes, b"ab\n");
        let error = lines.next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 2: the line is longer than 3 bytes");
        assert!(lines.next().is_none());

        let fails =
            |kind| Lines::new(io::BufReader::new(Fails(kind)), 9).map(|line| line.unwrap_err()).collect();
        let errors: Vec<RecordError<LineFault>> = fails(ErrorKind::PermissionDenied);
        assert!(errors.len() == 1 && errors[0].to_string().starts_with("line 1: the input cannot be read: "));
        let errors: Vec<RecordError<LineFault>> = fails(ErrorKind::UnexpectedEof);
        assert_eq!(errors[0].to_string(), "line 1, column 1: the text ends inside this line");
    }
}
