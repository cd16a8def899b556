//! Whether to go on: asked between fights and inside them, every so many turns of the event loop.
//!
//! A fight may be as long as a profile likes, so asking between fights would not do. The loop counts its
//! turns down in a register and asks when it reaches zero: one subtraction a turn that is never mispredicted,
//! and a virtual call every tenth of a millisecond or so.

use quadrille_progress::{Cancelled, Observer, Progress};

use crate::units::{Micros, SECOND};

/// Turns of the event loop between two questions. A turn takes some 50 ns, and in the worst profile (32
/// targets, each attack on all of them trying hundreds of procs) less than 100 µs: a fifth of a second
/// between questions even there.
const TURNS: u32 = 2048;

/// How far a call is, and when its observer is asked next.
#[derive(Clone, Copy)]
pub(crate) struct Pace<'a> {
    observer: &'a dyn Observer,
    /// What is counted.
    unit: Unit,
    /// Fights done so far.
    done: u64,
    /// Turns of the event loop until the observer is asked.
    left: u32,
    /// Turns between two questions.
    every: u32,
}

/// In what a call's progress is counted.
#[derive(Clone, Copy)]
enum Unit {
    /// In fights, of so many.
    Fights(u64),
    /// In seconds of its one fight.
    Seconds,
}

impl<'a> Pace<'a> {
    /// The pace of a call of so many fights; asks whether to begin at all.
    pub(crate) fn of_fights(observer: &'a dyn Observer, total: u64) -> Result<Self, Cancelled> {
        Self { observer, unit: Unit::Fights(total), done: 0, left: TURNS, every: TURNS }.begun()
    }

    /// The pace of a call of one fight, which may be a long one; asks whether to begin at all.
    pub(crate) fn of_one_fight(observer: &'a dyn Observer) -> Result<Self, Cancelled> {
        Self { observer, unit: Unit::Seconds, done: 0, left: TURNS, every: TURNS }.begun()
    }

    /// The same pace with this number of turns between two questions: tests ask more often, so that short fights are broken off
    /// too.
    #[cfg(feature = "oracle")]
    pub(crate) fn asking_every(self, turns: u32) -> Self {
        Self { left: turns, every: turns, ..self }
    }

    fn begun(mut self) -> Result<Self, Cancelled> {
        self.ask(0, 0)?;
        Ok(self)
    }

    /// Makes a new fight ready, which takes about as long as so many turns of the event loop: answers how
    /// many are left until the next question, at least one.
    pub(crate) fn begin_fight(&self, turns: u32) -> u32 {
        self.left.saturating_sub(turns).max(1)
    }

    /// A fight is over, so many turns before the next question.
    pub(crate) fn end_fight(&mut self, left: u32) {
        self.done += 1;
        self.left = left;
    }

    /// Takes over how far another call got, which began at this pace.
    pub(crate) fn catch_up(&mut self, other: &Pace<'_>) {
        (self.done, self.left) = (other.done, other.left);
    }

    /// Asks whether to go on, at an instant of a fight that will last until `end`: answers how many turns
    /// there are until the next question.
    #[cold]
    pub(crate) fn ask(&mut self, now: Micros, end: Micros) -> Result<u32, Cancelled> {
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
