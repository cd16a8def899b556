//! Games on record, checked.

use std::path::PathBuf;

use clap::Args;
use quadrille::answers::doudizhu::{self, VerifyError};
use quadrille::diagnostics::printable;
use quadrille::report::figure::counted;
use quadrille::texts;

use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, threads};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille doudizhu verify games.jsonl
  quadrille doudizhu replay --players rule,rule,rule --seed 1 --game 0 --json \\
      | quadrille doudizhu verify -

A record is whole if its line has its line end. If FILE ends inside a line, the whole
records are checked, and the exit code is 1.
The format is described in docs/doudizhu-records.md.")]
pub(crate) struct Verify {
    /// The records, one a line, also packed by gzip; - is standard input, example:NAME an example
    file: PathBuf,
}

impl Verify {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let name = printable(&self.file.display().to_string());
        let input = texts::open(&self.file)?;
        threads::share_none();
        let found = if input.waits {
            // A call that waits for input does not observe: Ctrl-C ends the program, and nothing is lost.
            doudizhu::verify(input.lines, &())
        } else {
            watched("records", mode, |observer| doudizhu::verify(input.lines, observer))?
        };
        // False records are reported on standard error, and in the JSON answer too.
        if let (true, Err(VerifyError::Wrong { verified, .. } | VerifyError::Cut { verified, .. })) =
            (mode.json, &found)
        {
            answer::json(verified)?;
        }
        let verified = found.map_err(|error| match error {
            VerifyError::Wrong { wrong, told, .. } => {
                let mut lines: Vec<String> = told.iter().map(|error| format!("{name}: {error}")).collect();
                let more = wrong - told.len() as u64;
                if more > 0 {
                    lines.push(format!("and {more} more"));
                }
                Failure::Explained {
                    reason: format!("{} of {name} not as they should be", counted(wrong, "record")),
                    lines: lines.join("\n"),
                }
            }
            VerifyError::Cut { .. } => Failure::Unfinished(format!("{name}: {error}")),
            VerifyError::Cancelled(cancelled) => cancelled.into(),
            other => Failure::Usage(format!("{name}: {other}")),
        })?;
        if mode.json {
            return answer::json(&verified);
        }
        answer::text(&format!(
            "{} with {}, all as recorded\n",
            counted(verified.games, "game"),
            counted(verified.moves, "move")
        ))
    }
}
