//! The event loop: one fight from start to end.
//!
//! A fight is a queue of timers. Each iteration of the loop takes the earliest timer and calls the
//! rule that owns it; the rule sets the timer again or cancels it. Simulated time jumps from timer
//! to timer:
//!
//! ```text
//!        ┌───────────────► queue.next() ── End ──► finish
//!        │                     │ (now, slot)
//!        │      ┌──────────────┼───────────────┬───────────┐
//!        │   repeat         buff_due        dot_due     decide …     each returns whether anything happened
//!        │      └──────────────┼───────────────┴───────────┘
//!        │                     ▼ state.changed: bits of the changes by the rules
//!        │        changed & waiting != 0 ?
//!        │          no │            │ yes, and nothing else is due at this instant: decide immediately
//!        │             │            │ yes, and other timers are due: set the actor's slot to now
//!        └─────────────┴────────────┘
//! ```
//!
//! Bits of changes wake the actor. While the actor is idle, `waiting` holds the bits of all
//! values on which a line of its list depends. Each rule sets the bits of its changes in
//! `state.changed`. If `waiting` and `changed` have a common bit, the actor decides again at this
//! instant, after all other events of the instant. While an actor without off-GCD abilities is
//! busy, `waiting` is 0 and nothing wakes it. Changes are then collected in `changed_before`, which
//! the actor's next decision passes to the waiting lines. Each change reaches the lines exactly
//! once.
//!
//! All sums are integers: microseconds, thousandths of a point, millionths of a unit, and products
//! of these in 128 bits. Sums therefore do not depend on the order or grouping of fights, and the
//! sums of a block can be checked exactly.

use quadrille_progress::Cancelled;

use super::log::{EventSink, FightEnd, RawEvent};
use super::pace::Pace;
use super::plan::{Member, Plan, Timer};
use super::state::State;
use crate::condition::Depends;
use crate::results::Totals;
use crate::units::Micros;

/// A fight in progress.
pub(crate) struct Fight<'a, S> {
    pub(crate) plan: &'a Plan,
    /// The active member of the actor's side.
    pub(crate) me: &'a Member,
    pub(crate) state: &'a mut State,
    pub(crate) totals: &'a mut Totals,
    pub(crate) sink: S,
    pub(crate) pace: Pace<'a>,
    pub(crate) ending: FightEnd,
}

/// Result of one iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FightResult {
    pub(crate) damage: u64,
    pub(crate) taken: u64,
    pub(crate) length: Micros,
    pub(crate) ending: FightEnd,
}

impl<'a, S: EventSink> Fight<'a, S> {
    pub(crate) fn new(
        plan: &'a Plan,
        state: &'a mut State,
        totals: &'a mut Totals,
        sink: S,
        pace: Pace<'a>,
    ) -> Self {
        let me = &plan.members[state.team.active()];
        Self { plan, me, state, totals, sink, pace, ending: FightEnd::Time }
    }

    /// Runs one fight with the random streams of (seed, iteration).
    ///
    /// After [`Cancelled`] the totals contain a partial fight and must be discarded.
    pub(crate) fn fight(&mut self, seed: u64, iteration: u64) -> Result<FightResult, Cancelled> {
        let plan = self.plan;
        self.state.reset(plan, seed, iteration);
        self.me = &plan.members[0];
        self.ending = FightEnd::Time;
        self.begin();
        let ready = plan.members[0].ready_slot;
        let mut events = 0;
        let mut turns_left = self.pace.begin_fight(plan.reset_turns);
        loop {
            turns_left -= 1;
            if turns_left == 0 {
                turns_left = self.pace.report(self.now(), self.state.clock.end())?;
            }
            let timer = plan.timers[usize::from(self.state.clock.advance())];
            if self.team() {
                self.switch_to_owner(timer);
            }
            let happened = match timer {
                Timer::End => break,
                Timer::Ready(_) => self.decide(),
                Timer::Every(ability) => self.repeat(usize::from(ability)),
                Timer::Dot(dot, target) => self.dot_due(usize::from(dot), usize::from(target)),
                Timer::Buff(buff, target) => self.buff_due(usize::from(buff), usize::from(target)),
                Timer::Cast(_) => self.finish_cast(),
                Timer::Charge(ability) => self.charge_due(usize::from(ability)),
                Timer::Phase(phase) => self.phase_due(usize::from(phase)),
                Timer::Schedule(target) => self.schedule_due(usize::from(target)),
                Timer::Channel(_) => self.channel_due(),
                Timer::Flight(ability) => self.flight_due(usize::from(ability)),
            };
            events += u64::from(happened);
            self.state.changed.add(if happened { Depends::ANY } else { 0 });
            if self.team() {
                self.wake_team();
            } else if self.wakes() {
                // The actor must decide after all other events of this instant. If there are other
                // events, the actor's timer is set to now. This timer has the last slot, so it
                // comes after the other events. If there are none, the actor decides immediately.
                // The decision counts as an event in both cases.
                if self.state.clock.is_done() {
                    events += u64::from(self.decide());
                } else {
                    self.state.clock.set(ready, self.now());
                }
            }
            self.state.own.attention.keep(self.state.changed.take());
        }
        self.pace.end_fight(turns_left);
        self.totals.events += events;
        Ok(self.finish())
    }

