//! Long calls. They run without the interpreter's lock, report progress, and can be interrupted by
//! Ctrl-C.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quadrille::progress::{CancelToken, Observer, Progress};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The interval at which the calling thread checks for Ctrl-C and reports progress.
const TICK: Duration = Duration::from_millis(50);

/// The stack size in bytes of the thread that does the work. It is the usual size of the stack of
/// a main thread.
const STACK: usize = 8 << 20;

/// Runs `work` on a new thread. Meanwhile the calling thread lets Python handle signals, and
/// reports progress.
///
/// `progress` is a callable with the arguments (done, total or None, message). If Ctrl-C is
/// pressed, or if the callable raises an exception, the work is cancelled. This function then
/// returns the exception as its error.
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
                // If the receiver no longer exists, the result is not needed. If `work` panics,
                // nothing is sent and the channel closes.
                let _ = ready.send(on_threads(|| work(observer)));
            };
            let thread = std::thread::Builder::new().name("quadrille".to_owned()).stack_size(STACK);
            let begun = thread.spawn_scoped(scope, work);
            let thread = begun.map_err(|error| {
                PyRuntimeError::new_err(format!("cannot start a thread for the call: {error}"))
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
                        // The thread has panicked. It is joined here, because the scope would
                        // otherwise panic too.
                        let _ = thread.join();
                        return Err(PyRuntimeError::new_err(
                            "quadrille panicked, which is a bug; the panic message is on standard error",
                        ));
                    }
                }
            }
        })
    })
}

/// The id of the process that loaded this module.
static LOADED: OnceLock<u32> = OnceLock::new();

/// Records the id of the current process, which loads the module.
pub(crate) fn loaded() {
    LOADED.get_or_init(std::process::id);
}

/// Runs work that can use several threads. In a forked process (`multiprocessing`), rayon's global
/// pool has no threads, so work on this pool would never end. The work then runs on a new pool of
/// the forked process.
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
        // The previous pool can come from the parent process. It must not be dropped, because its
        // threads do not exist in this process.
        std::mem::forget(pool.replace((here, Arc::new(new))));
    }
    pool.as_ref().map(|(_, pool)| Arc::clone(pool))
}

/// Lets Python handle signals, and reports progress.
fn look_after(progress: Option<&Py<PyAny>>, heard: &Progress) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        let Some(progress) = progress else { return Ok(()) };
        let message = heard.message.as_deref().or(heard.unit.as_deref());
        progress.call1(py, (heard.done, heard.total, message)).map(drop)
    })
}
