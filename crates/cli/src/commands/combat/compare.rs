//! `quadrille combat compare`.

use std::path::PathBuf;

use clap::Args;
use quadrille::lanes::Level;
use quadrille::settings::{CompareSettings, Unranged};

use super::{Fighting, name, profile};
use crate::OutputMode;
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(override_usage = "quadrille combat compare PROFILE.toml... [OPTIONS]")]
#[command(after_help = "Examples:
  quadrille combat compare example:fury example:shadow
  quadrille combat compare example:quartet --set actor.crit=0.3 \\
      --target-error 2

Each profile is run with all combinations of its [sets] and [variants]. Variants significantly worse than the best are dropped after \
each stage. With --target-error, variants that are equal in every fight are simulated up to about 1.6 million times, \
because a rare difference may still occur: give --iterations too, or leave out variants that change nothing.")]
pub(crate) struct Compare {
    /// The profiles: several, or one with [sets] or [variants]
    #[arg(value_name = "PROFILE.toml", required = true)]
    profiles: Vec<PathBuf>,
    /// Maximum number of fights of each variant [default: 10000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    iterations: Option<u64>,
    /// Stop when all remaining variants are at most PERCENT behind the best
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    target_error: Option<f64>,
    #[command(flatten)]
    fighting: Fighting,
}

impl Compare {
    pub(super) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        // The profiles are read here first, so that all errors in a profile are reported at once,
        // with their positions in the profile's own file.
        for path in &self.profiles {
            profile(path)?;
        }
        let names: Vec<String> = self.profiles.iter().map(|path| name(path)).collect::<Result<_, _>>()?;
        let mut settings = CompareSettings::new();
        settings.profiles = Some(names);
        (settings.iterations, settings.target_error) = (self.iterations.map(Unranged), self.target_error);
        settings.set = self.fighting.changes.by_path();
        self.fighting.fight(&settings, level, mode)
    }
}
