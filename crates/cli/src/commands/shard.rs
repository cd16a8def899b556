//! `quadrille shard`: computes some shards of an experiment, and writes them to a file for `merge`.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::lanes::Level;
use quadrille::report::figure::counted;
use quadrille::runs::RunOptions;
use quadrille::runs::offline::{self, ShardSummary};
use serde_json::json;

use crate::commands::run;
use crate::failure::Failure;
use crate::long_job::{threads, whole_number};
use crate::progress::watched;
use crate::{OutputMode, answer, threads as program_threads};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille shard mine.toml --seed 7
  quadrille shard mine.toml --seed 7 --shards 0..50 --to a.partials
  quadrille shard mine.toml --seed 7 --shards 50..100 --to b.partials
  quadrille merge mine.toml a.partials b.partials --out runs/mine

Without --shards, prints the range of shards that can be computed now: a round. Experiments with stages or a \
stop rule have several rounds: merge each round, and compute the next one with --after and the folder of the merged \
run. An interrupted command leaves FILE.part; the same command continues this file. The merged result.json equals that of `quadrille run`, byte for byte.")]
pub(crate) struct Shard {
    /// The experiment file, or example:NAME
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Range of shards from A to B, where B is excluded
    #[arg(long, value_name = "A..B", value_parser = range, requires = "to")]
    shards: Option<Range<u64>>,
    /// File for the partials of these shards
    #[arg(long, value_name = "FILE", requires = "shards")]
    to: Option<PathBuf>,
    /// Folder of the run with the merged shards of earlier rounds
    #[arg(long, value_name = "DIR")]
    after: Option<PathBuf>,
    /// Seed of all randomness; must be the same for all shards of a run
    #[arg(long, value_name = "S", value_parser = whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Number of threads; affects only the time [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Read only files in FILE's folder, and start no programs
    #[arg(long)]
    confine: bool,
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let number = |digits: &str| digits.parse().ok().filter(|_| !digits.starts_with('+'));
    let ends = text.split_once("..").and_then(|(a, b)| Some(number(a)?..number(b)?));
    ends.ok_or_else(|| "two whole numbers are expected, as in 0..50".to_owned())
}

impl Shard {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let file = run::read(&self.file, self.confine)?;
        let mut options = RunOptions::new(level);
        options.seed = self.seed;
        options.threads = self.threads.map(NonZeroUsize::get);
        // The shards start their own threads, so rayon's global pool is not needed.
        program_threads::share_none();
        let after = self.after.as_deref();
        let (Some(shards), Some(to)) = (&self.shards, &self.to) else {
            let round =
                watched("shards", mode, |observer| offline::next_round(&file, after, options, observer))??;
            let Some((round, all)) = round else {
                return Err(Failure::Unfinished("stopped before the available shards were known".to_owned()));
            };
            return next(&round, all, mode);
        };
        let ended = watched("shards", mode, |observer| {
            offline::run_shards(&file, shards.clone(), after, to, options, observer)
        })??;
        let ShardSummary { finished, bytes: Some(bytes), .. } = ended else {
            return Err(Failure::Unfinished(format!(
                "stopped; {} of {} are in {}.part; repeat the command to continue",
                ended.finished,
                counted(shards.end.saturating_sub(shards.start), "shard"),
                printable(&to.display().to_string())
            )));
        };
        if mode.json {
            return answer::json(
                &json!({ "shards": finished, "bytes": bytes, "seed": ended.seed.to_string() }),
            );
        }
        let to = printable(&to.display().to_string());
        answer::text(&format!("{}, {}: {to}\n", counted(finished, "shard"), counted(bytes, "byte")))
    }
}

/// Prints which shards can be computed now.
fn next(round: &Range<u64>, all: u64, mode: OutputMode) -> Result<(), Failure> {
    if mode.json {
        let next = (!round.is_empty()).then(|| format!("{}..{}", round.start, round.end));
        return answer::json(&json!({ "shards": all, "next": next }));
    }
    answer::text(&if round.is_empty() {
        "the run is complete\n".to_owned()
    } else {
        format!(
            "{} of {} can be computed now: --shards {}..{}\n",
            round.end - round.start,
            counted(all, "shard"),
            round.start,
            round.end
        )
    })
}
