//! The actor's side: decisions, and the values that conditions read.

use super::fight::{Channel, Fight, Member};
use crate::condition::{Comparison, Flag, Number, Reading, Rounded, Truth};
use crate::engine::log::RawEvent;
use crate::model::{Action, Side, Step, Wait};
use crate::units::{
    LONGEST, Micros, NEVER, SHORTEST, at_speed, is_enough, micros, milli, millionths, seconds,
};

impl Fight<'_> {
    /// Lets a member use lines until no line is usable. Returns whether the member acted.
    ///
    /// If no event has happened since the member's last decision, polled conditions are evaluated
    /// only at multiples of `poll`.
    pub(super) fn decide(&mut self, member: usize) -> bool {
        let mut acted = false;
        loop {
            let happened = std::mem::take(&mut self.members[member].notified);
            let Some((line, target)) = self.usable_line(member, happened) else { break };
            acted = true;
            self.notify_all();
            match &self.model.actions[line].step {
                Step::Use(ability) => match self.model.abilities[*ability].replaces {
                    Some(replaced) => {
                        self.queued[replaced] = Some(*ability);
                        self.note(RawEvent::Queues { ability: *ability as u16 });
                    }
                    None => self.start(*ability, target),
                },
                Step::CancelBuff(buff) => self.remove_buff(*buff),
                Step::Wait(wait) => {
                    let length = match wait {
                        Wait::Seconds(length) => *length,
                        Wait::Computed(formula, _) => {
                            Evaluation::at(self, member, target).number(&formula.number)
                        }
                    };
                    // A wait takes at least a millisecond.
                    let until = (self.now + micros(length.clamp(SHORTEST, LONGEST))).min(NEVER);
                    let own = &mut self.members[member];
                    (own.free_at, own.rests) = (Some(until), true);
                    self.note(RawEvent::Waits { until });
                }
            }
            // The action may have interrupted the member's own channel. If the member is free now,
            // it decides again in the next pass of this loop.
            let own = &mut self.members[member];
            if own.free_at == Some(self.now) {
                own.free_at = None;
            }
        }
        acted
    }

    /// Returns the first usable line and its target. Before a line is used, all polled lines above
    /// it are evaluated.
    fn usable_line(&mut self, member: usize, happened: bool) -> Option<(usize, usize)> {
        let polls = happened || self.now.is_multiple_of(micros(self.model.pace.poll));
        let found = self.first_line(member, polls)?;
        if polls { Some(found) } else { self.first_line(member, true) }
    }

    /// Returns the first line that can be used now, and its target. Polled lines are considered
    /// only if `polls` is set.
    fn first_line(&mut self, member: usize, polls: bool) -> Option<(usize, usize)> {
        // A member that is absent or cannot act checks no line.
        if self.held(Side::Actor).is_some() || self.is_away(member) {
            return None;
        }
        let first = self.first_target()?;
        let moves = self.active_phases().any(|phase| phase.movement);
        for (line, action) in self.model.actions.iter().enumerate().filter(|(_, it)| it.member == member) {
            let ability = action.step.ability();
            // A busy member checks only lines that may be used during its cast or global cooldown.
            if self.members[member].free_at.is_some() && !self.can_use_beside(action) {
                continue;
            }
            let lasts = ability.map(|ability| &self.model.abilities[ability]);
            let lasts = lasts.filter(|ability| ability.cast > 0.0 || ability.channel.is_some());
            if moves && lasts.is_some_and(|ability| !ability.moving) {
                continue;
            }
            // A polled line is skipped until the next poll.
            if self.polled[line] && !polls {
                continue;
            }
            self.polled[line] = false;
            let is_up = |buff: usize| self.actor_buffs[buff].stacks > 0;
            let able = match action.step {
                Step::Use(ability) => self.can_use(ability) && self.has_room(ability),
                Step::CancelBuff(buff) => is_up(buff),
                Step::Wait(_) => true,
            };
            if !able {
                continue;
            }
            let mut evaluation = Evaluation::at(self, member, first);
            // First evaluate the conditions of the calls, from the outermost to the innermost. The
            // line's own condition follows.
            let called = action.calls.iter().all(|call| evaluation.truth(&call.truth));
            // With `cycle`, the line's own condition is tried on every target. The conditions of
            // the calls are evaluated only for the first target.
            let mut found = called && evaluation.holds(action);
            if called && action.cycle {
                for target in first + 1..self.targets.len() {
                    if !found && self.lives(target) {
                        evaluation.target = target;
                        found = evaluation.holds(action);
                    }
                }
            }
            let mut polled_parts: Vec<bool> = action.calls.iter().map(|call| call.program.polled).collect();
            polled_parts.extend(action.condition.as_ref().map(|condition| condition.program.polled));
            if let Step::Wait(Wait::Computed(formula, _)) = &action.step {
                found = found && evaluation.is_above_zero(&formula.number);
                polled_parts.extend(action.whole.as_ref().map(|whole| whole.program.polled));
            }
            let (target, is_finite) = (evaluation.target, evaluation.is_finite);
            if found {
                return Some((line, target));
            }
            // The line becomes polled if the time at which its condition changes cannot be
            // computed, or if a number in the condition is not finite now.
            self.polled[line] = polled_parts.contains(&true) || !is_finite;
        }
        None
    }

    /// Returns whether a line may be used while its owner is busy.
    pub(super) fn can_use_beside(&self, action: &Action) -> bool {
        let Some(ability) = action.step.ability() else { return false };
        let (ability, own) = (&self.model.abilities[ability], &self.members[action.member]);
        !own.rests
            && if own.cast.is_some() || own.channel.is_some() {
                ability.while_casting
            } else {
                ability.off_gcd
            }
    }

    /// Returns whether an ability is off cooldown and affordable.
    fn can_use(&self, ability: usize) -> bool {
        self.is_ready(ability) && self.can_pay(ability)
    }

    pub(super) fn can_pay(&self, ability: usize) -> bool {
        let pays = |(resource, cost): (usize, i64)| is_enough(self.level(resource), cost);
        let least = self.model.abilities[ability].spends.map(|it| (it.resource, millionths(it.least)));
        self.costs(ability).into_iter().chain(least).all(pays)
    }

    /// Returns whether an ability can be queued: no ability is queued yet for the repetition that
    /// it replaces. Returns true if the ability replaces no repetition.
    fn has_room(&self, ability: usize) -> bool {
        self.model.abilities[ability].replaces.is_none_or(|replaced| self.queued[replaced].is_none())
    }

    fn is_ready(&self, ability: usize) -> bool {
        let state = &self.cooldowns[ability];
        if self.model.abilities[ability].charges > 1 { state.charges > 0 } else { state.ready <= self.now }
    }

    /// Begins the use of an ability: starts a channel or a cast, or executes the ability.
    fn start(&mut self, place: usize, target: usize) {
        let ability = &self.model.abilities[place];
        let member = ability.member;
        let gcd_min = match member {
            0 => self.model.pace.gcd_min,
            _ => self.model.companions[member - 1].gcd_min,
        };
        let hasted = |is: bool, time: f64| {
            let time = micros(time);
            if is { at_speed(time, self.speed(member)) } else { time }
        };
        let gcd = match ability.gcd {
            0.0 => 0,
            gcd if ability.gcd_hasted => hasted(true, gcd).max(micros(gcd_min)),
            gcd => micros(gcd),
        };
        if let Some(channel) = ability.channel {
            let length = hasted(ability.channel_hasted, channel.lasts);
            self.note(RawEvent::Channels { ability: place as u16, ends: self.now + length });
            let spent = self.pay(place);
            let (began, of) = (self.now, channel.ticks);
            let lag = self.draw_latency(member);
            let own = &mut self.members[member];
            own.channel = Some(Channel { ability: place, target, began, length, ticks: 0, of, spent });
            own.cast_gcd = began + gcd;
            own.cast_lag = lag;
            own.free_at = Some(began + length.max(gcd) + lag);
            return;
        }
        if ability.cast > 0.0 {
            let cast = hasted(ability.cast_hasted, ability.cast);
            let cast = self.vary(place, cast);
            let finishes = self.now + cast;
            let lag = self.draw_latency(member);
            let (now, own) = (self.now, &mut self.members[member]);
            own.cast = Some((place, target, finishes));
            own.cast_gcd = now + gcd;
            own.cast_lag = lag;
            own.free_at = Some(now + cast.max(gcd) + lag);
            self.note(RawEvent::Casts { ability: place as u16, finishes });
            return;
        }
        self.finish_use(place, target);
        if gcd > 0 {
            self.members[member].free_at = Some(self.now + gcd + self.draw_latency(member));
        }
    }

    /// Pays for an ability, and executes or launches it.
    pub(super) fn finish_use(&mut self, place: usize, target: usize) {
        let spent = self.pay(place);
        self.execute(place, target, spent);
    }

    /// Pays the cost and starts the cooldown; returns the units spent by `spends`.
    fn pay(&mut self, place: usize) -> f64 {
        for (resource, cost) in self.costs(place) {
            self.spend(resource, cost);
        }
        let spent = match self.model.abilities[place].spends {
            Some(spends) => self.spend(spends.resource, millionths(spends.most)) as f64 / 1e6,
            None => 0.0,
        };
        self.start_cooldown(place);
        self.members[self.model.abilities[place].member].last = Some(place);
        spent
    }

    /// Handles a tick of a channel. The channel ends before the effects of its last tick.
    pub(super) fn tick_channel(&mut self, member: usize) {
        let Some(mut channel) = self.members[member].channel else { return };
        channel.ticks += 1;
        self.members[member].channel = (channel.ticks < channel.of).then_some(channel);
        self.execute(channel.ability, channel.target, channel.spent);
        // The effects of the tick may have interrupted the channel.
        if self.members[member].channel.is_some()
            && let Some(clip) = &self.model.abilities[channel.ability].clip
            && Evaluation::at(self, member, channel.target).truth(&clip.truth)
        {
            let (now, own) = (self.now, &mut self.members[member]);
            own.channel = None;
            own.free_at = Some(own.cast_gcd.max(now) + own.cast_lag);
            self.note(RawEvent::Clips { ability: channel.ability as u16 });
        }
    }

    /// Finishes a cast. If its target is dead or absent, the cast takes effect on the first target
    /// that is alive and present. If there is none, the cast has no effect.
    pub(super) fn finish_cast(&mut self, member: usize) {
        let Some((place, target, _)) = self.members[member].cast.take() else { return };
        let target = if self.lives(target) { Some(target) } else { self.first_target() };
        if let Some(target) = target {
            self.finish_use(place, target);
        }
    }
}

