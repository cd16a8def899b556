//! Reading of text files, which may be compressed with gzip.

use std::path::Path;

use quadrille_diagnostics::Source;
use quadrille_files::Reader;
pub use quadrille_files::{Lines as OpenText, ReadError as TextError, lines};

use crate::examples;

/// Maximum size of a text in bytes, both before and after decompression.
const LARGEST: u64 = 256 << 20;

/// Reader of regular files, examples, and standard input under the name `-`.
const READER: Reader =
    Reader::new(LARGEST).with_standard_input().with_examples(examples::resolve).unpacking();

/// Reads a text from a regular file. The path `-` means standard input, and `example:NAME` a
/// built-in example.
///
/// Gzip-compressed text is decompressed, and a byte-order mark is removed.
///
/// # Errors
/// The file cannot be read, is not a regular file, is larger than 256 MiB, or is not UTF-8.
pub fn read(path: &Path) -> Result<Source, TextError> {
    READER.text(path)
}

/// Like [`read`], but accepts a text whose end is missing.
///
/// If the text ends within a character or within compressed data, the incomplete remainder is
/// replaced by U+FFFD. It is an error if the compressed data contain no complete character.
///
/// # Errors
/// As for [`read`].
pub fn read_cut(path: &Path) -> Result<Source, TextError> {
    READER.cut().text(path)
}

/// Like [`read`], with another maximum size in bytes, which applies both before and after
/// decompression.
///
/// # Errors
/// As for [`read`].
pub fn read_up_to(path: &Path, largest: u64) -> Result<Source, TextError> {
    READER.up_to(largest).text(path)
}

/// Opens a text for reading line by line. The same paths as for [`read`] are accepted, and there is
/// no limit on the size.
///
/// # Errors
/// The file cannot be read, or is not a regular file.
pub fn open(path: &Path) -> Result<OpenText, TextError> {
    READER.lines(path)
}
