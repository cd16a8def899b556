//! Pattern files: strict readers, and writers with one canonical form.
//!
//! | format | module | example |
//! |---|---|---|
//! | RLE | `rle` | `x = 3, y = 3, rule = B3/S23` and `bob$2bo$3o!` |
//! | plaintext, `.cells` | `cells` | rows of `.` and `O` below lines that begin with `!` |
//! | macrocell, `.mc` | `macrocell` | `[M2]`, then quadtree nodes: `4 0 1 0 0` |
//! | Life 1.05, `.lif`, read only | `life_105` | `#Life 1.05`, and `#P -3 5` before rows of `.` and `*` |
//! | Life 1.06, `.lif` | `life_106` | `#Life 1.06`, then one cell per line, such as `-3 5` |
//!
//! A reader's memory is proportional to the text, not to the sizes that the text declares: a header
//! that declares 10⁸ × 10⁸ cells is stored as two numbers, and a macrocell with a side of 2⁴⁰⁰
//! cells can consist of a few hundred nodes. [`read`] converts all formats to a [`Pattern`];
//! [`read_contents`] keeps a [`Macrocell`], which may have too many cells for a list.
//!
//! ```
//! use quadrille_life::Source;
//! use quadrille_life::formats::{Format, read};
//!
//! let (format, glider) = read(&Source::new("glider.rle", "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n"))?;
//! assert_eq!((format, glider.population()), (Format::Rle, 5));
//! let mut text = Vec::new();
//! Format::Cells.write(&glider, &mut text)?;
//! assert_eq!(text, b".O\n..O\nOOO\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod life_105;
mod life_106;
mod lines;
mod macrocell;
mod rle;
mod rules;

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint};
use quadrille_diagnostics::{Diagnostic, Source, printable};
use quadrille_memory::{Shortage, require, reserve};
use thiserror::Error;

use crate::area::Area;
use crate::macrocell::{Macrocell, MacrocellError};
use crate::pattern::{Pattern, Span};
use crate::position::PositionError;
use crate::rule_spec::RuleSpec;
use rules::Rules;
pub use rules::{ReadOptions, Tolerance};

/// The maximum number of columns or rows of a pattern in a file: as in Golly, coordinates are below
/// 10⁹.
pub const MOST_SIDE: u64 = 999_999_999;
/// The maximum number of cells of a pattern that is written cell by cell: 2³⁰, a file of 1 GiB.
pub const MOST_DRAWN: u64 = 1 << 30;

/// A format of pattern files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Run length encoded, `.rle`.
    Rle,
    /// Plaintext, `.cells`.
    Cells,
    /// Macrocell, `.mc`.
    Macrocell,
    /// Life 1.05, `.lif`: read only.
    Life105,
    /// Life 1.06, `.lif`.
    Life106,
}

impl Format {
    /// All formats that can be read and written.
    pub const ALL: [Self; 4] = [Self::Rle, Self::Cells, Self::Macrocell, Self::Life106];

