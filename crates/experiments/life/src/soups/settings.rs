//! The `[life]` table of an experiment file about soups.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_life::{Fate, Rule, Symmetry};
use quadrille_random::Chance;
use quadrille_runner::Header;

use crate::grid::settings::{parsed, rule};

/// Soups at most.
pub(crate) const MOST_SOUPS: u64 = 1_000_000_000;
/// Generations that a soup is waited for, where the file does not say.
const GENERATIONS: u64 = 100_000;
/// Characters of a root at most.
const LONGEST_ROOT: usize = 1000;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) soups: u64,
    pub(crate) symmetry: Symmetry,
    pub(crate) rule: Rule,
    pub(crate) generations: u64,
    pub(crate) source: Source,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(crate) shards: Option<u64>,
}

/// Where soups come from.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// Streams of random numbers: how likely a cell lives.
    Random(f64, Chance),
    /// SHA-256 of this root and the soup's number.
    Hashed(String),
}

/// How long each is waited for.
pub(crate) fn generations(table: &Table<'_>) -> Result<u64, Diagnostic> {
    table.optional("generations").map_or(Ok(GENERATIONS), |value| value.integer(1..=Fate::MOST_GENERATIONS))
}

impl Settings {
    pub(crate) fn read(table: &Table<'_>, header: &Header) -> Result<Self, Diagnostic> {
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
                    .error("a density of soups that a text is hashed to: half of their cells live")
                    .expected("either `density` or `seed_string`"));
            }
            (Some(root), None) => {
                let text = root.string("a root in quotes, such as \"k_quadrille\"")?;
                if text.is_empty() || text.len() > LONGEST_ROOT || !text.is_ascii() {
                    return Err(root
                        .error("no root of Catagolue's")
                        .expected(format!("1 to {LONGEST_ROOT} characters of ASCII")));
                }
                Source::Hashed(text.to_owned())
            }
            (None, density) => {
                let likely = match density {
                    // Of the two zeros one.
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
