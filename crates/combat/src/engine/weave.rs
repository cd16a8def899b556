//! Abilities beside others: what the list may use while a global cooldown runs, or during a cast.
//!
//! A busy actor whose list has such lines is woken like an idle one, at the same instants and by the same bits; of
//! what is due it looks at those lines alone. The others stay due, and miss nothing: the actor will be free. Its
//! own slot of the queue therefore holds the next look, which is not later than the instant at which it is free.
//!
//! Plans without such abilities come nowhere near this.

use super::log::EventSink;
use super::run::Run;
use crate::condition::Depends;
use crate::units::{Micros, NEVER};

impl<S: EventSink> Run<'_, S> {
    /// To be free again is an event for whoever is: what it polls is looked at.
    #[inline(never)]
    pub(super) fn free_again(&mut self) {
        if self.state.busy_until == self.state.now {
            self.state.changed_before |= Depends::ANY;
        }
    }

    /// When a busy actor is free.
    #[inline(never)]
    pub(super) fn free_at(&self) -> Micros {
        if self.state.busy_until > self.state.now { self.state.busy_until } else { NEVER }
    }

    /// The lines of a group that can be used now, as far as the actor is busy.
    #[inline(never)]
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
