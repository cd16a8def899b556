//! Long calls: what they report, and how they are stopped.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use thiserror::Error;

/// Scores between two reports: a few milliseconds at the slowest level.
const INTERVAL: u64 = 1 << 20;

/// How far a long call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Secrets whose games are played to the end.
    pub solved: u64,
    /// Secrets of the whole call.
    pub secrets: u64,
}

/// A long call's answer when the caller told it to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the end")]
pub struct Stopped;

/// Who is told how far a long call has come, and says go on or stop. Called from any thread, every
/// millisecond or so.
pub type Report<'a> = &'a (dyn Fn(Snapshot) -> ControlFlow<()> + Sync);

/// One long call under way, on however many threads.
pub(crate) struct Watch<'a> {
    report: Report<'a>,
    secrets: u64,
    solved: AtomicU64,
    scores: AtomicU64,
    stopped: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(crate) const fn new(report: Report<'a>, secrets: u64) -> Self {
        Self {
            report,
            secrets,
            solved: AtomicU64::new(0),
            scores: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Notes work done; every so often asks whether to go on.
    pub(crate) fn scored(&self, scores: u64) -> Result<(), Stopped> {
        if self.stopped.load(Relaxed) {
            return Err(Stopped);
        }
        let before = self.scores.fetch_add(scores, Relaxed);
        if before / INTERVAL == (before + scores) / INTERVAL { Ok(()) } else { self.ask() }
    }

    /// Notes games that are over.
    pub(crate) fn solved(&self, secrets: u64) {
        self.solved.fetch_add(secrets, Relaxed);
    }

    /// Reports now.
    pub(crate) fn ask(&self) -> Result<(), Stopped> {
        let snapshot = Snapshot { solved: self.solved.load(Relaxed), secrets: self.secrets };
        if (self.report)(snapshot).is_break() {
            self.stopped.store(true, Relaxed);
            return Err(Stopped);
        }
        Ok(())
    }
}
