//! Files that experiments name, and paths quoted for a shell.

use serde::{Deserialize, Serialize};

/// A file that an experiment names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFile {
    /// The name of the file as written in the experiment.
    pub name: String,
    /// The text of the file; if the file is not text, its bytes in base64.
    pub text: String,
    /// Whether `text` is base64.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub base64: bool,
    /// The path at which the file was found; empty if unknown. A relative path starts at the
    /// working directory.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
}

/// Returns a path as an argument of a shell command, quoted if necessary. The argument never begins
/// with `-`, so that no command reads it as a flag.
///
/// ```
/// use quadrille_files::typed_path;
/// assert_eq!([typed_path("a b.toml"), typed_path("-x.toml")], ["'a b.toml'", "./-x.toml"]);
/// ```
pub fn typed_path(path: &str) -> String {
    let path = if path.starts_with('-') { format!("./{path}") } else { path.to_owned() };
    shell_words::quote(&path).into_owned()
}
