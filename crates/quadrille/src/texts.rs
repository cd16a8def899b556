//! Texts on the disk, packed by gzip or not.

use std::path::Path;

use quadrille_diagnostics::Source;
use quadrille_files::Reader;
pub use quadrille_files::{Lines as OpenText, ReadError as TextError, lines};

use crate::examples;

/// The largest size of a text in bytes, packed or not.
const LARGEST: u64 = 256 << 20;

/// Regular files, examples, and standard input under the name `-`.
const READER: Reader =
    Reader::new(LARGEST).with_standard_input().with_examples(examples::resolve).unpacking();

/// Reads a text: a regular file, standard input where the path is `-`, an example where it is
/// `example:NAME`. What gzip packed is unpacked, and a byte-order mark is dropped.
///
/// # Errors
/// It cannot be read, is no regular file, is larger than 256 MiB, or is not UTF-8.
pub fn read(path: &Path) -> Result<Source, TextError> {
    READER.text(path)
}

/// Reads a text that may be cut off anywhere, as [`read`] does. A text that ends in the middle of a
/// character, or of what gzip packed, ends in U+FFFD; a text with nothing before that cannot be
/// read.
///
/// # Errors
/// Those of [`read`].
pub fn read_cut(path: &Path) -> Result<Source, TextError> {
    READER.cut().text(path)
}

/// Reads a text as [`read`] does, with another limit, which applies to the packed and to the
/// unpacked size.
///
/// # Errors
/// Those of [`read`].
pub fn read_up_to(path: &Path, largest: u64) -> Result<Source, TextError> {
    READER.up_to(largest).text(path)
}

/// Opens a text of any size for reading line by line, as [`read`] does otherwise.
///
/// # Errors
/// Those of [`read`], except for the size and the encoding.
pub fn open(path: &Path) -> Result<OpenText, TextError> {
    READER.lines(path)
}
