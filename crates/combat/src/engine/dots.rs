//! Damage over time: application, refresh, ticks, end.

use quadrille_combat_lang::AttackOutcome;

use super::auras::{Presence, Renewal, refreshed};
use super::log::{EventSink, RawEvent};
use super::plan::{Dot, Plan};
use super::run::Fight;
use crate::condition::Depends;
use crate::model::{Overwrite, Refresh, Side};
use crate::units::{LONGEST, Micros, at_speed, micros, milli, nearest};

/// Values from which the damage of a tick is computed, without the factors of the target.
#[derive(Clone, Copy, Debug, Default)]
struct TickPower {
    bonus: f64,
    factor: f64,
    crit: f64,
    crit_damage: f64,
}

/// Damage over time on one bearer.
#[derive(Clone, Copy, Debug, Default)]
struct DotState {
    stacks: u32,
    ends: Micros,
    next: Micros,
    /// Time of the last tick, or of the application.
    last: Micros,
    /// Length of the current tick interval.
    length: Micros,
    /// Tick interval at the speed of the last application.
    applied_length: Micros,
    /// The target that bears the damage over time; for damage over time on the actor, the target
    /// that applied it.
    by: u16,
    power: TickPower,
}

/// All damage over time.
#[derive(Clone, Debug)]
pub(crate) struct Dots {
    /// For each instance of damage over time: its state.
    states: Vec<DotState>,
    presence: Vec<Presence>,
}

impl Dots {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            states: vec![DotState::default(); plan.dot_instances],
            presence: vec![Presence::default(); plan.dots.len()],
        }
    }

    pub(super) fn reset(&mut self) {
        self.states.fill(DotState::default());
        self.presence.fill(Presence::default());
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.states) + size_of_val(&*self.presence)
    }

    /// Returns the number of stacks of an instance; 0 if it is not up.
    pub(super) fn stacks(&self, instance: usize) -> u32 {
        self.states[instance].stacks
    }

    /// Returns the end of an instance; 0 if it is not up.
    pub(super) fn ends(&self, instance: usize) -> Micros {
        self.states[instance].ends
    }
}

