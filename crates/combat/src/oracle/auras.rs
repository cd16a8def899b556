//! Buffs and damage over time: application, refresh, ticks, end.

use quadrille_combat_lang::AttackOutcome;

use super::fight::{Buff, Dot, Fight, Snapshot};
use crate::engine::log::{ACTOR, RawEvent};
use crate::model::{self, Extension, Overwrite, Refresh, Side};
use crate::units::{LONGEST, Micros, NEVER, at_speed, micros, milli, millionths, nearest};

/// Returns the new end of an aura that is applied again while it is up. Its old end is `ends`. A
/// pandemic refresh keeps at most `carried` of the remaining time.
fn refreshed(
    rule: Refresh,
    extension: Extension,
    now: Micros,
    ends: Micros,
    duration: Micros,
    carried: Micros,
) -> Micros {
    let ends = match rule {
        Refresh::Renew | Refresh::Independent => now + duration,
        Refresh::Extend => {
            let longer = ends + extension.by.map_or(duration, micros);
            let most = extension.cap.map_or(NEVER, |cap| now + micros(cap));
            if longer <= most { longer } else { most.max(ends) }
        }
        Refresh::Pandemic => now + duration + (ends - now).min(carried),
        Refresh::Ignore => ends,
    };
    ends.min(NEVER)
}

/// Returns a duration extended by `longer`. The extended duration is at most 500,000 seconds.
fn lengthened(duration: f64, longer: Micros) -> Micros {
    if longer == 0 { micros(duration) } else { (micros(duration) + longer).min(micros(LONGEST)) }
}

