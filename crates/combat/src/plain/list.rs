//! The actor: what it does next, and what the conditions of its list see.

use super::fight::{Channel, Fight};
use crate::condition::typed::{Number, Truth};
use crate::condition::{Flag, Reading};
use crate::engine::log::RawEvent;
use crate::profile::model::{Action, Side};
use crate::units::{Micros, at_speed, micros, milli, millionths, seconds};

impl Fight<'_> {
    /// The actor is free: it uses the first line that can be used, and goes on deciding as long as that takes
    /// no time. Answers whether anything was done.
    ///
    /// Something has `happened` since the last look, or nothing but the clock has gone on. Then conditions
    /// that are polled have to wait for a whole multiple of `poll`.
    pub(super) fn decide(&mut self, mut happened: bool) -> bool {
        let mut acted = false;
        while let Some((line, target)) = self.usable_line(happened) {
            acted = true;
            happened = true;
            if self.start(self.model.actions[line].ability, target) {
                break;
            }
        }
        acted
    }

    /// The first line that can be used, and the target to use it on.
    fn usable_line(&mut self, happened: bool) -> Option<(usize, usize)> {
        if self.held(Side::Actor).is_some() {
            return None;
        }
        let first = self.first_target()?;
        let polls = happened || self.now.is_multiple_of(micros(self.model.pace.poll));
        let moves = self.active_phases().any(|phase| phase.movement);
        for (line, action) in self.model.actions.iter().enumerate() {
            let ability = &self.model.abilities[action.ability];
            let lasts = ability.cast > 0.0 || ability.channel.is_some();
            if moves && lasts && !ability.moving {
                continue;
            }
            if self.polled[line] && !polls {
                continue;
            }
            self.polled[line] = false;
            if !self.can_use(action.ability) {
                continue;
            }
            let mut look = Look::at(self, first);
            let mut found = look.holds(action);
            if action.cycle {
                for target in first + 1..self.targets.len() {
                    if !found && self.lives(target) {
                        look.target = target;
                        found = look.holds(action);
                    }
                }
            }
            let (target, is_line) = (look.target, look.is_line);
            if found {
                return Some((line, target));
            }
            let polled = action.condition.as_ref().is_some_and(|condition| condition.program.polled);
            self.polled[line] = polled || !is_line;
        }
        None
    }

    /// Whether an ability is ready and can be paid.
    fn can_use(&self, ability: usize) -> bool {
        let pays = |(resource, cost): (usize, i64)| self.level(resource) >= cost as f64;
        let least = self.model.abilities[ability].spends.map(|it| (it.resource, millionths(it.least)));
        self.is_ready(ability) && self.costs(ability).into_iter().chain(least).all(pays)
    }

    fn is_ready(&self, ability: usize) -> bool {
        let state = &self.cooldowns[ability];
        if self.model.abilities[ability].charges > 1 { state.charges > 0 } else { state.ready <= self.now }
    }

    /// Begins an ability; answers whether that takes time.
    fn start(&mut self, place: usize, target: usize) -> bool {
        let ability = &self.model.abilities[place];
        let hasted = |is: bool, time: f64| {
            let time = micros(time);
            if is { at_speed(time, self.speed()) } else { time }
        };
        let gcd = match ability.gcd {
            0.0 => 0,
            gcd if ability.gcd_hasted => hasted(true, gcd).max(micros(self.model.pace.gcd_min)),
            gcd => micros(gcd),
        };
        if let Some(channel) = ability.channel {
            let length = hasted(ability.channel_hasted, channel.lasts);
            self.note(RawEvent::Channels { ability: place as u16, ends: self.now + length });
            let spent = self.pay(place);
            let (began, of) = (self.now, channel.ticks);
            self.channel = Some(Channel { ability: place, target, began, length, ticks: 0, of, spent });
            self.cast_gcd = self.now + gcd;
            self.cast_lag = self.draw_delay(self.model.pace.latency, 30, 0);
            self.free_at = Some(self.now + length.max(gcd) + self.cast_lag);
            return true;
        }
        if ability.cast > 0.0 {
            let cast = hasted(ability.cast_hasted, ability.cast);
            let cast = self.vary(place, cast);
            let finishes = self.now + cast;
            self.cast = Some((place, target, finishes));
            self.cast_gcd = self.now + gcd;
            self.cast_lag = self.draw_delay(self.model.pace.latency, 30, 0);
            self.free_at = Some(self.now + cast.max(gcd) + self.cast_lag);
            self.note(RawEvent::Casts { ability: place as u16, finishes });
            return true;
        }
        self.finish_use(place, target);
        if gcd > 0 {
            self.free_at = Some(self.now + gcd + self.draw_delay(self.model.pace.latency, 30, 0));
        }
        gcd > 0
    }

    /// Pays for an ability and does it.
    fn finish_use(&mut self, place: usize, target: usize) {
        let spent = self.pay(place);
        self.execute(place, target, spent);
    }

    /// Cost and cooldown of a use.
    fn pay(&mut self, place: usize) -> f64 {
        for (resource, cost) in self.costs(place) {
            self.spend(resource, cost);
        }
        let spent = match self.model.abilities[place].spends {
            Some(spends) => self.spend(spends.resource, millionths(spends.most)) as f64 / 1e6,
            None => 0.0,
        };
        self.start_cooldown(place);
        self.last = Some(place);
        spent
    }

    /// The channel under way ticks: once more what the ability does. With its last tick it is over before that.
    pub(super) fn tick_channel(&mut self) {
        let Some(mut channel) = self.channel else { return };
        channel.ticks += 1;
        self.channel = (channel.ticks < channel.of).then_some(channel);
        self.execute(channel.ability, channel.target, channel.spent);
        // What the tick brought about may have broken it off.
        if self.channel.is_some()
            && let Some(clip) = &self.model.abilities[channel.ability].clip
            && Look::at(self, channel.target).truth(&clip.truth)
        {
            self.channel = None;
            self.free_at = Some(self.cast_gcd.max(self.now) + self.cast_lag);
            self.note(RawEvent::Clips { ability: channel.ability as u16 });
        }
    }

    /// The cast under way is finished: on another target, if its own has died; on none, if all have.
    pub(super) fn finish_cast(&mut self) {
        let Some((place, target, _)) = self.cast.take() else { return };
        let target = if self.lives(target) { Some(target) } else { self.first_target() };
        if let Some(target) = target {
            self.finish_use(place, target);
        }
    }
}

