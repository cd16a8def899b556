//! Progress display on standard error: a bar on a terminal, otherwise a line every 5 seconds;
//! nothing with `--quiet`.
//!
//! [`watched`] works with any call that takes an [`Observer`], including whole jobs.

use std::borrow::Cow;
use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use quadrille::foreign::standard_error;
use quadrille::progress::{Bounds, CancelToken, MemoryWatch, Observer, Progress};
use quadrille::report::figure::number;

use crate::failure::Failure;
use crate::{OutputMode, answer, failure, interrupt, threads};

/// Delay before the bar appears; for shorter work it would only flicker.
const FIRST_AFTER: Duration = Duration::from_millis(300);

/// Minimum interval between redraws of the bar, in milliseconds.
const BAR_EVERY: u64 = 100;

/// Interval of progress lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Makes a long call with a progress bar and Ctrl-C handling.
///
/// The bar appears after 0.3 s and counts in `unit`s, unless the call provides its own unit. Ctrl-C
/// cancels the call.
///
/// ```ignore
/// let answer = watched("secrets", mode, |observer| candidates(game, &rows, 100, observer))?;
/// ```
///
/// Each call decides how to return after a cancellation. The caller should report a cancellation as
/// [`Failure::cancelled`].
///
/// # Errors
/// Signal handlers cannot be installed.
pub(crate) fn watched<T>(
    unit: &'static str,
    mode: OutputMode,
    call: impl FnOnce(&dyn Observer) -> T,
) -> Result<T, Failure> {
    threads::share();
    let bar = Bar::new(unit, mode, interrupt::cancel_token()?);
    let watch = MemoryWatch::new(&bar);
    let answer = call(&watch);
    failure::note_shortage(watch.shortage());
    interrupt::release();
    Ok(answer)
}

/// Like [`watched`], for a call that returns its answer in parts. Each part is written to standard
/// output immediately.
///
/// # Errors
/// Signal handlers cannot be installed, or a part cannot be written. A failed write also cancels
/// the call.
pub(crate) fn watched_in_parts<T>(
    unit: &'static str,
    mode: OutputMode,
    call: impl FnOnce(&dyn Observer, &dyn Fn(&str)) -> T,
) -> Result<T, Failure> {
    threads::share();
    let bar = Bar::new(unit, mode, interrupt::cancel_token()?);
    let unwritten: Mutex<Option<Failure>> = Mutex::default();
    let failed = AtomicBool::new(false);
    let observer = |progress: &Progress| {
        if failed.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { bar.observe(progress) }
    };
    let watch = MemoryWatch::new(&observer);
    let answer = call(&watch, &|text| {
        if let Err(failure) = bar.aside(|| answer::text(text)) {
            failed.store(true, Ordering::Relaxed);
            unwritten.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
        }
    });
    failure::note_shortage(watch.shortage());
    interrupt::release();
    drop(bar);
    unwritten.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(answer), Err)
}

/// Like [`watched`], for a call that also reports lines of text. The lines are printed above the
/// bar.
///
/// `token` is the [Ctrl-C token](interrupt::cancel_token). Several calls can use the same token.
pub(crate) fn watched_and_told<T>(
    unit: &'static str,
    mode: OutputMode,
    token: &CancelToken,
    call: impl FnOnce(&dyn Observer, &dyn Fn(&str)) -> T,
) -> T {
    let bar = Bar::new(unit, mode, token.clone());
    let quiet = mode.quiet;
    let tell = |line: &str| {
        if !quiet {
            bar.tell_line(line);
        }
    };
    let watch = MemoryWatch::new(&bar);
    let answer = call(&watch, &tell);
    failure::note_shortage(watch.shortage());
    interrupt::release();
    answer
}

/// Observer that draws the bar and handles Ctrl-C. Dropping it removes the bar.
struct Bar {
    unit: &'static str,
    token: CancelToken,
    begun: Instant,
    /// Time of the next redraw, in milliseconds since the bar was created. Earlier notifications do
    /// not take the lock of `shown`.
    next: AtomicU64,
    shown: Mutex<Shown>,
}

