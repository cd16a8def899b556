//! `quadrille shard`: some shards of an experiment, into a file that is carried to whoever merges them.

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

Without --shards it says which shards may be begun. Some kinds go in rounds, those with stages or a stop \
rule: merge each round, and name the folder with --after for the next. A call that was killed goes on where \
FILE.part ends. result.json is the one of `quadrille run`, byte for byte.")]
pub(crate) struct Shard {
    /// The experiment file, or example:NAME
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Which shards: from A, up to B but without it
    #[arg(long, value_name = "A..B", value_parser = range, requires = "to")]
    shards: Option<Range<u64>>,
    /// Where their partials go
    #[arg(long, value_name = "FILE", requires = "shards")]
    to: Option<PathBuf>,
    /// The run whose merged shards come before these
    #[arg(long, value_name = "DIR")]
    after: Option<PathBuf>,
    /// Where all randomness comes from, the same for all shards of a run
    #[arg(long, value_name = "S", value_parser = whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How many threads to use; changes nothing but the time [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Read no file outside of FILE's folder, whatever FILE names, and start no
    /// programs
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
        // The shards have threads of their own.
        program_threads::share_none();
        let after = self.after.as_deref();
        let (Some(shards), Some(to)) = (&self.shards, &self.to) else {
            let round =
                watched("shards", mode, |observer| offline::next_round(&file, after, options, observer))??;
            let Some((round, all)) = round else {
                return Err(Failure::Unfinished("stopped before the shards were known".to_owned()));
            };
            return next(&round, all, mode);
        };
        let ended = watched("shards", mode, |observer| {
            offline::run_shards(&file, shards.clone(), after, to, options, observer)
        })??;
        let ShardSummary { finished, bytes: Some(bytes), .. } = ended else {
            return Err(Failure::Unfinished(format!(
                "stopped with {} of {} in {}.part; the same command goes on there",
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

/// Says which shards may be begun.
fn next(round: &Range<u64>, all: u64, mode: OutputMode) -> Result<(), Failure> {
    if mode.json {
        let next = (!round.is_empty()).then(|| format!("{}..{}", round.start, round.end));
        return answer::json(&json!({ "shards": all, "next": next }));
    }
    answer::text(&if round.is_empty() {
        "the run is complete\n".to_owned()
    } else {
        format!(
            "{} of {} may be begun: --shards {}..{}\n",
            round.end - round.start,
            counted(all, "shard"),
            round.start,
            round.end
        )
    })
}
