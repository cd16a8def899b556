//! `quadrille combat`: fights of a profile, any one of them again, and what its numbers are worth.

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
    /// Find out a profile's damage a second, and what it is made of
    Run(run::Run),
    /// Find out what a little more of each stat is worth
    Weights(weights::Weights),
    /// Find the best of several profiles and their variants
    Compare(compare::Compare),
    /// Say what each line of the action list waits for, and what is never used
    Check(check::Check),
    /// Fight one iteration again, and tell everything that happens in it
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

/// Other values for a profile's numbers.
#[derive(Debug, Args)]
struct Changes {
    /// Give a number of the profile another value; may be given again
    #[arg(long, value_name = "PATH=VALUE", value_parser = number_at_path, allow_negative_numbers = true)]
    set: Vec<(String, f64)>,
}

impl Changes {
    /// As an experiment's `set` has them.
    fn by_path(&self) -> Entries<f64> {
        self.set.iter().cloned().collect()
    }

    /// The profile with these values.
    fn applied(&self, profile: Profile) -> Result<Profile, Failure> {
        if self.set.is_empty() {
            return Ok(profile);
        }
        let varied = |path: &str| profile.variants().iter().any(|variation| variation.path == path);
        if let Some((path, _)) = self.set.iter().find(|(path, _)| varied(path)) {
            let error = format!("--set {path}: it has several values in the profile's [variants]");
            return Err(Failure::Usage(error));
        }
        // Together: a number may be right beside another alone.
        let all: Vec<(&str, f64)> = self.set.iter().map(|(path, value)| (path.as_str(), *value)).collect();
        profile.vary(&all).map_err(|error| Failure::Usage(format!("--set: {error}")))
    }
}

/// How an experiment that flags make is carried out, and where what comes of it is kept.
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
    /// Carries it out, and answers with its seed and how long it took.
    fn fight(&self, settings: &impl Settings, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let (file, out) =
            (flags::experiment(settings, NamedFiles::new(Folder::new("").quotable()))?, self.out.as_deref());
        let ended = self.job.run(&file, out, level, mode)?;
        long_job::answer_with_facts(&file, &ended, out, mode, &[RunFact::Seed, RunFact::Seconds])
    }
}

/// `actor.crit=0.25`.
fn number_at_path(text: &str) -> Result<(String, f64), String> {
    let expected = "the path of a number, `=` and a number are expected, such as actor.crit=0.25";
    let (path, value) = text.split_once('=').ok_or(expected)?;
    let value: f64 = value.trim().parse().map_err(|_| expected)?;
    if path.trim().is_empty() || !value.is_finite() {
        return Err(expected.to_owned());
    }
    Ok((path.trim().to_owned(), value))
}

/// Reads a profile; everything that is wrong with it is told at once.
fn profile(path: &Path) -> Result<Profile, Failure> {
    Profile::parse(&text_file(path)?).map_err(Failure::Inputs)
}

fn text_file(path: &Path) -> Result<Source, Failure> {
    let source = files::source(path)?;
    // What cannot be read at all is told by whoever reads it.
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

/// A file's name as an experiment has it.
fn name(path: &Path) -> Result<String, Failure> {
    let name = path.to_str();
    let name = name.ok_or_else(|| Failure::Usage(format!("the name {} is not in UTF-8", path.display())))?;
    Ok(name.to_owned())
}
