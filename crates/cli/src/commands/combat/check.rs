//! `quadrille combat check`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use quadrille::answers::combat::{CheckAnswer, check};
use quadrille::report::ReportTable;
use quadrille::report::figure::counted;

use super::{Changes, profile};
use crate::failure::Failure;
use crate::long_job;
use crate::progress::watched;
use crate::{OutputMode, answer, terminal, threads};

/// Default number of fights of a check.
const FIGHTS: u64 = 200;

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille combat check example:fury

A warning describes only the fights of this check: a rare event that is missing here can still be possible. The \
exit code is 0 even with warnings.")]
pub(crate) struct Check {
    /// The profile
    #[arg(value_name = "PROFILE.toml")]
    profile: PathBuf,
    /// Number of fights to examine
    #[arg(long, value_name = "N", default_value_t = FIGHTS,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// Seed of all randomness, 0 to 2^64-1 [default: the profile's seed, or 1]
    #[arg(long, value_name = "S", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    changes: Changes,
}

impl Check {
    pub(super) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let profile = self.changes.applied(profile(&self.profile)?)?;
        threads::share_none();
        let answer =
            watched("fights", mode, |observer| check(&profile, self.seed, self.iterations, observer))??;
        if mode.json {
            return answer::json(&answer);
        }
        answer::text(&text(&answer))
    }
}

/// Formats the answer as text.
fn text(answer: &CheckAnswer) -> String {
    let companions = answer.lines.iter().any(|line| line.of.is_some());
    let headings = ["#line"].into_iter().chain(companions.then_some("of"));
    let headings: Vec<&str> = headings.chain(["use", "#uses per fight", "waits for"]).collect();
    let mut table = ReportTable::new(&headings);
    for line in &answer.lines {
        let mut waits_for =
            if line.waits_for.is_empty() { "–".to_owned() } else { line.waits_for.join(", ") };
        if line.polled {
            waits_for += " (polled)";
        }
        let uses = format!("{:.2}", line.uses as f64 / answer.fights as f64);
        let of = companions.then(|| line.of.as_deref().unwrap_or("the actor").to_owned());
        table.push([line.at.clone()].into_iter().chain(of).chain([line.does(), uses, waits_for]));
    }
    let mut text = format!("{}, seed {}\n\n", counted(answer.fights, "fight"), answer.seed);
    text += &terminal::table(&table);
    text.push('\n');
    if answer.warnings.is_empty() {
        text += "no warnings\n";
    }
    for warning in &answer.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}