    /// Returns the name, which is also the usual file extension: `rle`, `cells`, `mc` or `lif`;
    /// `life 1.05` for the older `.lif` format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rle => "rle",
            Self::Cells => "cells",
            Self::Macrocell => "mc",
            Self::Life105 => "life 1.05",
            Self::Life106 => "lif",
        }
    }

    /// Returns the writable format with the given name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the pattern as a text, the output of [`write`](Self::write).
    ///
    /// # Errors
    /// If the pattern is too large for the format.
    ///
    /// ```
    /// use quadrille_life::{Pattern, formats::Format};
    ///
    /// let glider: Pattern = ".O.\n..O\nOOO\n".parse()?;
    /// assert_eq!(Format::Rle.to_text(&glider)?, "x = 3, y = 3\nbo$2bo$3o!\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(self, pattern: &Pattern) -> Result<String, WriteError> {
        let mut bytes = Vec::new();
        self.write(pattern, &mut bytes)?;
        String::from_utf8(bytes).map_err(|error| WriteError::Io(io::Error::other(error)))
    }

    /// Writes a pattern in the format's canonical form: equal patterns give equal bytes. Time and
    /// memory are linear in the output.
    ///
    /// RLE and plaintext contain a box of cells: the pattern's declared [`size`](Pattern::size) if
    /// all living cells lie within it, otherwise the bounding box. RLE keeps all metadata.
    /// Plaintext keeps name, author, comments and cells, and omits empty rows at the end. A
    /// macrocell and Life 1.06 have no box, but absolute coordinates; a macrocell keeps all other
    /// metadata, Life 1.06 only a rule other than Conway's.
    ///
    /// # Errors
    /// [`WriteError::TooLarge`] if plaintext would have more than [`MOST_DRAWN`] cells, RLE or
    /// plaintext a side above [`MOST_SIDE`], or Life 1.06 more than 10⁸ living cells; nothing is
    /// written then. [`WriteError::Position`] if coordinates exceed 64 bits in Life 1.06, or 2³⁹⁹
    /// in a macrocell. [`WriteError::ReadOnly`] for Life 1.05. Also returns the errors of `out`.
    pub fn write(self, pattern: &Pattern, out: &mut impl io::Write) -> Result<(), WriteError> {
        match self {
            Self::Rle => rle::write(pattern, out),
            Self::Cells => cells::write(pattern, out),
            Self::Macrocell => {
                let bytes = Macrocell::bytes_of_spans(pattern.spans().len() as u64);
                require(bytes).map_err(out_of_memory)?;
                let macrocell = Macrocell::from_pattern(pattern)
                    .map_err(|reason| WriteError::Position { format: self, reason })?;
                macrocell::write(&macrocell, out)
            }
            Self::Life105 => Err(WriteError::ReadOnly { format: self }),
            Self::Life106 => life_106::write(pattern, out),
        }
    }

    /// Writes a macrocell. Macrocell files store its nodes unchanged; other formats list its cells.
    ///
    /// # Errors
    /// Those of [`write`](Self::write). Also fails if a format that lists cells is requested and
    /// the cells are too many for a list, or too far apart.
    pub fn write_macrocell(self, macrocell: &Macrocell, out: &mut impl io::Write) -> Result<(), WriteError> {
        match self {
            Self::Macrocell => macrocell::write(macrocell, out),
            Self::Life105 => Err(WriteError::ReadOnly { format: self }),
            Self::Rle | Self::Cells | Self::Life106 => {
                let listed = macrocell.to_pattern();
                let pattern = listed.map_err(|reason| match reason {
                    MacrocellError::OutOfMemory(shortage) => out_of_memory(shortage),
                    reason => WriteError::Macrocell { format: self, reason },
                })?;
                self.write(&pattern, out)
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    /// Reads a format's name.
    ///
    /// # Errors
    /// If no format has that name.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let unknown = || FormatError { text: printable(text).chars().take(40).collect() };
        Self::from_name(text).ok_or_else(unknown)
    }
}

/// The error of an unknown format name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("there is no pattern format `{text}`; expected rle, cells, mc or lif")]
pub struct FormatError {
    /// The name, shortened if long.
    pub text: String,
}

/// The error of writing a pattern.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The pattern is too large for the format.
    #[error("a pattern of {width} × {height} cells is too large to be written as {format}: {limit}")]
    TooLarge {
        /// The format.
        format: Format,
        /// Number of columns.
        width: u64,
        /// Number of rows.
        height: u64,
        /// The limit, in words.
        limit: &'static str,
    },
    /// A macrocell's cells cannot be listed.
    #[error("the pattern is too large to be written as {format}: {reason}")]
    Macrocell {
        /// The format.
        format: Format,
        /// The reason.
        reason: MacrocellError,
    },
    /// The coordinates of the pattern exceed those of the format.
    #[error("the pattern cannot be written as {format}: {reason}")]
    Position {
        /// The format.
        format: Format,
        /// The error of the position. It states the supported columns and rows.
        reason: PositionError,
    },
    /// The format is read only.
    #[error("{format} can be read, but not written")]
    ReadOnly {
        /// The format.
        format: Format,
    },
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads a pattern and detects its format. Time is linear in the text, and in the population of a
/// macrocell.
///
/// # Errors
/// The first problem in the text, with its position; a macrocell with more than 10⁸ living cells,
/// or with coordinates that exceed 64 bits.
pub fn read(source: &Source) -> Result<(Format, Pattern), Diagnostic> {
    let (format, contents) = read_contents(source)?;
    Ok((format, listed(source, contents)?))
}

/// Lists the living cells. If that is impossible, returns an error at the first line of the text.
fn listed(source: &Source, contents: Contents) -> Result<Pattern, Diagnostic> {
    contents.into_pattern().map_err(|error| {
        if let MacrocellError::OutOfMemory(shortage) = error {
            return short(source, &shortage);
        }
        let first = lines::of(source).next();
        first.map_or_else(
            || Diagnostic::at(source, 0..0, error.to_string()),
            |line| line.error(source, error.to_string()),
        )
    })
}

/// The contents of a pattern file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Living cells as a list.
    Pattern(Pattern),
    /// A quadtree, which may have too many cells for a list.
    Macrocell(Macrocell),
}

