//! `quadrille life`: patterns and soups run on a field, what becomes of patterns, and patterns turned from one
//! format into another.

mod census;
mod convert;
mod draw;
mod field;
mod info;
mod run;
mod soup;
mod view;
mod watch;

use std::path::Path;

use clap::Subcommand;
use quadrille::lanes::Level;
use quadrille::life::formats::{Contents, ReadOptions, Tolerance};
use quadrille::life::{Bounds, FileRule};
use quadrille::patterns::{self, PatternError};

#[cfg(test)]
pub(crate) use self::convert::Output;
use crate::OutputMode;
use crate::failure::{Failure, warn};

#[derive(Debug, Subcommand)]
pub(crate) enum Life {
    /// Run a pattern, on the unbounded plane or on a field
    Run(run::Run),
    /// Fill a field at random, and run it
    Soup(soup::Soup),
    /// Tell what a pattern is and what becomes of it: period, stabilisation, growth
    Info(info::Info),
    /// Count the objects that a pattern becomes, by their apgcodes
    Census(census::Census),
    /// Watch a pattern go on, in the terminal
    Watch(watch::Watch),
    /// Turn a pattern into another format, or into a picture
    Convert(convert::Convert),
}

impl Life {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Run(run) => run.run(level, mode),
            Self::Soup(soup) => soup.run(level, mode),
            Self::Info(info) => info.run(level, mode),
            Self::Census(census) => census.run(level, mode),
            Self::Watch(watch) => watch.run(level, mode),
            Self::Convert(convert) => convert.run(mode),
        }
    }
}

/// Reads the pattern at a path, `-` for standard input, or the object of an apgcode. A rule and bounds that are
/// given count in place of the file's. What other programs let pass is reported on standard error, or refused.
fn pattern(
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
    let read = patterns::read_with_options(path, options);
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
