//! The processes of one program in one run. A process is started, asked, restarted and given up by
//! these rules:
//!
//! * A process that cannot be started makes the run fail.
//! * A started process is asked `ready`, and has the start-up time to answer.
//! * If a process ends before it has answered `ready` or a first decision, another process is
//!   started, which is not asked `ready`. If the program has not answered any decision by then, no
//!   later process is asked `ready`.
//! * If a process does not answer `ready` in time, it plays nevertheless. Later processes are then
//!   asked `ready` only if another process has answered it.
//! * If a process ends at a decision, the program is restarted. If the new process ends at the same
//!   decision, the decision is replaced by a pass or by the lowest legal move. If the program has
//!   never answered a decision, the run fails.
//! * If a game ends and no decision of the program was usable, a warning is printed, but only once
//!   per run. If the program has never answered a decision, the run fails.
//!
//! For the first decision of a process that is not asked `ready`, the time limit is the start-up
//! time or the time for a decision, whichever is longer.
//!
//! A program that has not answered yet may still be starting. After the start-up time, the run
//! therefore waits once more for the start-up time, and at least five seconds, before it fails.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quadrille_diagnostics::printable;
use serde_json::{Value, json};

use super::process::{AskError, LOOK_UP, Process, Program};
use super::standard_error::{self, pass_on};

/// Minimum time that a program has for its first answer after the end of the start-up time. A
/// program without an answer is then considered failed.
const PATIENCE: Duration = Duration::from_secs(5);

/// The processes of one program. Each [`Asker`] uses one process. When an asker is dropped, its
/// process becomes available to other askers.
#[derive(Clone)]
pub struct Processes {
    shared: Arc<Shared>,
}

struct Shared {
    program: Program,
    /// The name of the game, as it appears in questions.
    game: &'static str,
    idle: Mutex<Vec<Process>>,
    /// Whether the start of the first process was attempted.
    first: Mutex<bool>,
    failed: AtomicBool,
    state: Mutex<State>,
}

/// Whether a program answers the question `ready`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Ready {
    /// Unknown. The next process is asked `ready`.
    #[default]
    Unknown,
    /// A process has answered `ready`. All further processes are asked `ready`.
    Known,
    /// The program does not answer `ready`. No further process is asked `ready`.
    Never,
}

impl Ready {
    /// Records that a process did not reply to the question `ready`.
    fn note_silence(&mut self) {
        if *self == Self::Unknown {
            *self = Self::Never;
        }
    }
}

/// The state of a program in a run.
#[derive(Default)]
struct State {
    /// The time at which the first process was started.
    since: Option<Instant>,
    ready: Ready,
    /// Whether the program has answered with a readable decision, in time or too late.
    answered: bool,
    counts: Counts,
    /// The reason that the program's first unreadable answer could not be read.
    unreadable: Option<String>,
    /// The exit status of the last process that ended by itself.
    last_end: Option<String>,
    last_lines: Vec<String>,
    warned: bool,
    failure: Option<String>,
}

/// The number of requested decisions, and for each kind of fault the number of unusable decisions.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    asked: u64,
    late: u64,
    gone: u64,
    unreadable: u64,
    illegal: u64,
}

impl Counts {
    fn note(&mut self, error: &AskError) {
        match error {
            AskError::Late => self.late += 1,
            AskError::Gone(_) => self.gone += 1,
            AskError::Unreadable(_) => self.unreadable += 1,
        }
    }

    /// Returns whether no decision was usable.
    fn is_lost(&self) -> bool {
        self.asked > 0 && self.asked == self.late + self.gone + self.unreadable + self.illegal
    }

    fn in_words(&self) -> String {
        let Self { late, gone, unreadable, illegal, .. } = *self;
        let kinds = [(late, "late"), (gone, "gone"), (unreadable, "unreadable"), (illegal, "illegal")];
        let kinds =
            kinds.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| format!("{count} {kind}"));
        kinds.collect::<Vec<_>>().join(", ")
    }
}

