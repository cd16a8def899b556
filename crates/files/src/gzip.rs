//! Unpacking gzip within limits.

use std::io::{BufRead, ErrorKind, Read as _};

use flate2::bufread::MultiGzDecoder;
use quadrille_memory::Size;

/// The first bytes of a gzip file.
pub(crate) const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zip archive.
pub(crate) const ZIP: &[u8] = b"PK\x03\x04";

/// Bytes that may be unpacked regardless of the size of the input.
const ALWAYS_UNPACKED: u64 = 16 << 20;
/// Maximum ratio of unpacked to packed bytes above [`ALWAYS_UNPACKED`]. Macrocells reach 20,
/// repetitive RLE 100, and a single repeated byte 1030.
const MOST_TIMES: u64 = 200;
/// Bytes unpacked between two checks of the limits.
const UNPACKED_AT_ONCE: u64 = 1 << 20;

/// Error of unpacking.
#[derive(Debug)]
pub(crate) enum UnpackError {
    /// The input is damaged, or unpacks to too many bytes.
    Refused(String),
    /// Memory does not suffice for the unpacked bytes.
    Memory(quadrille_memory::Shortage),
}

/// Returns a reader that unpacks gzip.
pub(crate) fn decoder<R: BufRead>(packed: R) -> MultiGzDecoder<R> {
    MultiGzDecoder::new(packed)
}

/// Returns the unpacked bytes. With `cut`, the input may be incomplete; U+FFFD then follows the
/// last whole character.
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

/// Returns the message for a file that exceeds the limit in bytes.
pub(crate) fn larger_than(largest: u64) -> String {
    format!("it is larger than {}", Size(largest))
}
