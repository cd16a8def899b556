//! Threads that calls share which are not told how many to use.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, PoisonError};

/// Sees to it that such calls work: where the system does not give as many threads as there are processors,
/// the calling thread does all of their work.
pub(crate) fn share() {
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    if !there_are(threads) {
        // The library panics where it cannot start its threads. If it has them already, all is well.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
    }
}

/// Whether the system gives so many threads at a time.
fn there_are(threads: usize) -> bool {
    let (done, changed) = (Mutex::new(false), Condvar::new());
    let wait = || {
        let done = done.lock().unwrap_or_else(PoisonError::into_inner);
        drop(changed.wait_while(done, |done| !*done));
    };
    std::thread::scope(|scope| {
        let enough = (0..threads).all(|_| std::thread::Builder::new().spawn_scoped(scope, wait).is_ok());
        *done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
        enough
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_threads_are_there() {
        assert!(there_are(0) && there_are(1) && there_are(5));
    }
}
