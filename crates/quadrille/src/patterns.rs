//! Pattern files on the disk: read whatever their format, compressed or not; written as their names say.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille_diagnostics::{Diagnostic, Source, nearest, printable};
use quadrille_files::{Replace, WriteError};
use quadrille_life::formats::{self, Contents, Format, ReadOptions, Tolerance};
use quadrille_life::{Apgcode, ApgcodeError, Pattern};

use crate::examples;
use crate::machine::available_memory;
#[cfg(feature = "pictures")]
use crate::pictures::{FilmForm, PictureError};
use crate::texts;
use crate::texts::TextError;

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

impl From<TextError> for PatternError {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Text(diagnostic) => Self::Text(diagnostic),
            short @ TextError::Memory { .. } => Self::Memory(short.to_string()),
            other => Self::File(other.to_string()),
        }
    }
}

/// Reads a pattern, from standard input where the path is `-`, one that comes with the program where it is that
/// pattern's name and no file's; a file that begins as gzip does is unpacked. A
/// macrocell stays one.
///
/// # Errors
/// It cannot be read, is no pattern, or is larger, packed or not, than an eighth of the memory there is (but
/// 256 MiB are always read, and more than a gibibyte never).
pub fn read(path: &Path) -> Result<(Format, Contents), PatternError> {
    formats::read_contents(&source(path)?).map_err(PatternError::Text)
}

/// The object of an apgcode that stands where a path is expected; `None` if it is no such code, or there is a file of
/// that name.
///
/// ```
/// use std::path::Path;
/// use quadrille::patterns::coded;
///
/// let glider = coded(Path::new("xq4_153")).expect("a code")?;
/// assert_eq!(glider.population(), 5);
/// assert!(coded(Path::new("glider.rle")).is_none());
/// # Ok::<(), quadrille::life::ApgcodeError>(())
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

/// Reads a pattern as [`read`] does, and also what other programs let pass, with warnings.
///
/// # Errors
/// Those of [`read`], but for what is warned of.
pub fn read_leniently(path: &Path) -> Result<(Format, Contents, Vec<Diagnostic>), PatternError> {
    read_with_options(path, ReadOptions::default().tolerance(Tolerance::Lenient))
}

/// Reads a pattern as [`read`] does, as the options say, with the warnings about what their tolerance lets pass.
///
/// # Errors
/// Those of [`read`], but for what is warned of, and for a rule that the options overrule.
pub fn read_with_options(
    path: &Path,
    options: ReadOptions,
) -> Result<(Format, Contents, Vec<Diagnostic>), PatternError> {
    formats::read_with_options(&source(path)?, options).map_err(PatternError::Text)
}

/// A path that no file is at may be the bare name of a pattern that comes with the program.
fn source(path: &Path) -> Result<Source, PatternError> {
    if let Some(example) = examples::pattern(path) {
        return Ok(Source::new(example.name, example.text));
    }
    if let Some(reason) = unknown_name(path) {
        return Err(PatternError::File(reason));
    }
    let largest = (available_memory() / 8).clamp(256 << 20, 1 << 30);
    Ok(texts::read_up_to(path, largest)?)
}

/// What is wrong with a bare name that is neither a file's nor a pattern's of the program.
fn unknown_name(path: &Path) -> Option<String> {
    let name = path.to_str().filter(|name| !name.contains(['/', '\\', '.', ':']) && *name != "-")?;
    if path.exists() {
        return None;
    }
    let patterns = examples::EXAMPLES.iter().filter(|example| example.kind() == "pattern");
    let near = nearest(name, patterns.map(|example| example.name));
    let expected = near.map_or_else(
        || "expected a file, an apgcode or a pattern that `quadrille examples` lists".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Some(format!("there is no file and no pattern {}; {expected}", shown(path)))
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
    /// use quadrille::life::formats::Format;
    /// use quadrille::patterns::Kind;
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
