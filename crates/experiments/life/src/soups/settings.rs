//! The `[life]` table of an experiment file about soups.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_life::{Fate, Rule, Symmetry};
use quadrille_random::Chance;
use quadrille_runner::Header;

use crate::grid::settings::{parsed, rule};

/// The maximum number of soups.
pub(crate) const MOST_SOUPS: u64 = 1_000_000_000;
/// The default for the maximum number of generations per soup.
const GENERATIONS: u64 = 100_000;
/// The maximum number of characters of a root.
const LONGEST_ROOT: usize = 1000;

/// The settings of an experiment file.
#[derive(Debug, Clone)]
pub(crate) struct SoupsSettings {
    pub(crate) soups: u64,
    pub(crate) symmetry: Symmetry,
    pub(crate) rule: Rule,
    pub(crate) generations: u64,
    pub(crate) source: Source,
    /// The number of shards, if the file sets one.
    pub(crate) shards: Option<u64>,
}

/// The source of the soups.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// Random soups: the probability that a cell lives, first as given and then in the form that
    /// the generator uses.
    Random(f64, Chance),
    /// Soups from hashes. A soup is the SHA-256 of a text: this root with the number of the soup
    /// appended.
    Hashed(String),
}

/// Reads the maximum number of generations per soup.
pub(crate) fn generations(table: &TomlTable<'_>) -> Result<u64, Diagnostic> {
    table.optional("generations").map_or(Ok(GENERATIONS), |value| value.integer(1..=Fate::MOST_GENERATIONS))
}

impl SoupsSettings {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let soups = table.required("soups")?.integer(1..=MOST_SOUPS)?;
        let symmetry = match table.optional("symmetry") {
            Some(value) => parsed(&value, "a symmetry in quotes, such as \"C1\"")?,
            None => Symmetry::C1,
        };
        let rule = rule(table)?;
        let generations = generations(table)?;
        let density = table.optional("density");
        let source = match (table.optional("seed_string"), &density) {
            (Some(_), Some(density)) => {
                return Err(density
                    .error("hashed soups have no density: half of their cells live")
                    .expected("either `density` or `seed_string`"));
            }
            (Some(root), None) => {
                let text = root.string("a root in quotes, such as \"k_quadrille\"")?;
                if text.is_empty() || text.len() > LONGEST_ROOT || !text.is_ascii() {
                    return Err(root
                        .error("this text cannot be the root of hashed soups")
                        .expected(format!("1 to {LONGEST_ROOT} characters of ASCII")));
                }
                Source::Hashed(text.to_owned())
            }
            (None, density) => {
                let likely = match density {
                    // `abs` turns -0 into 0.
                    Some(value) => value.number(0.0..=1.0)?.abs(),
                    None => 0.5,
                };
                let chance = Chance::new(likely);
                Source::Random(likely, chance.map_err(|error| table.error(error.to_string()))?)
            }
        };
        Ok(Self { soups, symmetry, rule, generations, source, shards: header.shards })
    }
}