impl Bar {
    fn new(unit: &'static str, mode: OutputMode, token: CancelToken) -> Self {
        let shown = Mutex::new(Shown::new(mode));
        Self { unit, token, begun: Instant::now(), next: AtomicU64::new(0), shown }
    }

    /// Writes a line above the bar, or directly to standard error if no bar is visible.
    fn tell_line(&self, line: &str) {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        match &shown.face {
            Face::Bar(Some(bar)) => bar.println(line),
            Face::Bar(None) | Face::Lines { .. } | Face::Nothing => {
                let _ = writeln!(std::io::stderr(), "{line}");
            }
        }
    }
}

impl Bar {
    /// Calls a function while the bar is hidden.
    fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        match &shown.face {
            Face::Bar(Some(bar)) => bar.suspend(act),
            Face::Bar(None) | Face::Lines { .. } | Face::Nothing => act(),
        }
    }
}

impl Observer for Bar {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        let now = self.begun.elapsed().as_millis() as u64;
        // If the lock is taken, another thread is drawing, and this thread continues its work.
        if now >= self.next.load(Ordering::Relaxed)
            && let Ok(mut shown) = self.shown.try_lock()
        {
            self.next.store(now + BAR_EVERY, Ordering::Relaxed);
            shown.show(self.unit, progress);
        }
        self.token.observe(progress)
    }
}

/// State of a progress display.
pub(crate) struct Shown {
    /// Time of the first notification.
    heard: Option<Instant>,
    /// The time at which the main work began, after all preparation, and the amount of work that
    /// earlier sessions had done by then. Rates are computed from this time and amount.
    begun: Option<(Instant, u64)>,
    /// Unit of the count, and whether the total is known. Both can change between phases of a call.
    counted: (String, bool),
    face: Face,
}

enum Face {
    /// The bar, once it is visible.
    Bar(Option<ProgressBar>),
    Lines {
        last: Instant,
    },
    Nothing,
}

impl Shown {
    pub(crate) fn new(mode: OutputMode) -> Self {
        let face = match mode {
            OutputMode { quiet: true, .. } => Face::Nothing,
            _ if std::io::stderr().is_terminal() => Face::Bar(None),
            _ => Face::Lines { last: Instant::now() },
        };
        Self { heard: None, begun: None, counted: (String::new(), false), face }
    }

    /// Displays the progress. It is counted in `unit`s unless `progress` has its own unit.
    pub(crate) fn show(&mut self, unit: &str, progress: &Progress) {
        let unit = progress.unit.as_deref().unwrap_or(unit);
        let heard = *self.heard.get_or_insert_with(Instant::now);
        let known = progress.total.is_some();
        let other = (self.counted.0.as_str(), self.counted.1) != (unit, known);
        if other {
            if self.counted.0 != unit {
                self.begun = None;
            }
            self.counted = (unit.to_owned(), known);
        }
        if progress.total.is_some() {
            self.begun.get_or_insert((Instant::now(), progress.done));
        }
        let words = self.words(progress);
        match &mut self.face {
            Face::Nothing => {}
            Face::Bar(bar) => {
                if bar.is_none() && heard.elapsed() < FIRST_AFTER {
                    return;
                }
                let bar = bar.get_or_insert_with(|| new_bar(unit, known));
                if other {
                    bar.set_style(style(unit, known));
                }
                if let Some(total) = progress.total {
                    bar.set_length(total);
                }
                bar.set_position(progress.done);
                bar.set_message(words);
            }
            Face::Lines { last } => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let _ = writeln!(std::io::stderr(), "{}", line(unit, progress, &words));
                }
            }
        }
    }

    /// Returns the message, the bounds of the answer, and the rate, as far as they are known.
    fn words(&self, progress: &Progress) -> String {
        let bounds =
            progress.bounds.map(|Bounds { low, high }| format!("{} to {}", number(low), number(high)));
        let message = progress.message.as_deref().map(Cow::Borrowed);
        let pace = Some(self.pace(progress)).filter(|pace| !pace.is_empty());
        let parts = [message, bounds.map(Cow::Owned), pace.map(Cow::Owned)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("  ")
    }

    /// Returns the rate and the remaining time, as in `12,000 per second, 3 seconds left`, as far
    /// as they are known.
    fn pace(&self, progress: &Progress) -> String {
        let Some((begun, before)) = self.begun.or_else(|| self.heard.map(|heard| (heard, 0))) else {
            return String::new();
        };
        let (done, seconds) = (progress.done.saturating_sub(before), begun.elapsed().as_secs_f64());
        if done == 0 || seconds < 0.5 {
            return String::new();
        }
        let rate = done as f64 / seconds;
        let pace = format!("{} per second", short(rate as u64));
        let Some(total) = progress.total else { return pace };
        if done < total / 50 {
            return pace; // too early to estimate the remaining time
        }
        let left = Duration::from_secs_f64(total.saturating_sub(progress.done) as f64 / rate);
        format!("{pace}, {} left", HumanDuration(left))
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        if let Face::Bar(Some(bar)) = &self.face {
            *drawn() = None;
            bar.finish_and_clear();
        }
    }
}

