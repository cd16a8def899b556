//! The standard error of a program. It is forwarded line by line, and its last lines are kept, to
//! be quoted in messages.

use std::collections::VecDeque;
use std::io::{Read, Write as _};
use std::process::ChildStderr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille_diagnostics::printable;

/// Maximum number of kept lines, which are the last lines of the output.
const LINES: usize = 20;
/// Maximum length of a kept line in bytes; a longer line is forwarded in parts.
const LONGEST_LINE: usize = 400;
/// Maximum number of bytes that are held back; if there are more, the first bytes are dropped.
const MOST_HELD: usize = 1 << 16;

/// A function that receives the lines that programs write, and warnings about programs; each line
/// ends with a line break.
type Sink = Box<dyn Fn(&[u8]) + Send + Sync>;

/// The function that receives all lines; `None` means this process's standard error.
static SINK: Mutex<Option<Sink>> = Mutex::new(None);

/// Sends the standard error of programs, and warnings about programs, to `sink`. By default they
/// are written to this process's standard error, which callers may need for a progress bar. The
/// sink receives whole lines.
pub fn send_to(sink: impl Fn(&[u8]) + Send + Sync + 'static) {
    *SINK.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(sink));
}

/// Passes lines to the function that was set with [`send_to`], or writes them to this process's
/// standard error.
pub(super) fn pass_on(lines: &[u8]) {
    if lines.is_empty() {
        return;
    }
    match &*SINK.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(sink) => sink(lines),
        // Errors are ignored, because this process's standard error may be closed.
        None => drop(std::io::stderr().lock().write_all(lines)),
    }
}

/// The standard error of a program.
#[derive(Debug, Clone)]
pub(super) struct StandardError(Arc<(Mutex<Captured>, Condvar)>);

#[derive(Debug, Default)]
struct Captured {
    /// The lines that are held back; `None` if lines are forwarded at once.
    held: Option<Vec<u8>>,
    /// The last lines, without their line breaks.
    last: VecDeque<Vec<u8>>,
    /// Whether the program, and all processes started by it, have closed their standard error.
    closed: bool,
}

impl StandardError {
    /// Starts a thread that reads the standard error `from`. Lines are held back until
    /// [`release`](Self::release) is called.
    pub(super) fn read(from: ChildStderr) -> std::io::Result<Self> {
        let held = Some(Vec::new());
        let this = Self(Arc::new((Mutex::new(Captured { held, ..Captured::default() }), Condvar::new())));
        let reading = this.clone();
        let thread = std::thread::Builder::new().name("standard-error".to_owned());
        thread.spawn(move || reading.read_all(from))?;
        Ok(this)
    }

    fn captured(&self) -> MutexGuard<'_, Captured> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_all(&self, mut from: impl Read) {
        let (mut buffer, mut line) = ([0; 4096], Vec::new());
        loop {
            let read = match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            for &byte in &buffer[..read] {
                if byte != b'\n' {
                    line.push(byte);
                }
                if byte == b'\n' || line.len() >= LONGEST_LINE {
                    self.take(&line, byte == b'\n');
                    line.clear();
                }
            }
        }
        if !line.is_empty() {
            self.take(&line, true);
        }
        self.captured().closed = true;
        self.0.1.notify_all();
    }

    /// Keeps and forwards a line, or a part of a long line; `ends` is true for the last part.
    fn take(&self, line: &[u8], ends: bool) {
        let mut text = line.to_vec();
        if ends {
            text.push(b'\n');
        }
        let mut captured = self.captured();
        if captured.last.len() == LINES {
            captured.last.pop_front();
        }
        captured.last.push_back(line.to_vec());
        if let Some(held) = &mut captured.held {
            held.extend_from_slice(&text);
            if held.len() > MOST_HELD {
                held.drain(..held.len() - MOST_HELD);
            }
        } else {
            drop(captured);
            pass_on(&text);
        }
    }

    /// Forwards the lines that were held back. All further lines are forwarded at once.
    pub(super) fn release(&self) {
        let held = self.captured().held.take();
        pass_on(&held.unwrap_or_default());
    }

    /// Drops the lines that are held back, so that they are not forwarded.
    /// [`last_lines`](Self::last_lines) still returns them.
    pub(super) fn discard(&self) {
        if let Some(held) = &mut self.captured().held {
            held.clear();
        }
    }

    /// Waits until the whole standard error was read, but at most 300 ms, because a process that
    /// has left the program's group may keep the pipe open.
    pub(super) fn wait(&self) {
        let captured = self.captured();
        let _ =
            self.0.1.wait_timeout_while(captured, Duration::from_millis(300), |captured| !captured.closed);
    }

    /// Returns the last lines, made printable, without empty lines at the end.
    pub(super) fn last_lines(&self) -> Vec<String> {
        shown(self.captured().last.iter().map(Vec::as_slice))
    }
}

/// Returns the last lines of a program's output, made printable: at most twenty lines of at most
/// 400 bytes.
pub fn last_lines(written: &[u8]) -> Vec<String> {
    let lines: Vec<&[u8]> = written.trim_ascii_end().split(|&byte| byte == b'\n').collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    shown(last.iter().map(|line| &line[..line.len().min(LONGEST_LINE)]))
}

fn shown<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let shown = |line| printable(&String::from_utf8_lossy(line).trim_end().replace('\t', "    "));
    let mut lines: Vec<String> = lines.map(shown).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// The text before each quoted line of a program's output.
pub const QUOTED: &str = "\n  | ";

/// Formats the last lines of a program's output for the end of a message, one below the other.
/// `what` is the name of the output, such as "its standard error". If there are no lines, the text
/// states that the output is empty.
pub fn quoted(what: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return format!("{what} is empty");
    }
    format!("{what} ends with:{QUOTED}{}", lines.join(QUOTED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(text: &[u8]) -> StandardError {
        let held = Some(Vec::new());
        let all =
            StandardError(Arc::new((Mutex::new(Captured { held, ..Captured::default() }), Condvar::new())));
        all.read_all(text);
        all
    }

    #[test]
    fn the_last_lines_are_kept_and_made_printable() {
        let many = (0..50).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
        let lines = captured(many.as_bytes()).last_lines();
        assert_eq!((lines.len(), &*lines[0], &*lines[19]), (LINES, "line 30", "line 49"));
        assert_eq!(
            captured(b"\x1b[31mred\xff\x07\r\nlast\n\n").last_lines(),
            ["\\u{1b}[31mred\u{fffd}\\u{7}", "last"]
        );
        assert_eq!(captured(b"").last_lines(), [""; 0]);
        assert_eq!(last_lines(many.as_bytes()), lines);
        assert_eq!(last_lines(b"\n\n"), [""; 0]);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let all = captured(&vec![b'x'; 1 << 20]);
        let captured = all.captured();
        assert!(captured.last.iter().map(Vec::len).sum::<usize>() <= LINES * LONGEST_LINE);
        assert_eq!(captured.held.as_ref().map(Vec::len), Some(MOST_HELD));
        assert!(captured.closed);
    }
}
