//! All games of an arena on record: the flag, and the file; games on record, checked.

use std::fmt::Display;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use quadrille::diagnostics::printable;
use quadrille::progress::{Cancelled, Observer};
use quadrille::report::figure::counted;
use quadrille::table::records::{Verified, VerifyError};
use quadrille::texts;
use quadrille_files::{Replace, check_place, check_writable, write_by_name};

use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, threads};

/// Which files they may replace.
const REPLACE: Replace = Replace::RegularFileOrLink;

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
    check_place(&path, REPLACE).map_err(|error| printable(&error.to_string()))?;
    Ok(path)
}

/// Why there is no record of a game in which somebody else's program has played.
pub(crate) fn of_programs() -> Failure {
    Failure::usage("a game in which programs play cannot be played again")
}

/// Why there are no records of games in which players think for a given time.
pub(crate) fn of_timed_players() -> Failure {
    Failure::usage("a game in which players think for a given time cannot be played again")
}

impl GameRecords {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Checks that the file can be written, before the games are played.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        Ok(self.path().map_or(Ok(()), |path| check_writable(path, REPLACE))?)
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
            let written = write_by_name(path, REPLACE, |out| {
                if let Err(cancelled) = write(out, observer)? {
                    stopped = Some(cancelled);
                    return Err(std::io::ErrorKind::Interrupted.into());
                }
                Ok(())
            });
            stopped.map_or(Ok(written), Err)
        })?;
        Ok(written??)
    }
}

/// Checks the records of a file, which are read line by line.
pub(crate) fn verify<F: Display + Send>(
    file: &Path,
    mode: OutputMode,
    verify: impl FnOnce(Box<dyn BufRead>, &dyn Observer) -> Result<Verified, VerifyError<F>> + Send,
) -> Result<(), Failure> {
    let input = texts::open(file)?;
    threads::share_none();
    let found = if input.waits {
        // A call that waits for input does not observe: Ctrl-C ends the program, and nothing is lost.
        verify(input.lines, &())
    } else {
        watched("records", mode, |observer| verify(input.lines, observer))?
    };
    answer_verified(&printable(&file.display().to_string()), found, mode)
}

/// The answer to whether the games of a file are as recorded.
pub(crate) fn answer_verified<F: Display>(
    name: &str,
    found: Result<Verified, VerifyError<F>>,
    mode: OutputMode,
) -> Result<(), Failure> {
    // False records are reported on standard error, and in the JSON answer too.
    if let (true, Err(VerifyError::Wrong { verified, .. } | VerifyError::Cut { verified, .. })) =
        (mode.json, &found)
    {
        answer::json(verified)?;
    }
    let verified = found.map_err(|error| match error {
        VerifyError::Wrong { wrong: wrong @ 2.., faults, .. } => {
            let mut lines: Vec<String> = faults.iter().map(|error| format!("{name}: {error}")).collect();
            let more = wrong - faults.len() as u64;
            if more > 0 {
                lines.push(format!("and {more} more"));
            }
            let reason = format!("{} of {name} not as they should be", counted(wrong, "record"));
            Failure::Explained { reason, lines: lines.join("\n") }
        }
        VerifyError::Cut { .. } => Failure::Unfinished(format!("{name}: {error}")),
        VerifyError::Cancelled(cancelled) => cancelled.into(),
        other => Failure::Usage(format!("{name}: {other}")),
    })?;
    if mode.json {
        return answer::json(&verified);
    }
    let (actions, action) = verified.actions.counted();
    let (games, actions) = (counted(verified.games, "game"), counted(actions, action));
    answer::text(&format!("{games} with {actions}, all as recorded\n"))
}
