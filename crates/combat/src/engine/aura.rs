//! Buffs and damage over time: application, refresh, ticks, end.

use quadrille_combat_lang::AttackOutcome;

use super::aura_state::{BuffState, DotState, Renewal, TickPower, refreshed};
use super::log::{EventSink, RawEvent};
use super::plan::{Buff, Dot};
use super::run::Fight;
use crate::condition::Depends;
use crate::model::{Overwrite, Refresh, Side};
use crate::units::{LONGEST, Micros, NEVER, at_speed, micros, milli, nearest};

impl<S: EventSink> Fight<'_, S> {
    pub(crate) fn count_buff(&mut self, buff: usize) {
        self.state.buff_presence[buff].count(&mut self.totals.buffs[buff], self.state.now);
    }

    pub(crate) fn count_dot(&mut self, dot: usize) {
        self.state.dot_presence[dot].count(&mut self.totals.dots[dot], self.state.now);
    }

    /// Applies a buff to the actor (`target` 0) or to a target, with its duration extended by
    /// `longer`.
    pub(crate) fn apply_buff(&mut self, index: usize, target: usize, longer: Micros) {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        let renewal = if longer == 0 { buff.renewal } else { buff.lengthened(longer) };
        if buff.is_independent() {
            self.add_stack(index, renewal.duration);
            return;
        }
        let target = if buff.on == Side::Actor { 0 } else { target };
        let now = self.state.now;
        let old = self.state.buffs[buff.instance + target];
        let totals = &mut self.totals.buffs[index];
        let new = if old.stacks == 0 {
            totals.applied += 1;
            BuffState {
                stacks: buff.charges.unwrap_or(1),
                ends: now.saturating_add(renewal.duration).min(NEVER),
            }
        } else if renewal.refresh == Refresh::Ignore {
            totals.refused += 1;
            return;
        } else {
            totals.refreshed += 1;
            BuffState {
                stacks: buff.charges.unwrap_or_else(|| (old.stacks + 1).min(buff.stacks)),
                ends: refreshed(renewal, now, old.ends),
            }
        };
        if new.ends != old.ends {
            self.state.queue.set(buff.slot + target as u16, new.ends);
        }
        self.set_buff(index, buff, target, new);
        if !S::LEAN && buff.absorb > 0.0 {
            self.state.shields[index] = milli(buff.absorb * f64::from(new.stacks));
        }
        self.note_buff(index, target, new.stacks);
    }

    /// Adds a stack with its own end, unless the buff has its maximum number of stacks.
    fn add_stack(&mut self, index: usize, duration: Micros) {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        let stacks = self.state.buffs[buff.instance].stacks;
        let totals = &mut self.totals.buffs[index];
        if stacks == buff.stacks {
            totals.refused += 1;
            return;
        }
        if stacks == 0 {
            totals.applied += 1;
        } else {
            totals.refreshed += 1;
        }
        let ends = self.state.now + duration;
        // The stacks are sorted by their ends. The order of application would not suffice, because
        // durations may differ.
        let others = &mut self.state.stack_ends[index];
        let place = others.partition_point(|&other| other <= ends);
        others.insert(place, ends);
        let last = others.back().copied().unwrap_or(ends);
        if place == 0 {
            self.state.queue.set(buff.slot, ends);
        }
        self.set_buff(index, buff, 0, BuffState { stacks: stacks + 1, ends: last });
        self.note_buff(index, 0, stacks + 1);
    }

    /// Sets the state of a buff and updates the stats that depend on it.
    #[inline]
    fn set_buff(&mut self, index: usize, buff: &Buff, target: usize, new: BuffState) {
        self.state.changed |= Depends::buff(index);
        let old = std::mem::replace(&mut self.state.buffs[buff.instance + target], new);
        if self.reacts() && old.stacks != new.stacks {
            self.update_visible(index, buff.instance + target, old.stacks, new.stacks);
        }
        let (was, is) = (buff.copies(old.stacks), buff.copies(new.stacks));
        if was != is {
            self.count_copies(index, buff, target, was, is);
        }
    }

    /// Updates uptimes and stats after the number of [`copies`](Buff::copies) has changed from
    /// `was` to `is`.
    #[inline(never)]
    fn count_copies(&mut self, index: usize, buff: &Buff, target: usize, was: u32, is: u32) {
        self.count_buff(index);
        let presence = &mut self.state.buff_presence[index];
        presence.bearers = presence.bearers + u32::from(is > 0) - u32::from(was > 0);
        if self.team() && buff.on == Side::Actor && (is > 0) != (was > 0) {
            self.companions_changed(index, is > 0);
        }
        let presence = &mut self.state.buff_presence[index];
        presence.stacks = presence.stacks + u64::from(is) - u64::from(was);
        self.figures_changed(buff, target);
    }

    #[inline]
    fn note_buff(&mut self, index: usize, target: usize, stacks: u32) {
        let target = (self.plan.buffs[index].on == Side::Target).then_some(target as u16);
        self.note(RawEvent::Buff { buff: index as u16, target, stacks });
    }

    /// Ends a buff on one bearer.
    pub(crate) fn end_buff(&mut self, index: usize, target: usize) {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        if self.state.buffs[buff.instance + target].stacks == 0 {
            return;
        }
        self.cancel(buff.slot + target as u16);
        self.state.stack_ends[index].clear();
        self.set_buff(index, buff, target, BuffState::default());
        let target = (buff.on == Side::Target).then_some(target as u16);
        self.note(RawEvent::BuffEnds { buff: index as u16, target });
    }

    /// Removes a buff from all bearers.
    pub(crate) fn remove_buff(&mut self, index: usize) {
        let bearers =
            if self.plan.buffs[index].on == Side::Target { self.plan.most_targets as usize } else { 1 };
        for target in 0..bearers {
            self.end_buff(index, target);
        }
    }

    /// Handles a buff's timer: the buff or one of its stacks expires.
    pub(crate) fn buff_due(&mut self, index: usize, target: usize) -> bool {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        let stacks = self.state.buffs[buff.instance].stacks;
        if buff.is_independent() && stacks > 1 {
            let ends = &mut self.state.stack_ends[index];
            ends.pop_front();
            let (next, last) = (ends.front().copied().unwrap_or(NEVER), ends.back().copied().unwrap_or(0));
            self.state.queue.set(buff.slot, next);
            self.set_buff(index, buff, 0, BuffState { stacks: stacks - 1, ends: last });
            self.note_buff(index, 0, stacks - 1);
        } else {
            self.end_buff(index, target);
        }
        true
    }

    /// Consumes one charge of a buff on the actor (`target` 0) or on a target.
    #[inline]
    pub(crate) fn consume(&mut self, index: usize, target: usize) {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        let state = &mut self.state.buffs[buff.instance + target];
        let stacks = state.stacks;
        if stacks == 1 {
            self.totals.buffs[index].consumed += 1;
            self.end_buff(index, target);
            return;
        }
        // In the lean engine (`lean.rs`), the code below has no branch: a branch on whether the
        // buff is up would be hard to predict. If there are 0 charges, the number stays 0.
        let used = u32::from(stacks > 0);
        state.stacks = stacks - used;
        self.totals.buffs[index].consumed += u64::from(used);
        self.state.changed |= Depends::buff(index) * u64::from(used);
        if used > 0 {
            if self.reacts() {
                self.update_visible(index, buff.instance + target, stacks, stacks - 1);
            }
            self.note_buff(index, target, stacks - 1);
        }
    }

    /// Removes `number` stacks or charges of a debuff from a target; all of them for `None`.
    pub(crate) fn take_stacks(&mut self, index: usize, target: usize, number: Option<u32>) {
        let buff = &self.plan.buffs[index];
        let old = self.state.buffs[buff.instance + target];
        match number {
            Some(number) if number < old.stacks => {
                let stacks = old.stacks - number;
                self.set_buff(index, buff, target, BuffState { stacks, ..old });
                self.note_buff(index, target, stacks);
            }
            _ => self.end_buff(index, target),
        }
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
        let now = self.state.now;
        let instance = dot.instance + target;
        let old = self.state.dots[instance];
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
            self.state.dot_presence[index].bearers += 1;
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
        self.state.dot_presence[index].stacks += u64::from(new.stacks - old.stacks);
        self.state.dots[instance] = new;
        // One timer serves the next tick and the end; it is set to the earlier of the two.
        self.state.queue.set(dot.slot + target as u16, new.next.min(new.ends));
        self.state.changed |= Depends::dot(index);
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
            Side::Target => at_speed(dot.tick, self.state.speed),
            Side::Actor => at_speed(dot.tick, self.state.target_speed[from]),
        }
    }

    /// Returns the [`TickPower`] under the current buffs.
    #[inline]
    fn tick_power(&self, index: usize, from: usize) -> TickPower {
        let (dot, figures) = (&self.plan.dots[index], &self.state.figures);
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
            factor: self.state.target_damage[from],
            crit: self.state.target_chances[from].crit + dot.crit,
            crit_damage: 0.0,
        }
    }

    /// Handles the timer of damage over time: a tick, the end, or both.
    pub(crate) fn dot_due(&mut self, index: usize, target: usize) -> bool {
        let dot = &self.plan.dots[index];
        let instance = dot.instance + target;
        let now = self.state.now;
        let state = self.state.dots[instance];
        if now == state.next {
            // The next interval is set before the tick takes effect, because the tick may trigger a
            // refresh of this damage over time.
            let length = if dot.snapshot {
                state.applied_length
            } else {
                self.tick_length(index, usize::from(state.by))
            };
            let state = &mut self.state.dots[instance];
            (state.last, state.length, state.next) = (now, length, now + length);
            self.tick(index, target, 1.0);
        } else if now == state.ends && dot.partial {
            let part = (now - state.last) as f64 / state.length as f64;
            self.state.dots[instance].last = now;
            self.tick(index, target, part);
        }
        let state = self.state.dots[instance];
        if state.stacks == 0 {
            // The tick killed the target, and all of its auras were removed.
        } else if now >= state.ends {
            self.end_dot(index, target);
        } else {
            self.state.queue.set(dot.slot + target as u16, state.next.min(state.ends));
        }
        true
    }

    fn tick(&mut self, index: usize, target: usize, part: f64) {
        let plan = self.plan;
        let dot = &plan.dots[index];
        let state = self.state.dots[dot.instance + target];
        let power = if dot.snapshot { state.power } else { self.tick_power(index, usize::from(state.by)) };
        let roll = dot.damage_source.map_or(0.0, |source| self.state.draw(source));
        let (taken, crit_taken) = match Self::bearer(dot.on) {
            Side::Target => (self.state.target_taken[target], self.state.target_chances[target].crit_taken),
            Side::Actor => (self.state.figures.taken, self.state.figures.chances.crit_taken),
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
        let stacks = self.state.dots[instance].stacks;
        if stacks == 0 {
            return;
        }
        self.count_dot(index);
        let presence = &mut self.state.dot_presence[index];
        presence.bearers -= 1;
        presence.stacks -= u64::from(stacks);
        self.state.dots[instance] = DotState::default();
        self.cancel(dot.slot + target as u16);
        self.state.changed |= Depends::dot(index);
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
