//! `quadrille hearts`: games on record.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use quadrille::hearts::Hearts as Game;
use quadrille::table::records::verify_games;

use crate::OutputMode;
use crate::failure::Failure;
use crate::game_records;

#[derive(Debug, Subcommand)]
pub(crate) enum Hearts {
    /// Check games on record: deal, every card passed and played, all points
    Verify(Verify),
}

impl Hearts {
    pub(crate) fn run(self, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Verify(verify) => game_records::verify(&verify.file, mode, |lines, observer| {
                verify_games::<Game>(lines, observer)
            }),
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille hearts verify hearts.jsonl

A record is a head and a line a game; a file may hold several, one behind the other. If FILE ends
inside a line, the whole games are checked, and the exit code is 1.
The format is described in docs/game-records.md.")]
pub(crate) struct Verify {
    /// The records, also packed by gzip; - is standard input, example:NAME an example
    file: PathBuf,
}
