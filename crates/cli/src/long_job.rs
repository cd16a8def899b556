//! What all long jobs have in common: the flags, and how they end.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;

use clap::Args;
use quadrille::answers::job::{self, JobAnswer, RunFact};
use quadrille::diagnostics::printable;
use quadrille::experiment_file::ExperimentFile;
use quadrille::lanes::Level;
use quadrille::report::figure::counted;
use quadrille::runner::Report;
use quadrille::runner::directory::Output;
use quadrille::runner::header::MOST_THREADS;
use quadrille::runs::{self, RunOptions, RunSummary};

use crate::failure::{self, Failure, warn};
use crate::progress::watched;
use crate::{OutputMode, answer, terminal, threads as program_threads};

/// The flags of a long job.
#[derive(Debug, Args)]
pub(crate) struct LongJob {
    /// Where all randomness comes from, 0 to 2^64-1 [default: drawn, and told]
    #[arg(long, value_name = "S", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// How many threads to use; changes nothing but the time [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Go on with an unfinished run
    #[arg(long)]
    pub(crate) resume: bool,
}

pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is expected", u64::MAX))
}

pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let expected = || format!("a whole number from 1 to {MOST_THREADS} is expected");
    let threads: NonZeroUsize = text.parse().map_err(|_| expected())?;
    if threads.get() as u64 > MOST_THREADS { Err(expected()) } else { Ok(threads) }
}

impl LongJob {
    /// Runs the job in `directory`, or in memory alone, showing progress on the way; says how it was stopped
    /// if it was.
    pub(crate) fn run(
        &self,
        file: &ExperimentFile,
        directory: Option<&Path>,
        level: Level,
        mode: OutputMode,
    ) -> Result<RunSummary, Failure> {
        if self.resume && directory.is_none() {
            return Err(Failure::usage("--resume needs --out DIR, where the unfinished run is"));
        }
        let mut options = RunOptions::new(level).resume(self.resume);
        options.seed = self.seed;
        options.threads = self.threads.map(NonZeroUsize::get);
        // The run has threads of its own.
        program_threads::share_none();
        let ended = watched("shards", mode, |observer| match directory {
            Some(directory) => runs::in_directory(file, directory, options, observer),
            None => runs::in_memory(file, options, observer),
        })??;
        failure::note_shortage(ended.shortage);
        if let ([_, ..], Some(directory)) = (ended.damaged.as_slice(), directory) {
            let store = directory.join("run.sqlite");
            let shards: Vec<String> = ended.damaged.iter().map(u64::to_string).collect();
            warn(&format!(
                "in {} {} did not fit the checksum, and had to be done again: {}",
                store.display(),
                counted(shards.len() as u64, "shard"),
                shards.join(", ")
            ));
        }
        Ok(ended)
    }
}

/// Answers for a job: its figures and where its files are, or how it was stopped and how to go on.
pub(crate) fn answer(
    file: &ExperimentFile,
    ended: &RunSummary,
    directory: Option<&Path>,
    mode: OutputMode,
) -> Result<(), Failure> {
    if mode.json {
        answer::json(&JobAnswer::new(file, ended))?;
    } else if let Some(conclusion) = &ended.conclusion {
        answer::text(&(terminal::report(&conclusion.report) + &footer(file, ended, directory)))?;
    } else if let Some(so_far) = &ended.so_far {
        // An answer from a part, in short: the details would be other ones in the end.
        let report = Report { sections: Vec::new(), ..so_far.report.clone() };
        let of = ended.of.map_or_else(String::new, |of| format!(" of {of}"));
        answer::text(&format!("So far, from {}{of} shards:\n{}", ended.shards, terminal::report(&report)))?;
    }
    if ended.conclusion.is_some() { Ok(()) } else { Err(stopped(file, ended, directory)) }
}

/// Answers for a job that was made of flags: for machines its result alone, with facts of the run.
pub(crate) fn answer_with_facts(
    file: &ExperimentFile,
    ended: &RunSummary,
    directory: Option<&Path>,
    mode: OutputMode,
    facts: &[RunFact],
) -> Result<(), Failure> {
    if !mode.json {
        return answer(file, ended, directory, mode);
    }
    let found = job::result_and_facts(ended, facts).ok_or_else(|| stopped(file, ended, directory))?;
    answer::json(&found)
}

/// Where the files are, and what the run was like.
fn footer(file: &ExperimentFile, ended: &RunSummary, directory: Option<&Path>) -> String {
    let how = if ended.answered {
        "answered from an earlier run, which took".to_owned()
    } else if ended.resumed > 0 {
        format!("resumed with {} of {} shards done,", ended.resumed, ended.shards)
    } else {
        format!("{},", counted(ended.shards, "shard"))
    };
    let seed = seed(file, ended).map_or_else(String::new, |seed| format!("{seed}, "));
    let mut text = format!("\n{seed}{how} {:.3} s\n", ended.wall_seconds);
    if let Some(directory) = directory {
        let file = |output: Output| printable(&directory.join(output.file_name()).display().to_string());
        let _ = writeln!(text, "report   {}\nfigures  {}", file(Output::Report), file(Output::Result));
    }
    text
}

/// The seed in words; of a job that leaves nothing to chance only one that somebody has named.
fn seed(file: &ExperimentFile, ended: &RunSummary) -> Option<String> {
    (file.job.draws() || ended.seed != 0).then(|| format!("seed {}", ended.seed))
}

/// A stopped job says how far it got, and how to go on if anything was kept.
fn stopped(file: &ExperimentFile, ended: &RunSummary, directory: Option<&Path>) -> Failure {
    let of = ended.of.map_or_else(String::new, |of| format!(" of {of}"));
    let (shards, seconds) = (ended.shards, ended.wall_seconds);
    let seed = seed(file, ended).map_or_else(String::new, |seed| format!(", {seed}"));
    let how_far = format!("stopped after {shards}{of} shards, {seconds:.1} s of work{seed}");
    match directory {
        Some(_) => {
            let how_far = format!("{how_far}; go on with");
            Failure::Stopped {
                how_far,
                again: this_command_resumed(),
                otherwise: "the same command and --resume",
            }
        }
        None => {
            Failure::Unfinished(format!("{how_far}; nothing was kept; with --out DIR it could be resumed"))
        }
    }
}

/// The command line that was given, with `--resume`.
fn this_command_resumed() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".into());
    }
    words
}
