//! Reading and writing of lines of JSON, and comparison of recorded results with the game.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Line, LineFault, RecordError};

impl Line {
    /// Parses the line as JSON. `what` is a name of the expected content for messages, such as
    /// "head of a record".
    ///
    /// # Errors
    /// [`LineFault::Json`]: the line is not JSON, or does not have the keys and values of type `T`.
    pub fn json<T: DeserializeOwned>(&self, what: &'static str) -> Result<T, RecordError<LineFault>> {
        serde_json::from_slice(self.bytes.trim_ascii_end()).map_err(|error| {
            // The text of the error contains a line and a column, which are removed here. They are
            // stored in separate fields of the [`RecordError`].
            let (text, column) = (error.to_string(), error.column());
            let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
            let fault = LineFault::Json { what, reason: reason.to_owned() };
            RecordError { line: self.number, column: (column > 0).then_some(column), fault }
        })
    }
}

/// Returns a value as a line of JSON, including the line end; an empty line if the value cannot be
/// serialised.
pub fn write_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// The error of a recorded value that differs from the value in the replayed game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is {}, but the replay has {found}", quadrille_diagnostics::printable(written))]
#[non_exhaustive]
pub struct Claim {
    /// The key.
    pub key: &'static str,
    /// The recorded value, as JSON.
    pub written: String,
    /// The value in the replayed game, as JSON.
    pub found: String,
}

/// Compares a recorded value with the value in the replayed game.
///
/// # Errors
/// [`Claim`]: the values differ.
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