impl<S: EventSink> Fight<'_, S> {
    pub(crate) fn count_dot(&mut self, dot: usize) {
        let now = self.now();
        self.state.dots.presence[dot].count(&mut self.totals.dots[dot], now);
    }

    /// Applies damage over time, with its duration extended by `longer`. `from` is the target that
    /// bears it or, for damage over time on the actor, the target that applies it.
    pub(crate) fn apply_dot(&mut self, index: usize, from: usize, longer: Micros) {
        let plan = self.plan;
        let dot = &plan.dots[index];
        if self.team() {
            // Ticks use the stats of the owner, not those of the fighter that applies the damage
            // over time.
            let before = self.switch_to(usize::from(dot.of));
            self.apply_dot_of_its_owner(index, from, longer);
            self.switch_to(before);
        } else {
            self.apply_dot_of_its_owner(index, from, longer);
        }
    }

    fn apply_dot_of_its_owner(&mut self, index: usize, from: usize, longer: Micros) {
        let plan = self.plan;
        let dot = &plan.dots[index];
        let target = if Self::bearer(dot.on) == Side::Actor { 0 } else { from };
        let now = self.now();
        let instance = dot.instance + target;
        let old = self.state.dots.states[instance];
        let row = plan.abilities.len() + index;
        // In `totals.rows`, the rows of damage over time follow the rows of the abilities.
        self.totals.rows[row].casts += 1;
        if old.stacks > 0 && dot.refresh == Refresh::Ignore {
            self.totals.dots[index].refused += 1;
            return;
        }
        let length = self.tick_length(index, from);
        let full = if longer == 0 { dot.duration } else { (dot.duration + longer).min(micros(LONGEST)) };
        let duration = if dot.duration_hasted {
            // Haste shortens the duration in proportion to the tick interval, so the number of
            // ticks is the same as without haste.
            nearest(full as f64 * length as f64 / dot.tick as f64)
        } else {
            full
        };
        // The new and the old snapshot are compared by their strength, which is per stack and
        // excludes the modifiers of the target.
        let power = self.tick_power(index, from);
        let mut new = DotState { power, applied_length: length, by: from as u16, ..old };
        if old.stacks > 0
            && dot.overwrite != Overwrite::Always
            && strength(dot, new.power, length) < strength(dot, old.power, old.applied_length)
        {
            if dot.overwrite == Overwrite::IfStronger {
                self.totals.dots[index].refused += 1;
                return;
            }
            // With `keep_stronger`, the application refreshes the duration and keeps the old
            // snapshot.
            (new.power, new.applied_length) = (old.power, old.applied_length);
        }
        // Add the uptime so far to the totals, before the state changes.
        self.count_dot(index);
        if old.stacks == 0 {
            self.totals.dots[index].applied += 1;
            // A new application starts a tick interval; a refresh continues the current interval.
            new = DotState { stacks: 1, ends: now + duration, next: now + length, last: now, length, ..new };
        } else {
            self.totals.dots[index].refreshed += 1;
            new.stacks = (old.stacks + 1).min(dot.stacks);
            let renewal = Renewal {
                refresh: dot.refresh,
                duration,
                carried: nearest(dot.pandemic * duration as f64),
                added: dot.added.unwrap_or(duration),
                longest: dot.longest,
            };
            new.ends = refreshed(renewal, now, old.ends);
        }
        self.state.dots.presence[index].change(old.stacks, new.stacks);
        self.state.dots.states[instance] = new;
        // One timer serves the next tick and the end; it is set to the earlier of the two.
        self.state.clock.set(dot.slot + target as u16, new.next.min(new.ends));
        self.state.changed.add(Depends::dot(index));
        self.note(RawEvent::Dot { dot: index as u16, target: dot.bearer(target), stacks: new.stacks });
        if old.stacks == 0 && dot.at_once {
            self.tick(index, target, 1.0);
        }
    }

    /// Returns the time between ticks at the current speed.
    fn tick_length(&self, index: usize, from: usize) -> Micros {
        let dot = &self.plan.dots[index];
        match Self::bearer(dot.on) {
            _ if !dot.ticks_hasted => dot.tick,
            Side::Target => at_speed(dot.tick, self.state.own.stats.speed()),
            Side::Actor => at_speed(dot.tick, self.state.target_stats.of(from).speed),
        }
    }

    /// Returns the [`TickPower`] under the current buffs.
    #[inline]
    fn tick_power(&self, index: usize, from: usize) -> TickPower {
        let (dot, figures) = (&self.plan.dots[index], &self.state.own.stats.figures());
        if Self::bearer(dot.on) == Side::Actor {
            return self.tick_power_on_actor(index, from);
        }
        TickPower {
            bonus: dot.coefficient * figures.power,
            factor: figures.damage,
            crit: figures.chances.crit + dot.crit,
            crit_damage: figures.crit_damage,
        }
    }

    /// Returns the [`TickPower`] of damage over time on the actor. Few profiles have such damage.
    #[cold]
    fn tick_power_on_actor(&self, index: usize, from: usize) -> TickPower {
        let dot = &self.plan.dots[index];
        TickPower {
            bonus: dot.coefficient * self.plan.foes[from].power,
            factor: self.state.target_stats.of(from).damage,
            crit: self.state.target_stats.of(from).chances.crit + dot.crit,
            crit_damage: 0.0,
        }
    }

    /// Handles the timer of damage over time: a tick, the end, or both.
    pub(crate) fn dot_due(&mut self, index: usize, target: usize) -> bool {
        let dot = &self.plan.dots[index];
        let instance = dot.instance + target;
        let now = self.now();
        let state = self.state.dots.states[instance];
        if now == state.next {
            // The next interval is set before the tick takes effect, because the tick may trigger a
            // refresh of this damage over time.
            let length = if dot.snapshot {
                state.applied_length
            } else {
                self.tick_length(index, usize::from(state.by))
            };
            let state = &mut self.state.dots.states[instance];
            (state.last, state.length, state.next) = (now, length, now + length);
            self.tick(index, target, 1.0);
        } else if now == state.ends && dot.partial {
            let part = (now - state.last) as f64 / state.length as f64;
            self.state.dots.states[instance].last = now;
            self.tick(index, target, part);
        }
        let state = self.state.dots.states[instance];
        if state.stacks == 0 {
            // The tick killed the target, and all of its auras were removed.
        } else if now >= state.ends {
            self.end_dot(index, target);
        } else {
            self.state.clock.set(dot.slot + target as u16, state.next.min(state.ends));
        }
        true
    }

    fn tick(&mut self, index: usize, target: usize, part: f64) {
        let plan = self.plan;
        let dot = &plan.dots[index];
        let state = self.state.dots.states[dot.instance + target];
        let power = if dot.snapshot { state.power } else { self.tick_power(index, usize::from(state.by)) };
        let roll = dot.damage_source.map_or(0.0, |source| self.state.draw(source));
        let (taken, crit_taken) = match Self::bearer(dot.on) {
            Side::Target => (
                self.state.target_stats.of(target).taken,
                self.state.target_stats.of(target).chances.crit_taken,
            ),
            Side::Actor => {
                (self.state.own.stats.figures().taken, self.state.own.stats.figures().chances.crit_taken)
            }
        };
        let crit = power.crit + crit_taken;
        let crits = dot.crit_source.is_some_and(|source| self.state.draw(source) < crit);
        // Array lookups replace an unpredictable branch.
        let crits = usize::from(crits);
        let outcome = [AttackOutcome::Hit, AttackOutcome::Crit][crits];
        let multiplier = [1.0, (dot.crit_multiplier + power.crit_damage).max(0.0)][crits];
        // The plain simulator has the same order of operations, so that both simulators round
        // equally.
        let full = (dot.low + dot.width * roll + power.bonus) * f64::from(state.stacks);
        let mut damage = milli(full * power.factor * multiplier * taken * part);
        if Self::bearer(dot.on) == Side::Actor && damage > 0 {
            damage = self.absorb(damage);
        }
        let cell = &mut self.totals.rows[plan.abilities.len() + index].outcomes[outcome as usize];
        cell.count += 1;
        cell.damage += u128::from(damage);
        self.note(RawEvent::Tick {
            dot: index as u16,
            target: dot.bearer(target),
            outcome,
            damage,
            partial: part < 1.0,
        });
        if damage > 0 {
            match Self::bearer(dot.on) {
                Side::Target => self.hurt_target(target, damage),
                Side::Actor => self.hurt_actor(damage),
            }
        }
        for &(resource, amount) in &dot.gain {
            self.gain(usize::from(resource), amount);
        }
        for &attempt in &dot.procs[crits] {
            // The target of the proc is the target that bears the damage over time or, for damage
            // over time on the actor, the target that applied it.
            self.try_proc(attempt, usize::from(state.by));
        }
    }

    /// Ends damage over time on one bearer; does nothing if it is not up.
    pub(crate) fn end_dot(&mut self, index: usize, target: usize) {
        let dot = &self.plan.dots[index];
        let instance = dot.instance + target;
        let stacks = self.state.dots.states[instance].stacks;
        if stacks == 0 {
            return;
        }
        self.count_dot(index);
        self.state.dots.presence[index].change(stacks, 0);
        self.state.dots.states[instance] = DotState::default();
        self.cancel(dot.slot + target as u16);
        self.state.changed.add(Depends::dot(index));
        self.note(RawEvent::DotEnds { dot: index as u16, target: dot.bearer(target) });
    }
}

/// Returns the strength of a snapshot of `dot`: the expected damage of one stack per microsecond,
/// without the factors of the target.
fn strength(dot: &Dot, power: TickPower, length: Micros) -> f64 {
    let crit = if dot.crit_source.is_some() { power.crit.clamp(0.0, 1.0) } else { 0.0 };
    let multiplier = (dot.crit_multiplier + power.crit_damage).max(0.0);
    let mean = (dot.low + dot.width * 0.5 + power.bonus) * power.factor;
    mean * (1.0 + crit * (multiplier - 1.0)) / length as f64
}
