//! `quadrille combat replay`.

use std::path::PathBuf;

use clap::Args;
use quadrille::answers::combat::{self, ReplayError};
use quadrille::combat::LogEntry;
use quadrille::report::figure::{count, counted};

use super::{Changes, profile};
use crate::failure::Failure;
use crate::long_job;
use crate::progress::watched;
use crate::{OutputMode, answer, threads};

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille combat replay example:fury \\
    --seed 31459 --iteration 17

The report of a run names the fights (iterations) nearest to the minimum, median and maximum DPS.")]
pub(crate) struct Again {
    /// The profile
    #[arg(value_name = "PROFILE.toml")]
    profile: PathBuf,
    /// Seed of the run [default: the profile's seed]
    #[arg(long, value_name = "S", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Index of the fight, counted from 0
    #[arg(long, value_name = "K", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    iteration: u64,
    /// Show only lines that contain TEXT, such as the name of an ability or buff; may be repeated
    /// to show lines that contain any of several texts
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Show only events at or after this second
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    from: Option<f64>,
    /// Show only events at or before this second
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    to: Option<f64>,
    #[command(flatten)]
    changes: Changes,
}

/// Parses a time in a fight.
fn seconds(text: &str) -> Result<f64, String> {
    let expected = || "a number of seconds, 0 or more, is expected".to_owned();
    let seconds: f64 = text.parse().map_err(|_| expected())?;
    if seconds.is_finite() && seconds >= 0.0 { Ok(seconds) } else { Err(expected()) }
}

impl Again {
    pub(super) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let profile = self.changes.applied(profile(&self.profile)?)?;
        threads::share_none();
        let replay = watched("seconds of the fight", mode, |observer| {
            combat::replay(&profile, self.seed, self.iteration, observer)
        })?;
        let mut replay = replay.map_err(|error| match error {
            ReplayError::NoSeed => Failure::usage("the profile has no seed; give the run's seed with --seed"),
            ReplayError::Cancelled(cancelled) => cancelled.into(),
            ReplayError::OutOfMemory(shortage) => shortage.into(),
            other => Failure::unfinished(other),
        })?;
        let lines = replay.log.len();
        replay.log.retain(|entry| self.shows(entry));
        if mode.json {
            return answer::json(&replay);
        }
        let head = format!(
            "{}, seed {}, iteration {}: {:.3} damage in {:.3} s, {}",
            profile.name(),
            replay.seed,
            replay.iteration,
            replay.damage,
            replay.length,
            replay.dps.map_or_else(
                || "no DPS, because the fight ended at once".to_owned(),
                |dps| format!("{dps:.3} per second")
            )
        );
        let shown = replay.log.iter().map(ToString::to_string);
        let told = if replay.log.len() < lines {
            Some(format!("{} of {}", count(replay.log.len() as u64), counted(lines as u64, "line")))
        } else {
            None
        };
        answer::lines([head].into_iter().chain(told).chain([String::new()]).chain(shown))
    }

    /// Returns whether a line of the log passes the filters.
    fn shows(&self, entry: &LogEntry) -> bool {
        let text = || entry.to_string();
        self.from.is_none_or(|from| entry.time >= from)
            && self.to.is_none_or(|to| entry.time <= to)
            && (self.only.is_empty() || self.only.iter().any(|only| text().contains(only.as_str())))
    }
}
