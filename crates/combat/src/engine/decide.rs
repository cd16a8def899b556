//! The actor: what to do next, and doing it; and whatever repeats by itself.
//!
//! A decision goes down the action list and uses the first ability that is ready, affordable and wanted.
//! Nothing found, the actor waits: until something changes that one of the lines looks at, until a cooldown
//! it waits for is over, until regeneration has made up for a missing cost, or until a condition that depends
//! on the clock can turn. Only where that moment cannot be foretold does it look again every `poll` seconds.

use super::log::{EventSink, RawEvent};
use super::observation::Observation;
use super::plan::{Ability, Action, Aside, Price};
use super::resource_state::EARLY;
use super::run::Run;
use super::state::State;
use super::waits::{Blocked, Waits, bits};
use crate::condition::plain::number;
use crate::condition::{Depends, Program};
use crate::profile::model::{Side, Spread};
use crate::units::{
    DEAREST, LONGEST, Micros, NEVER, SHORTEST, at_speed, micros, millionths, nearest, seconds,
};

/// What a decision came to.
enum Decision {
    /// An ability that takes time.
    Busy,
    /// A line that has the actor do nothing for a while.
    Rest,
    /// One that takes none: decide again.
    Again,
    /// Nothing; look again at this time, if nothing changes before.
    Wait(Micros),
}

