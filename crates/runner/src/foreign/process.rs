//! One process of a foreign program: each question is a line on its standard input, and each answer
//! is a line on its standard output.

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

/// Interval between checks for cancellation while an answer is awaited.
pub(super) const LOOK_UP: Duration = Duration::from_millis(20);
/// Maximum number of questions in the queue to the program.
const UNSENT: usize = 4;
/// Maximum number of lines in the queue from the program. While the queue is full, a program that
/// writes further lines is blocked.
const UNREAD: usize = 64;
/// Maximum length of a line in bytes. Longer lines are not valid answers.
const LONGEST_LINE: u64 = 1 << 20;

/// The command of a foreign program, and its time limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The text after `cmd:`.
    line: String,
    /// The program and its arguments, as a shell would split them.
    words: Vec<String>,
    /// The working directory of the program; `None` if programs may not be started.
    folder: Option<PathBuf>,
    times: Times,
}

/// The time limits of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// Maximum time from the start of the program to its answer to the question `ready`.
    pub startup: Duration,
    /// Maximum time for a decision.
    pub decision: Duration,
}

impl Default for Times {
    /// Returns ten seconds for starting, and one second for a decision.
    fn default() -> Self {
        Self { startup: Duration::from_secs(10), decision: Duration::from_secs(1) }
    }
}

/// Error of splitting a command line into words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The command line is empty.
    #[error("no program is named")]
    Empty,
    /// A quotation mark is unmatched.
    #[error("a quotation mark is missing")]
    Quotation,
}

/// The reason that a question has no usable answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// No answer came in time.
    #[error("the program did not answer in time")]
    Late,
    /// The program cannot be started, or has ended.
    #[error("{0}")]
    Gone(String),
    /// The answer cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

impl AskError {
    /// The error of a program that has ended, and is not started again.
    pub(super) fn has_ended_again() -> Self {
        Self::Gone("the program has ended again".to_owned())
    }

    /// Returns the error for an answer in which `text` is not a valid value of the key `what`, such
    /// as `move`.
    pub fn is_no(what: &str, text: &str) -> Self {
        let shown: String = text.chars().take(40).collect();
        Self::Unreadable(format!("{shown:?} is not a valid value of `{what}`"))
    }
}

impl Program {
    /// Creates a program from a command line. The line is split into words as a shell would split
    /// it; other features of a shell are not supported. The program is started in `folder`. If
    /// `folder` is `None`, the program cannot be started, but its name is sufficient for creating a
    /// report again.
    ///
    /// # Errors
    /// The command line has no words, or an unmatched quotation mark.
    pub fn new(command: &str, folder: Option<PathBuf>, times: Times) -> Result<Self, CommandError> {
        let words = shell_words::split(command).map_err(|_| CommandError::Quotation)?;
        if words.is_empty() {
            return Err(CommandError::Empty);
        }
        // An empty path means the working directory, but the system does not accept it.
        let folder = folder.map(|folder| if folder.as_os_str().is_empty() { ".".into() } else { folder });
        Ok(Self { line: command.to_owned(), words, folder, times })
    }

    /// Returns the name of the player, which is `cmd:` followed by the command line.
    pub fn name(&self) -> String {
        format!("cmd:{}", self.line)
    }

    /// Returns whether the program may be started.
    pub fn may_start(&self) -> bool {
        self.folder.is_some()
    }

    /// Returns the time limits.
    pub fn times(&self) -> Times {
        self.times
    }

    /// Starts the program.
    ///
    /// # Errors
    /// The program cannot be started. The error describes the reason.
    pub(super) fn start(&self) -> Result<Process, String> {
        let (name, arguments) = self.words.split_first().expect("`new` has checked that there is a word");
        let refused = |error: std::io::Error| format!("{}: {error}", printable(name));
        let no_thread = |error: std::io::Error| {
            format!("{}: cannot start a thread for its input and output: {error}", printable(name))
        };
        let Some(folder) = &self.folder else {
            return Err("the experiment was not read from a folder".to_owned());
        };
        let mut command = Command::new(name);
        command.args(arguments).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Grouped::spawn(&mut command).map_err(refused)?;
        let child = group.child();
        let (Some(questions), Some(answers), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("{}: the program lacks a standard input, output or error", printable(name)));
        };
        let (asked, waiting) = mpsc::sync_channel(UNSENT);
        let (sender, lines) = mpsc::sync_channel(UNREAD);
        // A separate thread serves each pipe. A program that does not read its input, or writes
        // without end, therefore blocks only these threads.
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

/// Writes questions to the program until the channel is closed or the program has closed its input.
fn write_all(mut to: ChildStdin, questions: &mpsc::Receiver<String>) {
    while let Ok(line) = questions.recv() {
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            break;
        }
    }
}

/// Reads lines from the program until the program closes its output or the receiver is dropped.
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

