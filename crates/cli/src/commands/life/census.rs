//! `quadrille life census`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use quadrille::answers::life::{self, Census as Answer, CensusWhen, LifeError, rule_and_bounds};
use quadrille::lanes::Level;
use quadrille::life::{EngineSettings, Fate, FileRule, Pseudo};
use quadrille::machine::available_memory;
use quadrille::report::figure::count;

use super::field::failure;
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, long_job};

/// Default maximum number of generations.
const USUAL: u64 = 100_000;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life census r-pentomino
  quadrille life census acorn --at 500
  quadrille life census xs8_rr --together --json

The pattern runs on the unbounded plane until it settles, as in `life info`: until it consists of \
parts that never meet again, each of them periodic. Then its objects are counted by their apgcodes, in \
Catagolue's canonical form: xs4_33 is a still life of 4 cells, xp2_7 an oscillator of period 2, xq4_153 a \
spaceship of period 4. Pseudo-objects, such as two blocks side by side, are split as the standard census does. If \
the pattern grows linearly, its guns and puffers (yl..., otherwise zz_LINEAR) and the objects that they leave \
behind are counted; quadratic growth counts as one object, zz_QUADRATIC. docs/life-census.md explains the codes.")]
pub(crate) struct Census {
    /// The pattern: RLE, macrocell, plaintext, Life 1.05 or 1.06, optionally gzip-compressed; - for
    /// standard input; an apgcode; or a pattern of `quadrille examples`, such as gosper-gun
    #[arg(value_name = "PATTERN")]
    pattern: PathBuf,
    /// Count in generation N, whether the pattern has settled or not
    #[arg(long, value_name = "N", value_parser = long_job::whole_number, allow_negative_numbers = true, conflicts_with = "generations")]
    at: Option<u64>,
    /// Maximum number of generations until the pattern settles [default: 100000]
    #[arg(long, value_name = "N", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    generations: Option<u64>,
    /// Count each pseudo-object as one object
    #[arg(long)]
    together: bool,
    /// The rule, such as B36/S23 or Seeds [default: the pattern's rule, else B3/S23]
    #[arg(long, value_name = "RULE")]
    rule: Option<FileRule>,
    /// Memory for the cells, such as 4GiB; a plain number is in MiB [default: all available]
    #[arg(long, value_name = "SIZE", value_parser = long_job::memory, allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Refuse nonstandard files that are otherwise read with a warning
    #[arg(long)]
    strict: bool,
}

impl Census {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let most = Fate::MOST_GENERATIONS;
        let within = self.generations.unwrap_or(USUAL);
        if within > most {
            return Err(Failure::usage(format!(
                "--generations: expected at most {}, because they are examined one by one",
                count(most)
            )));
        }
        let pattern = super::input::pattern(&self.pattern, self.strict, self.rule, None)?;
        let (rule, bounds) =
            rule_and_bounds(&pattern, self.rule.map(|rule| rule.spec), None).map_err(failure)?;
        // If a rule is given, only the bounds of this rule count, and the bounds of the pattern are
        // ignored. A rule without bounds means the plane.
        let bounds = self.rule.map_or(bounds, |rule| rule.spec.bounds);
        if let Some(bounds) = bounds {
            return Err(Failure::usage(format!(
                "objects are counted only on the unbounded plane, but the rule ends in bounds of {bounds}; expected a rule without bounds: --rule {rule}"
            )));
        }
        let settings =
            EngineSettings::default().level(level).memory(self.memory.unwrap_or_else(available_memory) / 2);
        let pseudo = if self.together { Pseudo::Together } else { Pseudo::Split };
        let when = self.at.map_or(CensusWhen::Settled { within }, CensusWhen::At);
        let found = watched("generations", mode, |observer| {
            life::census(&pattern, rule, pseudo, when, settings, observer)
        })?;
        let found = found.map_err(|error| match error {
            LifeError::NotSettled { .. } => {
                Failure::unfinished(format!("{error}: --generations N or --at N"))
            }
            other => failure(other),
        })?;
        if mode.json { answer::json(&found) } else { answer::text(&text(&found)) }
    }
}

/// Formats the census as text.
fn text(found: &Answer) -> String {
    let mut text = String::new();
    let widest = found.objects.iter().map(|object| object.apgcode.len()).max().unwrap_or(0).min(40);
    let most = found.objects.first().map_or(0, |object| count(object.count).len());
    for object in &found.objects {
        let name = object.name.as_deref().unwrap_or_default();
        let line = format!("{:>most$}  {:widest$}  {name}", count(object.count), object.apgcode);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if !found.objects.is_empty() {
        text.push('\n');
    }
    for line in textwrap::wrap(&found.finding(), 80) {
        let _ = writeln!(text, "{line}");
    }
    text
}
