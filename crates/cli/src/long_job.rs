//! The flags of long jobs, and the output of their results.

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
use quadrille_files::{PlainUnit, SizeError, parse_size_within};

use crate::failure::{self, Failure, warn};
use crate::progress::watched;
use crate::{OutputMode, answer, browser, terminal, threads as program_threads};

/// The flags of a long job.
#[derive(Debug, Args)]
pub(crate) struct LongJob {
    /// Seed of all randomness, 0 to 2^64-1 [default: random, printed]
    #[arg(long, value_name = "S", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Number of threads; affects only the time [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Resume an unfinished run
    #[arg(long)]
    pub(crate) resume: bool,
    /// Show the report in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is expected", u64::MAX))
}

/// Parses an amount of memory, which is a number of MiB or a size with a unit, and returns it in
/// bytes.
pub(crate) fn memory(text: &str) -> Result<u64, SizeError> {
    parse_size_within(text, PlainUnit::Mebibytes, 1 << 20..=u64::MAX)
}

pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let expected = || format!("a whole number from 1 to {MOST_THREADS} is expected");
    let threads: NonZeroUsize = text.parse().map_err(|_| expected())?;
    if threads.get() as u64 > MOST_THREADS { Err(expected()) } else { Ok(threads) }
}

impl LongJob {
    /// Runs the job with a progress display. The run is kept in `directory`; without a directory,
    /// it is kept only in memory.
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
        if self.open && directory.is_none() {
            return Err(Failure::usage("--open needs --out DIR, where the report is written"));
        }
        let mut options = RunOptions::new(level).resume(self.resume);
        options.seed = self.seed;
        options.threads = self.threads.map(NonZeroUsize::get);
        // The job starts its own threads, so rayon's global pool is not needed.
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
                "{}: {} failed the checksum and had to be recomputed: {}",
                store.display(),
                counted(shards.len() as u64, "shard"),
                shards.join(", ")
            ));
        }
        if let (true, true, Some(directory)) = (self.open, ended.conclusion.is_some(), directory) {
            browser::open(&directory.join(Output::Report.file_name()));
        }
        Ok(ended)
    }
}

/// Writes the answer of a job: its figures and the paths of its files. If the run was stopped,
/// returns a failure that contains the progress and the command that resumes the run.
pub(crate) fn answer(
    file: &ExperimentFile,
    ended: &RunSummary,
    directory: Option<&Path>,
    mode: OutputMode,
) -> Result<(), Failure> {
    if mode.json {
        answer::json(&JobAnswer::new(file, ended))?;
    } else if let Some(conclusion) = &ended.conclusion {
        let footer = footer(file, ended, directory);
        answer::text(&terminal::report(&conclusion.report, &footer, mode.full))?;
    } else if let Some(so_far) = &ended.so_far {
        // A partial answer shows only the summary, because the details are still changing.
        let report = Report { sections: Vec::new(), ..so_far.report.clone() };
        let of = ended.of.map_or_else(String::new, |of| format!(" of {of}"));
        let summary = terminal::report(&report, "", mode.full);
        let head = format!(
            "So far, from the shards before the first unfinished one ({}{of} shards are finished):",
            ended.shards
        );
        answer::text(&format!("{}\n{summary}", textwrap::fill(&head, 80)))?;
    }
    if ended.conclusion.is_some() { Ok(()) } else { Err(stopped(file, ended, directory)) }
}

/// Writes the answer of a job that was described by flags. With `--json`, the answer contains only
/// the result of the job and the given facts about the run.
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

/// Returns the closing lines: seed, shards, time and the paths of the files.
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

/// Returns the seed as text; `None` for a job without randomness whose seed is 0.
fn seed(file: &ExperimentFile, ended: &RunSummary) -> Option<String> {
    (file.job.draws() || ended.seed != 0).then(|| format!("seed {}", ended.seed))
}

/// Returns the failure of a stopped job. It shows the progress and, if the run was saved in a
/// directory, the command that resumes the run.
fn stopped(file: &ExperimentFile, ended: &RunSummary, directory: Option<&Path>) -> Failure {
    let of = ended.of.map_or_else(String::new, |of| format!(" of {of}"));
    let (shards, seconds) = (ended.shards, ended.wall_seconds);
    let seed = seed(file, ended).map_or_else(String::new, |seed| format!(", {seed}"));
    let how_far = format!("stopped after {shards}{of} shards, {seconds:.1} s of work{seed}");
    match directory {
        Some(_) => {
            let how_far = format!("{how_far}; resume with");
            Failure::Stopped {
                how_far,
                again: this_command_resumed(),
                otherwise: "the same command with --resume",
            }
        }
        None => {
            Failure::Unfinished(format!("{how_far}; nothing was kept; a run with --out DIR can be resumed"))
        }
    }
}

/// Returns the command line of this process, with `--resume` added if it is missing.
fn this_command_resumed() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".into());
    }
    words
}
