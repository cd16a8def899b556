//! Off-GCD abilities: lines that can be used during a global cooldown or a cast.
//!
//! A busy actor whose list has such lines is woken like an idle one, at the same instants and by
//! the same bits, but evaluates only those lines. Other lines stay due until the actor is free. The
//! actor's slot of the queue therefore holds its next decision, which is not later than the instant
//! at which it is free.
//!
//! Plans without such abilities never call this module.

use super::log::EventSink;
use super::run::Fight;
use crate::condition::Depends;
use crate::units::{Micros, NEVER};

impl<S: EventSink> Fight<'_, S> {
    /// Marks the end of a busy time as an event, which makes polled lines due.
    #[inline(never)]
    pub(super) fn free_again(&mut self) {
        if self.state.busy_until == self.state.now {
            self.state.changed_before |= Depends::ANY;
        }
    }

    /// Returns when a busy actor is free; `NEVER` if it is free already.
    #[inline(never)]
    pub(super) fn busy_end(&self) -> Micros {
        if self.state.busy_until > self.state.now { self.state.busy_until } else { NEVER }
    }

    /// Returns the mask of lines of a group that can be used in the current state of the actor.
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
