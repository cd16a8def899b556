//! `quadrille combat`: fights of a profile, and any one of them again.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use quadrille::answers::combat::{self, ReplayError};
use quadrille::answers::job::RunFact;
use quadrille::combat::Profile;
use quadrille::diagnostics::Source;
use quadrille::files::{self, NamedFiles};
use quadrille::lanes::Level;
use quadrille::settings::DpsSettings;

use crate::failure::Failure;
use crate::long_job::{self, LongJob};
use crate::progress::watched;
use crate::{OutputMode, answer, flags};

#[derive(Debug, Subcommand)]
pub(crate) enum Combat {
    /// Find out a profile's damage a second, and what it is made of
    Run(Run),
    /// Fight one iteration again, and tell everything that happens in it
    Replay(Again),
}

impl Combat {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Run(run) => run.run(level, mode),
            Self::Replay(again) => again.run(mode),
        }
    }
}

#[derive(Debug, Args)]
#[command(override_usage = "quadrille combat run PROFILE.toml [OPTIONS]")]
#[command(after_help = "Examples:
  quadrille combat run examples/combat/fury.toml
  quadrille combat run examples/combat/fury.toml --target-error 0.1 \\
      --out runs/fury

The seed is that of --seed, else that of the profile, else drawn. What a profile
can say is told in docs/combat-profile.md.")]
pub(crate) struct Run {
    /// The profile
    #[arg(value_name = "PROFILE.toml")]
    profile: PathBuf,
    /// How many fights; with --target-error, how many at most [default: 10000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    iterations: Option<u64>,
    /// Stop when half the 95 % interval is at most PERCENT of the mean
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    target_error: Option<f64>,
    /// Keep checkpoints, results and a report in DIR
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    job: LongJob,
}

impl Run {
    fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        // A profile that cannot be read is told in terms of its file alone, not of the experiment made of the
        // flags.
        text_file(&self.profile)?;
        let file = flags::experiment(&self.settings()?, NamedFiles::in_folder(""))?;
        let ended = self.job.run(&file, self.out.as_deref(), level, mode)?;
        let facts = [RunFact::Seed, RunFact::Seconds];
        long_job::answer_with_facts(&file, &ended, self.out.as_deref(), mode, &facts)
    }

    fn settings(&self) -> Result<DpsSettings, Failure> {
        let path = self.profile.to_str();
        let path = path
            .ok_or_else(|| Failure::Usage(format!("the name {} is not in UTF-8", self.profile.display())))?;
        let mut settings = DpsSettings::new(path);
        (settings.iterations, settings.target_error) = (self.iterations, self.target_error);
        Ok(settings)
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille combat replay examples/combat/fury.toml \\
    --seed 31459 --iteration 17

The report of a run names the iterations nearest to the least, the median and the
largest damage a second.")]
pub(crate) struct Again {
    /// The profile
    #[arg(value_name = "PROFILE.toml")]
    profile: PathBuf,
    /// The seed of the run [default: that of the profile]
    #[arg(long, value_name = "S", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Which iteration, counted from 0
    #[arg(long, value_name = "K", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    iteration: u64,
}

impl Again {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let profile = profile(&self.profile)?;
        let replay = watched("seconds of the fight", mode, |observer| {
            combat::replay(&profile, self.seed, self.iteration, observer)
        })?;
        let replay = replay.map_err(|error| match error {
            ReplayError::NoSeed => Failure::usage("the profile has no seed; name the run's with --seed"),
            ReplayError::Cancelled(cancelled) => cancelled.into(),
            other => Failure::unfinished(other),
        })?;
        if mode.json {
            return answer::json(&replay);
        }
        let head = format!(
            "{}, seed {}, iteration {}: {:.3} damage in {:.3} s, {:.3} a second",
            profile.name(),
            replay.seed,
            replay.iteration,
            replay.damage,
            replay.length,
            replay.dps
        );
        let lines = replay.log.iter().map(ToString::to_string);
        answer::lines([head, String::new()].into_iter().chain(lines))
    }
}

/// Reads a profile; everything that is wrong with it is told at once.
fn profile(path: &Path) -> Result<Profile, Failure> {
    Profile::parse(&text_file(path)?).map_err(Failure::Inputs)
}

fn text_file(path: &Path) -> Result<Source, Failure> {
    let bytes = files::read(path).map_err(Failure::Usage)?;
    Ok(Source::from_bytes(path.display().to_string(), bytes)?)
}
