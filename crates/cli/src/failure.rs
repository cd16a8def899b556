//! What went wrong, in words and as an exit code.

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

/// The shortage of memory that stopped a long call, for the message about the stop.
static SHORTAGE: Mutex<Option<Shortage>> = Mutex::new(None);

/// Notes that a long call was stopped by a shortage of memory, if there is one.
pub(crate) fn note_shortage(shortage: Option<Shortage>) {
    if let Some(shortage) = shortage {
        *SHORTAGE.lock().unwrap_or_else(PoisonError::into_inner) = Some(shortage);
    }
}

/// A message about a call that did not come to its end, with the shortage that stopped it, if there
/// was one.
fn with_shortage(reason: String) -> String {
    match *SHORTAGE.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(shortage) => format!("{shortage}; {reason}"),
        None => reason,
    }
}

/// Why a command ends without its answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input or usage: exit code 2.
    Usage(String),
    /// Bad input at a place in a text: exit code 2.
    Input(Diagnostic),
    /// Bad input at several places: exit code 2.
    Inputs(Vec<Diagnostic>),
    /// Bad input or usage, explained in lines of our own words: exit code 2.
    Explained { reason: String, lines: String },
    /// It could not be finished: exit code 1.
    Unfinished(String),
    /// It was stopped, and the command of these words goes on with it; if they cannot be shown, it is told
    /// `otherwise`: exit code 1.
    Stopped { how_far: String, again: Vec<OsString>, otherwise: &'static str },
    /// Whoever read the answer has read enough.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn usage(reason: impl std::fmt::Display) -> Self {
        Self::Usage(reason.to_string())
    }

    pub(crate) fn unfinished(reason: impl std::fmt::Display) -> Self {
        Self::Unfinished(reason.to_string())
    }

    /// A long call was told to stop, and there is nothing to go on with.
    pub(crate) fn cancelled() -> Self {
        Self::Unfinished("stopped before there was an answer".to_owned())
    }

    /// Says on standard error what went wrong; a standard error that is closed as well is nobody's fault.
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
            // The command on a line of its own and unbroken, to be copied.
            Self::Stopped { how_far, again, otherwise } => {
                let how_far = with_shortage(how_far);
                let command =
                    command(&again).unwrap_or_else(|| format!("{otherwise} (a name cannot be shown)"));
                (1, format!("{}\n  {command}", sentence(&how_far)))
            }
            Self::ClosedPipe => return ExitCode::SUCCESS,
        };
        let _ = writeln!(anstream::stderr(), "{text}");
        ExitCode::from(code)
    }
}

/// A warning on standard error.
pub(crate) fn warn(reason: &str) {
    // A standard error that is closed is nobody's fault.
    let _ = writeln!(anstream::stderr(), "warning: {}", printable(reason));
}

/// A message that may end with lines of a program's own, which are shown as they are.
fn with_quotation(reason: &str) -> String {
    match reason.find(QUOTED) {
        Some(from) => sentence(&reason[..from]) + &printable_lines(&reason[from..]),
        None => sentence(reason),
    }
}

/// A command as a shell reads it; `None` if it would read something else, for a word of it that is not UTF-8, or
/// cannot be printed as it is.
fn command(words: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    let command = shell_words::join(words?);
    (printable(&command) == command).then_some(command)
}

/// A message, broken between words where a terminal would break it within them.
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
            // The reason has no place in the text.
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
    fn a_command_is_shown_where_a_shell_would_read_the_same() {
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
