//! The live state of runs and jobs, over a WebSocket.
//!
//! Every message is the whole state as JSON. One task computes the state for all pages, a few times
//! per second while something changes. The task also looks for changes by other programs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use quadrille::runs::{ListedRun, Listing, RunState};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::application::{App, Application, SocketPlace};
use crate::ending::until_ending;
use crate::jobs::JobView;

/// Maximum size of a message and of a frame from a page, in bytes.
const LARGEST_FRAME: usize = 1 << 20;
/// Minimum time between two messages.
const EVERY: Duration = Duration::from_millis(200);
/// Minimum time between two listings of the runs, unless a job has ended or a new list was
/// requested. A longer time applies if listings are slow; see [`REST`].
const LIST_EVERY: Duration = Duration::from_secs(2);
/// Minimum time between two listings of the runs, as a multiple of the duration of the last
/// listing. The longer of this time and [`LIST_EVERY`] applies.
const REST: u32 = 10;
/// Maximum time for sending a message.
const SEND: Duration = Duration::from_secs(30);

/// The last message, which is sent to all pages, and whether the list of runs must be read again.
#[derive(Debug)]
pub(crate) struct Live {
    last: watch::Sender<Arc<str>>,
    /// Whether a new list of runs was requested.
    is_stale: AtomicBool,
}

impl Default for Live {
    fn default() -> Self {
        Self { last: watch::Sender::new(Arc::from("")), is_stale: AtomicBool::new(true) }
    }
}

impl Live {
    /// Requests a new list of runs.
    pub(crate) fn list_again(&self) {
        self.is_stale.store(true, Ordering::Relaxed);
    }
}

#[derive(Serialize)]
struct LiveState<'a> {
    runs: &'a [RunView],
    damaged: &'a [Damaged],
    jobs: Vec<JobView>,
}

/// A run in the list.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct RunView {
    name: String,
    kind: String,
    state: RunState,
    done: u64,
    total: Option<u64>,
    unit: String,
    started: Option<i64>,
}

/// A folder whose run cannot be read.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Damaged {
    name: String,
    reason: String,
}

/// Computes the state for the pages until the server ends.
pub(crate) async fn follow(application: App) {
    let mut changes = application.jobs.changes();
    let mut listed: Option<Instant> = None;
    let (mut runs, mut damaged) = (Vec::new(), Vec::new());
    let (mut ended, mut every) = (0, LIST_EVERY);
    loop {
        if application.live.last.receiver_count() > 0 {
            let jobs = application.jobs.views();
            let now_ended = jobs.iter().filter(|job| !job.is_active()).count();
            // The list changes when a job ends.
            let is_stale = application.live.is_stale.swap(false, Ordering::Relaxed);
            let is_old = is_stale || now_ended != ended || listed.is_none_or(|at| at.elapsed() >= every);
            let begun = Instant::now();
            if is_old && let Some(found) = list(&application).await {
                (runs, damaged) = found;
                (listed, ended) = (Some(Instant::now()), now_ended);
                every = LIST_EVERY.max(begun.elapsed() * REST);
            }
            let state = LiveState { runs: &runs, damaged: &damaged, jobs };
            if let Ok(text) = serde_json::to_string(&state) {
                application.live.last.send_if_modified(|last| {
                    let is_new = **last != *text;
                    if is_new {
                        *last = Arc::from(text);
                    }
                    is_new
                });
            }
        }
        sleep(EVERY).await;
        let _ = timeout(EVERY, changes.changed()).await;
    }
}

/// Lists the runs of the folder; `None` if the folder cannot be read, or if a run is being opened
/// or deleted.
async fn list(application: &App) -> Option<(Vec<RunView>, Vec<Damaged>)> {
    let lock = Arc::clone(&application.jobs.stores).try_acquire_owned().ok()?;
    let app = Arc::clone(application);
    let listing = tokio::task::spawn_blocking(move || {
        let listing = Listing::of(app.root.path()).ok();
        drop(lock);
        listing
    });
    let listing = listing.await.ok()??;
    let run = |run: ListedRun| {
        let name = name_of(application, &run.dir)?;
        let ListedRun { kind, state, done, total, unit, started, .. } = run;
        Some(RunView { name, kind, state, done, total, unit, started })
    };
    let damaged = listing.damaged.into_iter().filter_map(|damaged| {
        Some(Damaged { name: name_of(application, &damaged.dir)?, reason: damaged.reason })
    });
    Some((listing.runs.into_iter().filter_map(run).collect(), damaged.collect()))
}

/// Returns the name of a run; `None` for the folder of runs itself, which pages do not show,
/// and for a run that is reached through a link or whose files lead out of the folder.
fn name_of(application: &Application, path: &std::path::Path) -> Option<String> {
    application.root.name_of(path).filter(|name| !name.is_empty() && application.root.run(name).is_ok())
}

/// Opens the socket of a page.
pub(crate) async fn socket(
    State(application): State<App>,
    Extension(place): Extension<SocketPlace>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_frame_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME)
        .on_upgrade(move |socket| place.hold(serve(application, socket)))
}

/// Sends the state whenever it changes, until the socket closes.
async fn serve(application: App, mut socket: WebSocket) {
    let mut states = application.live.last.subscribe();
    let mut ending = application.ending.clone();
    states.mark_changed();
    loop {
        tokio::select! {
            changed = states.changed() => {
                let text = states.borrow_and_update().clone();
                if changed.is_err() {
                    break;
                }
                if text.is_empty() {
                    continue;
                }
                let sent = timeout(SEND, socket.send(Message::text(text.to_string()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    break;
                }
            }
            // Pages send nothing; a frame that is too large is an error and closes the socket.
            message = socket.recv() => match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => break,
                Some(Ok(_)) => {}
            },
            () = until_ending(&mut ending) => break,
        }
    }
}
