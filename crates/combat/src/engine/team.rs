//! Several members on the actor's side: switching between them, and notifying them of changes.
//!
//! The rules of a fight are written for one actor. With companions, the actor's side has several
//! members. Each member has its own stats, action list, cast and global cooldown; everything else
//! is shared. Every timer belongs to one member. Timers that concern no member, such as the end of
//! the fight, belong to the actor. The member to which a timer belongs becomes *active* before the
//! timer is handled: its state is swapped into the shared state (see
//! [`State::switch_to`](super::state::State::switch_to)). If an event affects another member, the
//! engine switches to that member and back. For example, an ability may trigger an ability of a
//! companion, or a buff may change the stats of a companion.
//!
//! ```text
//!   timer        ── Every(bite) ──► switch_to(wolf) ──► repeat
//!   in `repeat`  a proc uses `roar`, an ability of the hunter:
//!                switch_to(hunter) ── execute ── switch_to(wolf)
//!   after it     changed ──► added to the pending notifications of the other members; a member
//!                that waits for one of the changes decides at this instant (its `Ready` timer)
//! ```
//!
//! A profile without companions never switches.

use super::log::EventSink;
use super::plan::{Buff, Timer};
use super::run::Fight;

impl<S: EventSink> Fight<'_, S> {
    /// Makes a member of the actor's side the active member; returns the previously active member.
    pub(crate) fn switch_to(&mut self, member: usize) -> usize {
        let before = self.state.me;
        self.state.switch_to(member);
        self.me = &self.plan.members[member];
        before
    }

    /// Makes the owner of a timer the active member.
    #[inline(never)]
    pub(crate) fn switch_to_owner(&mut self, timer: Timer) {
        let member = match timer {
            Timer::Every(ability) | Timer::Charge(ability) | Timer::Flight(ability) => {
                self.plan.abilities[usize::from(ability)].member
            }
            Timer::Dot(dot, _) => self.plan.dots[usize::from(dot)].of,
            Timer::Cast(member) | Timer::Channel(member) | Timer::Ready(member) => member,
            Timer::End | Timer::Phase(_) | Timer::Schedule(_) | Timer::Buff(..) => 0,
        };
        self.switch_to(usize::from(member));
    }

    /// Adds the current changes to the pending notifications of the other members.
    #[inline(never)]
    pub(crate) fn notify_others(&mut self) {
        let (me, changed) = (self.state.me, self.state.changed);
        for (member, other) in self.state.others.iter_mut().enumerate() {
            if member != me {
                other.notifications |= changed;
            }
        }
    }

    /// Returns and clears the pending notifications of the active member.
    pub(crate) fn take_notifications(&mut self) -> u64 {
        std::mem::take(&mut self.state.others[self.state.me].notifications)
    }

    /// Schedules a decision for each member that waits for one of the changes. The decisions come
    /// after all other events of this instant.
    #[inline(never)]
    pub(crate) fn wake_team(&mut self) {
        self.notify_others();
        let (me, now) = (self.state.me, self.state.now);
        // The active member also receives the pending changes by other members.
        self.state.changed |= self.take_notifications();
        for (member, own) in self.plan.members.iter().enumerate() {
            let (waiting, idle, notifications) = if member == me {
                (self.state.waiting, self.state.idle, self.state.changed)
            } else {
                let other = &mut self.state.others[member];
                let notifications = std::mem::take(&mut other.notifications);
                other.changed_before |= notifications;
                (other.waiting, other.idle, notifications)
            };
            if waiting & notifications != 0 || S::EVERY_LINE && idle && notifications != 0 {
                self.state.queue.set(own.ready_slot, now);
            }
        }
    }

    /// Returns whether a companion is absent, because the buff on which it depends is down.
    pub(crate) fn is_away(&self, member: usize) -> bool {
        self.plan.members[member].with.is_some_and(|buff| {
            let buff = &self.plan.buffs[usize::from(buff)];
            self.state.buffs[buff.instance].stacks == 0
        })
    }

    /// Handles the beginning or end of a buff on which companions depend.
    #[inline(never)]
    pub(crate) fn companions_changed(&mut self, buff: usize, comes: bool) {
        for member in 1..self.plan.members.len() {
            if self.plan.members[member].with != Some(buff as u16) {
                continue;
            }
            if comes {
                self.resume(member);
            } else {
                let before = self.switch_to(member);
                self.break_cast(true);
                self.break_channel(true);
                self.switch_to(before);
            }
        }
    }

    /// Handles the return of a companion: schedules each repetition of its repeating abilities that
    /// became due while the companion was absent.
    fn resume(&mut self, member: usize) {
        let (plan, now) = (self.plan, self.state.now);
        let mut stalled = std::mem::take(&mut self.state.stalled);
        stalled.retain(|&ability| {
            let ability = &plan.abilities[usize::from(ability)];
            let its_own = usize::from(ability.member) == member;
            if its_own {
                self.state.queue.set(ability.every_slot, now);
            }
            !its_own
        });
        self.state.stalled = stalled;
    }

    /// Updates the stats of all members that bear a changed buff.
    #[inline(never)]
    pub(crate) fn team_figures_changed(&mut self, changed: &Buff) {
        let before = self.state.me;
        for member in 0..self.plan.members.len() {
            if changed.bearer.is(member) {
                self.switch_to(member);
                self.own_figures_changed(changed);
            }
        }
        self.switch_to(before);
    }

    /// Returns the speed of a member of the actor's side.
    pub(crate) fn speed_of(&self, member: usize) -> f64 {
        if member == self.state.me { self.state.speed } else { self.state.others[member].speed }
    }
}
