//! Opens the link in the user's browser.
//!
//! Command lines are visible to other users, so the browser gets a file of mode 0600 that redirects
//! to the link. The file is removed when the link is used or the server ends.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// The file that redirects to the link; `None` when it is no longer needed.
#[derive(Debug, Default)]
pub(crate) struct Opened(Mutex<Option<NamedTempFile>>);

impl Opened {
    /// Writes the file, and starts the browser.
    pub(crate) fn open(&self, link: &str) -> std::io::Result<()> {
        let file = leading_to(link)?;
        let mut child = started(open::commands(file.path()))?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
        // Waiting for the child keeps it from remaining as a zombie process.
        std::thread::Builder::new().spawn(move || child.wait())?;
        Ok(())
    }

    /// Removes the file.
    pub(crate) fn remove_file(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Starts the first of `programs` that can be started.
fn started(programs: Vec<Command>) -> std::io::Result<Child> {
    let mut error = std::io::Error::from(std::io::ErrorKind::NotFound);
    for mut program in programs {
        program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match program.spawn() {
            Ok(child) => return Ok(child),
            Err(reason) => error = reason,
        }
    }
    Err(error)
}

/// Creates a file that redirects to the link. Only the user can read the file.
fn leading_to(link: &str) -> std::io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("quadrille-").suffix(".html").tempfile()?;
    write!(
        file,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\
         <title>Quadrille</title><meta http-equiv=\"refresh\" content=\"0; url={link}\">\
         <p><a href=\"{link}\">Open Quadrille</a></p></html>"
    )?;
    file.flush()?;
    Ok(file)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::*;

    #[test]
    fn the_file_is_readable_by_the_user_alone_and_removed() {
        let file = leading_to("http://127.0.0.1:1/link?token=abc").unwrap();
        let path = file.path().to_owned();
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert!(std::fs::read_to_string(&path).unwrap().contains("url=http://127.0.0.1:1/link?token=abc"));
        let opened = Opened(Mutex::new(Some(file)));
        opened.remove_file();
        assert!(!path.exists());
    }
}