    /// Returns whether the changes of the event wake the actor, which has no companions.
    #[inline]
    fn wakes(&self) -> bool {
        let attention = &self.state.own.attention;
        attention.is_woken_by(self.state.changed.bits()) || S::EVERY_LINE && attention.is_idle()
    }

    /// Returns the time since the start of the fight.
    #[inline]
    pub(super) fn now(&self) -> Micros {
        self.state.clock.now()
    }

    #[inline]
    pub(crate) fn note(&mut self, event: RawEvent) {
        self.sink.note(self.now(), event);
    }

    /// Sets up the start of a fight: initial buffs and the first timers.
    fn begin(&mut self) {
        let plan = self.plan;
        let length = self.draw_length();
        self.state.clock.end_at(length.unwrap_or(plan.limit));
        self.note(RawEvent::Starts { length });
        // The state still holds stats that were computed in the previous fight, so all stats are
        // recomputed. The actor comes last, so that it is the active member afterwards.
        self.state.attacks.outdate();
        for member in (0..plan.members.len()).rev() {
            self.switch_to(member);
            self.recompute_actor();
            self.recompute_speed();
        }
        for target in 0..plan.most_targets as usize {
            self.recompute_target(target);
        }
        self.begin_schedules();
        self.update_targets();
        self.begin_phases();
        self.begin_buffs();
        self.begin_repeats();
        for member in &plan.members {
            if !member.actions.is_empty() {
                self.state.clock.set(member.ready_slot, 0);
            }
        }
        self.state.changed.take();
    }

    /// Finishes the totals at the end of a fight.
    fn finish(&mut self) -> FightResult {
        let plan = self.plan;
        let end = self.now();
        for (resource, totals) in self.state.resources.iter_mut().zip(&mut self.totals.resources) {
            totals.merge(resource.finish(end));
        }
        for (proc, (successes, attempts)) in self.state.procs.iter().zip(&mut self.totals.procs) {
            let counts = proc.counts();
            (*successes, *attempts) = (*successes + counts.0, *attempts + counts.1);
        }
        for buff in 0..plan.buffs.len() {
            self.count_buff(buff);
        }
        for dot in 0..plan.dots.len() {
            self.count_dot(dot);
        }
        self.note(RawEvent::Ends(self.ending));
        let (damage, taken) = (self.state.field.damage(), self.state.field.taken());
        let totals = &mut *self.totals;
        totals.iterations += 1;
        totals.time += u128::from(end);
        totals.damage += u128::from(damage);
        totals.taken += u128::from(taken);
        totals.kills += u64::from(self.ending == FightEnd::Kill);
        totals.deaths += u64::from(self.ending == FightEnd::Death);
        // Distribute the length of the fight over the bins. The fight covers each of its bins
        // entirely, except the last.
        let mut left = end;
        for time in &mut totals.timeline_time {
            let within = left.min(plan.bins.width);
            *time += u128::from(within);
            left -= within;
            if left == 0 {
                break;
            }
        }
        FightResult { damage, taken, length: end, ending: self.ending }
    }

    /// Ends the fight at this instant.
    pub(crate) fn end_now(&mut self, ending: FightEnd) {
        self.ending = ending;
        // If a condition is evaluated later at this instant, the remaining time that it reads is 0.
        self.state.clock.end_at(self.now());
    }

    /// Cancels a timer.
    #[inline]
    pub(crate) fn cancel(&mut self, slot: u16) {
        self.state.clock.cancel(slot);
    }
}