impl Fight<'_> {
    fn buff(&mut self, place: usize, target: usize) -> &mut Buff {
        match self.model.buffs[place].on {
            Side::Actor => &mut self.actor_buffs[place],
            Side::Target => &mut self.targets[target].buffs[place],
        }
    }

    fn note_buff(&mut self, place: usize, target: usize) {
        let stacks = self.buff(place, target).stacks;
        let on = (self.model.buffs[place].on == Side::Target).then_some(target as u16);
        self.note(if stacks > 0 {
            RawEvent::Buff { buff: place as u16, target: on, stacks }
        } else {
            RawEvent::BuffEnds { buff: place as u16, target: on }
        });
    }

    /// Updates the visible stacks after a change. New stacks become visible after the reaction
    /// delay, together with earlier stacks that are still hidden then. Lost stacks disappear at
    /// once.
    fn update_visible(&mut self, place: usize, target: usize) {
        let reaction = self.model.pace.reaction;
        let state = self.buff(place, target);
        let (known, stacks) = (state.seen_from.len(), state.stacks as usize);
        if stacks > known {
            let from = self.now + self.draw_delay(reaction, 31, place);
            let seen = &mut self.buff(place, target).seen_from;
            for known in seen.iter_mut() {
                *known = from.min(*known);
            }
            seen.resize(stacks, from);
        } else {
            state.seen_from.truncate(stacks);
        }
    }

    /// Applies a buff to the actor or to a target, with its duration extended by `longer`.
    pub(super) fn apply_buff(&mut self, place: usize, target: usize, longer: Micros) {
        let now = self.now;
        let rules = &self.model.buffs[place];
        let duration = rules.duration.map_or(NEVER, |duration| lengthened(duration, longer));
        let carried = match rules.duration {
            None => 0,
            Some(usual) if longer == 0 => micros(rules.pandemic * usual),
            Some(_) => nearest(rules.pandemic * duration as f64),
        };
        let most = rules.stacks;
        let state = self.buff(place, target);
        let begins = state.stacks == 0;
        if rules.refresh == Refresh::Independent {
            if state.stacks == most {
                return;
            }
            state.stacks += 1;
            state.stack_ends.push(now + duration);
            state.stack_ends.sort_unstable();
            state.ends = state.stack_ends[state.stack_ends.len() - 1];
        } else if state.stacks == 0 {
            state.stacks = rules.charges.unwrap_or(1);
            state.ends = (now + duration).min(NEVER);
        } else if rules.refresh == Refresh::Ignore {
            return;
        } else {
            state.stacks = rules.charges.unwrap_or((state.stacks + 1).min(most));
            state.ends = refreshed(rules.refresh, rules.extension, now, state.ends, duration, carried);
        }
        if rules.absorb > 0.0 {
            let state = self.buff(place, target);
            state.shield = milli(rules.absorb * f64::from(state.stacks));
        }
        self.update_visible(place, target);
        self.update_rates();
        if begins {
            self.companions_changed(place);
        }
        self.note_buff(place, target);
    }

    /// Ends a buff if it is up.
    pub(super) fn end_buff(&mut self, place: usize, target: usize) {
        if self.buff(place, target).stacks == 0 {
            return;
        }
        *self.buff(place, target) = Buff::default();
        self.update_rates();
        self.companions_changed(place);
        self.note_buff(place, target);
    }

    /// Removes a buff from all bearers.
    pub(super) fn remove_buff(&mut self, place: usize) {
        let bearers = if self.model.buffs[place].on == Side::Target { self.targets.len() } else { 1 };
        for target in 0..bearers {
            self.end_buff(place, target);
        }
    }

    pub(super) fn buff_due(&mut self, place: usize, target: usize) {
        let state = self.buff(place, target);
        if state.stack_ends.len() > 1 {
            state.stack_ends.remove(0);
            state.stacks -= 1;
            self.update_visible(place, target);
            self.update_rates();
            self.note_buff(place, target);
        } else {
            self.end_buff(place, target);
        }
    }

    /// Removes `number` stacks or charges of a debuff from a target; all of them for `None`.
    pub(super) fn take_stacks(&mut self, place: usize, target: usize, number: Option<u32>) {
        let state = self.buff(place, target);
        let left = state.stacks.saturating_sub(number.unwrap_or(state.stacks));
        if left == 0 {
            self.end_buff(place, target);
        } else {
            state.stacks = left;
            self.update_visible(place, target);
            self.note_buff(place, target);
        }
    }

    /// Consumes a charge, if there is one.
    pub(super) fn consume(&mut self, place: usize, target: usize) {
        let state = self.buff(place, target);
        match state.stacks {
            0 => {}
            1 => self.end_buff(place, target),
            _ => {
                state.stacks -= 1;
                self.update_visible(place, target);
                self.note_buff(place, target);
            }
        }
    }

    /// Returns the [`Snapshot`] that damage over time takes if it is applied now.
    fn snapshot(&self, place: usize, from: usize) -> Snapshot {
        let rules = &self.model.dots[place];
        let figures = self.figures(rules.of);
        let tick = micros(rules.tick);
        if rules.on == Side::Actor {
            let foe = self.model.foe(from);
            return Snapshot {
                power: foe.power,
                damage: self.target_damage(from),
                crit: self.target_chance(from, foe.crit, |change| change.crit),
                crit_damage: 0.0,
                length: if rules.ticks_hasted { at_speed(tick, self.target_speed(from)) } else { tick },
            };
        }
        Snapshot {
            power: figures.power,
            damage: figures.damage,
            crit: figures.crit,
            crit_damage: figures.crit_damage,
            length: if rules.ticks_hasted { at_speed(tick, self.speed(rules.of)) } else { tick },
        }
    }

    /// Returns the state of damage over time on its bearer: the actor, or `target`.
    fn dot(&mut self, place: usize, target: usize) -> &mut Option<Dot> {
        match self.model.dots[place].on {
            Side::Actor => &mut self.actor_dots[place],
            Side::Target => &mut self.targets[target].dots[place],
        }
    }

    /// Returns the bearer as raw events identify it: [`ACTOR`], or the index of the target.
    fn bearer(&self, place: usize, target: usize) -> u16 {
        if self.model.dots[place].on == Side::Actor { ACTOR } else { target as u16 }
    }

    pub(super) fn apply_dot(&mut self, place: usize, target: usize, longer: Micros) {
        let rules = &self.model.dots[place];
        let now = self.now;
        // The snapshot is computed even if `snapshot` is off, because the tick interval in it is
        // needed below.
        let mut snapshot = self.snapshot(place, target);
        let duration = if rules.duration_hasted {
            nearest(
                lengthened(rules.duration, longer) as f64 * snapshot.length as f64
                    / micros(rules.tick) as f64,
            )
        } else {
            lengthened(rules.duration, longer)
        };
        // Take the old state out. If the application has no effect, the old state is put back.
        let old = self.dot(place, target).take();
        let begins = old.is_none();
        let new = match old {
            Some(old) if rules.refresh == Refresh::Ignore => {
                *self.dot(place, target) = Some(old);
                return;
            }
            Some(old)
                if rules.overwrite == Overwrite::IfStronger
                    && strength(rules, snapshot) < strength(rules, old.snapshot) =>
            {
                *self.dot(place, target) = Some(old);
                return;
            }
            Some(old) => {
                if rules.overwrite == Overwrite::KeepStronger
                    && strength(rules, snapshot) < strength(rules, old.snapshot)
                {
                    snapshot = old.snapshot;
                }
                let carried = nearest(rules.pandemic * duration as f64);
                Dot {
                    stacks: (old.stacks + 1).min(rules.stacks),
                    ends: refreshed(rules.refresh, rules.extension, now, old.ends, duration, carried),
                    snapshot,
                    by: target,
                    ..old
                }
            }
            // The first regular tick comes one interval after the application. With `at_once`,
            // there is also a tick now.
            None => Dot {
                stacks: 1,
                ends: now + duration,
                next_tick: now + snapshot.length,
                last_tick: now,
                length: snapshot.length,
                by: target,
                snapshot,
            },
        };
        let stacks = new.stacks;
        *self.dot(place, target) = Some(new);
        let bearer = self.bearer(place, target);
        self.note(RawEvent::Dot { dot: place as u16, target: bearer, stacks });
        if begins && rules.at_once {
            self.tick(place, target, 1.0);
        }
    }

    pub(super) fn dot_due(&mut self, place: usize, target: usize) {
        let (rules, now) = (&self.model.dots[place], self.now);
        let Some(by) = self.dot(place, target).as_ref().map(|dot| dot.by) else { return };
        let current = self.snapshot(place, by).length;
        let Some(dot) = self.dot(place, target) else { return };
        if now == dot.next_tick {
            // The next interval is computed before this tick takes effect, because the tick may
            // change the speed.
            dot.length = if rules.snapshot { dot.snapshot.length } else { current };
            (dot.last_tick, dot.next_tick) = (now, now + dot.length);
            self.tick(place, target, 1.0);
        } else if rules.partial {
            let part = (now - dot.last_tick) as f64 / dot.length as f64;
            dot.last_tick = now;
            self.tick(place, target, part);
        }
        // The tick may have refreshed this damage over time, or killed the target.
        if self.dot(place, target).as_ref().is_some_and(|dot| now >= dot.ends) {
            self.end_dot(place, target);
        }
    }

    fn tick(&mut self, place: usize, target: usize, part: f64) {
        let rules = &self.model.dots[place];
        let Some(dot) = self.dot(place, target).clone() else { return };
        let from = if rules.snapshot { dot.snapshot } else { self.snapshot(place, dot.by) };
        let [low, high] = rules.damage;
        let roll = if high > low { self.draw(6, place) } else { 0.0 };
        let (taken, crit_taken) = match rules.on {
            Side::Target => {
                (self.target_taken(target), self.target_chance(target, 0.0, |change| change.crit_taken))
            }
            Side::Actor => (self.figures(0).taken, self.figures(0).crit_taken),
        };
        let crits = rules.crits && self.draw(5, place) < from.crit + rules.crit + crit_taken;
        let (outcome, multiplier) = if crits {
            (AttackOutcome::Crit, (rules.crit_multiplier + from.crit_damage).max(0.0))
        } else {
            (AttackOutcome::Hit, 1.0)
        };
        // The operations are in the same order as in the engine, so that both simulators round
        // equally.
        let full = (low + (high - low) * roll + rules.coefficient * from.power) * f64::from(dot.stacks);
        let mut damage = milli(full * from.damage * multiplier * taken * part);
        if rules.on == Side::Actor {
            damage = self.absorb(damage);
        }
        let (number, partial) = (self.bearer(place, target), part < 1.0);
        self.note(RawEvent::Tick { dot: place as u16, target: number, outcome, damage, partial });
        match rules.on {
            _ if damage == 0 => {}
            Side::Target => self.hurt_target(target, damage),
            Side::Actor => self.hurt_actor(damage),
        }
        for &(resource, amount) in &rules.gain {
            self.gain(resource, millionths(amount));
        }
        let of = rules.of;
        for (proc, rules) in self.model.procs.iter().enumerate() {
            if rules.dots.contains(&place) && rules.on & outcome.bit() != 0 {
                self.try_proc(proc, None, of, dot.by);
            }
        }
    }

    pub(super) fn end_dot(&mut self, place: usize, target: usize) {
        if self.dot(place, target).take().is_some() {
            let bearer = self.bearer(place, target);
            self.note(RawEvent::DotEnds { dot: place as u16, target: bearer });
        }
    }
}

/// Returns the expected damage per microsecond of one stack with this snapshot.
fn strength(rules: &model::Dot, from: Snapshot) -> f64 {
    let [low, high] = rules.damage;
    let crit = if rules.crits { (from.crit + rules.crit).clamp(0.0, 1.0) } else { 0.0 };
    let multiplier = (rules.crit_multiplier + from.crit_damage).max(0.0);
    let mean = (low + (high - low) * 0.5 + rules.coefficient * from.power) * from.damage;
    mean * (1.0 + crit * (multiplier - 1.0)) / from.length as f64
}
