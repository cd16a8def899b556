//! The time of a fight and its timers.

use super::plan::Plan;
use super::queue::{Queue, Slot};
use crate::units::{Micros, NEVER};

/// Slot of the timer of the end of the fight.
const END: Slot = 0;

/// The current time, the end, and all timers.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    now: Micros,
    /// Time of the end of the fight; the time limit if the end is not known yet.
    end: Micros,
    queue: Queue,
}

impl Clock {
    pub(super) fn new(plan: &Plan) -> Self {
        Self { now: 0, end: 0, queue: Queue::new(plan.timers.len()) }
    }

    pub(super) fn reset(&mut self) {
        self.now = 0;
        self.queue.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.queue.bytes()
    }

    /// Replaces the timers.
    #[cfg(feature = "oracle")]
    pub(crate) fn replace_queue(&mut self, queue: Queue) {
        self.queue = queue;
    }

    pub(super) const fn now(&self) -> Micros {
        self.now
    }

    pub(super) const fn end(&self) -> Micros {
        self.end
    }

    /// Sets the end of the fight and its timer.
    pub(super) fn end_at(&mut self, end: Micros) {
        self.end = end;
        self.queue.set(END, end);
    }

    /// Advances the time to the earliest timer; returns the timer's slot.
    #[inline]
    pub(super) fn advance(&mut self) -> Slot {
        let (now, slot) = self.queue.next();
        self.now = now;
        slot
    }

    /// Returns whether no timer is due at the current time.
    pub(super) fn is_done(&self) -> bool {
        self.queue.next().0 > self.now
    }

    /// Returns the time of a timer; [`NEVER`] if it is cancelled.
    pub(super) fn time(&self, slot: Slot) -> Micros {
        self.queue.time(slot)
    }

    /// Sets the time of a timer.
    pub(super) fn set(&mut self, slot: Slot, time: Micros) {
        self.queue.set(slot, time);
    }

    /// Cancels a timer.
    pub(super) fn cancel(&mut self, slot: Slot) {
        self.queue.set(slot, NEVER);
    }
}
