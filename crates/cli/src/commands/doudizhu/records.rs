//! Games on record, checked.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::doudizhu::records;
use quadrille::report::figure::counted;
use serde_json::json;

use crate::failure::Failure;
use crate::{OutputMode, answer};

/// So many lines that are wrong are told of.
const TOLD: usize = 20;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille doudizhu verify games.jsonl
  quadrille doudizhu replay --players rule,rule,rule --seed 1 --game 0 --json \\
      | quadrille doudizhu verify -

The format is described in docs/doudizhu-records.md.")]
pub(crate) struct Verify {
    /// The records, one a line; - is standard input
    file: PathBuf,
}

impl Verify {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let name = printable(&self.file.display().to_string());
        let input: Box<dyn BufRead> = if self.file.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(&self.file);
            Box::new(BufReader::new(
                file.map_err(|error| Failure::Usage(format!("cannot read {name}: {error}")))?,
            ))
        };
        let (mut games, mut moves, mut faults, mut wrong) = (0u64, 0u64, Vec::new(), 0u64);
        for checked in records::read(input) {
            match checked {
                Ok(checked) => {
                    games += 1;
                    moves += checked.game.moves().len() as u64;
                }
                Err(error) => {
                    wrong += 1;
                    if faults.len() < TOLD {
                        faults.push(format!("{name}: {error}"));
                    }
                }
            }
        }
        if wrong > 0 {
            let more = wrong - faults.len() as u64;
            if more > 0 {
                faults.push(format!("and {more} more"));
            }
            return Err(Failure::Explained {
                reason: format!("{} of {name} not as they should be", counted(wrong, "record")),
                lines: faults.join("\n"),
            });
        }
        if games == 0 {
            return Err(Failure::Usage(format!("{name}: there are no records in it")));
        }
        if mode.json {
            return answer::json(&json!({ "games": games, "moves": moves }));
        }
        answer::text(&format!(
            "{} with {}, all as recorded\n",
            counted(games, "game"),
            counted(moves, "move")
        ))
    }
}
