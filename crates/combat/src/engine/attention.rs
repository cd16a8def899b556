//! The changes of an event, and what wakes a member of the actor's side.

use super::resources::ResourceState;
use super::waits::Waits;
use crate::condition::Depends;
use crate::units::Micros;

/// Changes by the current event, as bits of [`Depends`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes(u64);

impl Changes {
    pub(super) const fn add(&mut self, bits: u64) {
        self.0 |= bits;
    }

    pub(super) const fn bits(&self) -> u64 {
        self.0
    }

    /// Returns the bits and clears them.
    pub(super) const fn take(&mut self) -> u64 {
        std::mem::replace(&mut self.0, 0)
    }
}

/// What a member waits for, and the changes that it has not considered yet.
#[derive(Clone, Debug)]
pub(crate) struct Attention {
    /// Whether the member is idle.
    idle: bool,
    /// Changes that wake the member, as bits of [`Depends`]; 0 while it is busy, unless it has
    /// off-GCD abilities.
    waiting: u64,
    /// Changes by earlier events since the member's last decision, as bits.
    changed_before: u64,
    /// For each group of lines of the action list: the wait conditions of the lines.
    pub(super) waits: Box<[Waits]>,
}

impl Attention {
    /// Creates the state for a list of `lines` lines.
    pub(super) fn new(lines: usize) -> Self {
        Self { idle: false, waiting: 0, changed_before: 0, waits: Waits::of(lines) }
    }

    pub(super) fn reset(&mut self) {
        (self.idle, self.waiting, self.changed_before) = (false, 0, 0);
        self.waits.iter_mut().for_each(Waits::clear);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.waits)
    }

    pub(super) const fn is_idle(&self) -> bool {
        self.idle
    }

    /// Returns whether any of the changes wakes the member.
    pub(super) const fn is_woken_by(&self, changes: u64) -> bool {
        self.waiting & changes != 0
    }

    /// Begins a decision: nothing wakes the member.
    pub(super) const fn begin(&mut self) {
        (self.idle, self.waiting) = (false, 0);
    }

    /// Ends a decision without a usable line.
    pub(super) const fn rest(&mut self) {
        self.idle = true;
    }

    /// Sets the changes that wake the member.
    pub(super) const fn wait_for(&mut self, changes: u64) {
        self.waiting = changes;
    }

    /// Keeps changes for the next decision.
    pub(super) const fn keep(&mut self, changes: u64) {
        self.changed_before |= changes;
    }

    /// Returns all changes since the last decision and clears them, and those of the event.
    pub(super) const fn take(&mut self, changed: &mut Changes) -> u64 {
        std::mem::replace(&mut self.changed_before, 0) | changed.take()
    }

    /// Waits for the conditions of all lines, none of which is usable. Returns the first instant
    /// for which a line waits.
    #[inline]
    pub(super) fn wait_for_lines(&mut self, resources: &mut [ResourceState]) -> Micros {
        let (waits_for, until) = Waits::all(&self.waits, resources);
        self.waiting = waits_for | Depends::LEVEL;
        until
    }
}