impl<'a, S: EventSink> Run<'a, S> {
    /// The actor is free, or busy and may use something beside that: answers whether anything was done.
    pub(crate) fn decide(&mut self) -> bool {
        (self.state.idle, self.state.waiting) = (false, 0);
        // One loop for both: with two, the compiler leaves looks out of line, which costs a twentieth of a fight.
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
                    self.state.idle = true;
                    let until = if weaves { until.min(self.free_at()) } else { until };
                    self.state.queue.set(self.me.ready_slot, until);
                    return acted;
                }
            }
        }
    }

    /// Looks for the next thing to do. Where abilities can be used beside others (`weaves`), of a busy actor's list
    /// nothing but lines with those.
    fn next_action(&mut self, weaves: bool) -> Decision {
        let Some(first) = self.state.first_target() else {
            self.state.waiting = Depends::TARGETS;
            return Decision::Wait(NEVER);
        };
        if self.held_until(Side::Actor) > self.state.now {
            return Decision::Wait(self.state.held_until);
        }
        if self.team() {
            if self.is_away(self.state.me) {
                self.state.waiting = self.me.with.map_or(0, |buff| Depends::buff(usize::from(buff)));
                return Decision::Wait(NEVER);
            }
            self.tell_others();
            self.state.changed |= self.hear();
        }
        let changed = self.state.changed_before | self.state.changed;
        (self.state.changed_before, self.state.changed) = (0, 0);
        // Taken out of the state, which a look reads.
        let mut waits = std::mem::take(&mut self.state.waits);
        let mut chosen = None;
        for (place, (group, actions)) in waits.iter_mut().zip(&self.me.actions).enumerate() {
            // Every group hears of what has changed, for that is told once.
            let due = group.due(self.state.now, changed, &self.state.resources);
            if chosen.is_none() {
                let due = if S::EVERY_LINE { due | group.unpolled() } else { due };
                // What cannot be used on the move stays to be looked at; the end of the movement wakes.
                let due = if self.moves() { due & !self.me.casting[place] } else { due };
                // Nor is it otherwise while the actor is busy: it will be free.
                let due = if weaves { due & self.beside(place) } else { due };
                let found = self.first_usable(group, actions, due, first);
                chosen = found.map(|(line, action, target)| (place * Waits::WIDTH + line, action, target));
            }
        }
        if let Some((line, ..)) = chosen {
            // No line is used while a polled one above it holds that has not been looked at.
            chosen = self.first_polled(&mut waits, line, weaves, first).or(chosen);
        }
        self.state.waits = waits;
        if let Some((line, action, target)) = chosen {
            self.sink.chosen(self.me.first_line + line);
            return match Self::rare(action.aside.as_deref()) {
                None => self.start(usize::from(action.ability), target),
                Some(aside) => self.step_aside(aside, target),
            };
        }
        let team = self.team();
        let State { waits, resources, .. } = &mut *self.state;
        let (waits_for, until) = Waits::all(waits, resources);
        if team {
            // Of several who wait for levels each hears of every gain.
            for resource in resources {
                resource.awaited = i64::MIN;
            }
        }
        self.state.waiting = waits_for | Depends::LEVEL;
        Decision::Wait(until)
    }

    /// The first of the lines due that can be used: its place, the line, and the target to use it on.
    fn first_usable<'p>(
        &self,
        group: &mut Waits,
        actions: &'p [Action],
        due: u64,
        first: usize,
    ) -> Option<(usize, &'p Action, usize)> {
        for line in bits(due) {
            let action = actions.get(line)?;
            match self.look(action, first) {
                Ok(target) => return Some((line, action, target)),
                Err(blocked) => group.block(line, blocked),
            }
        }
        None
    }

    /// The first of the polled lines above one that can be used; those that are due have been looked at.
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

    /// Looks at one line: the target to use it on, or what it waits for.
    #[inline]
    fn look(&self, action: &Action, first: usize) -> Result<usize, Blocked> {
        let plan = self.plan;
        let now = self.state.now;
        let index = usize::from(action.ability);
        if !self.is_ready(index) {
            let until = self.state.cooldowns[index].ready;
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
            self.look_at_price(price)?;
        }
        let Some(condition) = &action.condition else { return Ok(first) };
        if condition.evaluate(&Observation { plan, state: self.state, target: first }) {
            return Ok(first);
        }
        self.look_on(action, condition, first)
    }

    /// What a line waits for whose ability is too dear, where buffs bear on its cost.
    #[inline(never)]
    fn look_at_price(&self, price: &Price) -> Result<(), Blocked> {
        let now = self.state.now;
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

    /// What an ability costs just now.
    pub(super) fn costs(&self, price: &Price) -> impl Iterator<Item = (u16, i64)> {
        price.base.iter().map(|&(resource, base)| {
            let (mut units, mut factor) = (base, 1.0);
            for &buff in &price.buffs {
                let buff = &self.plan.buffs[usize::from(buff)];
                let (weight, modifiers) =
                    (buff.weight(self.state.buffs[buff.instance].stacks), &buff.modifiers);
                let added = modifiers.cost.iter().find(|(of, _)| *of == usize::from(resource));
                units += weight * added.map_or(0.0, |(_, added)| *added);
                factor *= (1.0 + weight * modifiers.cost_factor).max(0.0);
            }
            (resource, millionths((units.max(0.0) * factor).min(DEAREST)))
        })
    }

    /// A line whose condition does not hold for the first target: another target, or what the condition waits
    /// for.
    #[inline(never)]
    fn look_on(&self, action: &Action, condition: &Program, first: usize) -> Result<usize, Blocked> {
        let plan = self.plan;
        // Calls are looked at with the first target alone.
        let (opened, own) = match Self::rare(action.gated.as_deref()) {
            None => (true, condition),
            Some((gate, own)) => (self.opens(gate, first), own),
        };
        let others = if action.cycle && opened { first + 1..plan.most_targets as usize } else { 0..0 };
        let others = others.filter(|&target| self.state.lives(target));
        let holds = |target: &usize| own.evaluate(&Observation { plan, state: self.state, target: *target });
        if let Some(target) = others.clone().find(holds) {
            return Ok(target);
        }
        let alone = self.wake_condition(condition, first);
        Err(others.fold(alone, |blocked, target| {
            let other = self.wake_condition(own, target);
            // A line is polled as a whole.
            if (blocked.waits_for | other.waits_for) & Depends::ANY != 0 {
                return self.polled();
            }
            let (mut waits_for, until) =
                (blocked.waits_for | other.waits_for, blocked.until.min(other.until));
            if other.level < i64::MAX && (other.resource, other.level) != (blocked.resource, blocked.level) {
                // There is room for one level: of another, every change counts.
                waits_for |= Depends::resource(usize::from(other.resource));
            }
            Blocked { waits_for, until, ..blocked }
        }))
    }

    /// Whether what the calls to a line ask holds for the first target.
    #[inline(never)]
    fn opens(&self, gate: &Program, first: usize) -> bool {
        gate.evaluate(&Observation { plan: self.plan, state: self.state, target: first })
    }

    /// What a condition that does not hold is waiting for.
    fn wake_condition(&self, condition: &Program, target: usize) -> Blocked {
        let now = self.state.now;
        if condition.polled {
            return self.polled();
        }
        let wake = condition.wake_condition(&Observation { plan: self.plan, state: self.state, target });
        let until = match wake.wait {
            // Rounded up, and never the present instant again.
            Some(wait) if wait < seconds(NEVER) => now + ((wait * 1e6 - EARLY).ceil() as Micros).max(1),
            Some(_) => NEVER,
            None => return self.polled(),
        };
        // Which target is looked at may change, too.
        let waits_for = wake.events | Depends::TARGETS;
        match wake.level {
            // The next lower millionth: looking once too often does no harm.
            Some((resource, level)) => {
                Blocked { resource, level: ((level * 1e6) as i64).max(1) - 1, waits_for, until }
            }
            None => Blocked::new(waits_for, until),
        }
    }

    /// What a line waits for that is polled: any event, and the next whole multiple of `poll`.
    fn polled(&self) -> Blocked {
        Blocked::new(Depends::ANY, (self.state.now / self.plan.poll + 1) * self.plan.poll)
    }

    /// Does what a line says that uses no ability, or not at once.
    #[inline(never)]
    fn step_aside(&mut self, aside: &Aside, target: usize) -> Decision {
        let plan = self.plan;
        self.state.changed |= Depends::ANY;
        let length = match aside {
            Aside::CancelBuff(buff) => {
                self.remove_buff(usize::from(*buff));
                return Decision::Again;
            }
            Aside::Queue(ability) => {
                self.queue_turn(*ability);
                return Decision::Again;
            }
            Aside::Wait(length) => *length,
            Aside::WaitFor(number_of) => {
                let length = number(number_of, &Observation { plan, state: self.state, target });
                micros(length.clamp(SHORTEST, LONGEST))
            }
        };
        let until = (self.state.now + length).min(NEVER);
        self.state.queue.set(self.me.ready_slot, until);
        self.note(RawEvent::Waits { until });
        Decision::Rest
    }

    /// Begins an ability.
    fn start(&mut self, index: usize, target: usize) -> Decision {
        let plan = self.plan;
        let ability = &plan.abilities[index];
        let now = self.state.now;
        let speed = self.state.speed;
        self.state.changed |= Depends::ANY;
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
            self.state.busy_until = now + gcd + self.lag();
            self.state.queue.set(self.me.ready_slot, self.state.busy_until);
            return Decision::Busy;
        }
        if Self::rare(ability.channel.as_deref()).is_some() {
            self.start_channel(index, target, gcd);
            return Decision::Busy;
        }
        self.start_cast(index, target, gcd)
    }

    /// Begins an ability that takes time before anything comes of it.
    #[inline(never)]
    fn start_cast(&mut self, index: usize, target: usize, gcd: Micros) -> Decision {
        let plan = self.plan;
        let ability = &plan.abilities[index];
        let (now, speed) = (self.state.now, self.state.speed);
        let cast = if ability.cast_hasted { at_speed(ability.cast, speed) } else { ability.cast };
        let cast = self.vary(ability, cast);
        self.state.casting = Some((index as u16, target as u16));
        self.state.cast_gcd = now + gcd;
        self.state.queue.set(self.me.cast_slot, now + cast);
        self.state.cast_lag = self.lag();
        self.state.busy_until = now + cast.max(gcd) + self.state.cast_lag;
        self.state.queue.set(self.me.ready_slot, self.state.busy_until);
        self.note(RawEvent::Casts { ability: index as u16, finishes: now + cast });
        Decision::Busy
    }

    /// Pays for an ability and does it.
    pub(super) fn finish_use(&mut self, index: usize, ability: &Ability, target: usize) {
        let spent = self.pay_for(index, ability);
        self.release(index, ability, target, spent);
    }

    /// Cost and cooldown; answers how much was there of the resource that it takes all of, in units.
    #[inline]
    pub(crate) fn pay_for(&mut self, index: usize, ability: &Ability) -> f64 {
        for &(resource, cost) in &ability.cost {
            self.spend(usize::from(resource), cost);
        }
        if let Some(price) = Self::rare(ability.price.as_deref()) {
            self.pay(price);
        }
        // All that there is of a resource, after what the ability costs.
        let spent = match Self::rare(ability.spends.as_deref()) {
            Some(spends) => self.spend(usize::from(spends.resource), spends.most) as f64 / 1e6,
            None => 0.0,
        };
        self.start_cooldown(index, ability);
        self.state.last = Some(index as u16);
        self.state.changed |= Depends::LAST;
        spent
    }

    #[inline(never)]
    fn pay(&mut self, price: &Price) {
        // One ability costs a resource once, and what it pays changes no buff.
        for place in 0..price.base.len() {
            let Some((resource, cost)) = self.costs(price).nth(place) else { return };
            self.spend(usize::from(resource), cost);
        }
    }

    /// The cast under way is finished.
    pub(crate) fn finish_cast(&mut self) -> bool {
        self.cancel(self.me.cast_slot);
        let Some((ability, target)) = self.state.casting.take() else { return false };
        if self.weaves() {
            // More lines can be used now, though a global cooldown may go on.
            self.state.queue.set(self.me.ready_slot, self.state.now);
        }
        let target = usize::from(target);
        // Another target, if this one has died; nothing, if all have.
        let target = if self.state.lives(target) { Some(target) } else { self.state.first_target() };
        if let Some(target) = target {
            let index = usize::from(ability);
            self.finish_use(index, &self.plan.abilities[index], target);
        }
        true
    }

    /// An ability that repeats by itself is due.
    pub(crate) fn repeat(&mut self, index: usize) -> bool {
        let plan = self.plan;
        let ability = &plan.abilities[index];
        let slot = ability.every_slot;
        let Some(target) = self.state.first_target() else {
            // Nobody there: a phase has taken away all that are alive. It waits until somebody comes.
            self.cancel(slot);
            self.state.stalled.push(index as u16);
            return false;
        };
        if self.team() && self.is_away(usize::from(ability.member)) {
            self.cancel(slot);
            self.state.stalled.push(index as u16);
            return false;
        }
        let until = self.held_until(ability.by);
        if until > self.state.now {
            self.state.queue.set(slot, until);
            return false;
        }
        // The interval is measured with the speed at its start, before this attack changes it.
        let next = self.state.now + self.interval(index, ability);
        self.state.queue.set(slot, next);
        if let Some(turn) = Self::rare(ability.turn.as_deref()) {
            return self.take_turn(index, turn, target);
        }
        self.release(index, ability, target, 0.0);
        true
    }

    /// The time to the next repetition.
    pub(crate) fn interval(&mut self, index: usize, ability: &Ability) -> Micros {
        let interval = self.state.intervals[index];
        let interval = if ability.every_hasted && Self::side(ability.by) == Side::Target {
            at_speed(interval, self.state.target_speed[self.state.first_target().unwrap_or(0)])
        } else {
            interval
        };
        self.vary(ability, interval)
    }

    /// A duration with the ability's spread: at least a microsecond.
    #[inline]
    fn vary(&mut self, ability: &Ability, duration: Micros) -> Micros {
        match ability.vary {
            Some(source) => self.draw_duration(ability, source, duration),
            None => duration,
        }
    }

    #[inline(never)]
    fn draw_duration(&mut self, ability: &Ability, source: u16, duration: Micros) -> Micros {
        let factor = match ability.spread {
            Spread::Uniform(part) => 1.0 - part + 2.0 * part * self.state.draw(source),
            // 1 − u lies in (0, 1].
            Spread::Exponential => -libm::log(1.0 - self.state.draw(source)),
            Spread::None | Spread::Normal(_) => 1.0,
        };
        nearest(duration as f64 * factor).max(1)
    }
}
