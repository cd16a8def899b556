//! Progress and cancellation. The observer is called after a fixed number of iterations of the
//! event loop, also in the middle of a fight.
//!
//! A fight can be arbitrarily long, so calls between fights do not suffice. The loop counts its
//! iterations down in a register and calls the observer at zero. The cost is one subtraction and a
//! well-predicted branch per iteration, and a virtual call about every 0.1 ms.

use quadrille_progress::{Cancelled, Observer, Progress};

use crate::units::{Micros, SECOND};

/// Loop iterations between two calls of the observer. An iteration takes about 50 ns. In the worst
/// profile, every attack strikes 32 targets and tries hundreds of procs on each. An iteration then
/// takes less than 100 µs, so at most about 0.2 s pass between two calls.
const TURNS: u32 = 2048;

/// Progress of a simulation, and the countdown to the next call of the observer.
#[derive(Clone, Copy)]
pub(crate) struct Pace<'a> {
    observer: &'a dyn Observer,
    /// Unit of progress.
    unit: Unit,
    /// Number of fights done.
    done: u64,
    /// Loop iterations until the next call of the observer.
    left: u32,
    /// Loop iterations between two calls of the observer.
    every: u32,
}

/// Unit in which progress is counted.
#[derive(Clone, Copy)]
enum Unit {
    /// Fights. The value is their total number.
    Fights(u64),
    /// Simulated seconds of a single fight.
    Seconds,
}

impl<'a> Pace<'a> {
    /// Starts the progress of `total` fights; calls the observer once.
    pub(crate) fn of_fights(observer: &'a dyn Observer, total: u64) -> Result<Self, Cancelled> {
        Self { observer, unit: Unit::Fights(total), done: 0, left: TURNS, every: TURNS }.begun()
    }

    /// Starts the progress of a single fight, counted in simulated seconds; calls the observer
    /// once.
    pub(crate) fn of_one_fight(observer: &'a dyn Observer) -> Result<Self, Cancelled> {
        Self { observer, unit: Unit::Seconds, done: 0, left: TURNS, every: TURNS }.begun()
    }

    /// Sets the number of loop iterations between two calls of the observer. Tests use a small
    /// number, so that short fights can be cancelled too.
    #[cfg(feature = "oracle")]
    pub(crate) fn observing_every(self, turns: u32) -> Self {
        Self { left: turns, every: turns, ..self }
    }

    fn begun(mut self) -> Result<Self, Cancelled> {
        self.report(0, 0)?;
        Ok(self)
    }

    /// Accounts for the setup of a fight, which costs about as much as `turns` loop iterations.
    /// Returns the number of loop iterations until the next call of the observer, at least one.
    pub(crate) fn begin_fight(&self, turns: u32) -> u32 {
        self.left.saturating_sub(turns).max(1)
    }

    /// Counts a finished fight. `left` is the number of loop iterations until the next call of the
    /// observer.
    pub(crate) fn end_fight(&mut self, left: u32) {
        self.done += 1;
        self.left = left;
    }

    /// Takes over the progress and the countdown of `other`, a copy of this pace.
    pub(crate) fn catch_up(&mut self, other: &Pace<'_>) {
        (self.done, self.left) = (other.done, other.left);
    }

    /// Calls the observer at the time `now` of a fight that lasts until `end`. Returns the number
    /// of loop iterations until the next call.
    #[cold]
    pub(crate) fn report(&mut self, now: Micros, end: Micros) -> Result<u32, Cancelled> {
        let progress = match self.unit {
            Unit::Fights(total) => Progress::of(self.done, total).counting("fights"),
            Unit::Seconds => Progress::of(now / SECOND, end / SECOND).counting("seconds of the fight"),
        };
        if self.observer.observe(&progress).is_break() {
            return Err(Cancelled);
        }
        self.left = self.every;
        Ok(self.every)
    }
}
