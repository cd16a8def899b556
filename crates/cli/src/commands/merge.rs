//! `quadrille merge`: merges files of partials into a run and its results.

use std::path::PathBuf;

use clap::Args;
use quadrille::answers::job::JobAnswer;
use quadrille::diagnostics::printable;
use quadrille::examples;
use quadrille::lanes::Level;
use quadrille::report::figure::counted;
use quadrille::runs::RunOptions;
use quadrille::runs::offline::{self, Merged};
use serde_json::json;

use crate::commands::run;
use crate::failure::Failure;
use crate::long_job::{self, whole_number};
use crate::progress::watched;
use crate::{OutputMode, answer};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille merge mine.toml *.partials --out runs/mine
  quadrille merge staged.toml round2.partials --out runs/staged --resume

The files must hold whole rounds, each shard once. A round is the range of shards that can be computed at the \
same time; `quadrille shard mine.toml` prints the next one. Gaps, duplicates and files of other experiments are \
refused before anything is written. If the run needs further rounds, \
DIR is an unfinished run, which `shard --after DIR` reads.")]
pub(crate) struct Merge {
    /// The experiment file, or example:NAME
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Files written by `quadrille shard`
    #[arg(value_name = "PARTIALS", required = true)]
    partials: Vec<PathBuf>,
    /// Directory of the results [default: runs/<name of the file>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Required seed; partials with another seed are refused
    #[arg(long, value_name = "S", value_parser = whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Resume the unfinished run in DIR
    #[arg(long)]
    resume: bool,
    /// Read only files in FILE's folder, and start no programs
    #[arg(long)]
    confine: bool,
}

impl Merge {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let file = run::read(&self.file, self.confine)?;
        let directory = run::directory(&self.file, self.out.as_deref())?;
        let mut options = RunOptions::new(level).resume(self.resume);
        options.seed = self.seed;
        for path in &self.partials {
            if let Some(example) = examples::at_path(path) {
                let kind = example.map_err(Failure::usage)?.kind();
                let path = path.display();
                return Err(Failure::usage(format!("{path} is a {kind}; expected a file of partials")));
            }
        }
        let merged = watched("shards", mode, |observer| {
            offline::merge(&file, &self.partials, &directory, options, observer)
        })??;
        let Some(Merged { run, next, .. }) = merged else {
            return Err(Failure::Unfinished("stopped before anything was written".to_owned()));
        };
        let Some(next) = next.filter(|next| next.start == run.shards) else {
            return long_job::answer(&file, &run, Some(&directory), mode);
        };
        // The round is merged, and the next round can start.
        let next = format!("{}..{}", next.start, next.end);
        if mode.json {
            let mut merged = serde_json::to_value(JobAnswer::new(&file, &run)).map_err(Failure::usage)?;
            merged["next"] = json!(next);
            return answer::json(&merged);
        }
        let folder = printable(&directory.display().to_string());
        answer::text(&format!(
            "{} merged into {folder}; for the next round: --shards {next} --after {folder}\n",
            counted(run.shards, "shard")
        ))
    }
}
