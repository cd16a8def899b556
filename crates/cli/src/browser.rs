//! The user's browser.

use std::path::Path;

use quadrille::diagnostics::printable;

use crate::failure::warn;

/// Returns whether a browser can probably be started: on Windows and macOS always, elsewhere only
/// with a display.
pub(crate) fn is_available() -> bool {
    let has = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || has("DISPLAY") || has("WAYLAND_DISPLAY")
}

/// Opens a page in the browser, or warns that no browser can be started.
pub(crate) fn open(page: &Path) {
    let reason = if is_available() {
        let Err(error) = open::that_detached(page) else { return };
        error.to_string()
    } else {
        "there is no display".to_owned()
    };
    let page = printable(&page.display().to_string());
    warn(&format!("no browser can be started ({reason}); the report is {page}"));
}
