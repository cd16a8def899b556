//! `quadrille life convert`.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use quadrille::answers::life::Converted;
use quadrille::diagnostics::printable;
use quadrille::life::formats::{Contents, Format};
use quadrille::life::{Area, FileRule, Macrocell, Pattern};
use quadrille::memory::require;
use quadrille::patterns::{self, Kind, OutputError};
use quadrille::pictures::{Film, Frame, PictureError, Rows, png};
use quadrille::report::figure::grouped;
use quadrille_files::{Replace, check_place, check_writable};

use super::view::ViewArgs;
use crate::failure::Failure;
use crate::{OutputMode, answer};

/// If the declared box of a pattern has at most this width and height, in cells, its picture shows
/// the whole box.
const SMALL: u64 = 4096;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life convert gosper-gun gun.cells
  quadrille life convert gosper-gun gun.png --region -8,-8,64x32 --scale 16
  quadrille life convert galaxy galaxy.mc.gz
  quadrille life convert glider - | quadrille life info -

The format of IN is detected by content: RLE, macrocell, plaintext, Life 1.05 or 1.06, optionally \
gzip-compressed. The format of OUT is determined by its name: .rle, .mc (macrocell), .cells (plaintext) or .lif (Life 1.06), plus .gz \
for compression, or a picture, .png, .gif or .apng, of the whole pattern or a --region. IN may be - for \
standard input, an apgcode, or a pattern of `quadrille examples`. A macrocell may have any number of \
cells; other formats hold up to 10^8 of them. Common deviations from a format, such as RLE without `!`, are \
read with a warning. So are rules with marked cells, such as LifeHistory and others that end in History or \
Super: cells of odd states live, and the marks are dropped. Coordinates of listed cells have 64 bits; \
generations and the position in #CXRLE have up to 1000 digits.")]
pub(crate) struct Convert {
    /// The pattern
    #[arg(value_name = "IN")]
    from: PathBuf,
    /// The file to write, which is replaced if it exists; - for standard output, as RLE
    #[arg(value_name = "OUT", value_parser = output())]
    to: Output,
    /// Rule to write in OUT, such as B36/S23 or Seeds [default: the rule of IN]
    #[arg(long, value_name = "RULE")]
    rule: Option<FileRule>,
    /// Refuse nonstandard files that are otherwise read with a warning
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    view: ViewArgs,
}

/// File name that denotes standard output.
const STANDARD_OUTPUT: &str = "-";

/// An output file and the kind of its content.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

/// Returns the parser of output file names.
pub(crate) fn output() -> impl TypedValueParser<Value = Output> {
    OsStringValueParser::new().try_map(read_output)
}

fn read_output(name: OsString) -> Result<Output, String> {
    let path = PathBuf::from(name);
    if path.as_os_str() == STANDARD_OUTPUT {
        return Ok(Output { path, kind: Kind::Pattern(Format::Rle) });
    }
    let kind = Kind::of(&path)?;
    check_place(&path, Replace::RegularFileOrLink).map_err(|error| printable(&error.to_string()))?;
    Ok(Output { path, kind })
}

impl Output {
    /// Returns whether the output is standard output, which then receives nothing else.
    pub(crate) fn is_standard(&self) -> bool {
        self.path.as_os_str() == STANDARD_OUTPUT
    }

    /// Checks the output before the work begins. Returns an error if the file cannot be written.
    /// Also returns an error for `--json` if the pattern goes to standard output, because the JSON
    /// needs standard output too.
    pub(crate) fn check(&self, mode: OutputMode) -> Result<(), Failure> {
        if mode.json && self.is_standard() {
            return Err(Failure::usage(
                "standard output cannot receive both the pattern and the JSON; expected a file, or no --json",
            ));
        }
        if self.is_standard() {
            return Ok(());
        }
        Ok(check_writable(&self.path, Replace::RegularFileOrLink)?)
    }
}

