//! Pattern files on the disk: read whatever their format, compressed or not; written as their names say.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille_diagnostics::{Diagnostic, Source, nearest, printable};
use quadrille_files::{FindExample, ReadError, Reader, Replace, WriteError};
use quadrille_life::formats::{self, Contents, Format, ReadOptions, Tolerance};
use quadrille_life::{Apgcode, ApgcodeError, Pattern};

#[cfg(feature = "pictures")]
use quadrille_report::pictures::{FilmForm, PictureError};
use quadrille_runner::machine::available_memory;

/// Why a pattern could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The file cannot be read, for this reason.
    #[error("{0}")]
    File(String),
    /// Its text is no pattern.
    #[error("{0}")]
    Text(Diagnostic),
    /// Memory is short, for this reason.
    #[error("{0}")]
    Memory(String),
}

impl From<ReadError> for PatternError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Text(diagnostic) => Self::Text(diagnostic),
            short @ ReadError::Memory { .. } => Self::Memory(short.to_string()),
            other => Self::File(other.to_string()),
        }
    }
}

/// Reads pattern files, and the patterns that come with a program.
///
/// A path is a file, `-` for standard input, `example:NAME`, or the bare name of a pattern of the program
/// where no file has that name. Text packed by gzip is unpacked. A macrocell stays one.
#[derive(Debug, Clone, Copy)]
pub struct PatternReader {
    /// Resolves `example:NAME`.
    pub examples: FindExample,
    /// Returns the names of the examples that are patterns.
    pub names: fn() -> Vec<&'static str>,
}

impl PatternReader {
    /// Reads a pattern.
    ///
    /// # Errors
    /// It cannot be read, is no pattern, or is larger, packed or not, than an eighth of the memory there is (but
    /// 256 MiB are always read, and more than a gibibyte never).
    pub fn read(&self, path: &Path) -> Result<(Format, Contents), PatternError> {
        formats::read_contents(&self.source(path)?).map_err(PatternError::Text)
    }

    /// Reads a pattern as [`read`](Self::read) does, and also what other programs let pass, with warnings.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), but for what is warned of.
    pub fn read_leniently(&self, path: &Path) -> Result<(Format, Contents, Vec<Diagnostic>), PatternError> {
        self.read_with_options(path, ReadOptions::default().tolerance(Tolerance::Lenient))
    }

    /// Reads a pattern as the options say, with the warnings about what their tolerance lets pass.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), but for what is warned of, and for a rule that the options overrule.
    pub fn read_with_options(
        &self,
        path: &Path,
        options: ReadOptions,
    ) -> Result<(Format, Contents, Vec<Diagnostic>), PatternError> {
        formats::read_with_options(&self.source(path)?, options).map_err(PatternError::Text)
    }

    fn source(&self, path: &Path) -> Result<Source, PatternError> {
        if let Some(source) = self.by_name(path).transpose().map_err(PatternError::File)? {
            return Ok(source);
        }
        let largest = (available_memory() / 8).clamp(256 << 20, 1 << 30);
        let reader = Reader::new(largest).with_standard_input().with_examples(self.examples).unpacking();
        Ok(reader.text(path)?)
    }

    /// The pattern of the program that a bare name means; an error if it is neither a file nor such a pattern.
    fn by_name(&self, path: &Path) -> Option<Result<Source, String>> {
        let name = path.to_str().filter(|name| !name.contains(['/', '\\', '.', ':']) && *name != "-")?;
        if path.exists() {
            return None;
        }
        let names = (self.names)();
        if names.contains(&name) {
            let found = (self.examples)(Path::new(&format!("example:{name}")))?;
            return Some(found.map(|example| Source::new(name, example.text)));
        }
        let near = nearest(name, names);
        let expected = near.map_or_else(
            || "expected a file, an apgcode or a pattern that `quadrille examples` lists".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        Some(Err(format!("there is no file and no pattern {}; {expected}", shown(path))))
    }
}

/// The object of an apgcode that stands where a path is expected; `None` if it is no such code, or there is a file of
/// that name.
///
/// ```
/// use std::path::Path;
/// use quadrille_experiments_life::patterns::coded;
///
/// let glider = coded(Path::new("xq4_153")).expect("a code")?;
/// assert_eq!(glider.population(), 5);
/// assert!(coded(Path::new("glider.rle")).is_none());
/// # Ok::<(), quadrille_life::ApgcodeError>(())
/// ```
///
/// # Errors
/// It looks like a code, but is none; what is wrong with it.
pub fn coded(path: &Path) -> Option<Result<Pattern, ApgcodeError>> {
    let text = path.to_str().filter(|text| Apgcode::is_like(text) && !path.exists())?;
    let code: Result<Apgcode, ApgcodeError> = text.parse();
    // A code that is read has a picture.
    Some(code.map(|code| code.to_pattern().unwrap_or_default()))
}

/// What a file holds, by the ending of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A pattern.
    Pattern(Format),
    /// A pattern, packed by gzip.
    Packed(Format),
    /// A picture of one generation.
    Png,
    /// A film as GIF.
    Gif,
    /// A film as animated PNG.
    Apng,
}