/// Evaluation of conditions for a member and a target.
pub(super) struct Evaluation<'a, 'm> {
    fight: &'a Fight<'m>,
    /// Index of the member whose line is evaluated.
    member: usize,
    target: usize,
    /// Whether all numbers that have been evaluated so far were finite.
    is_finite: bool,
}

impl<'a, 'm> Evaluation<'a, 'm> {
    pub(super) fn at(fight: &'a Fight<'m>, member: usize, target: usize) -> Self {
        Self { fight, member, target, is_finite: true }
    }

    fn holds(&mut self, action: &Action) -> bool {
        action.condition.as_ref().is_none_or(|condition| self.truth(&condition.truth))
    }

    pub(super) fn truth(&mut self, truth: &Truth) -> bool {
        match truth {
            Truth::Flag(flag) => self.flag(*flag),
            Truth::Not(of) => !self.truth(of),
            Truth::All(parts) => parts.iter().all(|part| self.truth(part)),
            Truth::Any(parts) => parts.iter().any(|part| self.truth(part)),
            Truth::Compare(comparison, left, right) => {
                let (left, right) = (self.rounded(left), self.rounded(right));
                self.is_finite &= (left.value - right.value).is_finite();
                comparison.holds_of(left, right)
            }
        }
    }

    fn is_above_zero(&mut self, number: &Number) -> bool {
        let value = self.rounded(number);
        self.is_finite &= value.value.is_finite();
        Comparison::Greater.holds_of(value, Rounded::constant(0.0))
    }

