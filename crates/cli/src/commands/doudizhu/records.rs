//! Check of game records.

use std::path::PathBuf;

use clap::Args;
use quadrille::answers::doudizhu;

use crate::OutputMode;
use crate::failure::Failure;
use crate::game_records;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille doudizhu verify games.jsonl
  quadrille doudizhu replay --players rule,rule,rule --seed 1 --game 0 --json \\
      | quadrille doudizhu verify -

A record is complete if its line has a line end. If FILE ends inside a line, the
complete records are checked, and the exit code is 1.
The format is described in docs/doudizhu-records.md.")]
pub(crate) struct Verify {
    /// The records, one per line, optionally gzip-compressed; - for standard input, example:NAME
    /// for an example
    file: PathBuf,
}

impl Verify {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        game_records::verify(&self.file, mode, |lines, observer| doudizhu::verify(lines, observer))
    }
}
