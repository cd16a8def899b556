//! Texts on the disk, packed by gzip or not.

use std::fmt::Display;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use quadrille_diagnostics::{Diagnostic, Source};

/// Bytes of a text at most, packed or not.
const LARGEST: u64 = 256 << 20;

/// Why a text could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// The file cannot be read, for this reason.
    #[error("{0}")]
    File(String),
    /// It is no text.
    #[error("{0}")]
    Text(Diagnostic),
}

/// Reads a text, from standard input where the path is `-`; one that begins as gzip does is unpacked, and a
/// byte-order mark before it is passed over.
///
/// # Errors
/// It cannot be read, is larger than 256 MiB, or is not UTF-8.
pub fn read(path: &Path) -> Result<Source, TextError> {
    let name = if path == "-" { "standard input".to_owned() } else { path.display().to_string() };
    let failed = |error: &dyn Display| TextError::File(format!("cannot read {name}: {error}"));
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| failed(&error))?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(&bytes[..])
            .take(LARGEST + 1)
            .read_to_end(&mut unpacked)
            .map_err(|error| failed(&error))?;
        bytes = unpacked;
    }
    if bytes.len() as u64 > LARGEST {
        return Err(failed(&"it is larger than 256 MiB"));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(failed(&"it is a zip archive; expected what is in it, or a file packed by gzip"));
    }
    Source::from_bytes(&name, bytes).map_err(TextError::Text)
}
