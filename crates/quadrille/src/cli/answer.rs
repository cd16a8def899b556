//! The answer on standard output: text for people, or one JSON object.

use std::io::{ErrorKind, Write as _};

use serde_json::Value;

use super::failure::Failure;

/// Writes a text, with colours if standard output can show them.
pub(super) fn text(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Writes one JSON object on a line.
pub(super) fn json(value: &Value) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    finish(writeln!(out, "{value}").and_then(|()| out.flush()))
}

fn finish(written: std::io::Result<()>) -> Result<(), Failure> {
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::unfinished(format!("cannot write to standard output: {error}")),
    })
}
