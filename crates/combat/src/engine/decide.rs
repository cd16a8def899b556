//! Decisions of the actor and their execution.
//!
//! A line is usable if its ability is off cooldown and affordable, and its condition holds. A
//! decision walks down the action list and uses the first usable line. If there is none, the actor
//! waits until a line may have become usable. This can happen because a value on which the line
//! depends changes, a cooldown ends, regeneration covers a missing cost, or a time-dependent
//! condition becomes true. If the time at which a condition becomes true cannot be computed, the
//! actor polls the condition every `poll` seconds.

use super::log::{EventSink, RawEvent};
use super::observation::Observation;
use super::plan::{Ability, Action, Price, SpecialStep};
use super::resources::EARLY;
use super::run::Fight;
use super::waits::{Blocked, Waits, bits};
use crate::condition::{Depends, Program, number};
use crate::model::Side;
use crate::units::{DEAREST, LONGEST, Micros, NEVER, SHORTEST, at_speed, micros, millionths, seconds};

/// Result of a decision.
enum Decision {
    /// Started an ability that takes time.
    Busy,
    /// Started a wait.
    Rest,
    /// Executed a line that takes no time: decide again.
    Again,
    /// Found no usable line. Decide again at this time, or earlier if a value changes.
    Wait(Micros),
}

impl<'a, S: EventSink> Fight<'a, S> {
    /// Lets the active member of the actor's side decide. The member is free, or it is busy but has
    /// off-GCD abilities (see [`weave`](super::weave)). Returns whether the member acted.
    pub(crate) fn decide(&mut self) -> bool {
        self.state.own.attention.begin();
        // One loop serves free and busy members. With two loops, the compiler would not inline the
        // evaluation of lines, and a fight would take 5 % more time.
        let weaves = self.weaves();
        if weaves {
            self.free_again();
        }
        let mut acted = false;
        loop {
            match self.next_action(weaves) {
                Decision::Busy if !weaves => return true,
                Decision::Rest => return true,
                Decision::Busy | Decision::Again => acted = true,
                Decision::Wait(until) => {
                    self.state.own.attention.rest();
                    let until = if weaves { until.min(self.busy_end()) } else { until };
                    self.state.clock.set(self.me.ready_slot, until);
                    return acted;
                }
            }
        }
    }

    /// Selects and starts the next action. `weaves` is whether the active member has off-GCD
    /// abilities. While the member is busy, only lines with off-GCD abilities are considered.
    fn next_action(&mut self, weaves: bool) -> Decision {
        let Some(first) = self.state.field.first_target() else {
            self.state.own.attention.wait_for(Depends::TARGETS);
            return Decision::Wait(NEVER);
        };
        let held = self.held_until(Side::Actor);
        if held > self.now() {
            return Decision::Wait(held);
        }
        if self.team() {
            if self.is_away(self.state.team.active()) {
                let buff = self.me.with.map_or(0, |buff| Depends::buff(usize::from(buff)));
                self.state.own.attention.wait_for(buff);
                return Decision::Wait(NEVER);
            }
            self.notify_others();
            let notifications = self.state.team.take_notifications();
            self.state.changed.add(notifications);
        }
        let changed = self.state.own.attention.take(&mut self.state.changed);
        // The wait conditions of the lines are moved out of the state, because the evaluation of
        // lines borrows the state.
        let mut waits = std::mem::take(&mut self.state.own.attention.waits);
        let mut chosen = None;
        for (place, (group, actions)) in waits.iter_mut().zip(&self.me.actions).enumerate() {
            // Every group of lines must receive the bits of the changes, because each change is
            // reported only once. The loop therefore does not end when a line is chosen.
            let due = group.due(self.now(), changed, &self.state.resources);
            if chosen.is_none() {
                let due = if S::EVERY_LINE { due | group.unpolled() } else { due };
                // While the actor moves, lines that require it to stay still are skipped. They
                // remain due, and the end of the movement triggers a decision.
                let due = if self.moves() { due & !self.me.casting[place] } else { due };
                // While the actor is busy, lines that it cannot use now are skipped. They remain
                // due until the actor is free.
                let due = if weaves { due & self.beside(place) } else { due };
                let found = self.first_usable(group, actions, due, first);
                chosen = found.map(|(line, action, target)| (place * Waits::WIDTH + line, action, target));
            }
        }
        if let Some((line, ..)) = chosen {
            // A polled line above the chosen line takes precedence, if its condition holds now.
            chosen = self.first_polled(&mut waits, line, weaves, first).or(chosen);
        }
        self.state.own.attention.waits = waits;
        if let Some((line, action, target)) = chosen {
            self.sink.chosen(self.me.first_line + line);
            return match Self::rare(action.special.as_deref()) {
                None => self.start(usize::from(action.ability), target),
                Some(special) => self.run_special(special, target),
            };
        }
        let until = self.state.own.attention.wait_for_lines(&mut self.state.resources);
        if self.team() {
            // Members may wait for different levels of the same resource, but a resource stores
            // only one `awaited` level. The least value makes every gain wake every waiting member.
            self.state.resources.iter_mut().for_each(|resource| resource.set_awaited(i64::MIN));
        }
        Decision::Wait(until)
    }

