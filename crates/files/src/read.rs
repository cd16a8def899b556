//! Reading of whole files, and of texts line by line.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_memory::Shortage;

use crate::FileKind;
use crate::gzip::{self, UnpackError, larger_than};

/// The path that denotes standard input.
pub const STANDARD_INPUT: &str = "-";

/// Minimum initial capacity of a read buffer, in bytes.
const LEAST_READ: usize = 1 << 16;

/// Opens a regular file for reading, according to the [rules](crate#rules) of this crate. The call
/// does not block.
///
/// # Errors
/// The system's errors; [`io::ErrorKind::InvalidInput`] if the path leads to another kind of file.
pub fn open(path: &Path) -> io::Result<File> {
    // The kind is checked before the file is opened, because opening a pipe can block and opening a
    // device can have effects.
    expect_regular(&path.metadata()?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    let file = without_blocking(&mut options).open(path)?;
    // Since the check, another file may have replaced the file at the path.
    expect_regular(&file.metadata()?)?;
    Ok(file)
}

/// Returns an error if the file is not a regular file.
pub(crate) fn expect_regular(about: &std::fs::Metadata) -> io::Result<()> {
    match FileKind::of(about.file_type()) {
        FileKind::Regular => Ok(()),
        other => Err(io::Error::new(io::ErrorKind::InvalidInput, NotRegular(other))),
    }
}

/// Sets flags so that opening a pipe, a terminal or a device does not block.
#[cfg(unix)]
pub(crate) fn without_blocking(options: &mut OpenOptions) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32)
}

#[cfg(not(unix))]
pub(crate) fn without_blocking(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Error of a path that does not lead to a regular file. Contains the kind of the file.
#[derive(Debug)]
pub(crate) struct NotRegular(pub(crate) FileKind);

impl fmt::Display for NotRegular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it is {}; expected a regular file", self.0)
    }
}

impl std::error::Error for NotRegular {}

/// Reads an input of at most `largest` bytes to its end. `expected` is the probable size in bytes.
///
/// # Errors
/// The system's errors; [`io::ErrorKind::FileTooLarge`] if the input is larger;
/// [`io::ErrorKind::OutOfMemory`] with the [`Shortage`] if memory does not suffice.
pub fn read_all(mut input: impl Read, expected: u64, largest: u64) -> io::Result<Vec<u8>> {
    let short = |shortage: Shortage| io::Error::new(io::ErrorKind::OutOfMemory, shortage);
    let mut bytes = Vec::new();
    let first = usize::try_from(expected.min(largest)).unwrap_or(usize::MAX).saturating_add(1);
    quadrille_memory::reserve(&mut bytes, first.max(LEAST_READ)).map_err(short)?;
    loop {
        let free = (bytes.capacity() - bytes.len()) as u64;
        if input.by_ref().take(free).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
        if bytes.len() as u64 > largest {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, larger_than(largest)));
        }
        if bytes.len() == bytes.capacity() {
            let more = bytes.len();
            quadrille_memory::reserve(&mut bytes, more).map_err(short)?;
        }
    }
}

/// Error of reading a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// Bad input: the path does not lead to a readable file.
    File {
        /// The path as displayed, or `standard input`.
        name: String,
        /// The reason.
        reason: String,
        /// The kind of the system's error; `InvalidInput` if the reason is not an error of the
        /// system.
        kind: io::ErrorKind,
    },
    /// Bad input: there is no example with this name. Contains the whole message.
    Example(String),
    /// Bad input: the file is not text.
    Text(Diagnostic),
    /// The file was not read, because memory does not suffice.
    Memory {
        /// The path as displayed, or `standard input`.
        name: String,
        /// The memory required and the memory available.
        shortage: Shortage,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { name, reason, .. } => write!(f, "cannot read {name}: {reason}"),
            Self::Example(message) => f.write_str(message),
            Self::Text(diagnostic) => diagnostic.fmt(f),
            Self::Memory { name, shortage } => write!(f, "cannot read {name}: {shortage}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// A file that is compiled into the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The name of the example in messages, such as `example:glider`.
    pub name: String,
    /// The contents.
    pub text: &'static str,
}

/// A function that finds the example for a path such as `example:glider`. Returns `None` if the
/// path does not have this form. If there is no such example, the error is the whole message.
pub type FindExample = fn(&Path) -> Option<Result<Example, String>>;

/// The contents of a file, and its name in messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The name of the file in messages: its path, the name of the example, or `standard input`.
    pub name: String,
    /// The whole contents of the file, after decompression.
    pub bytes: Vec<u8>,
}

/// A configuration for reading files: which names are accepted in addition to paths of files, the
/// maximum size, and whether files may be compressed.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    largest: u64,
    standard_input: bool,
    examples: Option<FindExample>,
    unpacking: bool,
    cut: bool,
}

impl Reader {
    /// Creates a reader of regular files of at most `largest` bytes.
    pub const fn new(largest: u64) -> Self {
        Self { largest, standard_input: false, examples: None, unpacking: false, cut: false }
    }

    /// Makes the reader accept the path [`-`](STANDARD_INPUT) for standard input.
    #[must_use]
    pub const fn with_standard_input(self) -> Self {
        Self { standard_input: true, ..self }
    }

    /// Makes the reader accept the names of examples, which `find` resolves.
    #[must_use]
    pub const fn with_examples(self, find: FindExample) -> Self {
        Self { examples: Some(find), ..self }
    }

    /// Makes the reader decompress gzip files and refuse zip archives. The maximum size applies
    /// both before and after decompression. A file is refused if its decompressed contents are
    /// larger than 16 MiB and more than 200 times larger than the file.
    #[must_use]
    pub const fn unpacking(self) -> Self {
        Self { unpacking: true, ..self }
    }

