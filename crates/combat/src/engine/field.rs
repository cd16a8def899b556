//! The environment of a fight: its length, its targets, health and damage.

use super::log::{EventSink, FightEnd, RawEvent};
use super::plan::Plan;
use super::run::Fight;
use crate::condition::Depends;
use crate::model::{Side, Spread};
use crate::units::{Micros, NEVER, micros};

/// Health and damage of the fighters, and the presence of the targets.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    actor_health: u64,
    target_health: Vec<u64>,
    /// Mask of the targets that can be attacked.
    living: u32,
    dead: u32,
    /// Mask of the `[targets]` that are present.
    joined: u32,
    /// Mask of the `[targets]` that have left.
    gone: u32,
    /// Damage to targets in this iteration, in thousandths of a point.
    damage: u64,
    /// Damage to the actor in this iteration, in thousandths of a point.
    taken: u64,
}

impl Field {
    /// Returns the state at the start of a fight.
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            actor_health: plan.actor_health,
            target_health: plan.target_health.clone(),
            living: 0,
            dead: 0,
            joined: 0,
            gone: 0,
            damage: 0,
            taken: 0,
        }
    }

    pub(super) fn reset(&mut self, plan: &Plan) {
        self.actor_health = plan.actor_health;
        self.target_health.copy_from_slice(&plan.target_health);
        (self.living, self.dead, self.joined, self.gone) = (0, 0, 0, 0);
        (self.damage, self.taken) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.target_health)
    }

    /// Returns the first target that can be attacked.
    pub(super) fn first_target(&self) -> Option<usize> {
        (self.living != 0).then(|| self.living.trailing_zeros() as usize)
    }

    /// Returns whether a target can be attacked.
    pub(super) const fn lives(&self, target: usize) -> bool {
        self.living & 1 << target != 0
    }

    /// Returns the mask of the targets that can be attacked.
    pub(super) const fn living(&self) -> u32 {
        self.living
    }

    pub(super) const fn actor_health(&self) -> u64 {
        self.actor_health
    }

    pub(super) fn target_health(&self, target: usize) -> u64 {
        self.target_health[target]
    }

    /// Returns the health of the first `targets` targets, except those that have left: they need
    /// not die.
    pub(super) fn health_left(&self, targets: usize) -> u64 {
        let own = self.target_health[..targets].iter().enumerate();
        own.filter(|(target, _)| self.gone & 1 << target == 0).map(|(_, health)| health).sum()
    }

    /// Returns the damage to targets in this iteration, in thousandths of a point.
    pub(super) const fn damage(&self) -> u64 {
        self.damage
    }

    /// Returns the damage to the actor in this iteration, in thousandths of a point.
    pub(super) const fn taken(&self) -> u64 {
        self.taken
    }

    /// Heals the actor by up to `amount`; returns the health restored. `full` is its full health.
    pub(super) fn heal_actor(&mut self, amount: u64, full: u64) -> u64 {
        let healed = amount.min(full.saturating_sub(self.actor_health));
        self.actor_health += healed;
        healed
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Sets the arrivals and departures of the `[targets]`.
    pub(super) fn begin_schedules(&mut self) {
        for (target, schedule) in self.plan.schedules.iter().enumerate() {
            // One timer serves the arrival and the departure of a target. It is set to the arrival
            // first, and at the arrival to the departure.
            let here = schedule.joins == 0;
            self.state.field.joined |= u32::from(here) << target;
            self.state.clock.set(schedule.slot, if here { schedule.leaves } else { schedule.joins });
        }
    }

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

    /// Updates the targets that can be attacked. Joining targets have full health; leaving
    /// targets lose all auras.
    pub(crate) fn update_targets(&mut self) {
        let plan = self.plan;
        let active = self.state.phases.active(plan);
        let count = active.filter_map(|phase| phase.targets).max().unwrap_or(plan.targets);
        let present = if !plan.schedules.is_empty() {
            self.state.field.joined
        } else if count >= 32 {
            u32::MAX
        } else {
            (1 << count) - 1
        };
        let leaving = self.state.field.living & !present;
        for target in 0..plan.most_targets as usize {
            let bit = 1u32 << target;
            if leaving & bit != 0 {
                self.clear_auras(target);
                self.break_channels_on(target);
            }
            // A target of the fight itself stays dead. An additional target of a phase is alive
            // again whenever the phase begins.
            if target >= plan.targets as usize && present & bit == 0 {
                self.state.field.dead &= !bit;
                self.state.field.target_health[target] = plan.target_health[target];
            }
        }
        self.state.field.living = present & !self.state.field.dead;
        if self.state.field.living != 0 {
            self.resume_all();
        }
        self.state.changed.add(Depends::TARGETS);
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
        let before = state.field.damage;
        state.field.damage = before.saturating_add(damage);
        if let Some(bin) = self.totals.timeline.get_mut(self.plan.bins.place(state.clock.now())) {
            *bin += u128::from(state.field.damage - before);
        }
        if self.plan.health_pool {
            self.drain(target, damage);
        }
    }

    fn drain(&mut self, target: usize, damage: u64) {
        self.state.changed.add(Depends::HEALTH);
        let health = &mut self.state.field.target_health[target];
        *health = health.saturating_sub(damage);
        if target == 0 && self.plan.phases_by_health {
            self.watch_health();
        }
        let field = &mut self.state.field;
        if field.target_health[target] > 0 || !field.lives(target) {
            return;
        }
        field.dead |= 1 << target;
        field.living &= !(1 << target);
        self.state.changed.add(Depends::TARGETS);
        self.note(RawEvent::Dies { target: target as u16 });
        self.clear_auras(target);
        self.break_channels_on(target);
        self.end_without_foes();
    }

    /// Ends the fight if all of its own targets are dead or have left, and at least one of them is
    /// dead. Additional targets of phases do not count.
    fn end_without_foes(&mut self) {
        let own = if self.plan.targets >= 32 { u32::MAX } else { (1 << self.plan.targets) - 1 };
        let Field { dead, gone, .. } = self.state.field;
        if (dead | gone) & own == own && dead & own != 0 {
            self.end_now(FightEnd::Kill);
        }
    }

    /// Handles the joining or leaving of a target.
    pub(crate) fn schedule_due(&mut self, target: usize) -> bool {
        let schedule = self.plan.schedules[target];
        let (bit, joins) = (1 << target, self.state.field.joined & 1 << target == 0);
        self.state.clock.set(schedule.slot, if joins { schedule.leaves } else { NEVER });
        self.state.field.joined ^= bit;
        let dead = self.state.field.dead & bit != 0;
        if !dead {
            self.note(RawEvent::Comes { target: target as u16, joins });
        }
        if !joins {
            self.state.field.gone |= bit;
        }
        self.update_targets();
        self.state.changed.add(Depends::HEALTH);
        if !joins && !dead {
            self.end_without_foes();
        }
        !dead
    }

    /// Applies damage, in thousandths of a point, to the actor.
    pub(crate) fn hurt_actor(&mut self, damage: u64) {
        let field = &mut self.state.field;
        field.taken = field.taken.saturating_add(damage);
        if self.plan.actor_health > 0 {
            field.actor_health = field.actor_health.saturating_sub(damage);
            self.state.changed.add(Depends::HEALTH);
            if field.actor_health == 0 {
                self.end_now(FightEnd::Death);
            }
        }
    }
}
