//! Whole lines of a text.

use std::io::{self, BufRead, ErrorKind, Read as _};

/// What some editors write before everything else.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// What stands for the unreadable end of a text that was cut off.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {fault}", column.map_or_else(String::new, |column| format!(", column {column}")))]
pub struct RecordError<F> {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1; `None` where it is the line as a whole.
    pub column: Option<usize>,
    /// What is wrong there.
    pub fault: F,
}

impl<F> RecordError<F> {
    /// The same place with another fault.
    pub fn map<T>(self, fault: impl FnOnce(F) -> T) -> RecordError<T> {
        RecordError { line: self.line, column: self.column, fault: fault(self.fault) }
    }
}

/// A line that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault {
    /// The input could not be read.
    #[error("it cannot be read: {0}")]
    Input(#[source] io::Error),
    /// The input ends inside the line, which has no line end: a part may be missing.
    #[error("the text ends inside this line")]
    Cut,
    /// No record is so long.
    #[error("it is longer than {most} bytes, and no record")]
    Long {
        /// The longest that would have been read.
        most: u64,
    },
    /// No JSON, or not the keys and values that were expected.
    #[error("this is no {what}: {}", quadrille_diagnostics::printable(reason))]
    Json {
        /// What was expected.
        what: &'static str,
        /// What is wrong. It may quote the line; shown, its control characters are escaped.
        reason: String,
    },
}

/// A line that has its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// The line, perhaps with its end.
    pub bytes: Vec<u8>,
}

impl Line {
    /// The error of a fault of the line as a whole.
    pub fn has<F>(&self, fault: impl Into<F>) -> RecordError<F> {
        RecordError { line: self.number, column: None, fault: fault.into() }
    }
}

/// The lines of a text that have a line end. Blank lines are left out, and so is a byte-order mark
/// at the beginning.
///
/// A last line without its end is not returned, because the program that wrote it was killed, or
/// the file was copied while it was written: it is [`LineFault::Cut`]. That, a line that is too
/// long and an input that fails end the lines.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    longest: u64,
    line: usize,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input, none of which may be longer than so many bytes.
    pub const fn new(input: R, longest: u64) -> Self {
        Self { input, longest, line: 0, ended: false }
    }

    /// The next line, possibly blank; empty at the end of the input.
    fn next_line(&mut self) -> Result<Vec<u8>, (Option<usize>, LineFault)> {
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(self.longest).read_until(b'\n', &mut bytes);
        // A packed input that ends early has all lines before its end.
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
        assert_eq!(error.to_string(), "line 2: it is longer than 3 bytes, and no record");
        assert!(lines.next().is_none());

        let fails =
            |kind| Lines::new(io::BufReader::new(Fails(kind)), 9).map(|line| line.unwrap_err()).collect();
        let errors: Vec<RecordError<LineFault>> = fails(ErrorKind::PermissionDenied);
        assert!(errors.len() == 1 && errors[0].to_string().starts_with("line 1: it cannot be read: "));
        let errors: Vec<RecordError<LineFault>> = fails(ErrorKind::UnexpectedEof);
        assert_eq!(errors[0].to_string(), "line 1, column 1: the text ends inside this line");
    }
}
