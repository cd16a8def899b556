//! Files that another file names, and paths as a shell takes them.

use serde::{Deserialize, Serialize};

/// A file that an experiment names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFile {
    /// Its name, as the experiment writes it.
    pub name: String,
    /// Its text; of a file that is none, its bytes in base64.
    pub text: String,
    /// Whether it is no text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub base64: bool,
    /// Where it was found, as it can be typed; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
}

/// Returns a path as an argument of a shell command: quoted where needed, and never read as a flag.
///
/// ```
/// use quadrille_files::typed_path;
/// assert_eq!([typed_path("a b.toml"), typed_path("-x.toml")], ["'a b.toml'", "./-x.toml"]);
/// ```
pub fn typed_path(path: &str) -> String {
    let path = if path.starts_with('-') { format!("./{path}") } else { path.to_owned() };
    shell_words::quote(&path).into_owned()
}
