//! An observer that cancels calls when memory is short.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use quadrille_memory::{Shortage, low};

use crate::{Observer, Progress};

/// Interval between two checks of the memory, in milliseconds.
const EVERY: u64 = 20;

/// Passes progress to another observer, and cancels the call when less than
/// [`FLOOR`](quadrille_memory::FLOOR) bytes of memory are available.
///
/// Memory is checked at most fifty times per second. A call that was cancelled returns
/// [`Cancelled`](crate::Cancelled). If the cause was a lack of memory, [`shortage`](Self::shortage)
/// then returns the details.
pub struct MemoryWatch<'a> {
    observer: &'a dyn Observer,
    begun: Instant,
    /// Time of the next check, in milliseconds since `begun`.
    next: AtomicU64,
    short: AtomicBool,
    shortage: Mutex<Option<Shortage>>,
}

impl<'a> MemoryWatch<'a> {
    /// Creates a watch that passes progress to `observer`.
    pub fn new(observer: &'a dyn Observer) -> Self {
        Self {
            observer,
            begun: Instant::now(),
            next: AtomicU64::new(0),
            short: AtomicBool::new(false),
            shortage: Mutex::new(None),
        }
    }

    /// Cancels the observed calls because of a shortage of memory. If several shortages are
    /// reported, the first is kept.
    pub fn report(&self, shortage: Shortage) {
        self.shortage.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(shortage);
        self.short.store(true, Ordering::Relaxed);
    }

    /// Returns the shortage for which the calls were cancelled; `None` if memory was sufficient.
    pub fn shortage(&self) -> Option<Shortage> {
        *self.shortage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for MemoryWatch<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        let now = self.begun.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        // If several threads call this method at the same time, only the thread that changes `next`
        // checks the memory.
        let checks = now >= next
            && self.next.compare_exchange(next, now + EVERY, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if let Some(shortage) = checks.then(low).flatten() {
            self.report(shortage);
        }
        if self.short.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.observer.observe(progress)
    }
}

impl std::fmt::Debug for MemoryWatch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryWatch").field("shortage", &self.shortage()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reported_shortage_stops_the_call() {
        let watch = MemoryWatch::new(&());
        assert!(watch.observe(&Progress::done(1)).is_continue());
        assert_eq!(watch.shortage(), None);
        let shortage = quadrille_memory::require(u64::MAX).or_else(|_| quadrille_memory::probe(u64::MAX));
        let shortage = shortage.unwrap_err();
        watch.report(shortage);
        assert!(watch.observe(&Progress::done(2)).is_break());
        assert_eq!(watch.shortage(), Some(shortage));
    }
}
