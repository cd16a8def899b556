//! How a test says how far it has come, and is stopped.

use std::ops::ControlFlow;

use thiserror::Error;

/// A test's answer when the caller told it to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the end")]
pub struct Stopped;

/// Who is told what part of the work is done, from 0 to 1, and says go on or stop; asked every few milliseconds.
pub type Report<'a> = &'a mut dyn FnMut(f64) -> ControlFlow<()>;

/// The report of a part of the work: its 0 and 1 lie anywhere between those of the whole.
pub(super) struct Watch<'a> {
    report: Report<'a>,
    start: f64,
    length: f64,
}

impl<'a> Watch<'a> {
    pub(super) const fn new(report: Report<'a>) -> Self {
        Self { report, start: 0.0, length: 1.0 }
    }

    /// Tells how much of this part is done.
    pub(super) fn report(&mut self, done: f64) -> Result<(), Stopped> {
        if (self.report)(self.start + self.length * done).is_break() { Err(Stopped) } else { Ok(()) }
    }

    /// Step number `step` of `steps` equal ones.
    pub(super) fn step(&mut self, step: u32, steps: u32) -> Watch<'_> {
        let length = self.length / f64::from(steps);
        Watch { report: &mut *self.report, start: self.start + length * f64::from(step), length }
    }
}
