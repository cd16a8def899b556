//! Casts, and what keeps a member of the actor's side busy.

use super::log::{EventSink, RawEvent};
use super::run::Fight;
use crate::units::{Micros, at_speed};

/// The cast of a member and the end of its busy time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Busy {
    /// Ability and target of the cast in progress.
    cast: Option<(u16, u16)>,
    /// End of the global cooldown that started with the current cast or channel.
    gcd_ends: Micros,
    /// Latency of the decision after the current cast or channel.
    lag: Micros,
    /// Time until which a cast, a channel, a global cooldown or latency keeps the member busy. If
    /// none does, this time is not later than now.
    until: Micros,
    /// The last ability that the action list used.
    last: Option<u16>,
}

impl Busy {
    pub(super) const fn casts(&self) -> bool {
        self.cast.is_some()
    }

    pub(super) const fn until(&self) -> Micros {
        self.until
    }

    pub(super) const fn last(&self) -> Option<u16> {
        self.last
    }

    /// Records the last ability that the action list used.
    pub(super) const fn set_last(&mut self, ability: u16) {
        self.last = Some(ability);
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Keeps the active member busy during the global cooldown of an instant ability.
    #[inline]
    pub(super) fn begin_gcd(&mut self, gcd: Micros) {
        let until = self.now() + gcd + self.lag();
        self.state.own.busy.until = until;
        self.state.clock.set(self.me.ready_slot, until);
    }

    /// Keeps the active member busy for a cast or channel of the given length and its global
    /// cooldown.
    pub(super) fn begin_busy(&mut self, length: Micros, gcd: Micros) {
        let (now, lag) = (self.now(), self.lag());
        let busy = &mut self.state.own.busy;
        (busy.gcd_ends, busy.lag) = (now + gcd, lag);
        busy.until = now + length.max(gcd) + lag;
        self.state.clock.set(self.me.ready_slot, busy.until);
    }

    /// Ends the busy time of a cast or channel that is interrupted. The member stays busy until the
    /// end of its global cooldown, plus its latency.
    pub(super) fn cut_busy(&mut self) {
        let now = self.now();
        let busy = &mut self.state.own.busy;
        busy.until = busy.gcd_ends.max(now) + busy.lag;
        let looks = if self.me.weaves { now } else { busy.until };
        self.state.clock.set(self.me.ready_slot, looks);
    }

    /// Starts an ability with a cast time.
    #[inline(never)]
    pub(super) fn start_cast(&mut self, index: usize, target: usize, gcd: Micros) {
        let plan = self.plan;
        let ability = &plan.abilities[index];
        let speed = self.state.own.stats.speed();
        let cast = if ability.cast_hasted { at_speed(ability.cast, speed) } else { ability.cast };
        let cast = self.vary(ability, cast);
        let finishes = self.now() + cast;
        self.state.own.busy.cast = Some((index as u16, target as u16));
        self.state.clock.set(self.me.cast_slot, finishes);
        self.begin_busy(cast, gcd);
        self.note(RawEvent::Casts { ability: index as u16, finishes });
    }

    /// Finishes the cast in progress.
    pub(crate) fn finish_cast(&mut self) -> bool {
        self.cancel(self.me.cast_slot);
        let Some((ability, target)) = self.state.own.busy.cast.take() else { return false };
        if self.weaves() {
            // After the cast, more lines can be used, even during a global cooldown: decide again.
            self.state.clock.set(self.me.ready_slot, self.now());
        }
        let target = usize::from(target);
        // If the target has died, the cast hits the first living target. If no target lives, the
        // cast has no effect.
        let field = &self.state.field;
        let target = if field.lives(target) { Some(target) } else { field.first_target() };
        if let Some(target) = target {
            let index = usize::from(ability);
            self.finish_use(index, &self.plan.abilities[index], target);
        }
        true
    }

    /// Interrupts the cast in progress. An interrupted cast has no effect and no cost. If `stunned`
    /// is false, the reason is movement, which does not interrupt an ability with `moving`.
    pub(crate) fn break_cast(&mut self, stunned: bool) {
        let Some((ability, _)) = self.state.own.busy.cast else { return };
        if !stunned && self.plan.abilities[usize::from(ability)].moving {
            return;
        }
        self.state.own.busy.cast = None;
        self.cancel(self.me.cast_slot);
        self.cut_busy();
        self.note(RawEvent::Breaks { ability });
    }
}
