//! Progress reports and cancellation of long calls: one interface for all engines and runners.
//!
//! A call that may take more than a tenth of a second takes an [`&dyn Observer`](Observer). At
//! regular intervals it passes the observer a [`Progress`]: the work done and the total, and, for a
//! search, [`Bounds`] on the answer and a message about the current step. The observer answers with
//! `ControlFlow`; on `Break` the call returns [`Cancelled`].
//!
//! ```
//! use std::ops::ControlFlow;
//! use quadrille_progress::{CancelToken, Cancelled, Meter, Observer};
//!
//! fn count_to(n: u64, observer: &dyn Observer) -> Result<u64, Cancelled> {
//!     let meter = Meter::new(observer).total(n).every(64);
//!     (0..n).try_for_each(|_| meter.advance(1))?;
//!     Ok(n)
//! }
//!
//! let token = CancelToken::new();
//! assert_eq!(count_to(1000, &token), Ok(1000));
//! token.cancel(); // from any thread, or from a signal handler through `token.flag()`
//! assert_eq!(count_to(1000, &token), Err(Cancelled));
//! ```
//!
//! | item | purpose |
//! |---|---|
//! | [`Progress`], [`Bounds`] | the state of a call |
//! | [`Observer`] | receives the progress and may cancel; implemented by `()`, closures and [`CancelToken`] |
//! | [`Meter`] | counts the work of a call over any number of threads and notifies the observer at intervals |
//! | [`PartObserver`] | maps the progress of a part of a call to the whole |
//! | [`MemoryWatch`] | an observer that stops calls when memory is short |
//! | [`Cancelled`], [`Stopped`] | the errors of long calls: without, and with, a shortage of memory |

#![doc(html_root_url = "https://docs.rs/quadrille-progress")]

mod meter;
mod watch;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use meter::Meter;
use quadrille_memory::Shortage;
pub use watch::MemoryWatch;

/// The state of a long call.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// Units of work done.
    pub done: u64,
    /// Total units of work; `None` if unknown.
    pub total: Option<u64>,
    /// The unit's name for display, in the plural: `games`, `secrets`; `None` if the unit has no
    /// name and only the documentation of the call defines it.
    pub unit: Option<Cow<'static, str>>,
    /// Bounds on the answer known at this point.
    pub bounds: Option<Bounds>,
    /// The current step for display: `opening guesses`, `depth 5`.
    pub message: Option<Cow<'static, str>>,
}

/// Bounds on the answer of a search, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Progress {
    /// Returns the progress of `done` units of an unknown total.
    pub const fn done(done: u64) -> Self {
        Self { done, total: None, unit: None, bounds: None, message: None }
    }

    /// Returns the progress of `done` out of `total` units.
    ///
    /// ```
    /// use quadrille_progress::Progress;
    /// assert_eq!(Progress::of(3, 12).fraction(), Some(0.25));
    /// ```
    pub const fn of(done: u64, total: u64) -> Self {
        Self { done, total: Some(total), unit: None, bounds: None, message: None }
    }

    /// Sets the name of the unit, a plural such as `games`.
    #[must_use]
    pub fn counting(mut self, unit: impl Into<Cow<'static, str>>) -> Self {
        self.unit = Some(unit.into());
        self
    }

    /// Sets the bounds on the answer.
    #[must_use]
    pub const fn bounded(mut self, low: f64, high: f64) -> Self {
        self.bounds = Some(Bounds { low, high });
        self
    }

    /// Sets the message about the current step.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// Returns the fraction of the total that is done, from 0 to 1; `None` if the total is unknown
    /// or 0.
    pub fn fraction(&self) -> Option<f64> {
        let total = self.total.filter(|&total| total > 0)?;
        Some((self.done as f64 / total as f64).min(1.0))
    }
}

/// Error of a call that was cancelled by its observer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cancelled;

impl std::fmt::Display for Cancelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cancelled before the end")
    }
}

impl std::error::Error for Cancelled {}

