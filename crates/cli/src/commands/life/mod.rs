//! `quadrille life`: runs of patterns and soups, fates of patterns, census, conversion.

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
pub(crate) use self::info::read_page;
use crate::OutputMode;
use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Life {
    /// Run a pattern, on the unbounded plane or on a field
    Run(run::LifeRun),
    /// Fill a field at random, and run it
    Soup(soup::Soup),
    /// Analyse a pattern and its fate: when it settles, its period, its growth
    Info(info::Info),
    /// Count the objects of a settled pattern, by their apgcodes
    Census(census::Census),
    /// Watch a pattern evolve, in the terminal
    Watch(watch::Watch),
    /// Convert a pattern to another format, or to a picture
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
