//! Repeating abilities, and random durations.

use super::log::EventSink;
use super::plan::{Ability, Plan};
use super::run::Fight;
use crate::model::{Side, Spread};
use crate::units::{Micros, NEVER, at_speed, nearest};

/// Intervals of the repeating abilities, and the repetitions that have to wait.
#[derive(Clone, Debug)]
pub(crate) struct Repeats {
    /// For each ability: the time between repetitions. If haste shortens the time of an ability of
    /// the actor's side, the time is already divided by the speed of the ability's owner. For an
    /// ability of a target, the time is divided by the target's speed at each repetition.
    intervals: Vec<Micros>,
    /// Abilities whose repetition became due but has to wait, because no target is present or the
    /// ability's owner is absent.
    stalled: Vec<u16>,
}

impl Repeats {
    pub(super) fn new(plan: &Plan) -> Self {
        let interval = |ability: &Ability| ability.every.map_or(NEVER, |(interval, _)| interval);
        Self {
            intervals: plan.abilities.iter().map(interval).collect(),
            stalled: Vec::with_capacity(plan.abilities.len()),
        }
    }

    pub(super) fn reset(&mut self) {
        self.stalled.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.intervals) + self.stalled.capacity() * size_of::<u16>()
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Sets the timers of the first repetitions.
    pub(super) fn begin_repeats(&mut self) {
        let plan = self.plan;
        for (index, ability) in plan.abilities.iter().enumerate() {
            if let Some((_, first)) = ability.every {
                let at = match first {
                    Some(first) => first,
                    // If the interval is random, the first repetition comes after one interval.
                    // Otherwise, it comes at time 0.
                    None if ability.vary.is_some() => self.interval(index, ability),
                    None => 0,
                };
                self.state.clock.set(ability.every_slot, at);
            }
        }
    }

    /// Handles a repetition of a repeating ability.
    pub(crate) fn repeat(&mut self, index: usize) -> bool {
        let plan = self.plan;
        let ability = &plan.abilities[index];
        let slot = ability.every_slot;
        let Some(target) = self.state.field.first_target() else {
            // No target can be attacked, for example because a phase has removed all living
            // targets. The repetition waits until there is a target again.
            return self.stall(index, slot);
        };
        if self.team() && self.is_away(usize::from(ability.member)) {
            return self.stall(index, slot);
        }
        let until = self.held_until(ability.by);
        if until > self.now() {
            self.state.clock.set(slot, until);
            return false;
        }
        // The next interval is computed before this attack, which may change the speed.
        let next = self.now() + self.interval(index, ability);
        self.state.clock.set(slot, next);
        if let Some(turn) = Self::rare(ability.turn.as_deref()) {
            return self.take_turn(index, turn, target);
        }
        self.release(index, ability, target, 0.0);
        true
    }

    fn stall(&mut self, index: usize, slot: u16) -> bool {
        self.cancel(slot);
        self.state.repeats.stalled.push(index as u16);
        false
    }

    /// Schedules all repetitions that became due while there was no target.
    pub(super) fn resume_all(&mut self) {
        while let Some(ability) = self.state.repeats.stalled.pop() {
            let slot = self.plan.abilities[usize::from(ability)].every_slot;
            self.state.clock.set(slot, self.now());
        }
    }

    /// Handles the return of a companion: schedules each repetition of its repeating abilities that
    /// became due while the companion was absent.
    pub(super) fn resume(&mut self, member: usize) {
        let (abilities, clock) = (&self.plan.abilities, &mut self.state.clock);
        self.state.repeats.stalled.retain(|&ability| {
            let ability = &abilities[usize::from(ability)];
            let its_own = usize::from(ability.member) == member;
            if its_own {
                clock.set(ability.every_slot, clock.now());
            }
            !its_own
        });
    }

    /// Computes the intervals of the active member's repetitions, once per change of its speed. A
    /// division at each repetition would slow down the event loop.
    pub(super) fn recompute_intervals(&mut self) {
        for &ability in &self.me.hasted_repeats {
            let ability = usize::from(ability);
            if let Some((interval, _)) = self.plan.abilities[ability].every {
                self.state.repeats.intervals[ability] = at_speed(interval, self.state.own.stats.speed());
            }
        }
    }

    /// Returns the time to the next repetition.
    fn interval(&mut self, index: usize, ability: &Ability) -> Micros {
        let interval = self.state.repeats.intervals[index];
        let interval = if ability.every_hasted && Self::side(ability.by) == Side::Target {
            let target = self.state.field.first_target().unwrap_or(0);
            at_speed(interval, self.state.target_stats.of(target).speed)
        } else {
            interval
        };
        self.vary(ability, interval)
    }

    /// Returns `duration`, randomly varied by the ability's spread. A varied duration is at least a
    /// microsecond.
    #[inline]
    pub(super) fn vary(&mut self, ability: &Ability, duration: Micros) -> Micros {
        match ability.vary {
            Some(source) => self.draw_duration(ability, source, duration),
            None => duration,
        }
    }

    #[inline(never)]
    fn draw_duration(&mut self, ability: &Ability, source: u16, duration: Micros) -> Micros {
        let factor = match ability.spread {
            Spread::Uniform(part) => 1.0 - part + 2.0 * part * self.state.draw(source),
            // `draw` returns a number in [0, 1), so the logarithm is that of a number in (0, 1].
            Spread::Exponential => -libm::log(1.0 - self.state.draw(source)),
            Spread::None | Spread::Normal(_) => 1.0,
        };
        nearest(duration as f64 * factor).max(1)
    }
}
