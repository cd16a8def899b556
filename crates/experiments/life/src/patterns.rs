//! Pattern files: read in any format, compressed or not; written in the format of the file name.

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

/// An error when a pattern is read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The file cannot be read. The value is the reason.
    #[error("{0}")]
    File(String),
    /// The text is not a valid pattern. The value describes the error.
    #[error("{0}")]
    Text(Diagnostic),
    /// There is not enough memory. The value is the reason.
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

/// A reader of pattern files and of the example patterns of a program.
///
/// A path is a file, `-` for standard input, or `example:NAME`. A bare name is the name of a file
/// or, if no file has this name, of an example pattern. Text compressed by gzip is decompressed. A
/// macrocell file is read as a macrocell.
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
    /// Fails if the file cannot be read or is not a valid pattern. Also fails if the file is too
    /// large, compressed or decompressed. The limit is an eighth of the available memory, but at
    /// least 256 MiB and at most 1 GiB.
    pub fn read(&self, path: &Path) -> Result<(Format, Contents), PatternError> {
        formats::read_contents(&self.source(path)?).map_err(PatternError::Text)
    }

    /// Reads a pattern as [`read`](Self::read) does, but accepts the deviations that other programs
    /// accept, with warnings.
    ///
    /// # Errors
    /// Fails as [`read`](Self::read) does, but not for a deviation that only gives a warning.
    pub fn read_leniently(&self, path: &Path) -> Result<(Format, Contents, Vec<Diagnostic>), PatternError> {
        self.read_with_options(path, ReadOptions::default().tolerance(Tolerance::Lenient))
    }

    /// Reads a pattern with the given options and returns warnings for the accepted deviations.
    ///
    /// # Errors
    /// Fails as [`read`](Self::read) does, except for a deviation that only gives a warning, and
    /// for an error in a rule or in bounds that the options override.
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

    /// Returns the example pattern with this bare name. Returns `None` if the path is not a bare
    /// name, or if a file of this name exists. Fails if neither a file nor an example has this
    /// name.
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
        // The code of linear growth has numbers and a hash, but no picture.
        if name
            .strip_prefix("yl")
            .is_some_and(|rest| rest.contains('_') && rest.starts_with(|first: char| first.is_ascii_digit()))
        {
            return Some(Err(format!(
                "{}: the apgcode of a gun or puffer contains no cells; expected a code that begins with xs, xp or xq",
                shown(path)
            )));
        }
        let near = nearest(name, names);
        let expected = near.map_or_else(
            || "expected a file, an apgcode or a pattern that `quadrille examples` lists".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        Some(Err(format!("there is neither a file nor a pattern {}; {expected}", shown(path))))
    }
}

/// Decodes an apgcode that is given in place of a path. Returns `None` if the text does not look
/// like an apgcode (see [`Apgcode::is_like`]), or if a file of this name exists.
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
/// Fails if the text looks like an apgcode, but is not a valid one.
pub fn coded(path: &Path) -> Option<Result<Pattern, ApgcodeError>> {
    let text = path.to_str().filter(|text| Apgcode::is_like(text) && !path.exists())?;
    let code: Result<Apgcode, ApgcodeError> = text.parse();
    // `to_pattern` never returns `None` here, because `is_like` accepts only codes that describe
    // cells.
    Some(code.map(|code| code.to_pattern().unwrap_or_default()))
}

/// The type of a file, by the extension of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A pattern.
    Pattern(Format),
    /// A pattern, compressed by gzip.
    Packed(Format),
    /// A picture of one generation.
    Png,
    /// A film as GIF.
    Gif,
    /// A film as animated PNG.
    Apng,
}

impl Kind {
    /// Returns the format of a film; `None` for other types.
    #[cfg(feature = "pictures")]
    pub const fn film(self) -> Option<FilmForm> {
        match self {
            Self::Gif => Some(FilmForm::Gif),
            Self::Apng => Some(FilmForm::Apng),
            _ => None,
        }
    }

    /// Returns the type of a file from its name.
    ///
    /// # Errors
    /// Fails if the extension is unknown; the message lists the known ones.
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
            format!("the format of {} is unknown; expected a name that ends in .rle, .mc, .cells or .lif, each also with .gz, or in .png, .gif or .apng", shown(path))
        })
    }
}

/// Writes a pattern in a format, compressed or not.
///
/// # Errors
/// Fails if the pattern is too large for the format, or if `out` fails.
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

/// An error while a file is written; a previous file of the same name remains unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The format cannot represent the pattern. The value is the reason.
    #[error("{0}")]
    Refused(String),
    /// Writing to the disk failed.
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

/// Formats a path for a terminal.
fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

impl From<WriteError> for OutputError {
    fn from(error: WriteError) -> Self {
        if error.is_refusal() { Self::Refused(error.to_string()) } else { Self::Failed(error.into()) }
    }
}

/// Writes a file atomically: it replaces a regular file of that name only when it is complete.
///
/// # Errors
/// Fails as `write` does, or if the file cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), OutputError>,
) -> Result<(), OutputError> {
    quadrille_files::write(path, Replace::RegularFileOrLink, write)
}