/// A running process.
pub(super) struct Process {
    group: Grouped,
    /// Number of questions so far. It is the `id` of the last question, which distinguishes the
    /// answer to this question from late answers to earlier questions.
    asked: u64,
    /// Number of questions before the first decision: 1 if `ready` was asked, and 0 otherwise.
    before_decisions: u64,
    /// Whether a question that was asked before the first decision is still unanswered.
    owes_first: bool,
    questions: mpsc::SyncSender<String>,
    lines: mpsc::Receiver<Vec<u8>>,
    pub(super) errors: StandardError,
}

/// The outcome of a question.
pub(super) struct Reply {
    /// The answer, or the reason that there is no usable answer.
    pub(super) answer: Result<Value, AskError>,
    /// Whether a late decision arrived while the answer was awaited. A late decision is the answer
    /// to an earlier question.
    pub(super) late_decision: bool,
}

impl Process {
    /// Asks a question that precedes all decisions, and waits for its answer.
    pub(super) fn ask_first(&mut self, question: Value, until: Instant, stopped: &AtomicBool) -> Reply {
        let reply = self.ask(question, until, stopped);
        self.before_decisions = self.asked;
        self.owes_first = matches!(reply.answer, Err(AskError::Late));
        reply
    }

    /// Returns whether the process may have ended because of a question that preceded all
    /// decisions. This is possible if that question is unanswered, or if the process has been asked
    /// for at most one decision since then.
    pub(super) fn is_at_first(&self) -> bool {
        self.before_decisions > 0 && (self.owes_first || self.asked <= self.before_decisions + 1)
    }

    /// Asks a question and waits for its answer. Both are JSON objects; the `id` of the question is
    /// added here.
    pub(super) fn ask(&mut self, mut question: Value, until: Instant, stopped: &AtomicBool) -> Reply {
        self.asked += 1;
        question["id"] = json!(self.asked);
        match self.questions.try_send(format!("{question}\n")) {
            Ok(()) => self.answer(until, stopped),
            // The queue is full, because the process has not read the previous questions.
            Err(mpsc::TrySendError::Full(_)) => Reply { answer: Err(AskError::Late), late_decision: false },
            Err(mpsc::TrySendError::Disconnected(_)) => Reply { answer: Err(gone()), late_decision: false },
        }
    }

    /// Waits for the answer to the last question.
    fn answer(&mut self, until: Instant, stopped: &AtomicBool) -> Reply {
        let (id, mut late_decision) = (self.asked, false);
        let (mut next_probe, mut pause) = (Instant::now(), LOOK_UP);
        let answer = loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || stopped.load(Ordering::Relaxed) {
                break Err(AskError::Late);
            }
            let line = match self.lines.recv_timeout(left.min(LOOK_UP)) {
                Ok(line) => line,
                // The program may have ended although its standard output is still open, because
                // other processes may keep it open. Therefore each timeout is followed by a check
                // whether the program has ended.
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
                // The line may be the reply to a question that preceded all decisions. Programs
                // that do not know such a question may reply in any format.
                _ if std::mem::take(&mut self.owes_first) => continue,
                _ => {
                    let reason = "the answer is not a JSON object on one line";
                    break Err(AskError::Unreadable(reason.to_owned()));
                }
            };
            match answer.get("id").and_then(Value::as_u64) {
                // The answer is late: it belongs to an earlier question.
                Some(of) if of < id => {
                    self.owes_first &= of > self.before_decisions;
                    late_decision |= of > self.before_decisions && is_decision(&answer);
                }
                Some(of) if of == id => break Ok(answer),
                _ if std::mem::take(&mut self.owes_first) => {}
                _ => break Err(AskError::Unreadable(format!("the answer lacks \"id\": {id}"))),
            }
        };
        Reply { answer, late_decision }
    }

    /// Returns whether another process may still read questions after the program itself has ended.
    /// Some programs only start the process that plays.
    ///
    /// The only indication is whether writing to the pipe succeeds, so a space is written, which
    /// does not change the meaning of the next question. A failure of this write is detected by the
    /// next call of this function.
    fn has_reader(&self) -> bool {
        !matches!(self.questions.try_send(" ".to_owned()), Err(mpsc::TrySendError::Disconnected(_)))
    }

    /// Returns whether the process has not been asked any question yet, not even `ready`.
    pub(super) fn is_unasked(&self) -> bool {
        self.asked == 0
    }

    /// Returns whether a late answer with a decision has arrived since the last question was asked.
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

    /// Ends the process and all processes that it has started. If the process had ended by itself
    /// before, returns its exit status.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        // A process that has just closed its standard output is usually about to end. After a short
        // wait, its exit status is known.
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
        // The process may still be computing. Its last answer is not awaited, but its standard
        // error is forwarded.
        let _ = self.group.end();
        self.errors.wait();
        self.errors.release();
    }
}

/// Returns whether an answer has the form of a decision.
fn is_decision(answer: &Value) -> bool {
    ["move", "call", "cards"].iter().any(|key| answer.get(key).is_some_and(Value::is_string))
}

fn gone() -> AskError {
    AskError::Gone("the program has ended".to_owned())
}

/// Returns the command line in a player's name such as `cmd:python3 bot.py`; `None` for names
/// without `cmd:`.
pub fn command(player: &str) -> Option<&str> {
    player.strip_prefix("cmd:")
}
