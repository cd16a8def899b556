//! Lines that a person types, or that come from a pipe.

use std::io::{BufRead as _, IsTerminal as _, Read as _};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::failure::Failure;

/// Maximum length of a line from a pipe, in bytes, including its line end.
const LONGEST: u64 = 4096;

/// The source of lines.
pub(crate) enum Input {
    /// A terminal, with line editing and history.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file.
    Pipe,
}

/// A line of input.
pub(crate) enum Line {
    /// The text.
    Text(String),
    /// The end of the input, or Ctrl-C.
    End,
}

impl Input {
    /// Returns standard input. It is read as a terminal only if standard input and output are both
    /// terminals.
    pub(crate) fn new() -> Result<Self, Failure> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(Self::Pipe);
        }
        let editor = DefaultEditor::new();
        Ok(Self::Terminal(Box::new(editor.map_err(|error| unreadable(&error))?)))
    }

    /// Reads a line.
    pub(crate) fn line(&mut self) -> Result<Line, Failure> {
        match self {
            Self::Terminal(editor) => match editor.readline("> ") {
                Ok(line) => {
                    // The history is a convenience; a failure to keep it is not an error.
                    let _ = editor.add_history_entry(&line);
                    Ok(Line::Text(line))
                }
                Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(Line::End),
                Err(error) => Err(unreadable(&error)),
            },
            Self::Pipe => {
                let mut bytes = Vec::new();
                let read = std::io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes);
                match read.map_err(|error| unreadable(&error))? {
                    0 => Ok(Line::End),
                    read if read as u64 == LONGEST => Err(Failure::usage(format!(
                        "a line of standard input is longer than {} bytes",
                        LONGEST - 1
                    ))),
                    _ => Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned())),
                }
            }
        }
    }
}

fn unreadable(error: &dyn std::fmt::Display) -> Failure {
    Failure::unfinished(format!("cannot read standard input: {error}"))
}
