//! Abilities beside others: what the list may use while a global cooldown runs, or during a cast.
//!
//! A busy actor whose list has such lines is woken like an idle one, at the same instants and by the same bits; of
//! what is due it looks at those lines alone. The others stay due, and miss nothing: the actor will be free. Its
//! own slot of the queue therefore holds the next look, which is not later than the instant at which it is free.
//!
//! Plans without such abilities come nowhere near this.

use super::decide::Decision;
use super::log::EventSink;
use super::run::Run;
use crate::condition::Depends;
use crate::units::NEVER;

impl<S: EventSink> Run<'_, S> {
    /// The actor looks at its list, be it free or busy: answers whether anything was done.
    #[inline(never)]
    pub(super) fn weave(&mut self) -> bool {
        (self.state.idle, self.state.waiting) = (false, 0);
        if self.state.busy_until == self.state.now {
            // To be free again is an event: what is polled is looked at.
            self.state.changed |= Depends::ANY;
        }
        let mut acted = false;
        loop {
            match self.next_action::<true>() {
                Decision::Rest => return true,
                Decision::Busy | Decision::Again => acted = true,
                Decision::Wait(until) => {
                    let now = self.state.now;
                    let free_at = if self.state.busy_until > now { self.state.busy_until } else { NEVER };
                    self.state.idle = true;
                    self.state.queue.set(self.me.ready_slot, until.min(free_at));
                    return acted;
                }
            }
        }
    }

    /// The lines of a group that can be used now, as far as the actor is busy.
    pub(super) fn beside(&self, group: usize) -> u64 {
        if self.state.busy_until <= self.state.now {
            u64::MAX
        } else if self.state.casting.is_some() || self.state.channel.is_some() {
            self.me.in_cast[group]
        } else {
            self.me.in_gcd[group]
        }
    }
}
