//! Why a profile cannot be had with other numbers.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, Value};
use thiserror::Error;

/// Why a profile cannot be had with other numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VaryError {
    /// There is no number at this path.
    #[error("the profile has no number `{path}`{}", suggestion(nearest.as_deref()))]
    Unknown {
        /// What was asked for.
        path: String,
        /// The path nearest to it, if one is near.
        nearest: Option<String>,
    },
    /// The profile is wrong with these numbers.
    #[error("{}", .0.first().map_or_else(String::new, Diagnostic::headline))]
    Refused(Vec<Diagnostic>),
}

impl VaryError {
    /// This error as a diagnostic of the text that asked for the number, such as an experiment file or the
    /// profile's own `[variants]`: an unknown path is shown at `entry`, which names it; a value that the
    /// profile refuses at `value`, which reads `number`, with the profile's first reason as help.
    pub fn diagnose(self, path: &str, entry: &Entry<'_>, value: &Value<'_>, number: f64) -> Diagnostic {
        match self {
            Self::Unknown { nearest, .. } => {
                let error = entry
                    .error(format!("this profile has no number `{path}`"))
                    .expected("the path of a number that stands in it, such as `actor.crit`");
                match nearest {
                    Some(nearest) => error.help(format!("did you mean `{nearest}`?")),
                    None => error,
                }
            }
            Self::Refused(reasons) => {
                let reason = reasons.first().map(|reason| reason.message().to_owned()).unwrap_or_default();
                let error = value.error(format!("`{path}` cannot be {number}"));
                error.help(format!("with this value: {reason}"))
            }
        }
    }
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}
