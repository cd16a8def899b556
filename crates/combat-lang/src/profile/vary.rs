//! The error of [`Profile::vary`](super::Profile::vary).

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, Value};
use thiserror::Error;

/// Error of changing numbers of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VaryError {
    /// There is no number at this path.
    #[error("the profile has no number `{path}`{}", suggestion(nearest.as_deref()))]
    Unknown {
        /// The path.
        path: String,
        /// The most similar path, if there is one.
        nearest: Option<String>,
    },
    /// The profile is invalid with these numbers.
    #[error("{}", .0.first().map_or_else(String::new, Diagnostic::headline))]
    Refused(Vec<Diagnostic>),
}

impl VaryError {
    /// Converts the error to a diagnostic of the text that requested the number, such as an
    /// experiment file or the profile's own `[variants]`. An unknown path is reported at `entry`,
    /// whose key is the path. An invalid number is reported at `value`, the place of the number in
    /// that text; the first error of the profile is shown as help.
    pub fn diagnose(self, path: &str, entry: &Entry<'_>, value: &Value<'_>, number: f64) -> Diagnostic {
        match self {
            Self::Unknown { nearest, .. } => {
                let error = entry
                    .error(format!("this profile has no number `{path}`"))
                    .expected("the path of a number in the profile, such as `actor.crit`");
                match nearest {
                    Some(nearest) => error.help(format!("did you mean `{nearest}`?")),
                    None => error,
                }
            }
            Self::Refused(reasons) => {
                let error = value.error(format!("`{path}` cannot be {number}"));
                let Some(reason) = reasons.first() else { return error };
                let expected = reason
                    .expectation()
                    .map_or_else(String::new, |expected| format!(" (expected {expected})"));
                error.help(format!("with this value: {}{expected}", reason.message()))
            }
        }
    }
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}
