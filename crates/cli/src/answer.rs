//! Output of a command's answer: text, or one JSON object.

use std::io::{BufWriter, ErrorKind, StdoutLock, Write};

use quadrille::diagnostics::printable;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::failure::Failure;

/// Writes text to standard output; colours are removed if the output does not support them.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Writes bytes to standard output unchanged.
pub(crate) fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    written(|out| out.write_all(bytes))
}

/// Maximum size in bytes of a JSON answer that is buffered before writing.
const LONGEST_HELD: usize = 1 << 20;

/// Writes one JSON object on one line.
///
/// Writes nothing if the value cannot be serialized. To bound memory use, a value whose JSON
/// exceeds [`LONGEST_HELD`] is serialized twice: once to check, once to write.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut held = Held::default();
    let serialized = value.serialize(&mut Serializer::with_formatter(&mut held, Visible));
    serialized
        .map_err(|error| Failure::unfinished(format!("this answer cannot be written as JSON: {error}")))?;
    written(|out| {
        if held.is_whole() {
            out.write_all(&held.bytes)?;
        } else {
            value.serialize(&mut Serializer::with_formatter(&mut *out, Visible))?;
        }
        writeln!(out)
    })
}

/// Writes one JSON object on one line while it is being serialized.
///
/// This is for values that can be produced only once, such as random numbers. Their serialization
/// must not fail.
pub(crate) fn json_drawn(value: &impl Serialize) -> Result<(), Failure> {
    written(|out| {
        value.serialize(&mut Serializer::with_formatter(&mut *out, Visible))?;
        writeln!(out)
    })
}

/// A buffer of at most [`LONGEST_HELD`] bytes. If more bytes are written, it discards its contents
/// and ignores further bytes.
#[derive(Default)]
struct Held {
    bytes: Vec<u8>,
    dropped: bool,
}

impl Held {
    const fn is_whole(&self) -> bool {
        !self.dropped
    }
}

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.dropped || bytes.len() > LONGEST_HELD - self.bytes.len() {
            (self.bytes, self.dropped) = (Vec::new(), true);
        } else {
            self.bytes.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// JSON formatter that writes one line and escapes every character that is not
/// [printable](printable).
///
/// The escapes decode to the same text, and the output is safe to print on a terminal.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, part: &str) -> std::io::Result<()> {
        if printable(part) == part {
            return out.write_all(part.as_bytes());
        }
        for character in part.chars() {
            let mut bytes = [0; 4];
            let alone: &str = character.encode_utf8(&mut bytes);
            if printable(alone) == alone {
                out.write_all(alone.as_bytes())?;
            } else {
                character
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .try_for_each(|unit| write!(out, "\\u{unit:04x}"))?;
            }
        }
        Ok(())
    }
}

/// Writes one line per item.
pub(crate) fn lines(lines: impl Iterator<Item = impl std::fmt::Display>) -> Result<(), Failure> {
    written(|out| lines.into_iter().try_for_each(|line| writeln!(out, "{line}")))
}

fn written(write: impl FnOnce(&mut BufWriter<StdoutLock<'_>>) -> std::io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    finish(write(&mut out).and_then(|()| out.flush()))
}

/// Converts the result of writing an answer. A closed pipe becomes [`Failure::ClosedPipe`], which
/// has exit code 0.
pub(crate) fn finish(written: std::io::Result<()>) -> Result<(), Failure> {
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::unfinished(format!("cannot write to standard output: {error}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_not_held_in_memory() {
        let mut held = Held::default();
        held.write_all(&vec![b'a'; LONGEST_HELD]).unwrap();
        assert!(held.is_whole() && held.bytes.len() == LONGEST_HELD);
        held.write_all(b"b").unwrap();
        held.write_all(b"c").unwrap();
        assert!(!held.is_whole() && held.bytes.is_empty());
    }

    #[test]
    fn unprintable_characters_are_escaped() {
        let text = "a\u{202e}b\u{7f}\u{1b}[31m\u{e0041}ü\n\"王";
        let mut out = Vec::new();
        text.serialize(&mut Serializer::with_formatter(&mut out, Visible)).unwrap();
        let written = String::from_utf8(out).unwrap();
        assert_eq!(written, r#""a\u202eb\u007f\u001b[31m\udb40\udc41ü\n\"王""#);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
