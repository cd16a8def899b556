//! Reading of regular files and built-in examples.

use std::path::Path;

use quadrille_diagnostics::Source;
use quadrille_files::Reader;
pub use quadrille_runner::files::{
    Files, Folder, FoundFile, InMemory, LARGEST, NamedFile, NamedFiles, NoFiles, ReadError, typed_path,
};

use crate::examples;

const READER: Reader = Reader::new(LARGEST).with_examples(examples::resolve);

/// Reads a whole regular file, or the [example](examples) that `path` names.
///
/// # Errors
/// The file cannot be read, is not a regular file, or is larger than [`LARGEST`].
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    READER.bytes(path).map(|content| content.bytes)
}

/// Reads the text of a regular file, or the [example](examples) that `path` names.
///
/// # Errors
/// As for [`read`], or the file is not UTF-8.
pub fn source(path: &Path) -> Result<Source, ReadError> {
    READER.text(path)
}