impl Convert {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        self.to.check(mode)?;
        let pattern = super::input::pattern(&self.from, self.strict, self.rule, None)?;
        write(&pattern, &self.view, &self.to)?;
        let format = match self.to.kind {
            Kind::Pattern(format) | Kind::Packed(format) => format.name(),
            Kind::Png => "png",
            Kind::Gif => "gif",
            Kind::Apng => "apng",
        };
        if mode.json {
            return answer::json(&Converted { format: format.to_owned(), population: pattern.population() });
        }
        if self.to.is_standard() {
            return Ok(());
        }
        let population = grouped(&pattern.population());
        let path = printable(&self.to.path.display().to_string());
        answer::text(&format!("{path}: {format}, population {population}\n"))
    }
}

/// Writes a pattern in the format that the file name implies.
pub(crate) fn write(pattern: &Contents, view: &ViewArgs, to: &Output) -> Result<(), Failure> {
    match to.kind {
        Kind::Pattern(format) => replace(&to.path, |out| Ok(patterns::write(pattern, format, false, out)?)),
        Kind::Packed(format) => replace(&to.path, |out| Ok(patterns::write(pattern, format, true, out)?)),
        Kind::Png | Kind::Gif | Kind::Apng => {
            let macrocell = match pattern {
                Contents::Macrocell(macrocell) => Cow::Borrowed(macrocell),
                Contents::Pattern(pattern) => {
                    let extent = pattern.extent().ok_or_else(|| Failure::usage(PictureError::Empty))?;
                    let small = extent.width.max(extent.height) <= SMALL;
                    if small && !view.is_named() {
                        // The frame is the pattern's declared box, including its empty margins.
                        let frame = Frame::new(extent.width, extent.height);
                        return picture(to, frame, &mut |y, row| read_row(pattern, extent, y, row));
                    }
                    require(Macrocell::bytes_of_spans(pattern.spans().len() as u64))?;
                    Cow::Owned(Macrocell::from_pattern(pattern).map_err(Failure::usage)?)
                }
            };
            view.write(&macrocell, to)
        }
    }
}

/// Writes a still picture, or a film of one frame.
pub(crate) fn picture(to: &Output, frame: Frame, rows: Rows<'_>) -> Result<(), Failure> {
    replace(&to.path, |out| {
        if let Some(form) = to.kind.film() {
            let mut film = Film::new(form, frame, 1, out)?;
            film.show(rows)?;
            film.finish()?;
        } else {
            png(frame, rows, out)?;
        }
        Ok(())
    })
}

/// Writes a file, or standard output for the path `-`. After an error of `write`, nothing is
/// written.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn std::io::Write) -> Result<(), OutputError>,
) -> Result<(), Failure> {
    if path.as_os_str() == STANDARD_OUTPUT {
        let mut bytes = Vec::new();
        return match write(&mut bytes) {
            Ok(()) => answer::bytes(&bytes),
            Err(OutputError::Refused(reason)) => Err(Failure::Usage(reason)),
            Err(failed) => Err(Failure::unfinished(failed)),
        };
    }
    patterns::replace(path, write).map_err(|error| match error {
        OutputError::Refused(reason) => Failure::Usage(reason),
        failed => Failure::unfinished(format!("cannot write {}: {failed}", path.display())),
    })
}

/// Reads a row of a pattern's box, one bit per cell. `y` is the index of the row in the box, from
/// 0.
fn read_row(pattern: &Pattern, extent: Area<i64>, y: u64, row: &mut [u64]) {
    row.fill(0);
    let y = extent.y.wrapping_add_unsigned(y);
    let begin = pattern.spans().partition_point(|run| run.y < y);
    for run in pattern.spans()[begin..].iter().take_while(|run| run.y == y) {
        for x in run.x.abs_diff(extent.x)..run.x.abs_diff(extent.x) + run.length {
            row[(x / 64) as usize] |= 1 << (x % 64);
        }
    }
}
