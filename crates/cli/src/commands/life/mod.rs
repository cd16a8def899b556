//! `quadrille life`: patterns and soups run on a field, and patterns turned from one format into another.

mod convert;
mod draw;
mod field;
mod run;
mod soup;

use std::path::Path;

use clap::Subcommand;
use quadrille::lanes::Level;
use quadrille::life::Pattern;
use quadrille::life::formats::Format;
use quadrille::patterns::{self, PatternError};

use crate::Voice;
use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Life {
    /// Run a pattern on a bounded field
    Run(run::Run),
    /// Fill a field at random, and run it
    Soup(soup::Soup),
    /// Turn a pattern into another format, or into a picture
    Convert(convert::Convert),
}

impl Life {
    pub(crate) fn obey(self, level: Level, voice: Voice) -> Result<(), Failure> {
        match self {
            Self::Run(run) => run.obey(level, voice),
            Self::Soup(soup) => soup.obey(level, voice),
            Self::Convert(convert) => convert.obey(voice),
        }
    }
}

/// The pattern at a path, `-` for standard input.
fn pattern(path: &Path) -> Result<(Format, Pattern), Failure> {
    patterns::read(path).map_err(|error| match error {
        PatternError::Text(diagnostic) => Failure::Input(diagnostic),
        other => Failure::usage(other),
    })
}
