//! `quadrille life`: patterns and soups run on a field, what becomes of patterns, and patterns turned from one
//! format into another.

mod census;
mod convert;
mod draw;
mod field;
mod info;
mod input;
mod run;
mod soup;
mod view;
mod watch;

use clap::Subcommand;
use quadrille::lanes::Level;

#[cfg(test)]
pub(crate) use self::convert::Output;
use crate::OutputMode;
use crate::failure::Failure;

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
