//! How far a long call is, and whether to go on: one concept for every engine and every runner.
//!
//! A call that may take more than a tenth of a second takes an [`&dyn Observer`](Observer). From time to time
//! it hands the observer a [`Progress`]: work done, work in all, and, where it is a search, [`Bounds`] on the
//! answer and a word about what it is doing. The observer answers go on or stop; a call that is told to stop
//! returns [`Cancelled`].
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
//! | item | what it is |
//! |---|---|
//! | [`Progress`], [`Bounds`] | how far a call is |
//! | [`Observer`] | who hears it and says whether to go on; `()`, closures and [`CancelToken`] are observers |
//! | [`Meter`] | counts the work of a call on any number of threads, and asks the observer every so often |
//! | [`Part`] | the observer of a part of a call |
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

/// How far a long call is.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// Units of work done so far.
    pub done: u64,
    /// Units of work in all; `None` where nobody can know.
    pub total: Option<u64>,
    /// What a unit is, in the plural, for people: `games`, `secrets`; `None` where the call's documentation
    /// alone says it.
    pub unit: Option<Cow<'static, str>>,
    /// Between what the answer lies, as far as is known.
    pub bounds: Option<Bounds>,
    /// What is being done, for people: `opening guesses`, `depth 5`.
    pub message: Option<Cow<'static, str>>,
}

/// Between what the answer of a search lies, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// It is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
}

impl Progress {
    /// So much is done of a whole that nobody knows.
    pub const fn done(done: u64) -> Self {
        Self { done, total: None, unit: None, bounds: None, message: None }
    }

    /// So much is done of so much.
    ///
    /// ```
    /// use quadrille_progress::Progress;
    /// assert_eq!(Progress::of(3, 12).fraction(), Some(0.25));
    /// ```
    pub const fn of(done: u64, total: u64) -> Self {
        Self { done, total: Some(total), unit: None, bounds: None, message: None }
    }

    /// The same, counted in `unit`s: a plural such as `games`.
    #[must_use]
    pub fn counting(mut self, unit: impl Into<Cow<'static, str>>) -> Self {
        self.unit = Some(unit.into());
        self
    }

    /// The same with bounds on the answer.
    #[must_use]
    pub const fn bounded(mut self, low: f64, high: f64) -> Self {
        self.bounds = Some(Bounds { low, high });
        self
    }

    /// The same with a word about what is being done.
    #[must_use]
    pub fn saying(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// The part of the whole that is done, from 0 to 1; `None` where the whole is not known, or is nothing.
    pub fn fraction(&self) -> Option<f64> {
        let total = self.total.filter(|&total| total > 0)?;
        Some((self.done as f64 / total as f64).min(1.0))
    }
}

/// A call's answer when its observer told it to stop.
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
    /// The observer asked the call to stop.
    Cancelled,
    /// A buffer could not grow; what the call had computed so far is lost or, where the call says so,
    /// kept in a snapshot.
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

/// Hears how far a long call is, and says whether to go on.
///
/// It may be called from any thread, every few milliseconds, so it should be quick. `()` hears nothing and
/// always goes on; a closure `Fn(&Progress) -> ControlFlow<()>` is an observer, and so is a [`CancelToken`].
pub trait Observer: Sync {
    /// Takes note of `progress`; [`ControlFlow::Break`] asks the call to stop.
    fn observe(&self, progress: &Progress) -> ControlFlow<()>;

    /// The same for the one who makes the progress, with `?` to stop.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer asks to stop.
    fn tell(&self, progress: &Progress) -> Result<(), Cancelled> {
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

/// A switch that stops calls from outside: clones share it.
#[derive(Debug, Clone, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
}

impl CancelToken {
    /// A token that has not been used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks everyone who holds the token to stop; there is no way back.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The flag itself, for signal handlers: setting it cancels.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// Whether to go on, for `?` in the middle of the work.
    ///
    /// # Errors
    /// [`Cancelled`] if somebody has asked to stop.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

impl Observer for CancelToken {
    fn observe(&self, _: &Progress) -> ControlFlow<()> {
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The observer of a part of a longer call: the part's 0 to 1 lies between `from` and `from + share` of the
/// whole.
///
/// ```
/// use std::sync::Mutex;
/// use std::ops::ControlFlow;
/// use quadrille_progress::{Observer, Part, Progress};
///
/// let heard = Mutex::new(Vec::new());
/// let whole = |progress: &Progress| {
///     heard.lock().unwrap().push((progress.done, progress.total));
///     ControlFlow::Continue(())
/// };
/// // The second of four parts, each worth 100 units.
/// let part = Part::new(&whole, 100, 100, Some(400));
/// let _ = part.observe(&Progress::of(1, 2));
/// assert_eq!(*heard.lock().unwrap(), [(150, Some(400))]);
/// ```
#[derive(Clone, Copy)]
pub struct Part<'a> {
    observer: &'a dyn Observer,
    from: u64,
    share: u64,
    total: Option<u64>,
}

impl<'a> Part<'a> {
    /// The part that begins when `from` units of the whole are done and is worth `share` of its `total`.
    pub const fn new(observer: &'a dyn Observer, from: u64, share: u64, total: Option<u64>) -> Self {
        Self { observer, from, share, total }
    }
}

impl Observer for Part<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        let done = match progress.total {
            Some(total) if total > 0 => {
                let done = u128::from(progress.done.min(total));
                (u128::from(self.share) * done / u128::from(total)) as u64
            }
            _ => 0,
        };
        self.observer.observe(&Progress { done: self.from + done, total: self.total, ..progress.clone() })
    }
}

impl std::fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { observer: _, from, share, total } = self;
        f.debug_struct("Part").field("from", from).field("share", share).field("total", total).finish()
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
