//! The patterns of a `life.methuselah` experiment.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_life::{BoxPatterns, Pattern, Rule, StreamKey, fill};
use quadrille_random::Chance;
use quadrille_runner::Header;
use quadrille_runner::settings::Keys as _;

use crate::settings::MethuselahSettings;

/// The patterns of a `life.methuselah` experiment.
#[derive(Debug, Clone)]
pub(crate) struct MethuselahJob {
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

impl MethuselahJob {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let given = MethuselahSettings::read(table)?;
        let (width, height, rule) = (given.width, given.height, given.rule.rule.0);
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
            (None, ..) => {
                let missing = |key: &str| {
                    table
                        .error(format!("{of_box} has too many patterns to run all of them, and `{key}` is missing"))
                        .expected(format!(
                            "`soups`, the number of random patterns, and `density`, the probability that a cell lives; or a box of at most {most} cells"
                        ))
                };
                let soups = given.soups.ok_or_else(|| missing("soups"))?;
                // `abs` turns -0 into 0.
                let density = given.density.ok_or_else(|| missing("density"))?.abs();
                let chance = Chance::new(density).map_err(|error| table.error(error.to_string()))?;
                Source::Random { soups, density, chance }
            }
        };
        Ok(Self {
            width,
            height,
            rule,
            generations: given.patience.generations,
            kept: given.kept as usize,
            source,
            shards: header.shards,
        })
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