    pub(super) fn number(&mut self, number: &Number) -> f64 {
        self.rounded(number).value
    }

    fn rounded(&mut self, number: &Number) -> Rounded {
        match number {
            Number::Constant(number) => Rounded::constant(*number),
            Number::Reading(reading) => self.rounded_reading(*reading),
            Number::Negate(of) => self.rounded(of).negate(),
            Number::Floor(of) => self.rounded(of).floor(),
            Number::Chain(first, rest) => {
                let mut sum = self.rounded(first);
                for (arithmetic, next) in rest {
                    let next = self.rounded(next);
                    sum = sum.apply(*arithmetic, next);
                    self.is_finite &= sum.value.is_finite();
                }
                sum
            }
        }
    }

    /// Returns the value of a reading with its error bound. Times, and levels of resources that do
    /// not regenerate now, are exact, except for the conversion to seconds or units.
    fn rounded_reading(&self, reading: Reading) -> Rounded {
        let number = self.reading(reading);
        match reading {
            Reading::Time
            | Reading::BuffRemaining(_)
            | Reading::DotRemaining(_)
            | Reading::CooldownRemaining(_)
            | Reading::ChannelRemaining(_)
            | Reading::ProcRemaining(_) => Rounded::constant(number),
            Reading::Resource(place) if self.fight.resources[usize::from(place)].rate <= 0.0 => {
                Rounded::constant(number)
            }
            _ => Rounded::calculated(number),
        }
    }

    fn until(&self, instant: Micros) -> f64 {
        seconds(instant.saturating_sub(self.fight.now))
    }

    fn buff(&self, place: u16) -> &super::fight::Buff {
        let (fight, place) = (self.fight, usize::from(place));
        match fight.model.buffs[place].on {
            Side::Actor => &fight.actor_buffs[place],
            Side::Target => &fight.targets[self.target].buffs[place],
        }
    }

    /// Returns the channel in progress of the ability's owner, if it is a channel of this ability.
    fn channel(&self, place: u16) -> Option<Channel> {
        self.owner(place).channel.filter(|channel| channel.ability == usize::from(place))
    }