impl Processes {
    /// Creates the collection of the processes of a program that plays `game`. The collection is
    /// empty: no process is started yet.
    pub fn new(program: Program, game: &'static str) -> Self {
        let shared = Shared {
            program,
            game,
            idle: Mutex::default(),
            first: Mutex::default(),
            failed: AtomicBool::new(false),
            state: Mutex::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Returns the program.
    pub fn program(&self) -> &Program {
        &self.shared.program
    }

    /// Returns an empty collection of processes of the same program, for another run.
    #[must_use]
    pub fn afresh(&self) -> Self {
        Self::new(self.shared.program.clone(), self.shared.game)
    }

    /// Starts the first process, and waits until it is ready; the first [`Asker`] then uses it.
    /// Returns at once if the first process was started before. Stops waiting when `stopped` is
    /// set.
    pub fn start_first(&self, stopped: &AtomicBool) {
        let mut first = lock(&self.shared.first);
        if *first || stopped.load(Ordering::Relaxed) {
            return;
        }
        if let Ok(process) = self.shared.start(stopped) {
            lock(&self.shared.idle).push(process);
        }
        *first = true;
    }

    /// Returns an asker for a player. It stops waiting for answers when `stopped` is set.
    pub fn asker(&self, stopped: Arc<AtomicBool>) -> Asker {
        let game = Counts::default();
        Asker { shared: Arc::clone(&self.shared), stopped, process: None, starts_left: 2, game }
    }

    /// Returns the reason for which this program makes the run fail; `None` if the program has not
    /// failed.
    pub fn failure(&self) -> Option<String> {
        lock(&self.shared.state).failure.clone()
    }

    /// Returns whether the program has [failed](Self::failure).
    pub(super) fn has_failed(&self) -> bool {
        self.shared.failed.load(Ordering::Relaxed)
    }

    /// Marks the run as failed if the program has answered none of the decisions that it was asked
    /// for. If some of these answers were late, first waits until a late answer arrives, or until a
    /// program without answers is considered failed. Stops waiting when `stopped` is set.
    pub fn settle(&self, stopped: &AtomicBool) {
        loop {
            let mut state = lock(&self.shared.state);
            // While another shard waits for a decision, `is_lost` returns false, because this
            // decision is already counted as asked, but not as unusable. The other shard calls
            // `settle` later.
            if state.answered || !state.counts.is_lost() || state.failure.is_some() {
                return;
            }
            if state.counts.late == 0 || self.shared.is_overdue(&state) {
                let lines = lock(&self.shared.idle).last().map(|process| process.errors.last_lines());
                return self.shared.fail_silent(&mut state, &lines.unwrap_or_default());
            }
            if stopped.load(Ordering::Relaxed) {
                return;
            }
            state.answered = lock(&self.shared.idle).iter_mut().any(Process::has_decided);
            drop(state);
            std::thread::sleep(LOOK_UP);
        }
    }
}

impl std::fmt::Debug for Processes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Processes").field(&self.shared.program).finish()
    }
}

impl Shared {
    /// Starts a process, and waits until it has answered `ready` or the start-up time is over.
    fn start(&self, stopped: &AtomicBool) -> Result<Process, AskError> {
        let mut process = self.launch()?;
        if lock(&self.state).ready == Ready::Never {
            process.errors.release();
            return Ok(process);
        }
        let times = self.program.times();
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let question = json!({
            "game": self.game,
            "ask": "ready",
            "startup_timeout": milliseconds(times.startup),
            "move_timeout": milliseconds(times.decision),
        });
        let reply = process.ask_first(question, Instant::now() + times.startup, stopped);
        self.note_ready(&reply.answer);
        if matches!(reply.answer, Err(AskError::Gone(_))) {
            // The process may have ended because it does not know the question `ready`. This is not
            // a fault, and is neither counted nor reported.
            self.note_end(&mut process);
            process.errors.discard();
            process = self.launch()?;
        }
        process.errors.release();
        Ok(process)
    }

    /// Records the outcome of the question `ready`.
    fn note_ready(&self, answer: &Result<Value, AskError>) {
        let mut state = lock(&self.state);
        match answer {
            Ok(_) => state.ready = Ready::Known,
            Err(AskError::Unreadable(_)) => {}
            Err(AskError::Late | AskError::Gone(_)) => state.ready.note_silence(),
        }
    }

    fn launch(&self) -> Result<Process, AskError> {
        let mut state = lock(&self.state);
        state.since.get_or_insert_with(Instant::now);
        drop(state);
        self.program.start().map_err(|reason| {
            self.fail(&mut lock(&self.state), &format!("cannot be started: {reason}"));
            AskError::Gone(reason)
        })
    }

    /// Records that a process has ended by itself.
    fn note_end(&self, process: &mut Process) {
        let status = process.end();
        let lines = process.errors.last_lines();
        let mut state = lock(&self.state);
        state.last_end = status.map(|status| status.to_string());
        if !lines.is_empty() {
            state.last_lines = lines;
        }
    }

