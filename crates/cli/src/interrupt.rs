//! Ctrl-C: the work is asked to stop, keeps what it has, and says how to go on. A second one changes nothing:
//! launchers such as `timeout` send their signal twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use quadrille::progress::CancelToken;

use crate::failure::Failure;

/// Set while nobody listens: what has been worked out is being written, and a signal ends the program as it
/// ends any other.
static UNHEARD: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// A long call is over: until the next one, a signal ends the program at once, however much there is to
/// write.
pub(crate) fn release() {
    UNHEARD.store(true, Ordering::Relaxed);
}

/// A token that is cancelled when the user (or the system) asks the program to stop.
pub(crate) fn cancel_token() -> Result<CancelToken, Failure> {
    let token = CancelToken::new();
    UNHEARD.store(false, Ordering::Relaxed);
    register(token.flag())
        .map_err(|error| Failure::unfinished(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(token)
}

#[cfg(unix)]
fn register(stop: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    // Not SIGHUP: `nohup` has it ignored, and listening to it would undo that. A hang-up kills, and loses
    // nothing finished.
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&UNHEARD))?;
        signal_hook::flag::register(signal, Arc::clone(stop))?;
    }
    // A file that may not grow further: as a failed write it gets a proper message, as a signal it would
    // kill.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    Ok(())
}

#[cfg(not(unix))]
fn register(stop: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::SIGINT;
    signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(&UNHEARD))?;
    signal_hook::flag::register(SIGINT, Arc::clone(stop))?;
    Ok(())
}
