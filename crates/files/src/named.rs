//! Files named by experiments, and paths quoted for a shell.

use serde::{Deserialize, Serialize};

/// A file that an experiment names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFile {
    /// The name as written in the experiment.
    pub name: String,
    /// Its text, or its bytes in base64 if it is not text.
    pub text: String,
    /// Whether `text` is base64.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub base64: bool,
    /// The path where it was found, relative as typed; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
}

/// Returns a path as an argument of a shell command: quoted if necessary, and never taken for a
/// flag.
///
/// ```
/// use quadrille_files::typed_path;
/// assert_eq!([typed_path("a b.toml"), typed_path("-x.toml")], ["'a b.toml'", "./-x.toml"]);
/// ```
pub fn typed_path(path: &str) -> String {
    let path = if path.starts_with('-') { format!("./{path}") } else { path.to_owned() };
    shell_words::quote(&path).into_owned()
}
