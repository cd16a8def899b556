//! A program of somebody else's that answers lines with lines.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How often somebody who waits for an answer looks up whether the run has been stopped.
const LOOK_UP: Duration = Duration::from_millis(20);
/// Lines of a program that may wait to be looked at: one that says more than it is asked is held up.
const UNREAD: usize = 64;
/// The longest line that is read; a longer one is no answer to anything.
const LONGEST_LINE: u64 = 1 << 20;

/// How a foreign program is started, and how long it may think.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments, as a shell would split them.
    words: Vec<String>,
    /// Where it is started; `None` where programs may not be started.
    folder: Option<PathBuf>,
    /// How long it may take to answer.
    timeout: Duration,
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
#[non_exhaustive]
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
    /// The program's answer says `text` where a `what` belongs.
    pub fn is_no(what: &str, text: &str) -> Self {
        let shown: String = text.chars().take(40).collect();
        Self::Unreadable(format!("{shown:?} is no {what}"))
    }
}

/// The text behind `key` in an answer.
///
/// # Errors
/// [`AskError::Unreadable`] where there is none.
pub fn text<'a>(answer: &'a Value, key: &str) -> Result<&'a str, AskError> {
    let text = answer.get(key).and_then(Value::as_str);
    text.ok_or_else(|| AskError::Unreadable(format!("its answer lacks the text `{key}`")))
}

impl Program {
    /// The program that `command` names: split into words as a shell would, nothing else of a shell. It is started in `folder`;
    /// without one it can be named, but not be started: whoever draws a report anew starts nothing.
    ///
    /// # Errors
    /// No word, or a quotation mark without a partner.
    pub fn new(command: &str, folder: Option<PathBuf>, timeout: Duration) -> Result<Self, CommandError> {
        let words = shell_words::split(command).map_err(|_| CommandError::Quotation)?;
        if words.is_empty() {
            return Err(CommandError::Empty);
        }
        Ok(Self { words, folder, timeout })
    }

    /// Whether it may be started at all; whether it then runs is another question.
    pub fn may_start(&self) -> bool {
        self.folder.is_some()
    }

    /// How long it may take to answer.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    fn start(&self) -> Result<Process, AskError> {
        let (name, arguments) = self.words.split_first().expect("it has been checked");
        let gone = |error: std::io::Error| AskError::Gone(format!("{name}: {error}"));
        let Some(folder) = &self.folder else {
            return Err(AskError::Gone("programs cannot be started here".to_owned()));
        };
        let mut command = Command::new(name);
        // The terminal's Ctrl-C is for us, who then end the program; it would die of it before we know why.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // What it complains of is for its author: it goes where our own complaints go.
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(gone)?;
        let (questions, answers) = (child.stdin.take(), child.stdout.take());
        let (asked, waiting) = mpsc::sync_channel::<String>(1);
        let (sender, lines) = mpsc::sync_channel(UNREAD);
        // From here on the program is ended, whatever else fails.
        let process = Process { child, asked: 0, questions: asked, lines };
        let (Some(questions), Some(answers)) = (questions, answers) else {
            return Err(AskError::Gone(format!("{name} has no standard input and output")));
        };
        // Both pipes have threads of their own: a program that does not listen, or that talks without end, blocks
        // nobody but itself.
        let write = move || {
            let mut questions = questions;
            while let Ok(line) = waiting.recv() {
                if questions.write_all(line.as_bytes()).and_then(|()| questions.flush()).is_err() {
                    break;
                }
            }
        };
        std::thread::Builder::new().name("questions".to_owned()).spawn(write).map_err(gone)?;
        let read = move || {
            let mut answers = BufReader::new(answers);
            loop {
                let mut line = Vec::new();
                match std::io::Read::take(&mut answers, LONGEST_LINE).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => break,
                    Ok(_) if sender.send(line).is_err() => break,
                    Ok(_) => {}
                }
            }
        };
        std::thread::Builder::new().name("answers".to_owned()).spawn(read).map_err(gone)?;
        Ok(process)
    }
}

