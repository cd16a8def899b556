//! The profile and the number of fights of a `combat.dps` experiment.

use quadrille_combat::Profile;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_runner::Header;

use crate::profiles::{self, BYTES_KEPT, CommandArguments, MOST_KEPT, NamedProfile, usual_iterations};
use crate::settings::DpsSettings;
use quadrille_runner::files::NamedFiles;
use quadrille_runner::settings::Keys as _;

/// The profile and the number of fights of a `combat.dps` experiment.
#[derive(Debug, Clone)]
pub(crate) struct DpsJob {
    pub(super) profile: Profile,
    /// The profile as command-line arguments.
    pub(super) arguments: CommandArguments,
    /// The maximum number of fights.
    pub(super) iterations: u64,
    /// The run stops when half the width of the 95 % interval of the mean is at most this
    /// percentage of the mean.
    pub(super) target_error: Option<f64>,
    /// The number of shards, if the file gives one.
    pub(super) shards: Option<u64>,
}

impl DpsJob {
    pub(crate) fn read(
        table: &TomlTable<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let given = DpsSettings::read(table)?;
        let NamedProfile { profile, arguments } = profiles::read(&table.required("profile")?, table, files)?;
        let target_error = given.target_error;
        let iterations = match table.optional("iterations") {
            Some(value) => value.integer(1..=MOST_KEPT).map_err(|error| {
                let gigabytes = MOST_KEPT * BYTES_KEPT / 100_000_000;
                error.help(format!(
                    "exact quantiles keep {BYTES_KEPT} bytes per fight: the maximum number of fights takes {}.{} GB of memory",
                    gigabytes / 10,
                    gigabytes % 10,
                ))
            })?,
            None => usual_iterations(target_error),
        };
        Ok(Self { profile, arguments, iterations, target_error, shards: header.shards })
    }
}
