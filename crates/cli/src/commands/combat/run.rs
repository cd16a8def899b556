//! `quadrille combat run`.

use std::path::PathBuf;

use clap::Args;
use quadrille::lanes::Level;
use quadrille::settings::{DpsSettings, Unranged};

use super::{Fighting, name, text_file};
use crate::OutputMode;
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(override_usage = "quadrille combat run PROFILE.toml [OPTIONS]")]
#[command(after_help = "Examples:
  quadrille combat run example:fury --iterations 1000
  quadrille combat run example:fury --target-error 0.5 \\
      --out runs/fury

The seed is that of --seed, else that of the profile, else random. Profiles are documented in \
docs/combat-profile.md.")]
pub(crate) struct CombatRun {
    /// The profile
    #[arg(value_name = "PROFILE.toml")]
    profile: PathBuf,
    /// Number of fights; with --target-error, the maximum [default: 10000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    iterations: Option<u64>,
    /// Stop when half the 95 % interval is at most PERCENT of the mean
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    target_error: Option<f64>,
    #[command(flatten)]
    fighting: Fighting,
}

impl CombatRun {
    pub(super) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        // The profile is read here first, so that errors refer to its file and not to the
        // experiment made of the flags.
        text_file(&self.profile)?;
        self.fighting.fight(&self.settings()?, level, mode)
    }

    fn settings(&self) -> Result<DpsSettings, Failure> {
        let mut settings = DpsSettings::new(name(&self.profile)?);
        (settings.iterations, settings.target_error) = (self.iterations.map(Unranged), self.target_error);
        settings.set = self.fighting.changes.by_path();
        Ok(settings)
    }
}