    /// Returns the owner of an ability.
    fn owner(&self, place: u16) -> &Member {
        &self.fight.members[self.fight.model.abilities[usize::from(place)].member]
    }

    fn dot(&self, place: u16) -> Option<&super::fight::Dot> {
        let (fight, place) = (self.fight, usize::from(place));
        match fight.model.dots[place].on {
            Side::Actor => fight.actor_dots[place].as_ref(),
            Side::Target => fight.targets[self.target].dots[place].as_ref(),
        }
    }

    fn reading(&self, reading: Reading) -> f64 {
        let fight = self.fight;
        let share =
            |health: u64, full: Option<f64>| full.map_or(1.0, |full| health as f64 / milli(full) as f64);
        match reading {
            Reading::Time => seconds(fight.now),
            Reading::Remaining => self.remaining(),
            Reading::Targets => (0..fight.targets.len()).filter(|&target| fight.lives(target)).count() as f64,
            Reading::TargetHealth => match fight.model.foe(self.target).health {
                None => fight.end.saturating_sub(fight.now) as f64 / fight.end as f64,
                full => share(fight.targets[self.target].health, full),
            },
            Reading::ActorHealth => share(fight.actor_health, fight.model.actor.health),
            Reading::Power => fight.figures(self.member).power,
            Reading::Crit => fight.figures(self.member).crit,
            Reading::Haste => fight.speed(self.member) - 1.0,
            Reading::Resource(place) => fight.level(usize::from(place)) / 1e6,
            Reading::ResourceMissing(place) => {
                let place = usize::from(place);
                (millionths(fight.model.resources[place].cap) as f64 - fight.level(place)) / 1e6
            }
            Reading::BuffStacks(place) => f64::from(self.buff(place).stacks),
            Reading::BuffRemaining(place) => self.until(self.buff(place).ends),
            Reading::BuffAbsorb(place) => self.buff(place).shield as f64 / 1e3,
            Reading::BuffReact(place) => {
                let buff = self.buff(place);
                buff.seen_from.iter().filter(|&&from| from <= fight.now).count() as f64
            }
            Reading::DotStacks(place) => self.dot(place).map_or(0.0, |dot| f64::from(dot.stacks)),
            Reading::DotRemaining(place) => self.dot(place).map_or(0.0, |dot| self.until(dot.ends)),
            Reading::CooldownRemaining(place) => {
                let (state, place) = (&fight.cooldowns[usize::from(place)], usize::from(place));
                match state.next_charge {
                    _ if fight.is_ready(place) => 0.0,
                    Some(next) => self.until(next),
                    None => self.until(state.ready),
                }
            }
            Reading::CooldownCharges(place) => {
                let place = usize::from(place);
                let several = fight.model.abilities[place].charges > 1;
                f64::from(if several {
                    fight.cooldowns[place].charges
                } else {
                    u32::from(fight.is_ready(place))
                })
            }
            Reading::ProcTries(place) => f64::from(fight.procs[usize::from(place)].tries),
            Reading::Flying(place) => fight.flights[usize::from(place)].len() as f64,
            Reading::ChannelTicks(place) => self.channel(place).map_or(0.0, |it| f64::from(it.ticks)),
            Reading::ChannelRemaining(place) => {
                self.channel(place).map_or(0.0, |it| self.until(it.began + it.length))
            }
            Reading::ProcRemaining(place) => self.until(fight.procs[usize::from(place)].ready),
        }
    }

    /// Returns the remaining time of the fight in seconds. In a fight without a length, this is an
    /// estimate from the damage so far and the health of the fight's own targets, and at most the
    /// time to the limit.
    fn remaining(&self) -> f64 {
        let fight = self.fight;
        let clock = self.until(fight.end);
        if fight.model.fight.length.is_some() || fight.damage == 0 {
            return clock;
        }
        let own = &fight.targets[..fight.model.fight.targets as usize];
        let left: u64 = own.iter().filter(|target| !target.gone).map(|target| target.health).sum();
        clock.min(seconds(fight.now) * (left as f64 / fight.damage as f64))
    }

    fn flag(&self, flag: Flag) -> bool {
        let fight = self.fight;
        match flag {
            Flag::BuffUp(place) => self.buff(place).stacks > 0,
            Flag::DotUp(place) => self.dot(place).is_some(),
            Flag::CooldownReady(place) => fight.is_ready(usize::from(place)),
            Flag::ProcReady(place) => fight.procs[usize::from(place)].ready <= fight.now,
            Flag::Phase(place) => fight.phases[usize::from(place)].active,
            Flag::Last(place) => self.owner(place).last == Some(usize::from(place)),
            Flag::TargetIs(place) => self.target == usize::from(place),
            Flag::Queued(place) => fight.queued.contains(&Some(usize::from(place))),
        }
    }
}
