//! A counter of work that notifies an observer at intervals.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::{Cancelled, Observer, Progress};

/// Counts the work of a call in any number of threads, and notifies the observer of the call at
/// intervals.
///
/// Two quantities are counted separately. *Work* is shown to people, in units such as games or
/// generations. *Effort* measures computing time, in units such as events or cells, and determines
/// when the observer is notified. If a single unit of work takes long, the call also adds
/// [`effort`](Self::effort) during this unit, so that the observer can cancel the call before the
/// unit is finished.
///
/// A notification costs a virtual call, and every addition costs relaxed atomic operations. A loop
/// whose iterations take nanoseconds should add some hundreds of iterations at once.
pub struct Meter<'a> {
    observer: &'a dyn Observer,
    total: Option<u64>,
    unit: Option<&'static str>,
    every: u64,
    done: AtomicU64,
    effort: AtomicU64,
    cancelled: AtomicBool,
}

impl<'a> Meter<'a> {
    /// Creates a meter at 0 that notifies the observer at every addition.
    pub const fn new(observer: &'a dyn Observer) -> Self {
        Self {
            observer,
            total: None,
            unit: None,
            every: 1,
            done: AtomicU64::new(0),
            effort: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
        }
    }

    /// Sets the total number of units of work.
    #[must_use]
    pub const fn total(mut self, total: u64) -> Self {
        self.total = Some(total);
        self
    }

    /// Sets the name of the unit of work in the plural, such as `games`.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = Some(unit);
        self
    }

    /// Sets the effort between two notifications; 0 counts as 1. A suitable effort takes 1 to 50
    /// ms.
    #[must_use]
    pub const fn every(mut self, effort: u64) -> Self {
        self.every = if effort == 0 { 1 } else { effort };
        self
    }

    /// Adds units of work, and the same number of units of effort.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels the call or has cancelled it before.
    #[inline]
    pub fn advance(&self, work: u64) -> Result<(), Cancelled> {
        self.done.fetch_add(work, Relaxed);
        self.effort(work)
    }

    /// Adds work without notifying the observer.
    #[inline]
    pub fn note(&self, work: u64) {
        self.done.fetch_add(work, Relaxed);
    }

    /// Adds units of effort, but no finished work.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels the call or has cancelled it before.
    #[inline]
    pub fn effort(&self, effort: u64) -> Result<(), Cancelled> {
        if self.cancelled.load(Relaxed) {
            return Err(Cancelled);
        }
        // When an addition makes the total effort reach or pass a multiple of `every`, the thread
        // that made the addition notifies the observer.
        let before = self.effort.fetch_add(effort, Relaxed);
        if before / self.every == (before + effort) / self.every { Ok(()) } else { self.check() }
    }

    /// Notifies the observer now.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels the call or has cancelled it before.
    #[cold]
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.cancelled.load(Relaxed) {
            return Err(Cancelled);
        }
        let progress = Progress {
            done: self.done.load(Relaxed),
            total: self.total,
            unit: self.unit.map(Into::into),
            ..Progress::default()
        };
        if self.observer.observe(&progress).is_break() {
            self.cancelled.store(true, Relaxed);
            return Err(Cancelled);
        }
        Ok(())
    }

    /// Returns the units of work added so far.
    pub fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }
}

impl std::fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { observer: _, total, unit, every, done, effort, cancelled } = self;
        f.debug_struct("Meter")
            .field("total", total)
            .field("unit", unit)
            .field("every", every)
            .field("done", done)
            .field("effort", effort)
            .field("cancelled", cancelled)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn the_observer_is_notified_once_per_interval() {
        let calls = AtomicU64::new(0);
        let observer = |_: &Progress| {
            calls.fetch_add(1, Relaxed);
            ControlFlow::Continue(())
        };
        let meter = Meter::new(&observer).every(10);
        for _ in 0..95 {
            meter.advance(1).unwrap();
        }
        assert_eq!((calls.load(Relaxed), meter.done()), (9, 95));
        meter.effort(1000).unwrap();
        assert_eq!(
            (calls.load(Relaxed), meter.done()),
            (10, 95),
            "one large addition notifies once, and adds no work"
        );
    }

    #[test]
    fn cancelling_stops_every_thread() {
        let observer = |progress: &Progress| {
            if progress.done >= 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let meter = Meter::new(&observer).total(1 << 40).every(7);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while meter.advance(1).is_ok() {}
                    assert_eq!(meter.advance(1), Err(Cancelled));
                });
            }
        });
        assert!((1000..1100).contains(&meter.done()), "{}", meter.done());
    }
}
