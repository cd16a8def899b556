//! The task of a table: it executes commands, lets programs act, and publishes the state.
//!
//! Programs act one move at a time, with pauses, so that a page shows every move. A table without a
//! person advances only while a page watches it. Hints and reviews are computed while the table
//! continues. A move or an undo cancels a hint; the next deal cancels both hints and reviews.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille::progress::{CancelToken, Observer as _, Progress};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::{Instant, sleep_until};

use super::state::{Phase, Thought};
use super::table::{Around, Playing, TableSummary, Work};

/// The longest pause between moves of programs that a page can choose, in milliseconds.
const LONGEST_PACE: u64 = 10_000;
/// A table ends if no page has watched it for this time.
pub(super) const IDLE: Duration = Duration::from_hours(2);
/// Interval at which a table checks whether a page watches it.
const LOOK: Duration = Duration::from_secs(1);
/// Maximum number of waiting commands.
pub(super) const INBOX: usize = 64;

/// A command of a page.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Command {
    /// An action of the person. Like `Undo` and `Next`, it is ignored unless `version` is the
    /// current version of the table.
    Act {
        text: String,
        version: u64,
    },
    Undo {
        version: u64,
    },
    Show {
        shown: bool,
    },
    Next {
        version: u64,
    },
    Hint,
    Review,
    Pause {
        paused: bool,
    },
    /// Lets a program make one move, even if the table is paused.
    Step,
    Pace {
        milliseconds: u64,
    },
}

/// A message to the task of a table.
pub(super) enum Message {
    Command(Command),
    /// Progress of a hint or review: its kind, its number, the work done, and the total work if
    /// known.
    Progress(Kind, u64, u64, Option<u64>),
    /// The end of a hint or review: its kind, its number, and the answer unless the computation
    /// failed.
    Answer(Kind, u64, Option<Value>),
    /// A request for the record of the game with this number; `None` means all finished games. The
    /// sender takes the reply.
    Record(Option<u64>, tokio::sync::oneshot::Sender<Option<String>>),
}

/// A computation that runs while the table continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Hint,
    Review,
}

/// The channels and semaphores of a table's task.
pub(super) struct Lines {
    pub(super) inbox: mpsc::Receiver<Message>,
    /// The sending end of `inbox`, for hints and reviews. It is weak, so it does not keep the table
    /// open.
    pub(super) own: mpsc::WeakSender<Message>,
    /// The current state.
    pub(super) state: watch::Sender<Arc<str>>,
    /// The summary for the list of tables.
    pub(super) summary: watch::Sender<TableSummary>,
    /// Semaphore for hints and reviews.
    pub(super) thinking: Arc<Semaphore>,
    /// Semaphore for moves of programs.
    pub(super) moving: Arc<Semaphore>,
    pub(super) ending: watch::Receiver<bool>,
}

/// The task of a table.
pub(super) struct Drive {
    /// Locked only by this task and by a program's move. While a program moves, this task waits for
    /// the move.
    table: Arc<Mutex<Box<dyn Playing>>>,
    /// When this is set, all waits for external programs end.
    stopped: Arc<AtomicBool>,
    around: Around,
    lines: Lines,
    /// The number and the cancellation token of the last hint (index 0) and of the last review
    /// (index 1).
    running: [(u64, CancelToken); 2],
    /// The time of the last move.
    moved: Instant,
    /// The last time at which a page watched the table.
    seen: Instant,
}

impl Drive {
    pub(super) fn new(table: Box<dyn Playing>, lines: Lines) -> Self {
        let now = Instant::now();
        let running = [(0, CancelToken::new()), (0, CancelToken::new())];
        let (stopped, around) = (table.stopped(), Around::default());
        let table = Arc::new(Mutex::new(table));
        Self { table, stopped, around, lines, running, moved: now, seen: now }
    }

    /// Runs until the server ends, the table is closed, or no page has watched it for [`IDLE`].
    pub(super) async fn run(mut self) {
        loop {
            self.publish();
            let watched = self.lines.state.receiver_count() > 0;
            if watched {
                self.seen = Instant::now();
            }
            if self.seen.elapsed() >= IDLE {
                break;
            }
            let (phase, has_person) = {
                let mut table = lock(&self.table);
                (table.phase(), table.has_person())
            };
            let steps = phase == Phase::Program && !self.around.paused && (watched || has_person);
            let pace = Duration::from_millis(self.around.pace);
            let due = if steps { self.moved + pace } else { Instant::now() + LOOK };
            let mut ending = self.lines.ending.clone();
            tokio::select! {
                biased;
                () = crate::ending::until_ending(&mut ending) => break,
                message = self.lines.inbox.recv() => match message {
                    None => break,
                    Some(message) => {
                        if !self.take(message).await {
                            break;
                        }
                    }
                },
                () = sleep_until(due) => {
                    if steps && !self.step().await {
                        break;
                    }
                }
            }
        }
        self.stopped.store(true, Ordering::Relaxed);
        self.cancel(Kind::Hint);
        self.cancel(Kind::Review);
    }

    /// Publishes the state if it has changed.
    fn publish(&mut self) {
        let text = lock(&self.table).state(&self.around);
        self.lines.state.send_if_modified(|last| {
            let is_new = **last != *text;
            if is_new {
                *last = Arc::from(text);
            }
            is_new
        });
        let summary = lock(&self.table).summary();
        self.lines.summary.send_if_modified(|last| std::mem::replace(last, summary) != summary);
    }

