//! JSON of a line, and what it claims.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Line, LineFault, RecordError};

impl Line {
    /// What the line holds; `what` is expected, such as "head of a record".
    ///
    /// # Errors
    /// [`LineFault::Json`]: no JSON, or not the keys and values of a `T`.
    pub fn json<T: DeserializeOwned>(&self, what: &'static str) -> Result<T, RecordError<LineFault>> {
        serde_json::from_slice(self.bytes.trim_ascii_end()).map_err(|error| {
            // The place has fields of its own; its line is always the first.
            let (text, column) = (error.to_string(), error.column());
            let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
            let fault = LineFault::Json { what, reason: reason.to_owned() };
            RecordError { line: self.number, column: (column > 0).then_some(column), fault }
        })
    }
}

/// A value as a line of JSON, with its end. A value that JSON cannot express gives an empty line.
pub fn write_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Something else came of the game than its record claims.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is {}, but the game comes to {found}", quadrille_diagnostics::printable(written))]
#[non_exhaustive]
pub struct Claim {
    /// The key.
    pub key: &'static str,
    /// What is written, as JSON.
    pub written: String,
    /// What is true, as JSON.
    pub found: String,
}

/// Compares what a record has under a key with what is true.
///
/// # Errors
/// [`Claim`]: it is something else.
pub fn claim<T: PartialEq + Serialize + ?Sized>(
    key: &'static str,
    written: &T,
    found: &T,
) -> Result<(), Claim> {
    if written == found {
        return Ok(());
    }
    let show = |value: &T| serde_json::to_string(value).unwrap_or_default();
    Err(Claim { key, written: show(written), found: show(found) })
}
