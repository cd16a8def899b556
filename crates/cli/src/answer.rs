//! The answer on standard output: text for people, or one JSON object.

use std::io::{BufWriter, ErrorKind, StdoutLock, Write};

use serde::Serialize;

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
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
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
