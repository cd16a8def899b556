//! The soups of a `life.soups` experiment.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_life::{Rule, Symmetry};
use quadrille_random::Chance;
use quadrille_runner::Header;
use quadrille_runner::settings::Keys as _;

use crate::settings::SoupsSettings;

/// The maximum number of characters of a root.
const LONGEST_ROOT: usize = 1000;

/// The soups of a `life.soups` experiment.
#[derive(Debug, Clone)]
pub(crate) struct SoupsJob {
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

impl SoupsJob {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let given = SoupsSettings::read(table)?;
        let density = table.optional("density");
        let source = match (given.seed_string, &density) {
            (Some(_), Some(density)) => {
                return Err(density
                    .error("hashed soups have no density: half of their cells live")
                    .expected("either `density` or `seed_string`"));
            }
            (Some(root), None) => {
                if root.is_empty() || root.len() > LONGEST_ROOT || !root.is_ascii() {
                    return Err(table
                        .required("seed_string")?
                        .error("this text cannot be the root of hashed soups")
                        .expected(format!("1 to {LONGEST_ROOT} characters of ASCII")));
                }
                Source::Hashed(root)
            }
            (None, _) => {
                // `abs` turns -0 into 0.
                let likely = given.density.map_or(0.5, f64::abs);
                let chance = Chance::new(likely);
                Source::Random(likely, chance.map_err(|error| table.error(error.to_string()))?)
            }
        };
        Ok(Self {
            soups: given.soups,
            symmetry: given.symmetry.0,
            rule: given.rule.rule.0,
            generations: given.patience.generations,
            source,
            shards: header.shards,
        })
    }
}
