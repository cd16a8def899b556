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
//! Bits of changes wake the actor. While the actor is idle, `state.waiting` holds the bits of all
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

use super::field::share_left;
use super::log::{EventSink, FightEnd, RawEvent};
use super::pace::Pace;
use super::plan::{Member, Plan, Timer};
use super::state::State;
use quadrille_progress::Cancelled;

use crate::condition::Depends;
use crate::model::Side;
use crate::results::Totals;
use crate::units::{Micros, NEVER};

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
        let me = &plan.members[state.me];
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
                turns_left = self.pace.report(self.state.now, self.state.end)?;
            }
            let (now, slot) = self.state.queue.next();
            self.state.now = now;
            let timer = plan.timers[usize::from(slot)];
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
            self.state.changed |= if happened { Depends::ANY } else { 0 };
            if self.team() {
                self.wake_team();
            } else if self.state.changed & self.state.waiting != 0 || S::EVERY_LINE && self.state.idle {
                // The actor must decide after all other events of this instant. If there are other
                // events, the actor's timer is set to now. This timer has the last slot, so it
                // comes after the other events. If there are none, the actor decides immediately.
                // The decision counts as an event in both cases.
                if self.state.queue.next().0 > now {
                    events += u64::from(self.decide());
                } else {
                    self.state.queue.set(ready, now);
                }
            }
            self.state.changed_before |= self.state.changed;
            self.state.changed = 0;
        }
        self.pace.end_fight(turns_left);
        self.totals.events += events;
        Ok(self.finish())
    }

    #[inline]
    pub(crate) fn note(&mut self, event: RawEvent) {
        self.sink.note(self.state.now, event);
    }

    /// Sets up the start of a fight: initial buffs and the first timers.
    fn begin(&mut self) {
        let plan = self.plan;
        let length = self.draw_length();
        self.state.end = length.unwrap_or(plan.limit);
        self.state.queue.set(0, self.state.end);
        self.note(RawEvent::Starts { length });
        // The state still holds stats that were computed in the previous fight, so all stats are
        // recomputed. The actor comes last, so that it is the active member afterwards.
        self.outdate_attacks();
        for member in (0..plan.members.len()).rev() {
            self.switch_to(member);
            self.recompute_actor();
            self.recompute_speed();
        }
        for target in 0..plan.most_targets as usize {
            self.recompute_target(target);
        }
        for (target, schedule) in plan.schedules.iter().enumerate() {
            // One timer serves the arrival and the departure of a target. It is set to the arrival
            // first, and at the arrival to the departure.
            let here = schedule.joins == 0;
            self.state.joined |= u32::from(here) << target;
            self.state.queue.set(schedule.slot, if here { schedule.leaves } else { schedule.joins });
        }
        self.update_targets();
        for phase in &plan.phases {
            // If targets have no health, a phase threshold is a fraction of the fight's time.
            let by_clock = phase.below.filter(|_| !plan.health_pool);
            let from = by_clock.map_or(phase.from.first().copied().unwrap_or(NEVER), |below| {
                share_left(self.state.end, below)
            });
            self.state.queue.set(phase.slot, from);
        }
        for buff in 0..plan.buffs.len() {
            if plan.buffs[buff].start {
                let bearers = if plan.buffs[buff].on == Side::Target { plan.targets as usize } else { 1 };
                for bearer in 0..bearers {
                    // A target that joins later is not present yet and gets no initial buff.
                    if plan.buffs[buff].on == Side::Actor || self.state.lives(bearer) {
                        self.apply_buff(buff, bearer, 0);
                    }
                }
            }
        }
        for ability in 0..plan.abilities.len() {
            if let Some((_, first)) = plan.abilities[ability].every {
                let slot = plan.abilities[ability].every_slot;
                let at = match first {
                    Some(first) => first,
                    // If the interval is random, the first repetition comes after one interval.
                    // Otherwise, it comes at time 0.
                    None if plan.abilities[ability].vary.is_some() => {
                        self.interval(ability, &plan.abilities[ability])
                    }
                    None => 0,
                };
                self.state.queue.set(slot, at);
            }
        }
        for member in &plan.members {
            if !member.actions.is_empty() {
                self.state.queue.set(member.ready_slot, 0);
            }
        }
        self.state.changed = 0;
    }

    /// Finishes the totals at the end of a fight.
    fn finish(&mut self) -> FightResult {
        let plan = self.plan;
        let end = self.state.now;
        for (resource, totals) in self.state.resources.iter_mut().zip(&mut self.totals.resources) {
            resource.advance_to(end);
            totals.merge(&resource.totals);
        }
        for (proc, (successes, attempts)) in self.state.procs.iter().zip(&mut self.totals.procs) {
            *successes += proc.successes;
            *attempts += proc.attempts;
        }
        for buff in 0..plan.buffs.len() {
            self.count_buff(buff);
        }
        for dot in 0..plan.dots.len() {
            self.count_dot(dot);
        }
        self.note(RawEvent::Ends(self.ending));
        let State { damage, taken, .. } = *self.state;
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
        self.state.end = self.state.now;
        self.state.queue.set(0, self.state.now);
    }

    /// Cancels a timer.
    #[inline]
    pub(crate) fn cancel(&mut self, slot: u16) {
        self.state.queue.set(slot, NEVER);
    }
}