impl Kind {
    /// The format, if it is a film.
    #[cfg(feature = "pictures")]
    pub const fn film(self) -> Option<FilmForm> {
        match self {
            Self::Gif => Some(FilmForm::Gif),
            Self::Apng => Some(FilmForm::Apng),
            _ => None,
        }
    }

    /// What a file of that name is to hold.
    ///
    /// # Errors
    /// An ending that says nothing; the message says which do.
    ///
    /// ```
    /// use std::path::Path;
    /// use quadrille_life::formats::Format;
    /// use quadrille_experiments_life::patterns::Kind;
    ///
    /// assert_eq!(Kind::of(Path::new("a/gun.rle.gz")), Ok(Kind::Packed(Format::Rle)));
    /// assert!(Kind::of(Path::new("gun.txt")).is_err());
    /// ```
    pub fn of(path: &Path) -> Result<Self, String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let ending =
            |name: &str| name.rsplit_once('.').map(|(_, ending)| ending.to_owned()).unwrap_or_default();
        let kind = match name.strip_suffix(".gz") {
            Some(packed) => Format::from_name(&ending(packed)).map(Self::Packed),
            None => match ending(&name).as_str() {
                "png" => Some(Self::Png),
                "gif" => Some(Self::Gif),
                "apng" => Some(Self::Apng),
                other => Format::from_name(other).map(Self::Pattern),
            },
        };
        kind.ok_or_else(|| {
            format!("cannot tell what {} is to hold; expected a name that ends in .rle, .mc, .cells, .lif, any of them with .gz, .png, .gif or .apng", shown(path))
        })
    }
}

/// Writes a pattern in a format, packed or not.
///
/// # Errors
/// The pattern is too large for the format, or `out` failed.
pub fn write(
    pattern: &Contents,
    format: Format,
    packed: bool,
    out: &mut dyn Write,
) -> Result<(), formats::WriteError> {
    if packed {
        let mut packer = GzEncoder::new(out, Compression::default());
        pattern.write(format, &mut packer)?;
        packer.finish()?;
        return Ok(());
    }
    pattern.write(format, &mut &mut *out)
}

/// Why a file was not written; what stood there before is left alone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// It cannot hold this, for this reason.
    #[error("{0}")]
    Refused(String),
    /// The disk or the system refused.
    #[error("{0}")]
    Failed(#[from] std::io::Error),
}

impl From<formats::WriteError> for OutputError {
    fn from(error: formats::WriteError) -> Self {
        match error {
            formats::WriteError::Io(error) => Self::Failed(error),
            other => Self::Refused(other.to_string()),
        }
    }
}

#[cfg(feature = "pictures")]
impl From<PictureError> for OutputError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Io(error) => Self::Failed(error),
            other => Self::Refused(other.to_string()),
        }
    }
}

/// A path as it may stand on a terminal.
fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

impl From<WriteError> for OutputError {
    fn from(error: WriteError) -> Self {
        if error.is_refusal() { Self::Refused(error.to_string()) } else { Self::Failed(error.into()) }
    }
}

/// Writes a file whole or not at all, in place of a regular file that is there.
///
/// # Errors
/// Those of `write`, and a file that cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), OutputError>,
) -> Result<(), OutputError> {
    quadrille_files::write(path, Replace::RegularFileOrLink, write)
}