/// Error of a long call that allocates: cancelled by its observer, or short of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stopped {
    /// The observer cancelled the call.
    Cancelled,
    /// A buffer could not grow. Results so far are lost, unless the call documents that it keeps
    /// them in a snapshot.
    OutOfMemory(Shortage),
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cancelled => Cancelled.fmt(f),
            Self::OutOfMemory(shortage) => shortage.fmt(f),
        }
    }
}

impl std::error::Error for Stopped {}

impl From<Cancelled> for Stopped {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<Shortage> for Stopped {
    fn from(shortage: Shortage) -> Self {
        Self::OutOfMemory(shortage)
    }
}

/// Receives the progress of long calls, and may cancel them.
///
/// It may be called from any thread, every few milliseconds, so it should be quick. `()` ignores
/// the progress and never cancels. Closures `Fn(&Progress) -> ControlFlow<()>` and [`CancelToken`]
/// are observers too.
pub trait Observer: Sync {
    /// Receives `progress`; [`ControlFlow::Break`] cancels the call.
    fn observe(&self, progress: &Progress) -> ControlFlow<()>;

    /// Passes `progress` to [`observe`](Self::observe) and returns the answer as a `Result`, for
    /// `?`.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels the call.
    fn notify(&self, progress: &Progress) -> Result<(), Cancelled> {
        if self.observe(progress).is_break() { Err(Cancelled) } else { Ok(()) }
    }
}

impl Observer for () {
    fn observe(&self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: Fn(&Progress) -> ControlFlow<()> + Sync> Observer for F {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        self(progress)
    }
}

/// A switch that cancels calls from outside. Clones share its state.
#[derive(Debug, Clone, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
}

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the calls of all holders of the token, permanently.
    pub fn cancel(&self) {
        // Relaxed: the flag guards no other data.
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Returns whether the token was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Returns the flag, for signal handlers: setting it cancels.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// Returns an error once the token was cancelled, for `?` in the middle of work.
    ///
    /// # Errors
    /// [`Cancelled`] if the token was cancelled.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

impl Observer for CancelToken {
    fn observe(&self, _: &Progress) -> ControlFlow<()> {
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The observer of a part of a longer call. It maps the part's progress from 0 to 1 to the units
/// from `from` to `from + share` of the whole.
///
/// ```
/// use std::sync::Mutex;
/// use std::ops::ControlFlow;
/// use quadrille_progress::{Observer, PartObserver, Progress};
///
/// let seen = Mutex::new(Vec::new());
/// let whole = |progress: &Progress| {
///     seen.lock().unwrap().push((progress.done, progress.total));
///     ControlFlow::Continue(())
/// };
/// // The second of four parts, each worth 100 units.
/// let part = PartObserver::new(&whole, 100, 100, Some(400));
/// let _ = part.observe(&Progress::of(1, 2));
/// assert_eq!(*seen.lock().unwrap(), [(150, Some(400))]);
/// ```
#[derive(Clone, Copy)]
pub struct PartObserver<'a> {
    observer: &'a dyn Observer,
    from: u64,
    share: u64,
    total: Option<u64>,
}

impl<'a> PartObserver<'a> {
    /// Creates the observer of the part that begins at `from` units of the whole and takes `share`
    /// of its `total`.
    pub const fn new(observer: &'a dyn Observer, from: u64, share: u64, total: Option<u64>) -> Self {
        Self { observer, from, share, total }
    }
}

impl Observer for PartObserver<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        let done = match progress.total {
            Some(total) if total > 0 => {
                // The product of two u64 needs 128 bits.
                let done = u128::from(progress.done.min(total));
                (u128::from(self.share) * done / u128::from(total)) as u64
            }
            // Without a total, the fraction is unknown, and the part remains at its start.
            _ => 0,
        };
        self.observer.observe(&Progress { done: self.from + done, total: self.total, ..progress.clone() })
    }
}

impl std::fmt::Debug for PartObserver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { observer: _, from, share, total } = self;
        f.debug_struct("PartObserver")
            .field("from", from)
            .field("share", share)
            .field("total", total)
            .finish()
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
