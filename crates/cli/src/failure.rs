//! Failures of commands, their messages and exit codes.

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use quadrille::diagnostics::{Diagnostic, Palette, printable, printable_lines};
use quadrille::foreign::standard_error::QUOTED;
use quadrille::memory::Shortage;
use quadrille::progress::{Cancelled, Stopped};
use quadrille::runs::RunFailure;
use quadrille_files::{ReadError, WriteError};

/// Memory shortage that stopped a long call ([`crate::progress::watched`]), for the error message.
static SHORTAGE: Mutex<Option<Shortage>> = Mutex::new(None);

/// Records the memory shortage that stopped a long call; `None` has no effect.
pub(crate) fn note_shortage(shortage: Option<Shortage>) {
    if let Some(shortage) = shortage {
        *SHORTAGE.lock().unwrap_or_else(PoisonError::into_inner) = Some(shortage);
    }
}

/// Puts the recorded memory shortage, if there is one, before the reason why a call is incomplete.
fn with_shortage(reason: String) -> String {
    match *SHORTAGE.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(shortage) => format!("{shortage}; {reason}"),
        None => reason,
    }
}

/// Reason why a command ends without an answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input or usage: exit code 2.
    Usage(String),
    /// Bad input at a position in a text: exit code 2.
    Input(Diagnostic),
    /// Bad input at several positions: exit code 2.
    Inputs(Vec<Diagnostic>),
    /// Bad input or usage, with preformatted explanatory lines: exit code 2.
    Explained { reason: String, lines: String },
    /// The command could not finish: exit code 1.
    Unfinished(String),
    /// The run was stopped: exit code 1. `how_far` is the message, and `again` is the command that
    /// resumes the run. `otherwise` describes this command in words; it is printed instead of
    /// `again` if a word of `again` is unprintable.
    Stopped { how_far: String, again: Vec<OsString>, otherwise: &'static str },
    /// Standard output was closed by its reader: exit code 0.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn usage(reason: impl std::fmt::Display) -> Self {
        Self::Usage(reason.to_string())
    }

    pub(crate) fn unfinished(reason: impl std::fmt::Display) -> Self {
        Self::Unfinished(reason.to_string())
    }

    /// Returns the failure for a call that was cancelled and cannot be resumed.
    pub(crate) fn cancelled() -> Self {
        Self::Unfinished("stopped before there was an answer".to_owned())
    }

    /// Writes the message to standard error and returns the exit code; write errors are ignored.
    pub(crate) fn report(self) -> ExitCode {
        let (code, text) = match self {
            Self::Usage(reason) => (2, sentence(&reason)),
            Self::Input(diagnostic) => (2, diagnostic.render(Palette::Colored)),
            Self::Inputs(diagnostics) => {
                let told: Vec<String> =
                    diagnostics.iter().map(|diagnostic| diagnostic.render(Palette::Colored)).collect();
                (2, told.join("\n\n"))
            }
            Self::Explained { reason, lines } => (2, format!("{}\n{}", sentence(&reason), lines.trim_end())),
            Self::Unfinished(reason) => (1, with_quotation(&with_shortage(reason))),
            // The command is on a line of its own, unwrapped, so that it can be copied.
            Self::Stopped { how_far, again, otherwise } => {
                let how_far = with_shortage(how_far);
                let command = command(&again)
                    .unwrap_or_else(|| format!("{otherwise} (not shown: a name in it is unprintable)"));
                (1, format!("{}\n  {command}", sentence(&how_far)))
            }
            Self::ClosedPipe => return ExitCode::SUCCESS,
        };
        let _ = writeln!(anstream::stderr(), "{text}");
        ExitCode::from(code)
    }
}

/// Writes a warning to standard error.
pub(crate) fn warn(reason: &str) {
    // Write errors are ignored, because standard error may be closed.
    let _ = writeln!(anstream::stderr(), "warning: {}", printable(reason));
}

/// Formats a message. If it ends with lines quoted from another program, these lines are not
/// wrapped.
fn with_quotation(reason: &str) -> String {
    match reason.find(QUOTED) {
        Some(from) => sentence(&reason[..from]) + &printable_lines(&reason[from..]),
        None => sentence(reason),
    }
}

/// Quotes a command for a shell.
///
/// Returns `None` if a word is not UTF-8 or contains unprintable characters.
fn command(words: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    let command = shell_words::join(words?);
    (printable(&command) == command).then_some(command)
}

/// Formats an error message; on a terminal it is wrapped at word boundaries.
fn sentence(reason: &str) -> String {
    let message = format!("error: {}", printable(reason));
    if std::io::stderr().is_terminal() {
        textwrap::fill(&message, textwrap::Options::new(80).break_words(false))
    } else {
        message
    }
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Self {
        Self::cancelled()
    }
}

impl From<Shortage> for Failure {
    fn from(shortage: Shortage) -> Self {
        Self::unfinished(shortage)
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::OutOfMemory(shortage) => shortage.into(),
            _ => Self::cancelled(),
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        if diagnostic.is_unfinished() {
            // This error concerns the whole text, not a position in it.
            return Self::unfinished(format!("{}: {}", diagnostic.source().name(), diagnostic.message()));
        }
        Self::Input(diagnostic)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Text(diagnostic) => Self::Input(diagnostic),
            short @ ReadError::Memory { .. } => Self::unfinished(short),
            other => Self::usage(other),
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        if error.is_refusal() { Self::usage(error) } else { Self::unfinished(error) }
    }
}

impl From<RunFailure> for Failure {
    fn from(failure: RunFailure) -> Self {
        match failure {
            RunFailure::Refused(reason) => Self::Usage(reason),
            RunFailure::Failed(reason) => Self::Unfinished(reason),
            other => Self::Unfinished(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_only_if_a_shell_reads_them_unchanged() {
        let words = |last: &str| ["quadrille", "run", last].map(OsString::from);
        assert_eq!(command(&words("a b.toml")).as_deref(), Some("quadrille run 'a b.toml'"));
        assert_eq!(command(&words("a\u{1b}[31m.toml")), None);
        assert_eq!(command(&words("a\u{202e}.toml")), None);
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt as _;
            assert_eq!(command(&[OsString::from_vec(b"a\xff".to_vec())]), None);
        }
    }

    #[test]
    fn a_text_too_long_for_the_memory_is_named_without_an_excerpt() {
        let source = quadrille::diagnostics::Source::new("big.rle", "o!");
        let failure = Failure::from(Diagnostic::at(&source, 0..0, "this needs 8 MiB").unfinished());
        assert!(matches!(failure, Failure::Unfinished(reason) if reason == "big.rle: this needs 8 MiB"));
        let failure = Failure::from(Diagnostic::at(&source, 0..1, "no such rule"));
        assert!(matches!(failure, Failure::Input(_)));
    }
}
