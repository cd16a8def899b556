//! Names of files and folders in JSON. JSON strings are Unicode, but file names may contain any
//! bytes.

use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, percent_encode};
use serde::Serializer;

/// The ASCII bytes that are escaped. All bytes that are not ASCII are escaped too.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');

/// Serialises a path as text; bytes that are not UTF-8 become U+FFFD.
///
/// # Errors
/// The serialiser's errors.
pub fn text<S: Serializer>(path: &(impl AsRef<Path> + ?Sized), serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.as_ref().to_string_lossy())
}

/// Serialises an optional path as text.
///
/// # Errors
/// The serialiser's errors.
pub fn optional<S: Serializer>(path: &Option<std::path::PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    match path {
        Some(path) => serializer.serialize_some(&path.to_string_lossy()),
        None => serializer.serialize_none(),
    }
}

/// Returns a path that is not UTF-8 as percent-encoded text; `None` for paths that are UTF-8.
///
/// All bytes that are not printable ASCII characters are encoded, and so is `%`.
///
/// ```
/// use quadrille_runner::path_names::encoded;
///
/// assert_eq!(encoded("runs/ä".as_ref()), None);
/// # #[cfg(unix)] {
/// use std::os::unix::ffi::OsStrExt as _;
/// let path = std::ffi::OsStr::from_bytes(b"100 %/a\xff");
/// assert_eq!(encoded(path.as_ref()).as_deref(), Some("100 %25/a%FF"));
/// # }
/// ```
pub fn encoded(path: &Path) -> Option<String> {
    let bytes = path.as_os_str().as_encoded_bytes();
    path.to_str().is_none().then(|| percent_encode(bytes, ESCAPED).to_string())
}
