//! The changes of a `combat.weights` experiment.

use quadrille_combat::Profile;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value, one_of};
use quadrille_runner::Header;

use crate::profiles::{self, usual_iterations, vary};
use crate::settings::WeightsSettings;
use quadrille_runner::files::NamedFiles;
use quadrille_runner::keys::LARGEST_BY_PATH;
use quadrille_runner::settings::{Keys as _, by_path};

/// Maximum number of weights in one run.
const MOST_WEIGHTS: usize = 200;

/// The profile and its changes of a `combat.weights` experiment.
#[derive(Debug, Clone)]
pub(crate) struct WeightsJob {
    pub(super) profile: Profile,
    pub(super) changes: Vec<Change>,
    /// The index of the change whose weight is 1.
    pub(super) per: Option<usize>,
    /// The maximum number of iterations.
    pub(super) iterations: u64,
    /// The run stops when half the width of the 95 % interval of every difference is at most this
    /// percentage of the profile's mean DPS.
    pub(super) target_error: Option<f64>,
    /// The number of shards, if the file gives one.
    pub(super) shards: Option<u64>,
}

/// A number of the profile, and the profile with that number changed.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) path: String,
    /// The number's value in the unchanged profile.
    pub(super) number: f64,
    /// The amount of the change.
    pub(super) by: f64,
    pub(super) profile: Profile,
}

impl WeightsJob {
    pub(crate) fn read(
        table: &TomlTable<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let profile = profiles::read(&table.required("profile")?, table, files)?.profile;
        let given = WeightsSettings::read(table)?;
        let changes = changes(&table.required("weights")?, &profile)?;
        let per = table.optional("per").map(|value| place(&value, &changes)).transpose()?;
        let target_error = given.target_error;
        let iterations = given.iterations.unwrap_or_else(|| usual_iterations(target_error));
        Ok(Self { profile, changes, per, iterations, target_error, shards: header.shards })
    }
}

fn changes(weights: &Value<'_>, profile: &Profile) -> Result<Vec<Change>, Diagnostic> {
    let mut changes: Vec<Change> = Vec::new();
    for (path, entry) in by_path(weights)? {
        let by = entry.value().number(-LARGEST_BY_PATH..=LARGEST_BY_PATH)?;
        if by == 0.0 {
            return Err(entry
                .value()
                .error(format!("`{path}` is changed by 0"))
                .expected("a number other than 0"));
        }
        if changes.iter().any(|change| change.path == path) {
            return Err(entry.error(format!("`{path}` appears twice")).expected("each number once"));
        }
        // If the profile has no number at this path, `vary` below returns an error.
        let number = profile.number(&path).unwrap_or_default();
        let profile = vary(profile, &path, number + by, &entry)?;
        changes.push(Change { path, number, by, profile });
    }
    if changes.is_empty() || changes.len() > MOST_WEIGHTS {
        let error = weights.error(format!("{} weights", changes.len()));
        return Err(error.expected(format!("1 to {MOST_WEIGHTS} weights, as in {{ \"actor.crit\" = 0.01 }}")));
    }
    Ok(changes)
}

/// Returns the index of the change whose path is the text in `value`.
fn place(value: &Value<'_>, changes: &[Change]) -> Result<usize, Diagnostic> {
    let paths: Vec<&str> = changes.iter().map(|change| change.path.as_str()).collect();
    let path = value.string(&one_of(&paths))?;
    paths.iter().position(|&known| known == path).ok_or_else(|| {
        let error = value.error(format!("`{path}` is not among the weights"));
        error.expected(one_of(&paths)).suggest(path, paths.iter().copied())
    })
}
