//! The standard error of a program: passed on line by line, and its last lines kept to be quoted.

use std::collections::VecDeque;
use std::io::{Read, Write as _};
use std::process::ChildStderr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille_diagnostics::printable;

/// How many of the last lines are kept.
const LINES: usize = 20;
/// How many bytes of a line are kept; a longer line is passed on in pieces.
const LONGEST_LINE: usize = 400;
/// How many bytes are held back at most; what was written before them is lost.
const MOST_HELD: usize = 1 << 16;

/// Takes lines of programs, and warnings about programs, each with its line break.
type Sink = Box<dyn Fn(&[u8]) + Send + Sync>;

/// `None` until somebody asks for another place than this process's standard error.
static SINK: Mutex<Option<Sink>> = Mutex::new(None);

/// Sends what programs write to their standard error, and warnings about programs, to `sink` from
/// now on: for a caller that draws on this process's standard error, which is where they go
/// otherwise. The sink is given whole lines.
pub fn send_to(sink: impl Fn(&[u8]) + Send + Sync + 'static) {
    *SINK.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(sink));
}

/// Passes lines on.
pub(super) fn pass_on(lines: &[u8]) {
    if lines.is_empty() {
        return;
    }
    match &*SINK.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(sink) => sink(lines),
        // A standard error that is closed is no reason to stop.
        None => drop(std::io::stderr().lock().write_all(lines)),
    }
}

/// What a program has written to its standard error.
#[derive(Debug, Clone)]
pub(super) struct StandardError(Arc<(Mutex<Heard>, Condvar)>);

#[derive(Debug, Default)]
struct Heard {
    /// Lines that are not passed on yet; `None` while they are passed on at once.
    held: Option<Vec<u8>>,
    /// The last lines, without their line breaks.
    last: VecDeque<Vec<u8>>,
    /// Whether the program, and whatever it has started, has closed its standard error.
    closed: bool,
}

impl StandardError {
    /// Begins to read in a thread of its own. Nothing is passed on before
    /// [`release`](Self::release).
    pub(super) fn read(from: ChildStderr) -> std::io::Result<Self> {
        let held = Some(Vec::new());
        let this = Self(Arc::new((Mutex::new(Heard { held, ..Heard::default() }), Condvar::new())));
        let reading = this.clone();
        let thread = std::thread::Builder::new().name("standard-error".to_owned());
        thread.spawn(move || reading.read_all(from))?;
        Ok(this)
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
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
        self.heard().closed = true;
        self.0.1.notify_all();
    }

    /// Takes a line, or a piece of a long one.
    fn take(&self, line: &[u8], ends: bool) {
        let mut text = line.to_vec();
        if ends {
            text.push(b'\n');
        }
        let mut heard = self.heard();
        if heard.last.len() == LINES {
            heard.last.pop_front();
        }
        heard.last.push_back(line.to_vec());
        if let Some(held) = &mut heard.held {
            held.extend_from_slice(&text);
            if held.len() > MOST_HELD {
                held.drain(..held.len() - MOST_HELD);
            }
        } else {
            drop(heard);
            pass_on(&text);
        }
    }

    /// Passes on what was held back, and everything from here on.
    pub(super) fn release(&self) {
        let held = self.heard().held.take();
        pass_on(&held.unwrap_or_default());
    }

    /// Drops what was held back. It is still among the last lines.
    pub(super) fn discard(&self) {
        if let Some(held) = &mut self.heard().held {
            held.clear();
        }
    }

    /// Waits until everything has been read, for a moment at most: a process that has left the
    /// program's group may hold the pipe open.
    pub(super) fn wait(&self) {
        let heard = self.heard();
        let _ = self.0.1.wait_timeout_while(heard, Duration::from_millis(300), |heard| !heard.closed);
    }

    /// Returns the last lines, fit to be shown; without what is empty at their end.
    pub(super) fn last_lines(&self) -> Vec<String> {
        shown(self.heard().last.iter().map(Vec::as_slice))
    }
}

/// Returns the last lines of what a program has written, fit to be quoted: at most twenty, each of at most
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

/// Begins each line of a program's where it is quoted.
pub const QUOTED: &str = "\n  | ";

/// Lines as the end of a message that spans several lines: `what`, and the lines; or that there are
/// none.
pub fn quoted(what: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return format!("{what} is empty");
    }
    format!("{what} ends with:{QUOTED}{}", lines.join(QUOTED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &[u8]) -> StandardError {
        let held = Some(Vec::new());
        let all = StandardError(Arc::new((Mutex::new(Heard { held, ..Heard::default() }), Condvar::new())));
        all.read_all(text);
        all
    }

    #[test]
    fn the_last_lines_are_kept_and_made_printable() {
        let many = (0..50).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
        let lines = heard(many.as_bytes()).last_lines();
        assert_eq!((lines.len(), &*lines[0], &*lines[19]), (LINES, "line 30", "line 49"));
        assert_eq!(
            heard(b"\x1b[31mred\xff\x07\r\nlast\n\n").last_lines(),
            ["\\u{1b}[31mred\u{fffd}\\u{7}", "last"]
        );
        assert_eq!(heard(b"").last_lines(), [""; 0]);
        assert_eq!(last_lines(many.as_bytes()), lines);
        assert_eq!(last_lines(b"\n\n"), [""; 0]);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let all = heard(&vec![b'x'; 1 << 20]);
        let heard = all.heard();
        assert!(heard.last.iter().map(Vec::len).sum::<usize>() <= LINES * LONGEST_LINE);
        assert_eq!(heard.held.as_ref().map(Vec::len), Some(MOST_HELD));
        assert!(heard.closed);
    }
}