    /// Lets a program act, on another thread. Returns `false` if the table must end, because the
    /// program panicked or the server ends.
    async fn step(&mut self) -> bool {
        self.changes();
        let table = Arc::clone(&self.table);
        let Ok(place) = Arc::clone(&self.lines.moving).acquire_owned().await else { return false };
        self.moved = Instant::now();
        let earliest = self.moved + lock(&table).shortest_turn();
        let stepped = tokio::task::spawn_blocking(move || {
            lock(&table).step();
            drop(place);
        });
        let mut ending = self.lines.ending.clone();
        let stepped = async {
            let stepped = stepped.await;
            sleep_until(earliest).await;
            stepped
        };
        tokio::select! {
            () = crate::ending::until_ending(&mut ending) => return false,
            stepped = stepped => if stepped.is_err() {
                return false;
            }
        }
        // The pause includes the duration of the decision, but at least half of the pause follows
        // the decision.
        self.moved = self.moved.max(Instant::now() - Duration::from_millis(self.around.pace / 2));
        true
    }

    /// Cancels the hint. This must be called before the table changes.
    fn changes(&mut self) {
        self.cancel(Kind::Hint);
    }

    fn thought(&mut self, kind: Kind) -> &mut Thought {
        match kind {
            Kind::Hint => &mut self.around.hint,
            Kind::Review => &mut self.around.review,
        }
    }

    fn cancel(&mut self, kind: Kind) {
        self.running[kind as usize].1.cancel();
        self.running[kind as usize].0 += 1;
        *self.thought(kind) = Thought::default();
    }

    /// Starts the computation of a hint or review; the table continues meanwhile.
    fn think(&mut self, kind: Kind, work: Option<Work>) {
        self.cancel(kind);
        let Some(work) = work else { return };
        let (number, token) = (self.running[kind as usize].0, CancelToken::new());
        self.running[kind as usize].1 = token.clone();
        self.thought(kind).working = true;
        // A weak sender, so that a computation that waits for a permit does not keep the table
        // open.
        let own = self.lines.own.clone();
        let thinking = Arc::clone(&self.lines.thinking);
        tokio::spawn(async move {
            let Ok(place) = thinking.acquire_owned().await else { return };
            let Some(own) = own.upgrade().filter(|_| !token.is_cancelled()) else { return };
            let progress = own.clone();
            let answer = tokio::task::spawn_blocking(move || {
                let answer = work(&|now: &Progress| {
                    // If the inbox is full, only a report of progress is lost.
                    let _ = progress.try_send(Message::Progress(kind, number, now.done, now.total));
                    token.observe(now)
                });
                drop(place);
                answer
            });
            // This fails if the table has ended.
            let _ = own.send(Message::Answer(kind, number, answer.await.ok().and_then(Result::ok))).await;
        });
    }

    /// Handles a message. Returns `false` if the table must end.
    async fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Command(command) => return self.command(command).await,
            Message::Progress(kind, number, done, total) => {
                if self.running[kind as usize].0 == number {
                    let thought = self.thought(kind);
                    (thought.done, thought.total) = (done, total);
                }
            }
            Message::Answer(kind, number, answer) => {
                if self.running[kind as usize].0 == number {
                    *self.thought(kind) = Thought { answer, ..Thought::default() };
                }
            }
            // Sending fails if the client has disconnected.
            Message::Record(number, reply) => drop(reply.send(lock(&self.table).record(number))),
        }
        true
    }

    async fn command(&mut self, command: Command) -> bool {
        let current = lock(&self.table).version();
        match command {
            Command::Act { text, version } if version == current => {
                self.changes();
                lock(&self.table).act(&text);
                self.moved = Instant::now();
            }
            Command::Undo { version } if version == current => {
                self.changes();
                lock(&self.table).undo();
            }
            Command::Next { version } if version == current => {
                self.changes();
                if matches!(lock(&self.table).phase(), Phase::Over | Phase::ThrownIn) {
                    self.cancel(Kind::Review);
                }
                lock(&self.table).next();
                self.moved = Instant::now();
            }
            // The command is outdated: the page had not received the last change.
            Command::Act { .. } | Command::Undo { .. } | Command::Next { .. } => {}
            Command::Show { shown } => lock(&self.table).show(shown),
            // A repeated request, for example by a key that is held down, is ignored.
            Command::Hint if self.around.hint.working => {}
            Command::Review if self.around.review.working => {}
            Command::Hint => {
                let work = lock(&self.table).advise();
                self.think(Kind::Hint, work);
            }
            Command::Review => {
                let work = lock(&self.table).review();
                self.think(Kind::Review, work);
            }
            Command::Pause { paused } => self.around.paused = paused,
            Command::Step => {
                if lock(&self.table).phase() == Phase::Program {
                    return self.step().await;
                }
            }
            Command::Pace { milliseconds } => self.around.pace = milliseconds.min(LONGEST_PACE),
        }
        true
    }
}

fn lock(table: &Mutex<Box<dyn Playing>>) -> MutexGuard<'_, Box<dyn Playing>> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}
