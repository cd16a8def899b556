//! A program that answers lines with lines, as one process.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use quadrille_diagnostics::printable;
use serde_json::{Value, json};

use super::group::Grouped;
use super::standard_error::StandardError;

pub use super::processes::{Asker, Processes};

/// How often a stop is looked for while an answer is waited for.
pub(super) const LOOK_UP: Duration = Duration::from_millis(20);
/// Questions that may wait to be written.
const UNSENT: usize = 4;
/// Lines of a program that may wait to be looked at: one that says more than it is asked is held
/// up.
const UNREAD: usize = 64;
/// The longest line that is read; a longer one is no answer to anything.
const LONGEST_LINE: u64 = 1 << 20;

/// How a foreign program is started, and how long it may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// What follows `cmd:`.
    line: String,
    /// The program and its arguments, as a shell would split them.
    words: Vec<String>,
    /// Where it is started; `None` where programs may not be started.
    folder: Option<PathBuf>,
    times: Times,
}

/// How long a program may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// From its start until it answers that it is ready.
    pub startup: Duration,
    /// For a decision.
    pub decision: Duration,
}

impl Default for Times {
    /// Ten seconds to start, one for a decision.
    fn default() -> Self {
        Self { startup: Duration::from_secs(10), decision: Duration::from_secs(1) }
    }
}

/// Why a command line names no program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// Nothing stands in it.
    #[error("no program is named")]
    Empty,
    /// A quotation mark has no partner.
    #[error("a quotation mark is missing")]
    Quotation,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// None came in time.
    #[error("it did not answer in time")]
    Late,
    /// The program cannot be started, or has ended.
    #[error("{0}")]
    Gone(String),
    /// It answered something that is no JSON object.
    #[error("{0}")]
    Unreadable(String),
}

impl AskError {
    /// Returns the program's answer says `text` where a `what` belongs.
    pub fn is_no(what: &str, text: &str) -> Self {
        let shown: String = text.chars().take(40).collect();
        Self::Unreadable(format!("{shown:?} is no {what}"))
    }
}

impl Program {
    /// Returns the program that `command` names: split into words as a shell would, nothing else of a
    /// shell. It is started in `folder`; without one it can be named, but not be started: a report
    /// is drawn anew without its programs.
    ///
    /// # Errors
    /// No word, or a quotation mark without a partner.
    pub fn new(command: &str, folder: Option<PathBuf>, times: Times) -> Result<Self, CommandError> {
        let words = shell_words::split(command).map_err(|_| CommandError::Quotation)?;
        if words.is_empty() {
            return Err(CommandError::Empty);
        }
        // An empty path is the folder that this process works in, but not for the system.
        let folder = folder.map(|folder| if folder.as_os_str().is_empty() { ".".into() } else { folder });
        Ok(Self { line: command.to_owned(), words, folder, times })
    }

    /// Returns the player's name: `cmd:` and the command line.
    pub fn name(&self) -> String {
        format!("cmd:{}", self.line)
    }

    /// Returns whether it may be started at all; whether it then runs is another question.
    pub fn may_start(&self) -> bool {
        self.folder.is_some()
    }

    /// How long it may take.
    pub fn times(&self) -> Times {
        self.times
    }

    /// Starts the program.
    ///
    /// # Errors
    /// It cannot be started; the reason in words.
    pub(super) fn start(&self) -> Result<Process, String> {
        let (name, arguments) = self.words.split_first().expect("there is a word: `new` has checked");
        let refused = |error: std::io::Error| format!("{}: {error}", printable(name));
        let no_thread = |error: std::io::Error| {
            format!("{}: cannot start a thread to talk to it: {error}", printable(name))
        };
        let Some(folder) = &self.folder else {
            return Err("programs cannot be started here".to_owned());
        };
        let mut command = Command::new(name);
        command.args(arguments).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Grouped::spawn(&mut command).map_err(refused)?;
        let child = group.child();
        let (Some(questions), Some(answers), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("{}: no standard input, output and error", printable(name)));
        };
        let (asked, waiting) = mpsc::sync_channel(UNSENT);
        let (sender, lines) = mpsc::sync_channel(UNREAD);
        // Each pipe has a thread of its own: a program that does not listen, or that talks without
        // end, blocks nothing but itself.
        let errors = StandardError::read(errors).map_err(no_thread)?;
        let process = Process {
            group,
            asked: 0,
            before_decisions: 0,
            owes_first: false,
            questions: asked,
            lines,
            errors,
        };
        let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
        thread("questions").spawn(move || write_all(questions, &waiting)).map_err(no_thread)?;
        thread("answers").spawn(move || read_all(answers, &sender)).map_err(no_thread)?;
        Ok(process)
    }
}

/// Writes questions until nothing is asked or read any more.
fn write_all(mut to: ChildStdin, questions: &mpsc::Receiver<String>) {
    while let Ok(line) = questions.recv() {
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            break;
        }
    }
}

/// Reads answers until there are none any more, or nobody wants them.
fn read_all(from: ChildStdout, lines: &mpsc::SyncSender<Vec<u8>>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        match std::io::Read::take(&mut from, LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) if lines.send(line).is_err() => break,
            Ok(_) => {}
        }
    }
}

/// A program that has been started.
pub(super) struct Process {
    group: Grouped,
    /// Questions asked so far: each has a number, so that an answer that comes too late is not
    /// taken for that of the next.
    asked: u64,
    /// How many of them came before the first decision.
    before_decisions: u64,
    /// Whether it has not answered one of those yet.
    owes_first: bool,
    questions: mpsc::SyncSender<String>,
    lines: mpsc::Receiver<Vec<u8>>,
    pub(super) errors: StandardError,
}