/// Reads a pattern and detects its format. A macrocell remains a quadtree and is not converted to a
/// list of cells. Time is linear in the length of the text.
///
/// ```
/// use quadrille_life::Source;
/// use quadrille_life::formats::{Contents, Format, read_contents};
///
/// let text = "[M2] (golly 3.3)\n.*$..*$***$\n4 1 0 0 1\n5 2 2 2 2\n";
/// let (format, contents) = read_contents(&Source::new("gliders.mc", text))?;
/// assert_eq!((format, contents.population()), (Format::Macrocell, 40u8.into()));
/// assert!(matches!(contents, Contents::Macrocell(gliders) if gliders.nodes().len() == 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first problem in the text, with its position, including problems for which
/// [`read_leniently`] only warns.
pub fn read_contents(source: &Source) -> Result<(Format, Contents), Diagnostic> {
    let (format, contents, _) = read_with_options(source, ReadOptions::default())?;
    Ok((format, contents))
}

/// Reads a pattern with options and detects its format; a macrocell is not converted. Deviations
/// that the [tolerance](ReadOptions::tolerance) allows are returned as warnings. Time is linear in
/// the text.
///
/// ```
/// use quadrille_life::Source;
/// use quadrille_life::formats::{ReadOptions, Tolerance, read_with_options};
///
/// let source = Source::new("g.rle", "x = 3, y = 3, rule = LifeHistory\n.A$2.C$ADE!");
/// let (_, contents, warnings) = read_with_options(&source, ReadOptions::default().tolerance(Tolerance::Marks))?;
/// assert_eq!((contents.population(), contents.rule().unwrap().to_string()), (4u8.into(), "B3/S23".to_owned()));
/// assert!(warnings[0].message().ends_with("marks are dropped"));
/// # Ok::<(), quadrille_life::Diagnostic>(())
/// ```
///
/// # Errors
/// The first problem in the text, with its position.
pub fn read_with_options(
    source: &Source,
    options: ReadOptions,
) -> Result<(Format, Contents, Vec<Diagnostic>), Diagnostic> {
    let (mut rules, mut warnings) = (Rules::new(options), Vec::new());
    let read = read_by(source, &mut rules, &mut warnings);
    let mut marks = rules.marks;
    let refused = match options.tolerance {
        Tolerance::Lenient => None,
        Tolerance::Marks => warnings.first(),
        Tolerance::Strict => marks.first().or(warnings.first()),
    };
    if let Some(refused) = refused {
        return Err(refused.clone());
    }
    marks.append(&mut warnings);
    read.map(|(format, contents)| (format, contents, marks))
}

/// Reads a pattern and detects its format. Also accepts the deviations from the format that are
/// listed below, because other programs accept them. Each kind of deviation gives one warning, at
/// its first occurrence. Time is linear in the text.
///
/// In RLE the deviations are: letters other than `b` and `o`, which are read as living cells; a
/// missing `!` at the end; living cells outside the size in the header; white space before a
/// comment line; and the deviations that [`Rule::read_leniently`](crate::Rule::read_leniently)
/// accepts. In plaintext: `o` for a living cell. In all formats: rules that mark cells by further
/// [`States`](crate::States); the marks are dropped.
///
/// # Errors
/// The first problem in the text, with its position.
///
/// ```
/// use quadrille_life::Source;
/// use quadrille_life::formats::read_leniently;
///
/// let source = Source::new("torn.rle", "x = 3, y = 3, rule = B33/S23\nbo$2bo$3o");
/// let (_, glider, warnings) = read_leniently(&source)?;
/// assert_eq!(glider.population(), 5);
/// assert_eq!(warnings[0].headline(), "torn.rle:1:24: `3` is repeated (expected each count once)");
/// assert_eq!(warnings[1].message(), "the pattern has no end");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_leniently(source: &Source) -> Result<(Format, Pattern, Vec<Diagnostic>), Diagnostic> {
    let (format, contents, warnings) = read_contents_leniently(source)?;
    Ok((format, listed(source, contents)?, warnings))
}

