//! The answer on standard output: text for people, or one JSON object.

use std::io::{BufWriter, ErrorKind, StdoutLock, Write};

use quadrille::diagnostics::printable;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::failure::Failure;

/// Writes a text, with colours if standard output can show them.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Writes bytes that are text already, as they are.
pub(crate) fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    written(|out| out.write_all(bytes))
}

/// Writes one JSON object on a line, as it is serialised: an answer need not fit into memory.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    written(|out| {
        value.serialize(&mut Serializer::with_formatter(&mut *out, Visible))?;
        writeln!(out)
    })
}

/// JSON on one line in which all that is [not printable](printable) is escaped: it means the same, and may be
/// looked at.
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

/// Writes lines one after the other.
pub(crate) fn lines(lines: impl Iterator<Item = impl std::fmt::Display>) -> Result<(), Failure> {
    written(|out| lines.into_iter().try_for_each(|line| writeln!(out, "{line}")))
}

fn written(write: impl FnOnce(&mut BufWriter<StdoutLock<'_>>) -> std::io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    finish(write(&mut out).and_then(|()| out.flush()))
}

/// What became of an answer.
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
    fn what_cannot_be_seen_is_escaped_and_means_the_same() {
        let text = "a\u{202e}b\u{7f}\u{1b}[31m\u{e0041}ü\n\"王";
        let mut out = Vec::new();
        text.serialize(&mut Serializer::with_formatter(&mut out, Visible)).unwrap();
        let written = String::from_utf8(out).unwrap();
        assert_eq!(written, r#""a\u202eb\u007f\u001b[31m\udb40\udc41ü\n\"王""#);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
