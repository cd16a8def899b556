//! The `--records` flag, which writes all games of an arena to a file, and the check of such files.

use std::fmt::Display;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use quadrille::diagnostics::printable;
use quadrille::progress::{Cancelled, Observer};
use quadrille::report::figure::counted;
use quadrille::table::records::{Actions, Verified, VerifyError};
use quadrille::texts;
use quadrille_files::{Replace, check_place, check_writable, write_by_name};

use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, threads};

/// The kinds of existing files that a record file may replace.
const REPLACE: Replace = Replace::RegularFileOrLink;

/// Destination of the game records.
#[derive(Debug, Args)]
pub(crate) struct GameRecords {
    /// Write a record of every game, for `verify`, to FILE.jsonl or, compressed, to FILE.jsonl.gz;
    /// an existing file is replaced
    #[arg(long = "records", value_name = "FILE", value_parser = path())]
    path: Option<PathBuf>,
    /// Also record the players' thoughts: the value of each action that they compared
    #[arg(long, requires = "path")]
    explain: bool,
}

/// Returns the parser of a record file's name.
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

/// Returns the error for a replay or a record of an arena with external programs. `game` is the
/// command of the game.
pub(crate) fn of_programs(game: &str) -> Failure {
    Failure::Usage(format!(
        "an arena with external programs cannot be replayed or recorded; `{game} play --record` records single games"
    ))
}

/// Returns the error for a replay or a record of games with time-limited players.
pub(crate) fn of_timed_players() -> Failure {
    Failure::usage("a game of players with a time limit per decision cannot be replayed or recorded")
}

impl GameRecords {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Checks, before the games are played, that the file can be written.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        Ok(self.path().map_or(Ok(()), |path| check_writable(path, REPLACE))?)
    }

    /// Plays the games of the arena again and writes their records. The file is written completely
    /// or not at all.
    ///
    /// `write` receives three arguments: whether to write the thoughts of the players, the output,
    /// and the observer.
    pub(crate) fn write(
        &self,
        mode: OutputMode,
        write: impl FnOnce(bool, &mut dyn Write, &dyn Observer) -> std::io::Result<Result<(), Cancelled>> + Send,
    ) -> Result<(), Failure> {
        let Some(path) = self.path() else { return Ok(()) };
        threads::share_none();
        let written = watched("recorded games", mode, |observer| {
            let mut stopped = None;
            let written = write_by_name(path, REPLACE, |out| {
                if let Err(cancelled) = write(self.explain, out, observer)? {
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

/// Checks the records in a file, which is read line by line.
pub(crate) fn verify<F: Display + Send>(
    file: &Path,
    mode: OutputMode,
    verify: impl FnOnce(Box<dyn BufRead>, &dyn Observer) -> Result<Verified, VerifyError<F>> + Send,
) -> Result<(), Failure> {
    let input = texts::open(file)?;
    threads::share_none();
    let found = if input.waits {
        // The observer `()` never cancels, so Ctrl-C ends the program while it waits for standard
        // input. No result is lost.
        verify(input.lines, &())
    } else {
        watched("records", mode, |observer| verify(input.lines, observer))?
    };
    answer_verified(&printable(&file.display().to_string()), found, mode)
}

/// Writes the result of a check of game records.
pub(crate) fn answer_verified<F: Display>(
    name: &str,
    found: Result<Verified, VerifyError<F>>,
    mode: OutputMode,
) -> Result<(), Failure> {
    // With `--json`, invalid records are reported both on standard error and in the answer.
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
            let reason = format!("{} of {name} have errors", counted(wrong, "record"));
            Failure::Explained { reason, lines: lines.join("\n") }
        }
        VerifyError::Cut { .. } => Failure::Unfinished(format!("{name}: {error}")),
        VerifyError::Cancelled(cancelled) => cancelled.into(),
        other => Failure::Usage(format!("{name}: {other}")),
    })?;
    if mode.json {
        return answer::json(&verified);
    }
    let games = counted(verified.games, "game");
    let actions = match verified.actions {
        Actions::Plays(number) => format!("{} and passes", counted(number, "play")),
        actions => {
            let (number, action) = actions.counted();
            counted(number, action)
        }
    };
    answer::text(&format!("{games} with {actions} replayed; all recorded values are correct\n"))
}
