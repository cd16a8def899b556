//! Handling of Ctrl-C (SIGINT), SIGTERM and SIGHUP.
//!
//! The first signal cancels the running call, which keeps its results and reports how to resume.
//! Further signals have no effect, because launchers such as `timeout` send theirs twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use quadrille::progress::CancelToken;

use crate::failure::Failure;

/// Whether no long call is running. While this is true, a signal ends the program, as it does by
/// default.
static UNHEARD: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Marks the end of a long call. Until the next long call begins, a signal ends the program
/// immediately, even while it writes output.
pub(crate) fn release() {
    UNHEARD.store(true, Ordering::Relaxed);
}

/// Returns a token that is cancelled when the user or the system sends a signal.
pub(crate) fn cancel_token() -> Result<CancelToken, Failure> {
    let token = CancelToken::new();
    UNHEARD.store(false, Ordering::Relaxed);
    register(token.flag())
        .map_err(|error| Failure::unfinished(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(token)
}

#[cfg(unix)]
fn register(stop: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    // `nohup` makes the process ignore SIGHUP, and a handler would undo this. SIGHUP is therefore
    // handled only if the process is known not to ignore it.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let hang_up = (ignores(&status, SIGHUP) == Some(false)).then_some(SIGHUP);
    for signal in [SIGINT, SIGTERM].into_iter().chain(hang_up) {
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&UNHEARD))?;
        signal_hook::flag::register(signal, Arc::clone(stop))?;
    }
    // When a file exceeds the size limit, the write should fail with an error message. Without a
    // handler, SIGXFSZ would end the process.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    Ok(())
}

/// Returns whether a process ignores a signal. `status` is the text of `/proc/PID/status`. Returns
/// `None` if `status` contains no valid mask of ignored signals.
#[cfg(unix)]
fn ignores(status: &str, signal: i32) -> Option<bool> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let mask = u128::from_str_radix(mask.trim(), 16).ok()?;
    Some(mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn register(stop: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::SIGINT;
    signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(&UNHEARD))?;
    signal_hook::flag::register(SIGINT, Arc::clone(stop))?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::ignores;

    #[test]
    fn ignored_signals_are_read_from_the_mask() {
        let status = "Name:\tx\nSigBlk:\t0000000000000001\nSigIgn:\t0000000000001004\n";
        assert_eq!(
            [1, 3, 13, 15].map(|signal| ignores(status, signal)),
            [false, true, true, false].map(Some)
        );
        assert_eq!(ignores("Name:\tx\n", 1), None);
        assert_eq!(ignores("SigIgn:\tx\n", 1), None);
    }
}
