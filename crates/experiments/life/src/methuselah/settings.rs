//! The `[life]` table of an experiment file about methuselahs.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_life::{BoxPatterns, Pattern, Rule, StreamKey, fill};
use quadrille_random::Chance;
use quadrille_runner::Header;

use crate::grid::settings::rule;
use crate::soups::settings::{MOST_SOUPS, generations};

/// The maximum number of columns, and of rows, of a box.
const MOST_SIDE: u64 = 64;
/// The maximum number of longest-lived patterns to report.
const MOST_KEPT: u64 = 1000;
/// The default number of longest-lived patterns to report.
const KEPT: u64 = 10;

/// The settings of an experiment file.
#[derive(Debug, Clone)]
pub(crate) struct MethuselahSettings {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) rule: Rule,
    pub(crate) generations: u64,
    pub(crate) kept: usize,
    pub(crate) source: Source,
    /// The number of shards, if the file sets one.
    pub(crate) shards: Option<u64>,
}

/// The source of the patterns.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// All patterns of the box up to symmetry, by number.
    Every(BoxPatterns),
    /// Random patterns: `soups` is their number, and `density` the probability that a cell lives.
    /// `chance` is the density in the form that the generator uses.
    Random { soups: u64, density: f64, chance: Chance },
}

impl MethuselahSettings {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let [width, height] = [
            table.required("width")?.integer(1..=MOST_SIDE)?,
            table.required("height")?.integer(1..=MOST_SIDE)?,
        ]
        .map(|side| side as u32);
        let rule = rule(table)?;
        let generations = generations(table)?;
        let kept = match table.optional("kept") {
            Some(value) => value.integer(1..=MOST_KEPT)?,
            None => KEPT,
        };
        let of_box = format!("a box of {width} x {height} cells");
        let most = BoxPatterns::MOST_CELLS;
        let patterns = BoxPatterns::new(width, height, rule).ok();
        let source = match (patterns, table.optional("soups"), table.optional("density")) {
            (Some(patterns), None, None) => Source::Every(patterns),
            (Some(_), Some(value), _) | (Some(_), None, Some(value)) => {
                return Err(value
                    .error(format!("{of_box} needs no random patterns: every pattern is run"))
                    .expected(format!("no key `soups` or `density`, or a box of more than {most} cells")));
            }
            (None, soups, density) => {
                let missing = |key: &str| {
                    table
                        .error(format!("{of_box} has too many patterns to run all of them, and `{key}` is missing"))
                        .expected(format!(
                            "`soups`, the number of random patterns, and `density`, the probability that a cell lives; or a box of at most {most} cells"
                        ))
                };
                let soups = soups.ok_or_else(|| missing("soups"))?.integer(1..=MOST_SOUPS)?;
                // `abs` turns -0 into 0.
                let density = density.ok_or_else(|| missing("density"))?.number(0.0..=1.0)?.abs();
                let chance = Chance::new(density).map_err(|error| table.error(error.to_string()))?;
                Source::Random { soups, density, chance }
            }
        };
        Ok(Self { width, height, rule, generations, kept: kept as usize, source, shards: header.shards })
    }

    /// Returns the pattern with the given number: decoded from its bits, or drawn from the stream
    /// (seed, number).
    pub(crate) fn pattern(&self, seed: u64, number: u64) -> Pattern {
        match &self.source {
            Source::Every(patterns) => patterns.pattern(number),
            Source::Random { chance, .. } => {
                fill::xoshiro_pattern(self.width, self.height, StreamKey::new(seed, number), *chance)
            }
        }
    }
}
