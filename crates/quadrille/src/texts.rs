//! Reading of text files, gzip-compressed or not.

use std::path::Path;

use quadrille_diagnostics::Source;
use quadrille_files::Reader;
pub use quadrille_files::{Lines as OpenText, ReadError as TextError, lines};

use crate::examples;

/// Maximum size of a text in bytes, compressed or not.
const LARGEST: u64 = 256 << 20;

/// Reader of regular files, examples, and standard input under the name `-`.
const READER: Reader =
    Reader::new(LARGEST).with_standard_input().with_examples(examples::resolve).unpacking();

/// Reads a text: a regular file, standard input for `-`, or an example for `example:NAME`.
///
/// Gzip-compressed text is decompressed, and a byte-order mark is removed.
///
/// # Errors
/// The file cannot be read, is not a regular file, is larger than 256 MiB, or is not UTF-8.
pub fn read(path: &Path) -> Result<Source, TextError> {
    READER.text(path)
}

/// Like [`read`], for a text that may be truncated anywhere.
///
/// A text that ends inside a character, or inside compressed data, ends in U+FFFD. A text without
/// any complete character before that cannot be read.
///
/// # Errors
/// As for [`read`].
pub fn read_cut(path: &Path) -> Result<Source, TextError> {
    READER.cut().text(path)
}

/// Like [`read`], with another size limit in bytes, which applies to the compressed and the
/// decompressed size.
///
/// # Errors
/// As for [`read`].
pub fn read_up_to(path: &Path, largest: u64) -> Result<Source, TextError> {
    READER.up_to(largest).text(path)
}

/// Opens a text of any size for reading line by line, otherwise like [`read`].
///
/// # Errors
/// As for [`read`], except for the size and the encoding.
pub fn open(path: &Path) -> Result<OpenText, TextError> {
    READER.lines(path)
}
