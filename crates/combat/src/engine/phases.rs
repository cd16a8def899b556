//! Phases of a fight.

use super::log::{EventSink, RawEvent};
use super::plan::{Phase, Plan};
use super::run::Fight;
use crate::condition::Depends;
use crate::model::Side;
use crate::units::{Micros, NEVER, micros, nearest};

/// Returns the time at which a fight of length `end` has the fraction `part` of this length left.
const fn share_left(end: Micros, part: f64) -> Micros {
    end - nearest(part * end as f64)
}

/// The active phases and their combined effects.
#[derive(Clone, Debug)]
pub(crate) struct Phases {
    /// For each phase: whether it is active.
    active: Vec<bool>,
    /// For each phase: the number of times it has begun, and the time of its last beginning.
    begun: Vec<(usize, Micros)>,
    /// Whether the actor is moving.
    moving: bool,
    /// Factor on damage to targets.
    taken: f64,
    /// Time until which the actor cannot act. If it can act, this time is not later than now.
    held_until: Micros,
    /// End of the downtime in progress. If there is none, this time is not later than now.
    downtime_until: Micros,
}

impl Phases {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            active: vec![false; plan.phases.len()],
            begun: vec![(0, 0); plan.phases.len()],
            moving: false,
            taken: 1.0,
            held_until: 0,
            downtime_until: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        self.active.fill(false);
        self.begun.fill((0, 0));
        (self.moving, self.taken) = (false, 1.0);
        (self.held_until, self.downtime_until) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.active) + size_of_val(&*self.begun)
    }

    /// Returns the active phases.
    pub(super) fn active<'p>(&self, plan: &'p Plan) -> impl Iterator<Item = &'p Phase> {
        plan.phases.iter().zip(&self.active).filter(|(_, active)| **active).map(|(phase, _)| phase)
    }

    pub(super) fn is_active(&self, phase: u16) -> bool {
        self.active[usize::from(phase)]
    }

    /// Returns whether the actor is moving.
    pub(super) const fn moves(&self) -> bool {
        self.moving
    }

    /// Returns the factor on damage to targets.
    pub(super) const fn taken(&self) -> f64 {
        self.taken
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Sets the timers of the first phases.
    pub(super) fn begin_phases(&mut self) {
        for phase in &self.plan.phases {
            // If targets have no health, a phase threshold is a fraction of the fight's time.
            let by_clock = phase.below.filter(|_| !self.plan.health_pool);
            let from = by_clock.map_or(phase.from.first().copied().unwrap_or(NEVER), |below| {
                share_left(self.state.clock.end(), below)
            });
            self.state.clock.set(phase.slot, from);
        }
    }

    pub(crate) fn phase_due(&mut self, index: usize) -> bool {
        let plan = self.plan;
        let phase = &plan.phases[index];
        // A phase's timer alternates between its beginning and its end.
        let now = self.now();
        let begins = !self.state.phases.active[index];
        self.state.phases.active[index] = begins;
        if begins {
            self.state.phases.begun[index].0 += 1;
            self.state.phases.begun[index].1 = now;
        }
        let (begun, began) = self.state.phases.begun[index];
        // When a phase begins, its timer is set to its end. When the phase ends, the timer is set
        // to the next beginning of the phase, which follows from its period or from its list of
        // times.
        let next = match phase.every {
            _ if begins => self.phase_ends(phase),
            Some(every) => began + every,
            None => phase.from.get(begun).copied().unwrap_or(NEVER),
        };
        self.state.clock.set(phase.slot, next);
        self.note(RawEvent::Phase { phase: index as u16, begins });

        // Phases may overlap: all active phases are combined.
        let (phases, clock) = (&mut self.state.phases, &self.state.clock);
        let until = |holds: fn(&Phase) -> bool| {
            let holding = phases.active(plan).filter(|phase| holds(phase));
            holding.map(|phase| clock.time(phase.slot)).max().unwrap_or(0)
        };
        let (downtime, stunned) = (until(|phase| phase.downtime), until(|phase| phase.stun));
        let taken = phases.active(plan).map(|phase| phase.taken).product();
        let moving = phases.active(plan).any(|phase| phase.movement);
        (phases.taken, phases.moving) = (taken, moving);
        // The actor cannot act until all active downtimes and stuns have ended.
        (phases.held_until, phases.downtime_until) = (downtime.max(stunned), downtime);
        for target in 0..plan.most_targets as usize {
            self.recompute_target(target);
        }
        self.update_targets();
        self.state.changed.add(Depends::phase(index) | Depends::TARGETS);
        for member in 0..plan.members.len() {
            self.switch_to(member);
            // If this phase prevented members from acting and ends now, idle members decide at this
            // instant.
            if (phase.downtime || phase.stun || phase.movement)
                && !begins
                && self.state.own.attention.is_idle()
            {
                self.state.clock.set(self.me.ready_slot, now);
            }
            if begins && (phase.stun || phase.movement) {
                self.break_cast(phase.stun);
                self.break_channel(phase.stun);
            }
        }
        true
    }

    /// Returns the time at which a phase that begins now ends; [`NEVER`] if this time is not known
    /// yet.
    fn phase_ends(&mut self, phase: &Phase) -> Micros {
        let now = self.now();
        let roll = phase.source.map_or(0.0, |source| self.state.draw(source));
        let length = phase.lasts.map_or(NEVER, |[least, most]| micros(least + (most - least) * roll));
        let lasts = now.saturating_add(length).min(NEVER);
        match phase.until {
            Some(part) if !self.plan.health_pool => {
                lasts.min(share_left(self.state.clock.end(), part).max(now))
            }
            Some(part) if self.first_health() <= part => now,
            Some(_) | None => lasts,
        }
    }

    /// Returns the remaining fraction of the first target's health.
    fn first_health(&self) -> f64 {
        self.state.field.target_health(0) as f64 / self.plan.target_health[0] as f64
    }

    /// Schedules the phases whose beginning or end is due now because of the first target's health.
    /// Their timers are handled directly after the current event.
    #[inline(never)]
    pub(super) fn watch_health(&mut self) {
        let left = self.first_health();
        for (place, phase) in self.plan.phases.iter().enumerate() {
            let (begun, active) = (self.state.phases.begun[place].0, self.state.phases.active[place]);
            let begins = begun == 0 && phase.below.is_some_and(|part| left <= part);
            let ends = active && phase.until.is_some_and(|part| left <= part);
            if begins || ends {
                self.state.clock.set(phase.slot, self.now());
            }
        }
    }

    /// Returns the time until which a side cannot act. If the side can act, the time is not later
    /// than now.
    #[inline]
    pub(crate) fn held_until(&self, side: Side) -> Micros {
        match side {
            _ if S::LEAN => 0,
            Side::Actor => self.state.phases.held_until,
            Side::Target => self.state.phases.downtime_until,
        }
    }
}
