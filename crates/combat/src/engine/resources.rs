//! Gains and costs of resources, and losses at the cap.

use super::log::{EventSink, RawEvent};
use super::resource_state::wide;
use super::run::Fight;
use crate::condition::Depends;

impl<S: EventSink> Fight<'_, S> {
    #[inline]
    pub(crate) fn gain(&mut self, index: usize, amount: i64) {
        let state = &mut self.state.resources[index];
        state.advance_to(self.state.now);
        let after = state.level.saturating_add(amount).min(state.cap);
        let gained = after - state.level;
        state.level = after;
        state.totals.gained += wide(gained);
        state.totals.wasted += wide(amount - gained);
        let reached = if after >= state.awaited { Depends::LEVEL } else { 0 };
        self.state.changed |= Depends::resource(index) | reached;
        self.note(RawEvent::Gains { resource: index as u16, amount: gained, level: after });
    }

    /// Spends up to `amount`; returns the amount spent.
    #[inline]
    pub(crate) fn spend(&mut self, index: usize, amount: i64) -> i64 {
        let state = &mut self.state.resources[index];
        state.advance_to(self.state.now);
        let spent = amount.min(state.level);
        state.level -= spent;
        state.totals.spent += wide(spent);
        let level = state.level;
        self.state.changed |= Depends::resource(index);
        self.note(RawEvent::Spends { resource: index as u16, amount: spent, level });
        spent
    }
}
