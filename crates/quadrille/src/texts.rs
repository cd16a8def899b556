//! Texts on the disk, packed by gzip or not.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read as _, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use quadrille_diagnostics::{Diagnostic, Source};

use crate::examples::{self, Example};

/// Bytes of a text at most, packed or not.
const LARGEST: u64 = 256 << 20;

/// Bytes that are unpacked whatever they were packed into.
const ALWAYS_UNPACKED: u64 = 16 << 20;
/// Times its size that a file may unpack to beyond that. Macrocells come to 20, much repeated RLE to 100; gzip comes
/// to 1030 where a single byte is repeated.
const MOST_TIMES: u64 = 200;
/// Bytes unpacked between two looks at how many they are.
const UNPACKED_AT_ONCE: u64 = 1 << 20;

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

/// Reads a text, from standard input where the path is `-`, an example where it is `example:NAME`; one that begins as gzip does is unpacked, and a
/// byte-order mark before it is passed over.
///
/// # Errors
/// It cannot be read, is larger than 256 MiB, or is not UTF-8.
pub fn read(path: &Path) -> Result<Source, TextError> {
    read_up_to(path, LARGEST)
}

/// Reads a text that may be cut off anywhere, as [`read`] does. A text that ends in the middle of a
/// character, or of what gzip packed, ends in U+FFFD; a text with nothing before that cannot be
/// read.
///
/// # Errors
/// Those of [`read`].
pub fn read_cut(path: &Path) -> Result<Source, TextError> {
    source(path, LARGEST, true)
}

/// Reads like [`read`] up to so many bytes, packed or not: no more are unpacked. What is made to
/// unpack to very much is given up after 16 MiB: as soon as it is more than 200 times what was read
/// for it.
///
/// # Errors
/// It cannot be read, is larger, or is not UTF-8.
pub fn read_up_to(path: &Path, largest: u64) -> Result<Source, TextError> {
    source(path, largest, false)
}

/// Returns the text at a path, which may be an example; with `cut` it may be cut off anywhere.
fn source(path: &Path, largest: u64, cut: bool) -> Result<Source, TextError> {
    if let Some(example) = examples::at_path(path) {
        return example.map(Example::source).map_err(TextError::File);
    }
    let (name, text) = bytes(path, largest, cut)?;
    let source = if cut { Source::from_cut_bytes(&name, text) } else { Source::from_bytes(&name, text) };
    source.map_err(TextError::Text)
}

/// Returns the name of a file and its bytes, unpacked. With `cut` packed bytes may end early, and
/// are followed by U+FFFD then.
fn bytes(path: &Path, largest: u64, cut: bool) -> Result<(String, Vec<u8>), TextError> {
    let name = if path == "-" { "standard input".to_owned() } else { path.display().to_string() };
    let failed = |error: &dyn Display| TextError::File(format!("cannot read {name}: {error}"));
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().lock().take(largest + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(largest + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| failed(&error))?;
    if bytes.len() as u64 > largest {
        return Err(failed(&larger_than(largest)));
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        bytes = unpacked(&bytes, largest, cut).map_err(|reason| failed(&reason))?;
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(failed(&"it is a zip archive; expected what is in it, or a file packed by gzip"));
    }
    Ok((name, bytes))
}

/// Writes a text to a file, whole or not at all, packed by gzip where its name ends in `.gz`.
///
/// # Errors
/// Those of `write`, and a file that cannot be written.
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|file| {
        let mut out = BufWriter::new(file);
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz")) {
            let mut packer = GzEncoder::new(&mut out, Compression::default());
            write(&mut packer)?;
            packer.finish()?;
        } else {
            write(&mut out)?;
        }
        out.flush()?;
        std::fs::rename(&beside, path)
    });
    if written.is_err() {
        // What is half written is no use to anyone; that it may not be there is fine.
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// What stands in an input, line by line, unpacked where it begins as gzip does.
///
/// # Errors
/// It cannot be read.
pub fn lines(input: impl BufRead + 'static) -> std::io::Result<Box<dyn BufRead>> {
    let mut input = input;
    if input.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        return Ok(Box::new(BufReader::new(MultiGzDecoder::new(input))));
    }
    Ok(Box::new(input))
}

