//! The `[combat]` table of an experiment file about weights.

use quadrille_combat::Profile;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Table, Value, one_of};
use quadrille_runner::Header;

use crate::profiles::{self, MOST_ITERATIONS, by_path, usual_iterations, vary};
use quadrille_runner::files::NamedFiles;

/// Most numbers that may be weighed in one run.
const MOST_WEIGHTS: usize = 200;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(super) profile: Profile,
    pub(super) changes: Vec<Change>,
    /// Which of the changes has the weight 1.
    pub(super) per: Option<usize>,
    /// So many iterations at most.
    pub(super) iterations: u64,
    /// Half the 95 % interval of every difference, in percent of the profile's mean DPS, that is small
    /// enough.
    pub(super) target_error: Option<f64>,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(super) shards: Option<u64>,
}

/// A number of the profile, and the profile with a little more of it.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) path: String,
    /// What the number is in the profile.
    pub(super) number: f64,
    /// By how much it is changed.
    pub(super) by: f64,
    pub(super) profile: Profile,
}

impl Settings {
    pub(crate) fn read(
        table: &Table<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let profile = profiles::read(&table.required("profile")?, table, files)?.profile;
        let changes = changes(&table.required("weights")?, &profile)?;
        let per = table.optional("per").map(|value| place(&value, &changes)).transpose()?;
        let target_error = profiles::target_error(table)?;
        let iterations = match table.optional("iterations") {
            Some(value) => value.integer(2..=MOST_ITERATIONS)?,
            None => usual_iterations(target_error),
        };
        Ok(Self { profile, changes, per, iterations, target_error, shards: header.shards })
    }
}

fn changes(weights: &Value<'_>, profile: &Profile) -> Result<Vec<Change>, Diagnostic> {
    let mut changes: Vec<Change> = Vec::new();
    for (path, entry) in by_path(weights)? {
        let by = entry.value().number(-1e12..=1e12)?;
        if by == 0.0 {
            return Err(entry.value().error(format!("`{path}` is not changed")).expected("a number but 0"));
        }
        if changes.iter().any(|change| change.path == path) {
            return Err(entry.error(format!("`{path}` appears twice")).expected("each number once"));
        }
        // What is no number of the profile is refused as it is varied.
        let number = profile.number(&path).unwrap_or_default();
        let profile = vary(profile, &path, number + by, &entry)?;
        changes.push(Change { path, number, by, profile });
    }
    if changes.is_empty() || changes.len() > MOST_WEIGHTS {
        let error = weights.error(format!("{} weights", changes.len()));
        return Err(error.expected(format!("1 to {MOST_WEIGHTS}, such as {{ \"actor.crit\" = 0.01 }}")));
    }
    Ok(changes)
}

/// Which of the changes a path names.
fn place(value: &Value<'_>, changes: &[Change]) -> Result<usize, Diagnostic> {
    let paths: Vec<&str> = changes.iter().map(|change| change.path.as_str()).collect();
    let path = value.string(&one_of(&paths))?;
    paths.iter().position(|&known| known == path).ok_or_else(|| {
        let error = value.error(format!("`{path}` is not among the weights"));
        error.expected(one_of(&paths)).suggest(path, paths.iter().copied())
    })
}