/// Formats a progress line: `12,000 of 60,000 games (20.0 %) 4,000 per second, 12 seconds left`.
fn line(unit: &str, progress: &Progress, words: &str) -> String {
    let done = HumanCount(progress.done);
    let counted = match (progress.total, progress.fraction()) {
        (None, _) if progress.done == 0 => String::new(),
        (None, _) => format!("{done} {unit} "),
        (Some(total), None) => format!("{done} of {} {unit} ", HumanCount(total)),
        (Some(total), Some(part)) => {
            format!("{done} of {} {unit} ({:.1} %) ", HumanCount(total), 100.0 * part)
        }
    };
    (counted + words).trim_end().to_owned()
}

/// Formats a count compactly: counts of ten million or more are shown in millions.
fn short(count: u64) -> String {
    if count < 10_000_000 {
        HumanCount(count).to_string()
    } else {
        format!("{} M", HumanCount(count / 1_000_000))
    }
}

fn new_bar(unit: &str, known: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(style(unit, known));
    *drawn() = Some(bar.clone());
    bar
}

/// Locks the bar that is currently drawn.
fn drawn() -> MutexGuard<'static, Option<ProgressBar>> {
    static DRAWN: Mutex<Option<ProgressBar>> = Mutex::new(None);
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the standard error of external players, and warnings about them, appear above the bar.
pub(crate) fn show_programs() {
    standard_error::send_to(|lines| {
        let write = || drop(std::io::stderr().lock().write_all(lines));
        let bar = drawn().clone();
        match bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    });
}

/// Returns the style of a bar if the total is known, otherwise that of a spinner.
fn style(unit: &str, known: bool) -> ProgressStyle {
    // The bar takes the width that is left by the text, so that the line never wraps.
    let template = if known {
        format!("{{wide_bar:.cyan/dim}} {{done}}/{{total}} {unit}  {{msg:.dim}}")
    } else {
        format!("{{spinner:.cyan}} {{done}} {unit}  {{msg:.dim}}")
    };
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style
        .with_key("done", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&short(state.pos()));
        })
        .with_key("total", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&short(state.len().unwrap_or_default()));
        });
    style.progress_chars("━╸─")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_known() {
        assert_eq!(line("games", &Progress::of(5, 20), "fast"), "5 of 20 games (25.0 %) fast");
        assert_eq!(line("games", &Progress::done(5), ""), "5 games");
        assert_eq!(line("games", &Progress::done(0), "preparing"), "preparing");
    }

    #[test]
    fn bounds_and_messages_are_shown() {
        let shown = Shown::new(OutputMode { json: false, quiet: true, full: false });
        let progress = Progress::of(1, 9).bounded(4.25, 4.5).with_message("depth 5");
        assert_eq!(shown.words(&progress), "depth 5  4.25 to 4.5");
    }

    #[test]
    fn a_watched_call_is_cancelled_by_a_signal() {
        let quiet = OutputMode { json: false, quiet: true, full: false };
        let heard = watched("turns", quiet, |observer| {
            assert!(observer.observe(&Progress::of(1, 2)).is_continue());
            signal_hook::low_level::raise(signal_hook::consts::SIGINT).unwrap();
            observer.observe(&Progress::of(1, 2))
        });
        assert!(heard.unwrap().is_break());
    }
}
