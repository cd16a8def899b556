//! Names of files and folders in JSON, whose strings are Unicode: a name need not be.

use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, percent_encode};
use serde::Serializer;

/// The ASCII bytes that are escaped, beside every byte outside of ASCII.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');

/// Serializes a path as text; bytes that are not UTF-8 become U+FFFD.
///
/// # Errors
/// The serializer's own.
pub fn text<S: Serializer>(path: &(impl AsRef<Path> + ?Sized), serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.as_ref().to_string_lossy())
}

/// The same of a path that may be absent.
///
/// # Errors
/// The serializer's own.
pub fn optional<S: Serializer>(path: &Option<std::path::PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    match path {
        Some(path) => serializer.serialize_some(&path.to_string_lossy()),
        None => serializer.serialize_none(),
    }
}

/// Returns the bytes of a path that is not UTF-8, percent-encoded; `None` for any other path.
///
/// All bytes outside of printable ASCII, and `%`, are encoded.
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
