//! Several on the actor's side: whose turn it is, and who hears of what.
//!
//! The rules of a fight are written for one actor. With companions there are several, each with figures, a list, a
//! cast and a global cooldown of its own; all else they share. Every timer belongs to one of them, and before it is
//! dealt with its owner *goes to work*: what it has for itself takes the place of the former's in the state (see
//! [`State::work_as`](super::state::State::work_as)). What reaches over to another — an ability that sets off one
//! of a companion's, a buff that changes another's figures — changes over for as long as that takes, and back.
//!
//! ```text
//!   timers       ── Every(bite) ──► work_as(wolf) ──► repeat …  a proc uses `roar`, the hunter's:
//!                                                        work_as(hunter) ─ execute ─ work_as(wolf)
//!   after it     changed ──► told to everybody's changed_before; whoever waits for it gets its Ready at this instant
//! ```
//!
//! A profile without companions has nobody to change with and passes all this by.

use super::log::EventSink;
use super::plan::{Buff, Timer};
use super::run::Run;

impl<S: EventSink> Run<'_, S> {
    /// Another of the actor's side goes to work; answers who was at it.
    pub(crate) fn work_as(&mut self, member: usize) -> usize {
        let before = self.state.me;
        self.state.work_as(member);
        self.me = &self.plan.members[member];
        before
    }

    /// The owner of a timer goes to work.
    #[inline(never)]
    pub(crate) fn owner_works(&mut self, timer: Timer) {
        let member = match timer {
            Timer::Every(ability) | Timer::Charge(ability) | Timer::Flight(ability) => {
                self.plan.abilities[usize::from(ability)].member
            }
            Timer::Dot(dot, _) => self.plan.dots[usize::from(dot)].of,
            Timer::Cast(member) | Timer::Channel(member) | Timer::Ready(member) => member,
            Timer::End | Timer::Phase(_) | Timer::Coming(_) | Timer::Buff(..) => 0,
        };
        self.work_as(usize::from(member));
    }

    /// The others hear of what has changed.
    #[inline(never)]
    pub(crate) fn tell_others(&mut self) {
        let (me, changed) = (self.state.me, self.state.changed);
        for (member, other) in self.state.others.iter_mut().enumerate() {
            if member != me {
                other.heard |= changed;
            }
        }
    }

    /// What whoever is at work has heard from the others; it is told once.
    pub(crate) fn hear(&mut self) -> u64 {
        std::mem::take(&mut self.state.others[self.state.me].heard)
    }

    /// Whoever waits for what has changed looks again at this instant, after everything else of it, one after the
    /// other.
    #[inline(never)]
    pub(crate) fn wake_team(&mut self) {
        self.tell_others();
        let (me, now) = (self.state.me, self.state.now);
        // Told with what it has changed itself.
        self.state.changed |= self.hear();
        for (member, own) in self.plan.members.iter().enumerate() {
            let (waiting, idle, heard) = if member == me {
                (self.state.waiting, self.state.idle, self.state.changed)
            } else {
                let other = &mut self.state.others[member];
                let heard = std::mem::take(&mut other.heard);
                other.changed_before |= heard;
                (other.waiting, other.idle, heard)
            };
            if waiting & heard != 0 || S::EVERY_LINE && idle && heard != 0 {
                self.state.queue.set(own.ready_slot, now);
            }
        }
    }

    /// Whether one of the actor's side is not there.
    pub(crate) fn is_away(&self, member: usize) -> bool {
        self.plan.members[member].with.is_some_and(|buff| {
            let buff = &self.plan.buffs[usize::from(buff)];
            self.state.buffs[buff.instance].stacks == 0
        })
    }

    /// A buff with which companions come and go has begun or ended.
    #[inline(never)]
    pub(crate) fn come_and_go(&mut self, buff: usize, comes: bool) {
        for member in 1..self.plan.members.len() {
            if self.plan.members[member].with != Some(buff as u16) {
                continue;
            }
            if comes {
                self.resume(member);
            } else {
                let before = self.work_as(member);
                self.break_cast(true);
                self.break_channel(true);
                self.work_as(before);
            }
        }
    }

    /// What a companion was to repeat while it was away is due now.
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

    /// A buff of the actor's side has changed: the figures of all who bear it follow.
    #[inline(never)]
    pub(crate) fn team_figures_changed(&mut self, changed: &Buff) {
        let before = self.state.me;
        for member in 0..self.plan.members.len() {
            if changed.bearer.is(member) {
                self.work_as(member);
                self.own_figures_changed(changed);
            }
        }
        self.work_as(before);
    }

    /// The speed of one of the actor's side.
    pub(crate) fn speed_of(&self, member: usize) -> f64 {
        if member == self.state.me { self.state.speed } else { self.state.others[member].speed }
    }
}