/// Reads a pattern like [`read_leniently`]; a macrocell is not converted. Time is linear in the
/// text.
///
/// # Errors
/// The first problem in the text, with its position.
pub fn read_contents_leniently(source: &Source) -> Result<(Format, Contents, Vec<Diagnostic>), Diagnostic> {
    read_with_options(source, ReadOptions::default().tolerance(Tolerance::Lenient))
}

fn read_by(
    source: &Source,
    rules: &mut Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(Format, Contents), Diagnostic> {
    let format = detect(source)?;
    let pattern = match format {
        Format::Rle => rle::read(source, rules, warnings),
        Format::Cells => cells::read(source, rules, warnings),
        Format::Life105 => life_105::read(source, rules, warnings),
        Format::Life106 => life_106::read(source, rules, warnings),
        Format::Macrocell => {
            let macrocell = macrocell::read(source, rules, warnings)?;
            return Ok((format, Contents::Macrocell(macrocell)));
        }
    };
    Ok((format, Contents::Pattern(pattern?)))
}

impl From<Pattern> for Contents {
    fn from(pattern: Pattern) -> Self {
        Self::Pattern(pattern)
    }
}

impl From<Macrocell> for Contents {
    fn from(macrocell: Macrocell) -> Self {
        Self::Macrocell(macrocell)
    }
}

impl Contents {
    /// Returns the number of living cells.
    pub fn population(&self) -> BigUint {
        match self {
            Self::Pattern(pattern) => pattern.population().into(),
            Self::Macrocell(macrocell) => macrocell.population(),
        }
    }

    /// Returns the declared rule, with its bounds.
    pub const fn rule(&self) -> Option<RuleSpec> {
        match self {
            Self::Pattern(pattern) => pattern.rule,
            Self::Macrocell(macrocell) => macrocell.rule,
        }
    }

    /// Returns the declared generation, as decimal digits.
    pub fn generation(&self) -> Option<&str> {
        match self {
            Self::Pattern(pattern) => pattern.generation.as_deref(),
            Self::Macrocell(macrocell) => macrocell.generation.as_deref(),
        }
    }

    /// Returns the smallest rectangle that contains the living cells, in the file's own
    /// coordinates; `None` if no cell lives.
    pub fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        match self {
            Self::Pattern(pattern) => pattern.bounding_box().map(Area::wide),
            Self::Macrocell(macrocell) => macrocell.bounding_box(),
        }
    }

    /// Returns the living cells as a list, converting them if necessary.
    ///
    /// # Errors
    /// Those of [`Macrocell::to_pattern`].
    pub fn listed(&self) -> Result<Cow<'_, Pattern>, MacrocellError> {
        match self {
            Self::Pattern(pattern) => Ok(Cow::Borrowed(pattern)),
            Self::Macrocell(macrocell) => macrocell.to_pattern().map(Cow::Owned),
        }
    }

    /// Converts the contents to a list of living cells.
    ///
    /// # Errors
    /// Those of [`Macrocell::to_pattern`].
    pub fn into_pattern(self) -> Result<Pattern, MacrocellError> {
        match self {
            Self::Pattern(pattern) => Ok(pattern),
            Self::Macrocell(macrocell) => macrocell.to_pattern(),
        }
    }

    /// Writes the contents in a format.
    ///
    /// # Errors
    /// Those of [`Format::write`] and [`Format::write_macrocell`].
    pub fn write(&self, format: Format, out: &mut impl io::Write) -> Result<(), WriteError> {
        match self {
            Self::Pattern(pattern) => format.write(pattern, out),
            Self::Macrocell(macrocell) => format.write_macrocell(macrocell, out),
        }
    }
}