/// What came of a question.
pub(super) struct Heard {
    /// The answer, or why there is none.
    pub(super) answer: Result<Value, AskError>,
    /// Whether it gave a decision meanwhile for which it was given up before.
    pub(super) late_decision: bool,
}

impl Process {
    /// Asks a question before any decision, and waits for its answer.
    pub(super) fn ask_first(&mut self, question: Value, until: Instant, stopped: &AtomicBool) -> Heard {
        let heard = self.ask(question, until, stopped);
        self.before_decisions = self.asked;
        self.owes_first = matches!(heard.answer, Err(AskError::Late));
        heard
    }

    /// Returns whether it may have ended for a question before its decisions: it had not answered that, or
    /// has been asked for no more than one decision since.
    pub(super) fn is_at_first(&self) -> bool {
        self.before_decisions > 0 && (self.owes_first || self.asked <= self.before_decisions + 1)
    }

    /// Asks a question, a JSON object that is given an `id`, and waits for the object that answers
    /// it.
    pub(super) fn ask(&mut self, mut question: Value, until: Instant, stopped: &AtomicBool) -> Heard {
        self.asked += 1;
        question["id"] = json!(self.asked);
        match self.questions.try_send(format!("{question}\n")) {
            Ok(()) => self.answer(until, stopped),
            // It has not read the questions before this one.
            Err(mpsc::TrySendError::Full(_)) => Heard { answer: Err(AskError::Late), late_decision: false },
            Err(mpsc::TrySendError::Disconnected(_)) => Heard { answer: Err(gone()), late_decision: false },
        }
    }

    /// Returns the answer to the question asked last.
    fn answer(&mut self, until: Instant, stopped: &AtomicBool) -> Heard {
        let (id, mut late_decision) = (self.asked, false);
        let (mut next_probe, mut pause) = (Instant::now(), LOOK_UP);
        let answer = loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || stopped.load(Ordering::Relaxed) {
                break Err(AskError::Late);
            }
            let line = match self.lines.recv_timeout(left.min(LOOK_UP)) {
                Ok(line) => line,
                // What it has started may hold its standard output open when it has ended itself.
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    let now = Instant::now();
                    if now < next_probe || !self.group.has_ended() {
                        continue;
                    }
                    if self.has_reader() {
                        (next_probe, pause) = (now + pause, pause * 2);
                        continue;
                    }
                    match self.lines.try_recv() {
                        Ok(line) => line,
                        Err(_) => break Err(gone()),
                    }
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => break Err(gone()),
            };
            let answer: Value = match serde_json::from_slice(&line) {
                Ok(answer @ Value::Object(_)) => answer,
                // It answers a question before the decisions, in its own way.
                _ if std::mem::take(&mut self.owes_first) => continue,
                _ => {
                    let reason = "its answer is no JSON object in one line";
                    break Err(AskError::Unreadable(reason.to_owned()));
                }
            };
            match answer.get("id").and_then(Value::as_u64) {
                // The answer to a question that was given up.
                Some(of) if of < id => {
                    self.owes_first &= of > self.before_decisions;
                    late_decision |= of > self.before_decisions && is_decision(&answer);
                }
                Some(of) if of == id => break Ok(answer),
                _ if std::mem::take(&mut self.owes_first) => {}
                _ => break Err(AskError::Unreadable(format!("its answer lacks \"id\": {id}"))),
            }
        };
        Heard { answer, late_decision }
    }

    /// Returns whether a process may still read questions, after the program itself has ended: it
    /// may have been a launcher of the process that plays.
    ///
    /// The only sign is whether something can be written. A space before the next question changes
    /// nothing about it. The result of this attempt is known at the next call.
    fn has_reader(&self) -> bool {
        !matches!(self.questions.try_send(" ".to_owned()), Err(mpsc::TrySendError::Disconnected(_)))
    }

    /// Returns whether it has not been asked anything yet, not even `ready`.
    pub(super) fn is_unasked(&self) -> bool {
        self.asked == 0
    }

    /// Looks at what it has said since it was given up: whether it has decided something.
    pub(super) fn has_decided(&mut self) -> bool {
        let mut decided = false;
        while let Ok(line) = self.lines.try_recv() {
            let answer: Value = serde_json::from_slice(&line).unwrap_or_default();
            let of = answer.get("id").and_then(Value::as_u64);
            decided |=
                of.is_some_and(|of| of > self.before_decisions && of <= self.asked) && is_decision(&answer);
        }
        decided
    }

    /// Ends it and whatever it has started: what it ended with, if it had ended by itself.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        // One that has just closed its standard output is about to end: what it ends with is worth
        // a moment.
        let until = Instant::now() + 5 * LOOK_UP;
        let mut itself = self.group.has_ended();
        while !itself && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
            itself = self.group.has_ended();
        }
        let status = self.group.end().ok();
        self.errors.wait();
        status.filter(|_| itself)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be in the midst of thinking, or not listening at all: its last answer is not
        // waited for, but what it has written to its standard error is passed on.
        let _ = self.group.end();
        self.errors.wait();
        self.errors.release();
    }
}

/// Returns whether an answer has the shape of a decision.
fn is_decision(answer: &Value) -> bool {
    ["move", "call", "cards"].iter().any(|key| answer.get(key).is_some_and(Value::is_string))
}

fn gone() -> AskError {
    AskError::Gone("it has ended".to_owned())
}

/// Returns the command line behind `cmd:` in a player's name, such as `cmd:python3 bot.py`; `None` of any
/// other name.
pub fn command(player: &str) -> Option<&str> {
    player.strip_prefix("cmd:")
}