/// A program that has been started.
struct Process {
    child: Child,
    /// Questions asked so far: each has a number, so that an answer that comes too late is not taken for that of the next.
    asked: u64,
    questions: mpsc::SyncSender<String>,
    lines: mpsc::Receiver<Vec<u8>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be in the midst of thinking, or not listening at all; nobody waits for its last word.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The processes of one program: as many as are asked at a time, each used again.
#[derive(Clone)]
pub struct Processes {
    shared: Arc<Shared>,
}

struct Shared {
    program: Program,
    idle: Mutex<Vec<Process>>,
}

impl Processes {
    /// None yet.
    pub fn new(program: Program) -> Self {
        Self { shared: Arc::new(Shared { program, idle: Mutex::default() }) }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.shared.program
    }

    /// Somebody to ask. Whoever sets `stopped` ends the waiting for answers.
    pub fn asker(&self, stopped: Arc<AtomicBool>) -> Asker {
        Asker { shared: Arc::clone(&self.shared), stopped, process: None, starts_left: 2 }
    }
}

impl std::fmt::Debug for Processes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Processes").field(&self.shared.program).finish()
    }
}

/// Asks one process of a program, and starts it again if it has ended.
pub struct Asker {
    shared: Arc<Shared>,
    stopped: Arc<AtomicBool>,
    process: Option<Process>,
    /// How often the program may still be started for the present game.
    starts_left: u32,
}

impl Asker {
    /// A new game begins, in which the program may be started once more after a crash.
    pub fn begin(&mut self) {
        self.starts_left = if self.process.is_some() { 1 } else { 2 };
    }

    /// Asks a question, a JSON object that is given an `id`, and waits for the object that answers it, with the same `id`.
    ///
    /// # Errors
    /// No answer in time, no process to ask, or an answer that is no JSON object.
    pub fn ask(&mut self, mut question: Value) -> Result<Value, AskError> {
        let until = Instant::now() + self.shared.program.timeout;
        loop {
            let mut process = match self.process.take() {
                Some(process) => process,
                None => self.next_process()?,
            };
            process.asked += 1;
            question["id"] = json!(process.asked);
            let line = format!("{question}\n");
            let answer = match process.questions.try_send(line) {
                Ok(()) => process.answer(until, &self.stopped),
                // It has not read the questions before this one.
                Err(mpsc::TrySendError::Full(_)) => Err(AskError::Late),
                Err(mpsc::TrySendError::Disconnected(_)) => Err(AskError::Gone("it has ended".to_owned())),
            };
            match answer {
                // It ended, now or between two questions: the one restart of this game is for that.
                Err(AskError::Gone(_)) if self.starts_left > 0 => {}
                Err(AskError::Gone(reason)) => return Err(AskError::Gone(reason)),
                answer => {
                    self.process = Some(process);
                    return answer;
                }
            }
        }
    }

    /// A process that nobody else asks: an idle one, or a new one.
    fn next_process(&mut self) -> Result<Process, AskError> {
        let idle = self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(process) = idle {
            // It may have ended since: then it is this game's restart that follows, not its start.
            self.starts_left = self.starts_left.min(1);
            return Ok(process);
        }
        if self.starts_left == 0 {
            return Err(AskError::Gone("it has ended again".to_owned()));
        }
        self.starts_left -= 1;
        self.shared.program.start()
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        let mut idle = self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.extend(self.process.take());
    }
}

impl Process {
    /// The answer to the question asked last.
    fn answer(&self, until: Instant, stopped: &AtomicBool) -> Result<Value, AskError> {
        let id = self.asked;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || stopped.load(Ordering::Relaxed) {
                return Err(AskError::Late);
            }
            let line = match self.lines.recv_timeout(left.min(LOOK_UP)) {
                Ok(line) => line,
                Err(mpsc::RecvTimeoutError::Timeout) => continue,
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(AskError::Gone("it has ended".to_owned()));
                }
            };
            let answer: Value = match serde_json::from_slice(&line) {
                Ok(answer @ Value::Object(_)) => answer,
                _ => return Err(AskError::Unreadable("its answer is no JSON object in one line".to_owned())),
            };
            match answer.get("id").and_then(Value::as_u64) {
                Some(of) if of < id => {} // the answer to a question that was given up
                Some(of) if of == id => return Ok(answer),
                _ => return Err(AskError::Unreadable(format!("its answer lacks \"id\": {id}"))),
            }
        }
    }
}

/// Whether a player's name in an experiment file or on the command line means a program: `cmd:python3 bot.py`.
pub fn command(player: &str) -> Option<&str> {
    player.strip_prefix("cmd:")
}
