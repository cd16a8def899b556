//! The environment of a fight: its length, its targets, its phases.

use super::log::{EventSink, FightEnd, RawEvent};
use super::plan::Phase;
use super::run::Fight;
use super::state::State;
use crate::condition::Depends;
use crate::model::{Side, Spread};
use crate::units::{Micros, NEVER, micros, nearest};

/// Returns the time at which a fight of length `end` has the fraction `part` of this length left.
pub(crate) const fn share_left(end: Micros, part: f64) -> Micros {
    end - nearest(part * end as f64)
}

impl<S: EventSink> Fight<'_, S> {
    /// Draws the length of this fight; `None` if the fight lasts until the last target is dead.
    pub(crate) fn draw_length(&mut self) -> Option<Micros> {
        let plan = self.plan;
        let length = plan.length?;
        let factor = match (plan.spread, plan.length_source) {
            (Spread::Uniform(part), Some(source)) => 1.0 - part + 2.0 * part * self.state.draw(source),
            (Spread::Normal(part), Some(source)) => 1.0 + part * self.draw_normal(source),
            _ => 1.0,
        };
        Some(micros(length * factor).max(1))
    }

    /// Draws a standard normal number truncated to ±3, by the Box–Muller transform with rejection.
    fn draw_normal(&mut self, source: u16) -> f64 {
        loop {
            let (radius, angle) = (1.0 - self.state.draw(source), self.state.draw(source));
            let normal = (-2.0 * libm::log(radius)).sqrt() * libm::cos(core::f64::consts::TAU * angle);
            if normal.abs() <= 3.0 {
                return normal;
            }
        }
    }

    pub(crate) fn phase_due(&mut self, index: usize) -> bool {
        let plan = self.plan;
        let phase = &plan.phases[index];
        // A phase's timer alternates between its beginning and its end.
        let now = self.state.now;
        let begins = !self.state.active_phases[index];
        self.state.active_phases[index] = begins;
        if begins {
            self.state.begun_phases[index].0 += 1;
            self.state.begun_phases[index].1 = now;
        }
        let (begun, began) = self.state.begun_phases[index];
        // When a phase begins, its timer is set to its end. When the phase ends, the timer is set
        // to the next beginning of the phase, which follows from its period or from its list of
        // times.
        let next = match phase.every {
            _ if begins => self.phase_ends(phase),
            Some(every) => began + every,
            None => phase.from.get(begun).copied().unwrap_or(NEVER),
        };
        self.state.queue.set(phase.slot, next);
        self.note(RawEvent::Phase { phase: index as u16, begins });

        // Phases may overlap: all active phases are combined.
        let active = || plan.phases.iter().zip(&self.state.active_phases).filter(|(_, active)| **active);
        let taken = active().map(|(phase, _)| phase.taken).product();
        let downtime = active().filter(|(phase, _)| phase.downtime);
        let until = downtime.map(|(phase, _)| self.state.queue.time(phase.slot)).max();
        let stunned = active().filter(|(phase, _)| phase.stun);
        let stunned = stunned.map(|(phase, _)| self.state.queue.time(phase.slot)).max();
        let moving = active().any(|(phase, _)| phase.movement);
        self.state.phase_taken = taken;
        self.state.moving = moving;
        // The actor cannot act until all active downtimes and stuns have ended.
        self.state.held_until = until.max(stunned).unwrap_or(0);
        self.state.downtime_until = until.unwrap_or(0);
        for target in 0..plan.most_targets as usize {
            self.recompute_target(target);
        }
        self.update_targets();
        self.state.changed |= Depends::phase(index) | Depends::TARGETS;
        for member in 0..plan.members.len() {
            self.switch_to(member);
            // If this phase prevented members from acting and ends now, idle members decide at this
            // instant.
            if (phase.downtime || phase.stun || phase.movement) && !begins && self.state.idle {
                self.state.queue.set(self.me.ready_slot, now);
            }
            if begins && (phase.stun || phase.movement) {
                self.break_cast(phase.stun);
                self.break_channel(phase.stun);
            }
        }
        true
    }

    /// Interrupts the cast in progress. An interrupted cast has no effect and no cost. If `stunned`
    /// is false, the reason is movement, which does not interrupt an ability with `moving`.
    pub(crate) fn break_cast(&mut self, stunned: bool) {
        let Some((ability, _)) = self.state.casting else { return };
        if !stunned && self.plan.abilities[usize::from(ability)].moving {
            return;
        }
        self.state.casting = None;
        self.cancel(self.me.cast_slot);
        self.state.busy_until = self.state.cast_gcd.max(self.state.now) + self.state.cast_lag;
        let looks = if self.me.weaves { self.state.now } else { self.state.busy_until };
        self.state.queue.set(self.me.ready_slot, looks);
        self.note(RawEvent::Breaks { ability });
    }

    /// Returns the time at which a phase that begins now ends; [`NEVER`] if this time is not known
    /// yet.
    fn phase_ends(&mut self, phase: &Phase) -> Micros {
        let now = self.state.now;
        let roll = phase.source.map_or(0.0, |source| self.state.draw(source));
        let length = phase.lasts.map_or(NEVER, |[least, most]| micros(least + (most - least) * roll));
        let lasts = now.saturating_add(length).min(NEVER);
        match phase.until {
            Some(part) if !self.plan.health_pool => lasts.min(share_left(self.state.end, part).max(now)),
            Some(part) if self.first_health() <= part => now,
            Some(_) | None => lasts,
        }
    }

    /// Returns the remaining fraction of the first target's health.
    fn first_health(&self) -> f64 {
        self.state.target_health[0] as f64 / self.plan.target_health[0] as f64
    }

    /// Schedules the phases whose beginning or end is due now because of the first target's health.
    /// Their timers are handled directly after the current event.
    #[inline(never)]
    fn watch_health(&mut self) {
        let left = self.first_health();
        for (place, phase) in self.plan.phases.iter().enumerate() {
            let (begun, active) = (self.state.begun_phases[place].0, self.state.active_phases[place]);
            let begins = begun == 0 && phase.below.is_some_and(|part| left <= part);
            let ends = active && phase.until.is_some_and(|part| left <= part);
            if begins || ends {
                self.state.queue.set(phase.slot, self.state.now);
            }
        }
    }

    /// Updates the targets that can be attacked. Joining targets have full health; leaving
    /// targets lose all auras.
    pub(crate) fn update_targets(&mut self) {
        let plan = self.plan;
        let active = plan.phases.iter().zip(&self.state.active_phases).filter(|(_, active)| **active);
        let count = active.filter_map(|(phase, _)| phase.targets).max().unwrap_or(plan.targets);
        let present = if !plan.schedules.is_empty() {
            self.state.joined
        } else if count >= 32 {
            u32::MAX
        } else {
            (1 << count) - 1
        };
        let leaving = self.state.living & !present;
        for target in 0..plan.most_targets as usize {
            let bit = 1u32 << target;
            if leaving & bit != 0 {
                self.clear_auras(target);
                self.break_channels_on(target);
            }
            // A target of the fight itself stays dead. An additional target of a phase is alive
            // again whenever the phase begins.
            if target >= plan.targets as usize && present & bit == 0 {
                self.state.dead &= !bit;
                self.state.target_health[target] = plan.target_health[target];
            }
        }
        self.state.living = present & !self.state.dead;
        if self.state.living != 0 {
            while let Some(ability) = self.state.stalled.pop() {
                let slot = plan.abilities[usize::from(ability)].every_slot;
                self.state.queue.set(slot, self.state.now);
            }
        }
        self.state.changed |= Depends::TARGETS;
    }

    /// Removes all auras from a target.
    fn clear_auras(&mut self, target: usize) {
        let plan = self.plan;
        for dot in 0..plan.dots.len() {
            if plan.dots[dot].on == Side::Target {
                self.end_dot(dot, target);
            }
        }
        for buff in 0..plan.buffs.len() {
            if plan.buffs[buff].on == Side::Target {
                self.end_buff(buff, target);
            }
        }
    }

    /// Applies damage, in thousandths of a point, to a target.
    #[expect(
        clippy::inline_always,
        reason = "measured: this function is hot, and the compiler does not inline it otherwise"
    )]
    #[inline(always)]
    pub(crate) fn hurt_target(&mut self, target: usize, damage: u64) {
        let state = &mut *self.state;
        let before = state.damage;
        state.damage = before.saturating_add(damage);
        if let Some(bin) = self.totals.timeline.get_mut(self.plan.bins.place(state.now)) {
            *bin += u128::from(state.damage - before);
        }
        if self.plan.health_pool {
            self.drain(target, damage);
        }
    }

    fn drain(&mut self, target: usize, damage: u64) {
        let state = &mut *self.state;
        state.changed |= Depends::HEALTH;
        state.target_health[target] = state.target_health[target].saturating_sub(damage);
        if target == 0 && self.plan.phases_by_health {
            self.watch_health();
        }
        let state = &mut *self.state;
        if state.target_health[target] > 0 || !state.lives(target) {
            return;
        }
        state.dead |= 1 << target;
        state.living &= !(1 << target);
        state.changed |= Depends::TARGETS;
        self.note(RawEvent::Dies { target: target as u16 });
        self.clear_auras(target);
        self.break_channels_on(target);
        self.end_without_foes();
    }

    /// Ends the fight if all of its own targets are dead or have left, and at least one of them is
    /// dead. Additional targets of phases do not count.
    fn end_without_foes(&mut self) {
        let own = if self.plan.targets >= 32 { u32::MAX } else { (1 << self.plan.targets) - 1 };
        let State { dead, gone, .. } = *self.state;
        if (dead | gone) & own == own && dead & own != 0 {
            self.end_now(FightEnd::Kill);
        }
    }

    /// Handles the joining or leaving of a target.
    pub(crate) fn schedule_due(&mut self, target: usize) -> bool {
        let schedule = self.plan.schedules[target];
        let (bit, joins) = (1 << target, self.state.joined & 1 << target == 0);
        self.state.queue.set(schedule.slot, if joins { schedule.leaves } else { NEVER });
        self.state.joined ^= bit;
        let dead = self.state.dead & bit != 0;
        if !dead {
            self.note(RawEvent::Comes { target: target as u16, joins });
        }
        if !joins {
            self.state.gone |= bit;
        }
        self.update_targets();
        self.state.changed |= Depends::HEALTH;
        if !joins && !dead {
            self.end_without_foes();
        }
        !dead
    }

    /// Lets the actor's buffs absorb damage to the actor, in thousandths of a point. Returns the
    /// damage that is left.
    #[inline(never)]
    pub(crate) fn absorb(&mut self, damage: u64) -> u64 {
        let plan = self.plan;
        let mut left = damage;
        for &place in &plan.shields {
            let index = usize::from(place);
            let up = self.state.buffs[plan.buffs[index].instance].stacks > 0;
            let amount = if up { self.state.shields[index].min(left) } else { 0 };
            if amount == 0 {
                continue;
            }
            left -= amount;
            self.state.shields[index] -= amount;
            self.state.changed |= Depends::buff(index);
            self.totals.buffs[index].absorbed += u128::from(amount);
            self.note(RawEvent::Absorbs { buff: place, amount });
            if self.state.shields[index] == 0 {
                self.end_buff(index, 0);
            }
        }
        left
    }

    /// Applies damage, in thousandths of a point, to the actor.
    pub(crate) fn hurt_actor(&mut self, damage: u64) {
        let state = &mut *self.state;
        state.taken = state.taken.saturating_add(damage);
        if self.plan.actor_health > 0 {
            state.changed |= Depends::HEALTH;
            state.actor_health = state.actor_health.saturating_sub(damage);
            if state.actor_health == 0 {
                self.end_now(FightEnd::Death);
            }
        }
    }

    /// Returns the time until which a side cannot act. If the side can act, the time is not later
    /// than now.
    #[inline]
    pub(crate) fn held_until(&self, side: Side) -> Micros {
        match side {
            _ if S::LEAN => 0,
            Side::Actor => self.state.held_until,
            Side::Target => self.state.downtime_until,
        }
    }
}
