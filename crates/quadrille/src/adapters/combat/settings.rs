//! The `[combat]` table of an experiment file.

use quadrille_combat::Profile;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_experiment::Header;

use crate::files::NamedFiles;

/// Fights where the file names neither a number nor an error.
pub(super) const ITERATIONS: u64 = 10_000;
/// Fights at most where the file names an error alone.
pub(super) const ITERATIONS_TO_AN_ERROR: u64 = 10_000_000;
/// The most fights that may be asked for.
const MOST_ITERATIONS: u64 = 1_000_000_000;
/// The smallest error, in percent, that may be asked for.
const LEAST_ERROR: f64 = 1e-4;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) profile: Profile,
    /// So many fights at most.
    pub(super) iterations: u64,
    /// Half the 95 % interval of the mean, in percent of it, that is small enough.
    pub(super) target_error: Option<f64>,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(super) shards: Option<u64>,
}

impl Settings {
    pub(super) fn read(
        table: &Table<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let source = files.source(&table.required("profile")?)?;
        let profile = Profile::parse(&source).map_err(|errors| {
            let first = errors.into_iter().next();
            first.unwrap_or_else(|| table.error("the profile cannot be read"))
        })?;
        let target_error =
            table.optional("target_error").map(|value| value.number(LEAST_ERROR..=100.0)).transpose()?;
        let iterations = match table.optional("iterations") {
            Some(value) => value.integer(1..=MOST_ITERATIONS)?,
            None if target_error.is_some() => ITERATIONS_TO_AN_ERROR,
            None => ITERATIONS,
        };
        Ok(Self { profile, iterations, target_error, shards: header.shards })
    }
}