/// Opens a text of any size for reading line by line: standard input where the path is `-`, an example where it
/// is `example:NAME`; one that begins as gzip does is unpacked.
///
/// # Errors
/// It cannot be opened.
pub fn open(path: &Path) -> Result<OpenText, TextError> {
    if let Some(example) = examples::at_path(path) {
        let text = example.map_err(TextError::File)?.text;
        return Ok(OpenText { lines: Box::new(text.as_bytes()), waits: false });
    }
    let name = path.display();
    let failed = |error: std::io::Error| TextError::File(format!("cannot read {name}: {error}"));
    if path == "-" {
        let lines = lines(std::io::stdin().lock()).map_err(failed)?;
        return Ok(OpenText { lines, waits: true });
    }
    let file = File::open(path).map_err(failed)?;
    let waits = !file.metadata().map_err(failed)?.is_file();
    Ok(OpenText { lines: lines(BufReader::new(file)).map_err(failed)?, waits })
}

/// A text that is open for reading.
pub struct OpenText {
    /// The text, unpacked.
    pub lines: Box<dyn BufRead>,
    /// Whether reading may wait for somebody who writes: it is no ordinary file.
    pub waits: bool,
}

impl std::fmt::Debug for OpenText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenText").field("waits", &self.waits).finish_non_exhaustive()
    }
}

fn larger_than(largest: u64) -> String {
    format!("it is larger than {} MiB", largest >> 20)
}

/// Returns what gzip packed, or why it is refused. With `cut` U+FFFD stands for an end that is
/// missing.
fn unpacked(packed: &[u8], largest: u64, cut: bool) -> Result<Vec<u8>, String> {
    let mut unpacker = MultiGzDecoder::new(packed);
    let mut unpacked = Vec::new();
    loop {
        match unpacker.by_ref().take(UNPACKED_AT_ONCE).read_to_end(&mut unpacked) {
            Ok(0) => return Ok(unpacked),
            Err(error) if cut && error.kind() == ErrorKind::UnexpectedEof && !unpacked.is_empty() => {
                // A character that is cut in two as well counts as missing with the rest.
                while std::str::from_utf8(&unpacked).is_err_and(|error| error.error_len().is_none()) {
                    unpacked.pop();
                }
                unpacked.extend("\u{fffd}".bytes());
                return Ok(unpacked);
            }
            Err(error) => return Err(error.to_string()),
            Ok(_) => {}
        }
        let (size, read) = (unpacked.len() as u64, (packed.len() - unpacker.get_ref().len()) as u64);
        if size > largest {
            return Err(format!("{} when it is unpacked", larger_than(largest)));
        }
        if size > ALWAYS_UNPACKED && size / MOST_TIMES > read {
            return Err(format!(
                "it unpacks to more than {MOST_TIMES} times its size; expected a file packed less, or the unpacked one"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs so many MiB: of one letter, or of digits in disorder, four bits of which are worth having.
    fn packed(path: &Path, mebibytes: usize, letter: Option<u8>) {
        let how = if letter.is_some() { Compression::default() } else { Compression::fast() };
        let mut packer = GzEncoder::new(File::create(path).unwrap(), how);
        let mut state = 1u64;
        for _ in 0..mebibytes {
            let mut digits = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                b'0' + (state >> 61) as u8
            };
            let text: Vec<u8> = (0..1 << 20).map(|_| letter.unwrap_or_else(&mut digits)).collect();
            packer.write_all(&text).unwrap();
        }
    }

    #[test]
    fn what_unpacks_to_more_than_the_limit_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("digits.gz");
        packed(&file, 20, None);
        let told = read_up_to(&file, 19 << 20).unwrap_err().to_string();
        assert!(told.contains("digits.gz: it is larger than 19 MiB when it is unpacked"), "{told}");
        assert_eq!(read_up_to(&file, 20 << 20).unwrap().text().len(), 20 << 20);
        std::fs::write(&file, "o!").unwrap();
        assert!(read_up_to(&file, 1).unwrap_err().to_string().ends_with("it is larger than 0 MiB"));
    }

    #[test]
    fn a_bomb_is_refused_before_it_goes_off() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bomb.gz");
        packed(&file, 17, Some(b'$'));
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.len() < 18 << 10, "{}", bytes.len());
        let told = read_up_to(&file, 1 << 30).unwrap_err().to_string();
        assert!(told.contains("bomb.gz: it unpacks to more than 200 times its size"), "{told}");
        // It is found out long before its end: what follows is not even gzip.
        std::fs::write(&file, [&bytes[..], &bytes, &[b'x'; 100]].concat()).unwrap();
        assert!(read_up_to(&file, 1 << 30).unwrap_err().to_string().contains("200 times"));
        // What is not much is read, however well it was packed.
        packed(&file, 16, Some(b'$'));
        assert_eq!(read_up_to(&file, 1 << 30).unwrap().text().len(), 16 << 20);
    }
}
