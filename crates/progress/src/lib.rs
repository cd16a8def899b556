//! The interface for progress reports and cancellation of long calls, which all engines and runners
//! use.
//!
//! A function that may run for more than a tenth of a second has an argument of type [`&dyn
//! Observer`](Observer). At regular intervals, the function passes a [`Progress`] to the observer.
//! A `Progress` contains the work done and the total work. A search may add [`Bounds`] on its
//! answer and a message about the current step. The observer returns a `ControlFlow`. If it returns
//! `Break`, the function returns [`Cancelled`].
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
//! | [`PartObserver`] | converts the progress of a part of a call to the progress of the whole call |
//! | [`MemoryWatch`] | an observer that stops calls when memory is short |
//! | [`Cancelled`], [`Stopped`] | the errors of long calls; only `Stopped` includes a shortage of memory |

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

/// The progress of a long call at one moment.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// Number of units of work that are done.
    pub done: u64,
    /// Total number of units of work; `None` if unknown.
    pub total: Option<u64>,
    /// The name of the unit in the plural, such as `games`. `None` if the unit has no name for
    /// display; the documentation of the function then defines the unit.
    pub unit: Option<Cow<'static, str>>,
    /// The bounds on the answer that are known so far; `None` if the call has no such bounds.
    pub bounds: Option<Bounds>,
    /// A description of the current step for display, such as `opening guesses` or `depth 5`.
    pub message: Option<Cow<'static, str>>,
}

/// Bounds on the answer of a search. Both bounds are inclusive.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Progress {
    /// Returns the progress after `done` units of work, if the total is unknown.
    pub const fn done(done: u64) -> Self {
        Self { done, total: None, unit: None, bounds: None, message: None }
    }

    /// Returns the progress after `done` of `total` units of work.
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

/// Error of a call that the observer has cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cancelled;

impl std::fmt::Display for Cancelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cancelled before the end")
    }
}

impl std::error::Error for Cancelled {}

/// Error of a long call that allocates memory: the observer has cancelled it, or memory is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stopped {
    /// The observer cancelled the call.
    Cancelled,
    /// Memory was short, or a buffer could not grow. The results so far are lost, unless the
    /// documentation of the function states that they are kept in a snapshot.
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
/// [`observe`](Self::observe) may be called from any thread, every few milliseconds, so it should
/// be fast. The observer `()` ignores the progress and never cancels. Closures `Fn(&Progress) ->
/// ControlFlow<()>` and [`CancelToken`] are observers too.
pub trait Observer: Sync {
    /// Receives the progress of a call. The call is cancelled if this method returns
    /// [`ControlFlow::Break`].
    fn observe(&self, progress: &Progress) -> ControlFlow<()>;

    /// Calls [`observe`](Self::observe), and returns the outcome as a `Result`, so that `?` can be
    /// used.
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

/// An observer that cancels calls when [`cancel`](Self::cancel) is called on any thread. Clones
/// share their state.
#[derive(Debug, Clone, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
}

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Permanently cancels all calls that use this token or a clone of it.
    pub fn cancel(&self) {
        // The relaxed ordering suffices, because the flag guards no other data.
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Returns whether the token was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Returns the flag of the token, for signal handlers. Setting the flag cancels the calls.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// Returns an error if the token was cancelled, so that `?` can be used to stop work.
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

/// The observer of a part of a longer call. It reports the progress of the part as progress of the
/// whole call. At the beginning of the part, it reports `from` units of the whole call, and at the
/// end of the part `from + share` units.
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
    /// Creates the observer of a part. The whole call has `total` units of work. Of these, `from`
    /// units precede the part, and the part consists of `share` units.
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
            // Without a total, the progress of the part is unknown, so its beginning is reported.
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