    /// Returns whether a program that has not answered any decision is considered failed by now.
    fn is_overdue(&self, state: &State) -> bool {
        self.failure_time(state).is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the time after which a program that has not answered any decision is considered
    /// failed; `None` if no process was started.
    fn failure_time(&self, state: &State) -> Option<Instant> {
        let startup = self.program.times().startup;
        state.since.map(|since| since + startup + startup.max(PATIENCE))
    }

    /// Returns the time until which a decision that is requested now must be answered.
    fn time_limit(&self, process: &Process) -> Instant {
        let (now, times) = (Instant::now(), self.program.times());
        let limit = now + times.decision;
        if !process.is_unasked() {
            return limit;
        }
        // The process may still be starting, so the limit is at least the start-up time. It is not
        // later than the time at which a program without answers is considered failed.
        let state = lock(&self.state);
        let most = self.failure_time(&state).filter(|_| !state.answered);
        let started = now + times.startup;
        limit.max(most.map_or(started, |most| most.min(started)))
    }

    /// Marks the run as failed; `what` is the reason, which follows the name of the player in the
    /// message.
    fn fail(&self, state: &mut State, what: &str) {
        let name = printable(&self.program.name());
        state.failure.get_or_insert_with(|| format!("the player {name} {what}"));
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Marks the run as failed because the program ended before it had answered any decision.
    fn fail_ended(&self, state: &mut State) {
        let how = state.last_end.as_ref().map_or_else(String::new, |how| format!(" ({how})"));
        let lines = quoted(&state.last_lines);
        self.fail(state, &format!("ended before it had answered any decision{how}; {lines}"));
    }

    /// Marks the run as failed because the program has not answered any decision. `lines` are the
    /// last lines on the standard error of the process that was asked last.
    fn fail_silent(&self, state: &mut State, lines: &[String]) {
        if state.counts.gone == state.counts.asked {
            return self.fail_ended(state);
        }
        let lines = if lines.is_empty() { quoted(&state.last_lines) } else { quoted(lines) };
        let (asked, times) = (state.counts.asked, self.program.times());
        let decisions =
            if asked == 1 { "the one decision".to_owned() } else { format!("any of {asked} decisions") };
        let limits = format!(
            "startup_timeout is {} ms, move_timeout {} ms",
            times.startup.as_millis(),
            times.decision.as_millis()
        );
        let counts = state.counts.in_words();
        let first = state.unreadable.as_ref();
        let first = first.map_or_else(String::new, |reason| format!("; first unreadable answer: {reason}"));
        let what = format!("has not answered {decisions} that it was asked for ({counts}; {limits}){first}");
        self.fail(state, &format!("{what}; {lines}"));
    }
}

/// Formats the last lines of a program's standard error for the end of a message.
fn quoted(lines: &[String]) -> String {
    standard_error::quoted("its standard error", lines)
}

/// Asks a program for the decisions of one player, and starts another process if the current
/// process has ended.
pub struct Asker {
    shared: Arc<Shared>,
    stopped: Arc<AtomicBool>,
    process: Option<Process>,
    /// Number of times that the program may still be started in the current game.
    starts_left: u32,
    /// The numbers of requested and of unusable decisions in the current game.
    game: Counts,
}

impl Asker {
    /// Begins a game. During the game, the program may be restarted once after a crash.
    pub fn begin(&mut self) {
        self.end();
        self.starts_left = if self.process.is_some() { 1 } else { 2 };
    }

    /// Ends the game. If none of the program's decisions in the game was usable, the run fails or a
    /// warning is printed, by the rules at the beginning of this module.
    pub fn end(&mut self) {
        let game = std::mem::take(&mut self.game);
        if !game.is_lost() || self.stopped.load(Ordering::Relaxed) {
            return;
        }
        let shared = &self.shared;
        let mut state = lock(&shared.state);
        if !state.answered && (game.late == 0 || shared.is_overdue(&state)) {
            let lines = self.process.as_ref().map(|process| process.errors.last_lines());
            shared.fail_silent(&mut state, &lines.unwrap_or_default());
            self.stopped.store(true, Ordering::Relaxed);
        } else if !std::mem::replace(&mut state.warned, true) {
            drop(state);
            pass_on(warning(&shared.program.name(), game).as_bytes());
        }
    }

    /// Asks for a decision and waits for the answer with the same `id`. Question and answer are
    /// JSON objects; the `id` of the question is added here. Use [`decision`](Self::decision) to
    /// read the decision in the answer.
    ///
    /// # Errors
    /// No answer came in time, no process could be started or the process has ended, or the answer
    /// is not a JSON object.
    pub fn ask(&mut self, question: &Value) -> Result<Value, AskError> {
        self.game.asked += 1;
        lock(&self.shared.state).counts.asked += 1;
        let answer = self.try_ask(question);
        if let Err(error) = &answer {
            self.note(error);
            let mut state = lock(&self.shared.state);
            if matches!(error, AskError::Gone(_)) && !state.answered && !self.stopped.load(Ordering::Relaxed)
            {
                self.shared.fail_ended(&mut state);
            }
        }
        if self.shared.failed.load(Ordering::Relaxed) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        answer
    }

    fn note(&mut self, error: &AskError) {
        self.game.note(error);
        let mut state = lock(&self.shared.state);
        state.counts.note(error);
        if let AskError::Unreadable(reason) = error {
            state.unreadable.get_or_insert_with(|| reason.clone());
        }
    }

    /// Returns the decision that `answer` contains as the text of `key`, parsed by `read`. If the
    /// text is readable, the program counts as having answered; otherwise the decision counts as
    /// unreadable.
    ///
    /// # Errors
    /// `answer` has no text with this key, or `read` returns `None`.
    pub fn decision<T>(
        &mut self,
        answer: &Value,
        key: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, AskError> {
        let text = answer.get(key).and_then(Value::as_str);
        let text =
            text.ok_or_else(|| AskError::Unreadable(format!("the answer lacks a text with the key `{key}`")));
        let decision = text.and_then(|text| read(text).ok_or_else(|| AskError::is_no(key, text)));
        match &decision {
            Ok(_) => lock(&self.shared.state).answered = true,
            Err(error) => self.note(error),
        }
        decision
    }

    /// Counts a decision that is readable, but is an illegal move.
    pub fn note_illegal(&mut self) {
        self.game.illegal += 1;
        lock(&self.shared.state).counts.illegal += 1;
    }

    fn try_ask(&mut self, question: &Value) -> Result<Value, AskError> {
        loop {
            if self.stopped.load(Ordering::Relaxed) {
                let failed = self.shared.failed.load(Ordering::Relaxed);
                let has_ended = failed && lock(&self.shared.state).counts.gone > 0;
                return Err(if has_ended { AskError::has_ended_again() } else { AskError::Late });
            }
            let mut process = match self.process.take() {
                Some(process) => process,
                None => self.next_process()?,
            };
            // The time limit is computed after the start of the process, which has a separate
            // limit.
            let until = self.shared.time_limit(&process);
            let reply = process.ask(question.clone(), until, &self.stopped);
            if reply.late_decision {
                lock(&self.shared.state).answered = true;
            }
            match reply.answer {
                // The process may have ended because of the question `ready`. This is not a fault,
                // and the new start does not count as the one restart that a game allows.
                Err(AskError::Gone(_)) if process.is_at_first() => {
                    self.shared.note_end(&mut process);
                    let mut state = lock(&self.shared.state);
                    if !state.answered {
                        state.ready = Ready::Never;
                    }
                    drop(state);
                    let process = self.shared.launch()?;
                    process.errors.release();
                    self.process = Some(process);
                }
                Err(AskError::Gone(reason)) => {
                    self.shared.note_end(&mut process);
                    // The process has ended since the previous question. The next start counts as
                    // the one restart that a game allows.
                    if self.starts_left == 0 {
                        return Err(AskError::Gone(reason));
                    }
                }
                answer => {
                    self.process = Some(process);
                    return answer;
                }
            }
        }
    }

    /// Returns an idle process if there is one, and otherwise starts a process.
    fn next_process(&mut self) -> Result<Process, AskError> {
        let idle = lock(&self.shared.idle).pop();
        if let Some(process) = idle {
            // If the idle process has ended in the meantime, starting another process counts as the
            // one restart that a game allows.
            self.starts_left = self.starts_left.min(1);
            return Ok(process);
        }
        if self.starts_left == 0 {
            return Err(AskError::has_ended_again());
        }
        self.starts_left -= 1;
        self.shared.start(&self.stopped)
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        lock(&self.shared.idle).extend(self.process.take());
    }
}

fn warning(name: &str, game: Counts) -> String {
    let Counts { asked, .. } = game;
    let name = printable(name);
    let decisions = if asked == 1 { "the one decision" } else { &format!("none of the {asked} decisions") };
    let was = if asked == 1 { "could not be used" } else { "could be used" };
    format!(
        "warning: {decisions} of the player {name} in a game {was} ({}); the result contains the number of all such decisions\n",
        game.in_words()
    )
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
