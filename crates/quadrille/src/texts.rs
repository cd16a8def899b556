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
    read_up_to(path, LARGEST)
}

/// The same of up to so many bytes, packed or not: no more are unpacked.
///
/// # Errors
/// It cannot be read, is larger, or is not UTF-8.
pub fn read_up_to(path: &Path, largest: u64) -> Result<Source, TextError> {
    let name = if path == "-" { "standard input".to_owned() } else { path.display().to_string() };
    let failed = |error: &dyn Display| TextError::File(format!("cannot read {name}: {error}"));
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().lock().take(largest + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(largest + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| failed(&error))?;
    let limit = format!("it is larger than {} MiB", largest >> 20);
    if bytes.len() as u64 > largest {
        return Err(failed(&limit));
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(&bytes[..])
            .take(largest + 1)
            .read_to_end(&mut unpacked)
            .map_err(|error| failed(&error))?;
        if unpacked.len() as u64 > largest {
            return Err(failed(&format!("{limit} when it is unpacked")));
        }
        bytes = unpacked;
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(failed(&"it is a zip archive; expected what is in it, or a file packed by gzip"));
    }
    Source::from_bytes(&name, bytes).map_err(TextError::Text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write as _;

    #[test]
    fn what_unpacks_to_more_than_the_limit_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bomb.gz");
        let mut packer = GzEncoder::new(File::create(&file).unwrap(), Compression::best());
        for _ in 0..64 {
            packer.write_all(&vec![b'$'; 1 << 20]).unwrap();
        }
        drop(packer);
        assert!(std::fs::metadata(&file).unwrap().len() < 1 << 20);
        let told = read_up_to(&file, 63 << 20).unwrap_err().to_string();
        assert!(told.contains("bomb.gz: it is larger than 63 MiB when it is unpacked"), "{told}");
        assert_eq!(read_up_to(&file, 64 << 20).unwrap().text().len(), 64 << 20);
        std::fs::write(&file, "o!").unwrap();
        assert!(read_up_to(&file, 1).unwrap_err().to_string().ends_with("it is larger than 0 MiB"));
    }
}
