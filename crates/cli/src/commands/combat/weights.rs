//! `quadrille combat weights`.

use std::path::PathBuf;

use clap::Args;
use quadrille::answers::combat::usual_weights;
use quadrille::lanes::Level;
use quadrille::settings::WeightsSettings;

use super::{Fighting, name, number_at_path, profile};
use crate::OutputMode;
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(override_usage = "quadrille combat weights PROFILE.toml [OPTIONS]")]
#[command(after_help = "Examples:
  quadrille combat weights example:fury --per actor.power --iterations 500
  quadrille combat weights example:fury --iterations 500 \\
      --weights actor.crit=0.01,abilities.bloodthirst.cost.rage=-1

Without --weights, each nonzero stat among the actor's power, crit, haste, hit and expertise is increased: \
the power by one percent, the others by 0.01. All variants use the same random numbers in each fight, so \
even differences far below the noise of a single variant are detected.")]
pub(crate) struct Weights {
    /// The profile
    #[arg(value_name = "PROFILE.toml")]
    profile: PathBuf,
    /// Numbers to change, each with its increment
    #[arg(long = "weights", value_name = "PATH=BY", value_delimiter = ',', value_parser = number_at_path,
        allow_negative_numbers = true)]
    changed: Vec<(String, f64)>,
    /// Number whose weight is normalized to 1
    #[arg(long, value_name = "PATH")]
    per: Option<String>,
    /// Number of fights per variant; with --target-error, the maximum [default: 10000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    iterations: Option<u64>,
    /// Stop when half the 95 % interval of every difference is at most PERCENT of the mean
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    target_error: Option<f64>,
    #[command(flatten)]
    fighting: Fighting,
}

impl Weights {
    pub(super) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let profile = self.fighting.changes.applied(profile(&self.profile)?)?;
        let weights = if self.changed.is_empty() { usual_weights(&profile) } else { self.changed.clone() };
        for (at, (path, _)) in weights.iter().enumerate() {
            if weights[..at].iter().any(|(other, _)| other == path) {
                let twice = format!("--weights has `{path}` twice; expected each number once");
                return Err(Failure::usage(&twice));
            }
        }
        if weights.is_empty() {
            let all = "the actor's power, crit, haste, hit and expertise are 0; choose the numbers to change with --weights";
            return Err(Failure::usage(all));
        }
        let mut settings = WeightsSettings::new(name(&self.profile)?, weights.into_iter().collect());
        (settings.iterations, settings.target_error) = (self.iterations, self.target_error);
        settings.per.clone_from(&self.per);
        settings.set = self.fighting.changes.by_path();
        self.fighting.fight(&settings, level, mode)
    }
}
