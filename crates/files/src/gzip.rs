//! Decompression of gzip data with limits on the size.

use std::io::{BufRead, ErrorKind, Read as _};

use flate2::bufread::MultiGzDecoder;
use quadrille_memory::Size;

/// The first bytes of a gzip file.
pub(crate) const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zip archive.
pub(crate) const ZIP: &[u8] = b"PK\x03\x04";

/// Decompressed data up to this size in bytes may have any ratio to the compressed size.
const ALWAYS_UNPACKED: u64 = 16 << 20;
/// Maximum ratio of decompressed to compressed bytes, if there are more than [`ALWAYS_UNPACKED`]
/// decompressed bytes. Pattern files in the macrocell format have ratios up to 20, repetitive RLE
/// files up to 100, and a file of a single repeated byte has 1030.
const MOST_TIMES: u64 = 200;
/// Number of bytes that are decompressed between two checks of the limits.
const UNPACKED_AT_ONCE: u64 = 1 << 20;

/// Error of decompressing gzip data.
#[derive(Debug)]
pub(crate) enum UnpackError {
    /// The compressed data are damaged, or there are too many decompressed bytes.
    Refused(String),
    /// Memory does not suffice for the decompressed bytes.
    Memory(quadrille_memory::Shortage),
}

/// Returns a reader of the decompressed bytes of gzip data.
pub(crate) fn decoder<R: BufRead>(packed: R) -> MultiGzDecoder<R> {
    MultiGzDecoder::new(packed)
}

/// Returns the decompressed bytes of gzip data. If `cut` is true, incomplete data are accepted, and
/// their complete characters are returned, followed by U+FFFD.
pub(crate) fn unpack(packed: &[u8], largest: u64, cut: bool) -> Result<Vec<u8>, UnpackError> {
    let mut unpacker = decoder(packed);
    let mut unpacked = Vec::new();
    loop {
        quadrille_memory::reserve(&mut unpacked, UNPACKED_AT_ONCE as usize).map_err(UnpackError::Memory)?;
        match unpacker.by_ref().take(UNPACKED_AT_ONCE).read_to_end(&mut unpacked) {
            Ok(0) => return Ok(unpacked),
            Err(error) if cut && error.kind() == ErrorKind::UnexpectedEof && !unpacked.is_empty() => {
                // The incomplete last character is dropped.
                while std::str::from_utf8(&unpacked).is_err_and(|error| error.error_len().is_none()) {
                    unpacked.pop();
                }
                unpacked.extend("\u{fffd}".bytes());
                return Ok(unpacked);
            }
            Err(error) => return Err(UnpackError::Refused(error.to_string())),
            Ok(_) => {}
        }
        let (size, read) = (unpacked.len() as u64, (packed.len() - unpacker.get_ref().len()) as u64);
        if size > largest {
            return Err(UnpackError::Refused(format!("{} when it is unpacked", larger_than(largest))));
        }
        if size > ALWAYS_UNPACKED && size / MOST_TIMES > read {
            return Err(UnpackError::Refused(format!(
                "it unpacks to more than {MOST_TIMES} times its size; expected a smaller ratio, or the unpacked file"
            )));
        }
    }
}

/// Returns the message for a file with more than `largest` bytes.
pub(crate) fn larger_than(largest: u64) -> String {
    format!("it is larger than {}", Size(largest))
}
