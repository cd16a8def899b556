//! The `[combat]` table of an experiment file.

use quadrille_combat::Profile;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_runner::Header;

use crate::profiles::{self, Again, BYTES_KEPT, MOST_KEPT, NamedProfile, usual_iterations};
use quadrille_runner::files::NamedFiles;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(super) profile: Profile,
    /// The same for a command.
    pub(super) again: Again,
    /// So many fights at most.
    pub(super) iterations: u64,
    /// Half the 95 % interval of the mean, in percent of it, that is small enough.
    pub(super) target_error: Option<f64>,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(super) shards: Option<u64>,
}

impl Settings {
    pub(crate) fn read(
        table: &Table<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let NamedProfile { profile, again } = profiles::read(&table.required("profile")?, table, files)?;
        let target_error = profiles::target_error(table)?;
        let iterations = match table.optional("iterations") {
            Some(value) => value.integer(1..=MOST_KEPT).map_err(|error| {
                let gigabytes = MOST_KEPT * BYTES_KEPT / 100_000_000;
                error.help(format!(
                    "exact quantiles keep {BYTES_KEPT} bytes of every fight: {}.{} GB of memory for as many as that",
                    gigabytes / 10,
                    gigabytes % 10,
                ))
            })?,
            None => usual_iterations(target_error),
        };
        Ok(Self { profile, again, iterations, target_error, shards: header.shards })
    }
}