/// A look at a line, from the point of view of one target.
pub(super) struct Look<'a, 'm> {
    fight: &'a Fight<'m>,
    target: usize,
    /// Whether every number so far was one: what is divided by 0 is none.
    is_line: bool,
}

impl<'a, 'm> Look<'a, 'm> {
    pub(super) fn at(fight: &'a Fight<'m>, target: usize) -> Self {
        Self { fight, target, is_line: true }
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
                let (left, right) = (self.number(left), self.number(right));
                self.is_line &= (left - right).is_finite();
                comparison.holds(left, right)
            }
        }
    }

    pub(super) fn number(&mut self, number: &Number) -> f64 {
        match number {
            Number::Constant(number) => *number,
            Number::Reading(reading) => self.reading(*reading),
            Number::Negate(of) => -self.number(of),
            Number::Floor(of) => self.number(of).floor(),
            Number::Chain(first, rest) => {
                let mut sum = self.number(first);
                for (arithmetic, next) in rest {
                    let next = self.number(next);
                    sum = arithmetic.apply(sum, next);
                    self.is_line &= sum.is_finite();
                }
                sum
            }
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

    /// The channel under way, if it is of this ability.
    fn channel(&self, place: u16) -> Option<Channel> {
        self.fight.channel.filter(|channel| channel.ability == usize::from(place))
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
                None => self.until(fight.end) / seconds(fight.end),
                full => share(fight.targets[self.target].health, full),
            },
            Reading::ActorHealth => share(fight.actor_health, fight.model.actor.health),
            Reading::Power => fight.figures().power,
            Reading::Crit => fight.figures().crit,
            Reading::Haste => fight.speed() - 1.0,
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

    /// What is left of the fight: by the clock, or reckoned from the damage that the fight's own targets have
    /// suffered so far.
    fn remaining(&self) -> f64 {
        let fight = self.fight;
        let clock = self.until(fight.end);
        if fight.model.fight.length.is_some() || fight.damage == 0 {
            return clock;
        }
        let own = &fight.targets[..fight.model.fight.targets as usize];
        let left: u64 = own.iter().filter(|target| !target.gone).map(|target| target.health).sum();
        clock.min(seconds(fight.now) * left as f64 / fight.damage as f64)
    }

    fn flag(&self, flag: Flag) -> bool {
        let fight = self.fight;
        match flag {
            Flag::BuffUp(place) => self.buff(place).stacks > 0,
            Flag::DotUp(place) => self.dot(place).is_some(),
            Flag::CooldownReady(place) => fight.is_ready(usize::from(place)),
            Flag::ProcReady(place) => fight.procs[usize::from(place)].ready <= fight.now,
            Flag::Phase(place) => fight.phases[usize::from(place)].active,
            Flag::Last(place) => fight.last == Some(usize::from(place)),
            Flag::TargetIs(place) => self.target == usize::from(place),
        }
    }
}
