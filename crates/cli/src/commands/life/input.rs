//! Input patterns of the commands.

use std::path::Path;

use quadrille::examples::PATTERNS;
use quadrille::life::formats::{Contents, ReadOptions, Tolerance};
use quadrille::life::{Bounds, FileRule};
use quadrille::patterns::{self, PatternError};

use crate::failure::{Failure, warn};

/// Reads the pattern at a path, `-` for standard input, or the object of an apgcode.
///
/// If a rule or bounds are given, they replace the rule or the bounds of the file. Nonstandard
/// files cause a warning, or an error if `strict` is set.
pub(super) fn pattern(
    path: &Path,
    strict: bool,
    rule: Option<FileRule>,
    bounds: Option<Bounds>,
) -> Result<Contents, Failure> {
    if let Some(object) = patterns::coded(path) {
        let mut object = object.map_err(Failure::usage)?;
        object.rule = rule.map(|rule| rule.spec);
        return Ok(object.into());
    }
    let mut options = ReadOptions::default();
    options.tolerance = if strict { Tolerance::Strict } else { Tolerance::Lenient };
    (options.rule, options.bounds) = (rule, bounds);
    let read = PATTERNS.read_with_options(path, options);
    let (_, contents, warnings) = read.map_err(|error| match error {
        PatternError::Text(diagnostic) => diagnostic.into(),
        short @ PatternError::Memory(_) => Failure::unfinished(short),
        other => Failure::usage(other),
    })?;
    for warning in warnings {
        warn(&warning.headline());
    }
    Ok(contents)
}