impl FromStr for Pattern {
    type Err = Diagnostic;

    /// Reads a pattern and detects its format, like [`read`].
    ///
    /// # Errors
    /// The first problem in the text, with its position.
    ///
    /// ```
    /// use quadrille_life::Pattern;
    ///
    /// let glider: Pattern = "bob$2bo$3o!".parse()?;
    /// assert_eq!(glider.population(), 5);
    /// let error = "bob$2bx!".parse::<Pattern>().unwrap_err();
    /// assert_eq!((error.position().line, error.position().column), (1, 7));
    /// # Ok::<(), quadrille_life::Diagnostic>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        read(&Source::new("pattern", text)).map(|(_, pattern)| pattern)
    }
}

/// Detects the format by the first significant line.
fn detect(source: &Source) -> Result<Format, Diagnostic> {
    let expected = "a pattern as RLE (`bob$2bo$3o!`), plaintext (rows of `.` and `O`), macrocell, Life 1.05 or Life 1.06";
    let (mut remarks, mut ended) = (false, false);
    for line in lines::of(source) {
        let text = line.text.trim();
        let foreign = |what: &str| line.error(source, format!("{what} is not supported")).expected(expected);
        match text.as_bytes() {
            [] => {}
            [b'P', b'K', 3, 4, ..] => return Err(foreign("a zip archive")),
            [b'#', ..] if text.starts_with("#MCell") => return Err(foreign("a pattern of MCell (.mcl)")),
            [b'#', ..] if !remarks && text.starts_with("#Life 1.05") => return Ok(Format::Life105),
            [b'#', ..] if !remarks && text.starts_with("#Life 1.06") => return Ok(Format::Life106),
            [b'#', ..] if !remarks && text.starts_with("#Life") => {
                let message = "this version of the Life format is not supported";
                return Err(line.error(source, message).expected("`#Life 1.05` or `#Life 1.06`"));
            }
            [b'#', ..] => remarks = true,
            [b'[', ..] => return Ok(Format::Macrocell),
            // The line is either the end of an RLE pattern without cells, or an empty comment of
            // plaintext. Later lines decide.
            b"!" if !remarks => ended = true,
            [b'!', ..] if !remarks => return Ok(Format::Cells),
            drawn if !remarks && drawn.iter().all(|byte| matches!(byte, b'.' | b'O' | b'*')) => {
                return Ok(Format::Cells);
            }
            _ => return Ok(Format::Rle),
        }
    }
    if ended {
        return Ok(Format::Rle);
    }
    let end = source.text().len();
    Err(Diagnostic::at(source, end..end, "there is no pattern here").expected(expected))
}

/// Returns the box that is written: the declared size if all cells lie within it, otherwise the
/// bounding box.
fn frame(pattern: &Pattern) -> Area<i64> {
    let cells = pattern.bounding_box();
    let named = pattern.size.map(|(width, height)| Area { x: 0, y: 0, width, height });
    let within = |area: &Area<i64>| {
        cells.is_none_or(|cells| {
            let inside = |start: i64, length: u64, side: u64| {
                start >= 0 && i128::from(start) + i128::from(length) <= i128::from(side)
            };
            inside(cells.x, cells.width, area.width) && inside(cells.y, cells.height, area.height)
        })
    };
    named.filter(within).or(cells).unwrap_or(Area { x: 0, y: 0, width: 0, height: 0 })
}

/// Returns the error of a writer that needs more memory than is available, as an I/O error.
fn out_of_memory(shortage: Shortage) -> WriteError {
    WriteError::Io(io::Error::new(io::ErrorKind::OutOfMemory, shortage))
}

/// Returns the error of a text that is too long for the available memory, marked as [not caused by
/// the text](Diagnostic::unfinished).
fn short(source: &Source, shortage: &Shortage) -> Diagnostic {
    Diagnostic::at(source, 0..0, shortage.to_string()).unfinished()
}

/// Appends a span, if there is enough memory.
fn keep(spans: &mut Vec<Span>, span: Span, source: &Source) -> Result<(), Diagnostic> {
    reserve(spans, 1).map_err(|shortage| short(source, &shortage))?;
    spans.push(span);
    Ok(())
}
