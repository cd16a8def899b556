//! Long calls: without the interpreter's lock, with progress and Ctrl-C.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quadrille::progress::{CancelToken, Observer, Progress};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often the calling thread looks for Ctrl-C and tells progress.
const TICK: Duration = Duration::from_millis(50);

/// Bytes of stack: as many as a main thread usually has.
const STACK: usize = 8 << 20;

/// Does `work` on a thread of its own, while the calling one, where Python handles signals, looks after it: it tells
/// `progress`, a callable of (done, total or None, message), and asks the work to stop when Ctrl-C is pressed or the
/// callable raises. Then that exception is what comes of the call.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&dyn Observer) -> T + Send,
) -> PyResult<T> {
    let token = CancelToken::new();
    let latest = Mutex::new(Progress::default());
    let observer = |heard: &Progress| {
        latest.lock().unwrap_or_else(PoisonError::into_inner).clone_from(heard);
        if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let heard = || latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (ready, done) = mpsc::sync_channel(1);
            let observer = &observer;
            let work = move || {
                // Sent whatever becomes of the receiver; should the work panic, the channel closes.
                let _ = ready.send(on_threads(|| work(observer)));
            };
            let thread = std::thread::Builder::new().name("quadrille".to_owned()).stack_size(STACK);
            let begun = thread.spawn_scoped(scope, work);
            let thread = begun.map_err(|error| {
                PyRuntimeError::new_err(format!("the system gives no thread for the call: {error}"))
            })?;
            let mut raised = None;
            loop {
                match done.recv_timeout(TICK) {
                    Ok(outcome) => {
                        let told = raised.map_or_else(|| look_after(progress, &heard()), Err);
                        return told.map(|()| outcome);
                    }
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        if let Err(error) = look_after(progress, &heard()) {
                            raised = Some(error);
                            token.cancel();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        // Joined here, so that the scope does not panic in its turn.
                        let _ = thread.join();
                        return Err(PyRuntimeError::new_err(
                            "a panic, which is a bug in quadrille; its words are above",
                        ));
                    }
                }
            }
        })
    })
}

/// The process that has loaded this module.
static LOADED: OnceLock<u32> = OnceLock::new();

/// The module is being loaded.
pub(crate) fn loaded() {
    LOADED.get_or_init(std::process::id);
}

/// Does work that many threads may share. In a process that was forked off (`multiprocessing`), rayon's own pool has no
/// threads, and whoever waits for it waits for ever: there the work goes to a pool of that process.
pub(crate) fn on_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match pool_of_a_fork() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

fn pool_of_a_fork() -> Option<Arc<ThreadPool>> {
    static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let here = std::process::id();
    if LOADED.get() == Some(&here) {
        return None;
    }
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if pool.as_ref().is_none_or(|&(of, _)| of != here) {
        let new = ThreadPoolBuilder::new().stack_size(STACK).build().ok()?;
        // That of a forked process's parent is not ended: its threads are not here.
        std::mem::forget(pool.replace((here, Arc::new(new))));
    }
    pool.as_ref().map(|(_, pool)| Arc::clone(pool))
}

/// Lets Python handle signals, and tells progress.
fn look_after(progress: Option<&Py<PyAny>>, heard: &Progress) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        let Some(progress) = progress else { return Ok(()) };
        let message = heard.message.as_deref().or(heard.unit.as_deref());
        progress.call1(py, (heard.done, heard.total, message)).map(drop)
    })
}