    /// Returns the first usable line among the lines in the mask `due`: its index, the line itself,
    /// and its target.
    fn first_usable<'p>(
        &self,
        group: &mut Waits,
        actions: &'p [Action],
        due: u64,
        first: usize,
    ) -> Option<(usize, &'p Action, usize)> {
        for line in bits(due) {
            let action = actions.get(line)?;
            match self.evaluate_line(action, first) {
                Ok(target) => return Some((line, action, target)),
                Err(blocked) => group.block(line, blocked),
            }
        }
        None
    }

    /// Returns the first usable polled line among the first `above` lines. Skips lines that were
    /// due, because they have been evaluated already.
    #[inline]
    fn first_polled(
        &self,
        waits: &mut [Waits],
        above: usize,
        weaves: bool,
        first: usize,
    ) -> Option<(usize, &'a Action, usize)> {
        if waits.iter().all(|group| !group.may_be_polled()) {
            return None;
        }
        self.first_of_polled(waits, above, weaves, first)
    }

    #[inline(never)]
    fn first_of_polled(
        &self,
        waits: &mut [Waits],
        above: usize,
        weaves: bool,
        first: usize,
    ) -> Option<(usize, &'a Action, usize)> {
        let me = self.me;
        for (place, (group, actions)) in waits.iter_mut().zip(&me.actions).enumerate() {
            let begins = place * Waits::WIDTH;
            let lines = above.saturating_sub(begins).min(Waits::WIDTH);
            let mut due = group.waiting_polled() & Waits::first(lines);
            if self.moves() {
                due &= !me.casting[place];
            }
            if weaves {
                due &= self.beside(place);
            }
            if let Some((line, action, target)) = self.first_usable(group, actions, due, first) {
                return Some((begins + line, action, target));
            }
        }
        None
    }

    /// Evaluates one line. Returns its target if the line can be used, and otherwise its wait
    /// conditions.
    #[inline]
    fn evaluate_line(&self, action: &Action, first: usize) -> Result<usize, Blocked> {
        let plan = self.plan;
        let now = self.now();
        let index = usize::from(action.ability);
        if !self.is_ready(index) {
            let until = self.state.cooldowns[index].ready();
            return Err(Blocked::new(Depends::cooldown(index), until));
        }
        for &(resource, cost) in &action.cost {
            let place = usize::from(resource);
            let until = self.state.resources[place].affordable_at(now, cost);
            if until > now {
                return Err(if plan.resources[place].regenerates {
                    Blocked::new(Depends::resource(place), until)
                } else {
                    Blocked { waits_for: 0, resource, level: cost, until }
                });
            }
        }
        if let Some(price) = Self::rare(action.price.as_deref()) {
            self.check_price(price)?;
        }
        let Some(condition) = &action.condition else { return Ok(first) };
        if condition.evaluate(&Observation { plan, state: self.state, target: first }) {
            return Ok(first);
        }
        self.try_other_targets(action, condition, first)
    }

    /// Checks whether an ability whose cost is modified by buffs is affordable. If it is not,
    /// returns the wait conditions of its line.
    #[inline(never)]
    fn check_price(&self, price: &Price) -> Result<(), Blocked> {
        let now = self.now();
        for (resource, cost) in self.costs(price) {
            let place = usize::from(resource);
            let until = self.state.resources[place].affordable_at(now, cost);
            if until > now {
                let waits_for = price.depends;
                return Err(if self.plan.resources[place].regenerates {
                    Blocked::new(waits_for | Depends::resource(place), until)
                } else {
                    Blocked { waits_for, resource, level: cost, until }
                });
            }
        }
        Ok(())
    }

    /// Returns the current costs of an ability.
    pub(super) fn costs(&self, price: &Price) -> impl Iterator<Item = (u16, i64)> {
        price.base.iter().map(|&(resource, base)| {
            let (mut units, mut factor) = (base, 1.0);
            for &buff in &price.buffs {
                let buff = &self.plan.buffs[usize::from(buff)];
                let (weight, modifiers) =
                    (buff.weight(self.state.buffs.stacks(buff.instance)), &buff.modifiers);
                let added = modifiers.cost.iter().find(|(of, _)| *of == usize::from(resource));
                units += weight * added.map_or(0.0, |(_, added)| *added);
                factor *= (1.0 + weight * modifiers.cost_factor).max(0.0);
            }
            (resource, millionths((units.max(0.0) * factor).min(DEAREST)))
        })
    }

    /// Evaluates a line whose condition does not hold for the first target. Returns another target
    /// for which it holds, or the wait conditions of the line.
    #[inline(never)]
    fn try_other_targets(
        &self,
        action: &Action,
        condition: &Program,
        first: usize,
    ) -> Result<usize, Blocked> {
        let plan = self.plan;
        // Conditions of calls are evaluated for the first target only.
        let (opened, own) = match Self::rare(action.gated.as_deref()) {
            None => (true, condition),
            Some((gate, own)) => (self.gate_holds(gate, first), own),
        };
        let others = if action.cycle && opened { first + 1..plan.most_targets as usize } else { 0..0 };
        let others = others.filter(|&target| self.state.field.lives(target));
        let holds = |target: &usize| own.evaluate(&Observation { plan, state: self.state, target: *target });
        if let Some(target) = others.clone().find(holds) {
            return Ok(target);
        }
        let alone = self.wake_condition(condition, first);
        Err(others.fold(alone, |blocked, target| {
            let other = self.wake_condition(own, target);
            // If the condition must be polled for any target, the line is polled.
            if (blocked.waits_for | other.waits_for) & Depends::ANY != 0 {
                return self.polled();
            }
            let (mut waits_for, until) =
                (blocked.waits_for | other.waits_for, blocked.until.min(other.until));
            if other.level < i64::MAX && (other.resource, other.level) != (blocked.resource, blocked.level) {
                // A line can wait for only one level. If the condition needs a different level for
                // this target, every change of that level's resource wakes the line.
                waits_for |= Depends::resource(usize::from(other.resource));
            }
            Blocked { waits_for, until, ..blocked }
        }))
    }

    /// Evaluates `gate`, the joined conditions of the calls that lead to a line, for the first
    /// target.
    #[inline(never)]
    fn gate_holds(&self, gate: &Program, first: usize) -> bool {
        gate.evaluate(&Observation { plan: self.plan, state: self.state, target: first })
    }

    /// Returns the wait conditions of a line whose condition is false.
    fn wake_condition(&self, condition: &Program, target: usize) -> Blocked {
        let now = self.now();
        if condition.polled {
            return self.polled();
        }
        let wake = condition.wake_condition(&Observation { plan: self.plan, state: self.state, target });
        let until = match wake.wait {
            // The wait is rounded up to a whole microsecond, and is at least one microsecond.
            Some(wait) if wait < seconds(NEVER) => now + ((wait * 1e6 - EARLY).ceil() as Micros).max(1),
            Some(_) => NEVER,
            None => return self.polled(),
        };
        // A change of the targets may change the first target.
        let waits_for = wake.events | Depends::TARGETS;
        match wake.level {
            // The level is rounded down by up to two millionths, so that the line is never woken
            // too late. A superfluous evaluation is harmless.
            Some((resource, level)) => {
                Blocked { resource, level: ((level * 1e6) as i64).max(1) - 1, waits_for, until }
            }
            None => Blocked::new(waits_for, until),
        }
    }

    /// Returns the wait conditions of a polled line: any event, and the next multiple of `poll`.
    fn polled(&self) -> Blocked {
        Blocked::new(Depends::ANY, (self.now() / self.plan.poll + 1) * self.plan.poll)
    }

    /// Executes a line that uses no ability, or that queues an ability.
    #[inline(never)]
    fn run_special(&mut self, special: &SpecialStep, target: usize) -> Decision {
        let plan = self.plan;
        self.state.changed.add(Depends::ANY);
        let length = match special {
            SpecialStep::CancelBuff(buff) => {
                self.remove_buff(usize::from(*buff));
                return Decision::Again;
            }
            SpecialStep::Queue(ability) => {
                self.queue_turn(*ability);
                return Decision::Again;
            }
            SpecialStep::Wait(length) => *length,
            SpecialStep::WaitFor(number_of) => {
                let length = number(number_of, &Observation { plan, state: self.state, target });
                micros(length.clamp(SHORTEST, LONGEST))
            }
        };
        let until = (self.now() + length).min(NEVER);
        self.state.clock.set(self.me.ready_slot, until);
        self.note(RawEvent::Waits { until });
        Decision::Rest
    }

    /// Starts an ability.
    fn start(&mut self, index: usize, target: usize) -> Decision {
        let plan = self.plan;
        let ability = &plan.abilities[index];
        let speed = self.state.own.stats.speed();
        self.state.changed.add(Depends::ANY);
        let gcd = match ability.gcd {
            0 => 0,
            gcd if ability.gcd_hasted => at_speed(gcd, speed).max(self.me.gcd_min),
            gcd => gcd,
        };
        if ability.instant {
            self.finish_use(index, ability, target);
            if gcd == 0 {
                return Decision::Again;
            }
            self.begin_gcd(gcd);
            return Decision::Busy;
        }
        if Self::rare(ability.channel.as_deref()).is_some() {
            self.start_channel(index, target, gcd);
        } else {
            self.start_cast(index, target, gcd);
        }
        Decision::Busy
    }

    /// Pays for an ability, and executes or launches it.
    pub(super) fn finish_use(&mut self, index: usize, ability: &Ability, target: usize) {
        let spent = self.pay_for(index, ability);
        self.release(index, ability, target, spent);
    }

    /// Pays the cost and starts the cooldown; returns the units spent by `spends`.
    #[inline]
    pub(crate) fn pay_for(&mut self, index: usize, ability: &Ability) -> f64 {
        for &(resource, cost) in &ability.cost {
            self.spend(usize::from(resource), cost);
        }
        if let Some(price) = Self::rare(ability.price.as_deref()) {
            self.pay(price);
        }
        // The units for the key `spends` are taken after the cost has been paid.
        let spent = match Self::rare(ability.spends.as_deref()) {
            Some(spends) => self.spend(usize::from(spends.resource), spends.most) as f64 / 1e6,
            None => 0.0,
        };
        self.start_cooldown(index, ability);
        self.state.own.busy.set_last(index as u16);
        self.state.changed.add(Depends::LAST);
        spent
    }

    #[inline(never)]
    fn pay(&mut self, price: &Price) {
        // The costs are computed again in each step, because `spend` borrows the fight mutably.
        // They stay the same, because paying changes no buff.
        for place in 0..price.base.len() {
            let Some((resource, cost)) = self.costs(price).nth(place) else { return };
            self.spend(usize::from(resource), cost);
        }
    }
}
