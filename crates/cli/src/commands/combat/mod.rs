//! `quadrille combat`: simulations of a profile, replays, stat weights, comparisons.

mod check;
mod compare;
mod replay;
mod run;
mod weights;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use quadrille::answers::job::RunFact;
use quadrille::combat::Profile;
use quadrille::diagnostics::toml::Document;
use quadrille::diagnostics::{Source, printable};
use quadrille::files::{self, Folder, NamedFiles};
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::report::entries::Entries;
use quadrille::settings::Settings;

use crate::failure::Failure;
use crate::long_job::{self, LongJob};
use crate::{OutputMode, flags};

#[derive(Debug, Subcommand)]
pub(crate) enum Combat {
    /// Measure a profile's damage per second and its breakdown
    Run(run::CombatRun),
    /// Measure the value of a small increase of each stat
    Weights(weights::Weights),
    /// Find the best of several profiles and their variants
    Compare(compare::Compare),
    /// Report the wait conditions of each line of the action list, and unused abilities
    Check(check::Check),
    /// Replay one fight of a run with a full event log
    Replay(replay::Again),
}

impl Combat {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Run(run) => run.run(level, mode),
            Self::Weights(weights) => weights.run(level, mode),
            Self::Compare(compare) => compare.run(level, mode),
            Self::Check(check) => check.run(mode),
            Self::Replay(again) => again.run(mode),
        }
    }
}

/// Overrides of a profile's numbers.
#[derive(Debug, Args)]
struct Changes {
    /// Override a number of the profile; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = number_at_path, allow_negative_numbers = true)]
    set: Vec<(String, f64)>,
}

impl Changes {
    /// Returns the overrides in the form of the key `set` of an experiment.
    fn by_path(&self) -> Entries<f64> {
        self.set.iter().cloned().collect()
    }

    /// Returns the profile with the overrides applied.
    fn applied(&self, profile: Profile) -> Result<Profile, Failure> {
        if self.set.is_empty() {
            return Ok(profile);
        }
        // All overrides are applied together, because some values are valid only in combination.
        let all: Vec<(&str, f64)> = self.set.iter().map(|(path, value)| (path.as_str(), *value)).collect();
        profile.vary(&all).map_err(|error| Failure::Usage(format!("--set: {error}")))
    }
}

/// Flags of the commands that run an experiment: output directory, overrides, options of the run.
#[derive(Debug, Args)]
struct Fighting {
    /// Keep checkpoints, results and a report in DIR
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    job: LongJob,
}

impl Fighting {
    /// Runs the experiment. The answer includes the seed and the duration.
    fn fight(&self, settings: &impl Settings, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let (file, out) =
            (flags::experiment(settings, NamedFiles::new(Folder::new("").quotable()))?, self.out.as_deref());
        let ended = self.job.run(&file, out, level, mode)?;
        long_job::answer_with_facts(&file, &ended, out, mode, &[RunFact::Seed, RunFact::Seconds])
    }
}

/// Parses an override such as `actor.crit=0.25`.
fn number_at_path(text: &str) -> Result<(String, f64), String> {
    let expected = "the path of a number, `=` and a number are expected, such as actor.crit=0.25";
    let (path, value) = text.split_once('=').ok_or(expected)?;
    let value: f64 = value.trim().parse().map_err(|_| expected)?;
    if path.trim().is_empty() || !value.is_finite() {
        return Err(expected.to_owned());
    }
    Ok((path.trim().to_owned(), value))
}

/// Reads a profile; all its errors are reported at once.
fn profile(path: &Path) -> Result<Profile, Failure> {
    Profile::parse(&text_file(path)?).map_err(Failure::Inputs)
}

fn text_file(path: &Path) -> Result<Source, Failure> {
    let source = files::source(path)?;
    // Syntax errors are reported by the profile parser.
    if let Ok(document) = Document::parse(&source)
        && REGISTRY.kind_of(&document).is_ok()
    {
        let path = printable(&path.display().to_string());
        return Err(Failure::Usage(format!(
            "{path} is an experiment, not a profile; type: quadrille run {path}"
        )));
    }
    Ok(source)
}

/// Returns a file name as a string for an experiment.
fn name(path: &Path) -> Result<String, Failure> {
    let name = path.to_str();
    let name = name.ok_or_else(|| Failure::Usage(format!("the name {} is not in UTF-8", path.display())))?;
    Ok(name.to_owned())
}
