//! All games of an arena on record: the flag, and the file.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use quadrille::progress::{Cancelled, Observer};
use quadrille::{patterns, texts};

use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, threads};

/// Where all games go.
#[derive(Debug, Args)]
pub(crate) struct GameRecords {
    /// Write every game on record, as `verify` reads it: FILE.jsonl, or FILE.jsonl.gz to pack them; one that is there is
    /// replaced
    #[arg(long = "records", value_name = "FILE", value_parser = path())]
    path: Option<PathBuf>,
}

/// Reads the name of a file of records.
fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| read_path(name.into()))
}

fn read_path(path: PathBuf) -> Result<PathBuf, String> {
    let ends =
        |path: &Path, ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let plain = if ends(&path, "gz") { path.with_extension("") } else { path.clone() };
    if !ends(&plain, "jsonl") {
        return Err("a name that ends in .jsonl or .jsonl.gz is expected".to_owned());
    }
    patterns::check_place(&path)?;
    Ok(path)
}

/// Why there is no record of a game in which somebody else's program has played.
pub(crate) fn of_programs() -> Failure {
    Failure::usage("a game in which programs play cannot be played again")
}

impl GameRecords {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Writes the file that was asked for, whole or not at all: the games are played once more, which gives the same.
    pub(crate) fn write(
        &self,
        mode: OutputMode,
        write: impl FnOnce(&mut dyn Write, &dyn Observer) -> std::io::Result<Result<(), Cancelled>> + Send,
    ) -> Result<(), Failure> {
        let Some(path) = self.path() else { return Ok(()) };
        threads::share_none();
        let written = watched("games on record", mode, |observer| {
            let mut stopped = None;
            let written = texts::write(path, |out| {
                if let Err(cancelled) = write(out, observer)? {
                    stopped = Some(cancelled);
                    return Err(std::io::ErrorKind::Interrupted.into());
                }
                Ok(())
            });
            stopped.map_or(Ok(written), Err)
        })?;
        written?.map_err(|error| Failure::unfinished(format!("cannot write {}: {error}", path.display())))
    }
}