    /// Makes the reader accept incomplete files, which may end within a character or within
    /// compressed data. U+FFFD replaces the incomplete remainder.
    #[must_use]
    pub const fn cut(self) -> Self {
        Self { cut: true, ..self }
    }

    /// Changes the maximum size.
    #[must_use]
    pub const fn up_to(self, largest: u64) -> Self {
        Self { largest, ..self }
    }

    /// Reads a whole file.
    ///
    /// # Errors
    /// [`ReadError`], except [`ReadError::Text`].
    pub fn bytes(&self, path: &Path) -> Result<Content, ReadError> {
        if let Some(example) = self.example(path) {
            let Example { name, text } = example?;
            return Ok(Content { name, bytes: text.as_bytes().to_vec() });
        }
        let name = self.name(path);
        let failed = |error: io::Error| self.failed(&name, &error);
        let mut bytes = if self.is_standard_input(path) {
            read_all(io::stdin().lock(), 0, self.largest)
        } else {
            open(path).and_then(|file| {
                let expected = file.metadata()?.len();
                read_all(file, expected, self.largest)
            })
        }
        .map_err(failed)?;
        if self.unpacking {
            bytes = self.unpacked(&name, bytes)?;
        }
        Ok(Content { name, bytes })
    }

    /// Reads a whole text in UTF-8. A byte-order mark is removed.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn text(&self, path: &Path) -> Result<Source, ReadError> {
        let Content { name, bytes } = self.bytes(path)?;
        // `Source` makes a copy of the text, for which memory must be available.
        if let Err(shortage) = quadrille_memory::probe(bytes.len() as u64) {
            return Err(ReadError::Memory { name, shortage });
        }
        let source =
            if self.cut { Source::from_cut_bytes(&name, bytes) } else { Source::from_bytes(&name, bytes) };
        source.map_err(ReadError::Text)
    }

    /// Opens a text of any size for reading line by line. A byte-order mark is removed. A gzip file
    /// is decompressed if the reader [accepts gzip files](Self::unpacking).
    ///
    /// # Errors
    /// [`ReadError`], except [`ReadError::Text`].
    pub fn lines(&self, path: &Path) -> Result<Lines, ReadError> {
        if let Some(example) = self.example(path) {
            return Ok(Lines { lines: Box::new(example?.text.as_bytes()), waits: false });
        }
        let name = self.name(path);
        let failed = |error: io::Error| self.failed(&name, &error);
        let waits = self.is_standard_input(path);
        let input: Box<dyn BufRead> = if waits {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(open(path).map_err(failed)?))
        };
        let lines = if self.unpacking { lines(input) } else { without_mark(input) };
        Ok(Lines { lines: lines.map_err(failed)?, waits })
    }

    fn example(&self, path: &Path) -> Option<Result<Example, ReadError>> {
        self.examples.and_then(|find| find(path)).map(|found| found.map_err(ReadError::Example))
    }

    fn is_standard_input(&self, path: &Path) -> bool {
        self.standard_input && path == Path::new(STANDARD_INPUT)
    }

    fn name(&self, path: &Path) -> String {
        if self.is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() }
    }

    fn failed(&self, name: &str, error: &io::Error) -> ReadError {
        let (name, kind) = (name.to_owned(), error.kind());
        if let Some(&shortage) = error.get_ref().and_then(|inner| inner.downcast_ref::<Shortage>()) {
            return ReadError::Memory { name, shortage };
        }
        let mut reason = error.to_string();
        let special = error.get_ref().and_then(|inner| inner.downcast_ref::<NotRegular>());
        if self.standard_input && special.is_some_and(|&NotRegular(kind)| kind != FileKind::Folder) {
            reason.push_str(", or - for standard input");
        }
        ReadError::File { name, reason, kind }
    }

    fn unpacked(&self, name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, ReadError> {
        let refused =
            |reason| ReadError::File { name: name.to_owned(), reason, kind: io::ErrorKind::InvalidInput };
        let bytes = if bytes.starts_with(&gzip::MAGIC) {
            gzip::unpack(&bytes, self.largest, self.cut).map_err(|error| match error {
                UnpackError::Refused(reason) => refused(reason),
                UnpackError::Memory(shortage) => ReadError::Memory { name: name.to_owned(), shortage },
            })?
        } else {
            bytes
        };
        if bytes.starts_with(gzip::ZIP) {
            let reason = "it is a zip archive; expected a file extracted from the archive, or a gzip file";
            return Err(refused(reason.to_owned()));
        }
        Ok(bytes)
    }
}

/// Returns a reader of the text of an input. If the input begins like a gzip file, it is
/// decompressed. A byte-order mark is removed.
///
/// # Errors
/// The input cannot be read.
pub fn lines(mut input: impl BufRead + 'static) -> io::Result<Box<dyn BufRead>> {
    if input.fill_buf()?.starts_with(&gzip::MAGIC) {
        return without_mark(BufReader::new(gzip::decoder(input)));
    }
    without_mark(input)
}

/// Removes a byte-order mark from the beginning of the input.
fn without_mark(mut input: impl BufRead + 'static) -> io::Result<Box<dyn BufRead>> {
    const MARK: &str = "\u{feff}";
    // `fill_buf` returns less than the three bytes of the mark only if the input is very short or
    // typed by hand. Such an input has no byte-order mark.
    if input.fill_buf()?.starts_with(MARK.as_bytes()) {
        input.consume(MARK.len());
    }
    Ok(Box::new(input))
}

/// A text that is open for reading line by line.
pub struct Lines {
    /// A reader of the text, after decompression.
    pub lines: Box<dyn BufRead>,
    /// Whether the text is standard input, so that reading may wait for input.
    pub waits: bool,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("waits", &self.waits).finish_non_exhaustive()
    }
}
