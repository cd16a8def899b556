//! Off-GCD abilities, which the action list can use during a global cooldown (GCD) and, with the
//! key `while_casting`, also during a cast or a channel.
//!
//! If the list of a busy actor has lines with such abilities, the actor is woken like an idle
//! actor: at the same instants and by the same changes. It then evaluates only the lines that it
//! can use while it is busy. The other lines stay due until the actor is free. The actor's slot of
//! the queue holds the time of its next decision. This time is not later than the end of the busy
//! time.
//!
//! Plans without off-GCD abilities never call this module.

use super::log::EventSink;
use super::run::Fight;
use crate::condition::Depends;
use crate::units::{Micros, NEVER};

impl<S: EventSink> Fight<'_, S> {
    /// If the actor becomes free now, records this as an event, which makes polled lines due.
    #[inline(never)]
    pub(super) fn free_again(&mut self) {
        if self.state.own.busy.until() == self.now() {
            self.state.own.attention.keep(Depends::ANY);
        }
    }

    /// Returns the time at which a busy actor becomes free; `NEVER` if it is free already.
    #[inline(never)]
    pub(super) fn busy_end(&self) -> Micros {
        if self.state.own.busy.until() > self.now() { self.state.own.busy.until() } else { NEVER }
    }

    /// Returns the mask of the lines of a group that the actor can use now: all lines if the actor
    /// is free, and otherwise lines with off-GCD abilities.
    #[inline(never)]
    pub(super) fn beside(&self, group: usize) -> u64 {
        if self.state.own.busy.until() <= self.now() {
            u64::MAX
        } else if self.state.own.busy.casts() || self.state.own.channel.is_some() {
            self.me.in_cast[group]
        } else {
            self.me.in_gcd[group]
        }
    }
}
