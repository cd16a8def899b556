//! Profiles that an experiment names, and numbers of theirs.

use quadrille_combat::{Profile, VaryError};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, Value};

use crate::files::NamedFiles;

/// Fights where the file names no number.
pub(super) const ITERATIONS: u64 = 10_000;
/// The most fights that may be asked for.
pub(super) const MOST_ITERATIONS: u64 = 1_000_000_000;

/// The profile in the file that `value` names.
pub(super) fn read(value: &Value<'_>, files: &mut NamedFiles) -> Result<Profile, Diagnostic> {
    let source = files.source(value)?;
    Profile::parse(&source).map_err(|errors| {
        let first = errors.into_iter().next();
        first.unwrap_or_else(|| value.error("the profile cannot be read"))
    })
}

/// The entries of a table by their whole paths, in the order of the file: of tables within it, their entries.
pub(super) fn by_path<'d>(table: &Value<'d>) -> Result<Vec<(String, Entry<'d>)>, Diagnostic> {
    let mut paths = Vec::new();
    for entry in table.entries()? {
        match by_path(entry.value()) {
            Ok(inner) => {
                let within = |(path, inner)| (format!("{}.{path}", entry.name()), inner);
                paths.extend(inner.into_iter().map(within));
            }
            Err(_) => paths.push((entry.name().to_owned(), entry)),
        }
    }
    Ok(paths)
}

/// A profile with another number, or why not, at the place where this is asked for.
pub(super) fn vary(
    profile: &Profile,
    path: &str,
    number: f64,
    entry: &Entry<'_>,
) -> Result<Profile, Diagnostic> {
    profile.vary(&[(path, number)]).map_err(|error| match error {
        VaryError::Unknown { path, nearest } => {
            let error = entry
                .error(format!("this profile has no number `{path}`"))
                .expected("the path of a number that stands in it, such as `actor.crit`");
            match nearest {
                Some(nearest) => error.help(format!("did you mean `{nearest}`?")),
                None => error,
            }
        }
        VaryError::Refused(reasons) => {
            let reason = reasons.first().map(|reason| reason.message().to_owned()).unwrap_or_default();
            let error = entry.value().error(format!("`{path}` cannot be {number}"));
            error.help(format!("with this value: {reason}"))
        }
    })
}
