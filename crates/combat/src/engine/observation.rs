//! The state of a fight as conditions read it: for one target, the values of all [`Reading`]s and
//! [`Flag`]s, and the change of the readings per second until the next event.

use super::channels::Channelling;
use super::plan::Plan;
use super::state::State;
use crate::condition::{ConditionView, Flag, Reading};
use crate::model::Side;
use crate::units::{Micros, float, seconds};

/// Returns the remaining fraction of health; 1 for a fighter without health.
fn share(health: u64, full: u64) -> f64 {
    if full > 0 { health as f64 / full as f64 } else { 1.0 }
}

/// The state of the fight as conditions read it, for one target.
pub(crate) struct Observation<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) state: &'a State,
    pub(crate) target: usize,
}

impl Observation<'_> {
    fn buff(&self, index: u16) -> usize {
        let buff = &self.plan.buffs[usize::from(index)];
        if buff.on == Side::Target { buff.instance + self.target } else { buff.instance }
    }

    fn dot(&self, index: u16) -> usize {
        let dot = &self.plan.dots[usize::from(index)];
        if dot.on == Side::Target { dot.instance + self.target } else { dot.instance }
    }

    fn now(&self) -> Micros {
        self.state.clock.now()
    }

    /// Returns the time to an instant; 0 if the instant is past.
    fn left(&self, instant: Micros) -> Micros {
        instant.saturating_sub(self.now())
    }

    /// Returns the seconds to an instant; 0 if the instant is past.
    fn until(&self, instant: Micros) -> f64 {
        seconds(self.left(instant))
    }

    /// Returns the remaining fraction of the target's health. For targets without health, returns
    /// the remaining fraction of the fight's time.
    fn target_health(&self) -> f64 {
        if self.plan.health_pool {
            share(self.state.field.target_health(self.target), self.plan.target_health[self.target])
        } else {
            // The quotient of two integers is rounded only once. A quotient that is equal to a
            // decimal constant is therefore also equal to it as a floating-point number.
            float(self.left(self.state.clock.end())) / float(self.state.clock.end())
        }
    }

    /// Returns the remaining time of the fight in seconds. In a fight without a length, this is an
    /// estimate from the damage so far, and at most the time to the limit.
    fn remaining(&self) -> f64 {
        let clock = self.until(self.state.clock.end());
        self.pace_of_death().map_or(clock, |pace| clock.min(seconds(self.now()) * pace))
    }

    /// Returns the estimated time until all targets are dead, as a multiple of the elapsed time.
    /// The estimate assumes that damage continues at its average rate so far. `None` if the length
    /// of the fight is known, or if there is no damage yet.
    fn pace_of_death(&self) -> Option<f64> {
        if self.plan.length.is_some() || self.state.field.damage() == 0 {
            return None;
        }
        let left = self.state.field.health_left(self.plan.targets as usize);
        Some(left as f64 / self.state.field.damage() as f64)
    }

    /// Returns the channel in progress of the ability's owner, if it is a channel of this ability.
    fn channel(&self, ability: u16) -> Option<Channelling> {
        let under_way = self.state.member(self.owner(ability)).channel;
        under_way.filter(|under_way| under_way.ability() == ability)
    }

    /// Returns the member that owns an ability.
    fn owner(&self, ability: u16) -> usize {
        usize::from(self.plan.abilities[usize::from(ability)].member)
    }

    fn charges(&self, index: usize) -> f64 {
        let cooldown = self.state.cooldowns[index];
        if self.plan.abilities[index].charges > 1 {
            f64::from(cooldown.charges())
        } else {
            f64::from(u8::from(cooldown.ready() <= self.now()))
        }
    }

    /// Returns the current regeneration in units per second; 0 at the cap.
    fn regeneration(&self, index: usize) -> f64 {
        let resource = &self.state.resources[index];
        if resource.level_at(self.now()) >= resource.cap() as f64 { 0.0 } else { resource.rate() }
    }

    fn cooldown_remaining(&self, index: usize) -> Micros {
        let (ability, cooldown) = (&self.plan.abilities[index], self.state.cooldowns[index]);
        match ability.charges {
            1 => self.left(cooldown.ready()),
            _ if cooldown.charges() > 0 => 0,
            _ => self.left(self.state.clock.time(ability.charge_slot)),
        }
    }
}

impl ConditionView for Observation<'_> {
    #[inline]
    fn number(&self, reading: Reading) -> f64 {
        let state = self.state;
        // Readings that are whole numbers of millionths, such as times, are exact. All others are
        // computed in floating point below.
        if let Some(whole) = self.millionths(reading) {
            return whole as f64 / 1e6;
        }
        match reading {
            Reading::Remaining => self.remaining(),
            Reading::Targets => f64::from(state.field.living().count_ones()),
            Reading::TargetHealth => self.target_health(),
            Reading::ActorHealth => share(state.field.actor_health(), self.plan.actor_health),
            Reading::Power => state.own.stats.figures().power,
            Reading::Crit => state.own.stats.figures().chances.crit,
            Reading::Haste => state.own.stats.speed() - 1.0,
            Reading::Resource(index) => state.resources[usize::from(index)].level_at(self.now()) / 1e6,
            Reading::ResourceMissing(index) => {
                let resource = &state.resources[usize::from(index)];
                (resource.cap() as f64 - resource.level_at(self.now())) / 1e6
            }
            Reading::BuffStacks(index) => f64::from(state.buffs.stacks(self.buff(index))),
            Reading::BuffAbsorb(index) => {
                let up = state.buffs.stacks(self.buff(index)) > 0;
                if up { state.buffs.shield(usize::from(index)) as f64 / 1e3 } else { 0.0 }
            }
            Reading::BuffReact(index) => {
                let instance = self.buff(index);
                let visible = state.visible.stacks(instance, self.now());
                f64::from(visible.unwrap_or_else(|| state.buffs.stacks(instance)))
            }
            Reading::DotStacks(index) => f64::from(state.dots.stacks(self.dot(index))),
            Reading::CooldownCharges(index) => self.charges(usize::from(index)),
            Reading::ProcTries(index) => state.procs[usize::from(index)].tries(),
            Reading::Flying(index) => state.flights.number(index) as f64,
            Reading::ChannelTicks(index) => {
                self.channel(index).map_or(0.0, |under_way| f64::from(under_way.ticks()))
            }
            Reading::Time
            | Reading::ChannelRemaining(_)
            | Reading::BuffRemaining(_)
            | Reading::DotRemaining(_)
            | Reading::CooldownRemaining(_)
            | Reading::ProcRemaining(_) => 0.0,
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "measured: this is the most frequent call, and the compiler does not inline it if conditions outside action lists call it too"
    )]
    #[inline(always)]
    fn millionths(&self, reading: Reading) -> Option<i64> {
        let state = self.state;
        // The most frequent reading is checked before the others.
        if let Reading::Resource(index) = reading {
            let resource = &state.resources[usize::from(index)];
            return (resource.rate() <= 0.0).then_some(resource.level());
        }
        let time = match reading {
            Reading::CooldownRemaining(index) => self.cooldown_remaining(usize::from(index)),
            Reading::Time => self.now(),
            Reading::BuffRemaining(index) => {
                let instance = self.buff(index);
                if state.buffs.stacks(instance) == 0 { 0 } else { self.left(state.buffs.ends(instance)) }
            }
            Reading::DotRemaining(index) => self.left(state.dots.ends(self.dot(index))),
            Reading::ProcRemaining(index) => self.left(state.procs[usize::from(index)].ready()),
            Reading::ChannelRemaining(index) => {
                self.channel(index).map_or(0, |under_way| self.left(under_way.ends()))
            }
            _ => return None,
        };
        Some(time as i64)
    }

    #[inline]
    fn flag(&self, flag: Flag) -> bool {
        let state = self.state;
        match flag {
            Flag::BuffUp(index) => state.buffs.stacks(self.buff(index)) > 0,
            Flag::DotUp(index) => state.dots.stacks(self.dot(index)) > 0,
            Flag::CooldownReady(index) => state.cooldowns[usize::from(index)].ready() <= self.now(),
            Flag::ProcReady(index) => state.procs[usize::from(index)].ready() <= self.now(),
            Flag::Phase(index) => state.phases.is_active(index),
            Flag::Last(index) => state.member(self.owner(index)).busy.last() == Some(index),
            Flag::TargetIs(index) => self.target == usize::from(index),
            Flag::Queued(index) => state.queued.has(index),
        }
    }

    // Between events, time advances, remaining times fall to 0, and resources regenerate up to
    // their caps. If targets have no health, `target.health` is the remaining fraction of the
    // fight's time, which also falls. All other readings have the slope 0; `slope_changes_in`
    // covers those that jump without an event. An event that changes a reading sets the reading's
    // bit of `Depends`.
    fn slope(&self, reading: Reading) -> Option<f64> {
        let falling = |left: f64| if left > 0.0 { -1.0 } else { 0.0 };
        Some(match reading {
            Reading::Time => 1.0,
            // Without new damage, the estimate of the remaining time rises until it reaches the
            // time limit.
            Reading::Remaining => match self.pace_of_death() {
                Some(pace) if self.slope_changes_in(reading) < f64::INFINITY => pace,
                _ => -1.0,
            },
            Reading::TargetHealth if !self.plan.health_pool => -1.0 / seconds(self.state.clock.end()),
            Reading::Resource(index) => self.regeneration(usize::from(index)),
            Reading::ResourceMissing(index) => -self.regeneration(usize::from(index)),
            Reading::BuffRemaining(_)
            | Reading::DotRemaining(_)
            | Reading::CooldownRemaining(_)
            | Reading::ChannelRemaining(_)
            | Reading::ProcRemaining(_) => falling(self.number(reading)),
            Reading::Targets
            | Reading::TargetHealth
            | Reading::ActorHealth
            | Reading::Power
            | Reading::Crit
            | Reading::Haste
            | Reading::BuffStacks(_)
            | Reading::BuffReact(_)
            | Reading::DotStacks(_)
            | Reading::BuffAbsorb(_)
            | Reading::ProcTries(_)
            | Reading::Flying(_)
            | Reading::ChannelTicks(_)
            | Reading::CooldownCharges(_) => 0.0,
        })
    }

    fn slope_changes_in(&self, reading: Reading) -> f64 {
        let left = match reading {
            // The remaining time reaches 0 without an event. For buffs and damage over time, the
            // end is an event, so they are not listed here.
            Reading::CooldownRemaining(_) | Reading::ProcRemaining(_) => self.number(reading),
            // The number of charges becomes 1 when the cooldown ends. The end of a cooldown is not
            // an event.
            Reading::CooldownCharges(index) if self.plan.abilities[usize::from(index)].charges == 1 => {
                seconds(self.cooldown_remaining(usize::from(index)))
            }
            Reading::Remaining => self.pace_of_death().map_or(0.0, |pace| {
                let estimate = seconds(self.now()) * pace;
                (self.until(self.state.clock.end()) - estimate) / (1.0 + pace)
            }),
            Reading::BuffReact(index) => {
                let next = self.state.visible.next(self.buff(index), self.now());
                next.map_or(0.0, |next| self.until(next))
            }
            Reading::Resource(index) | Reading::ResourceMissing(index) => {
                let rate = self.regeneration(usize::from(index));
                if rate == 0.0 { 0.0 } else { self.number(Reading::ResourceMissing(index)) / rate }
            }
            _ => 0.0,
        };
        if left > 0.0 { left } else { f64::INFINITY }
    }

    fn event_driven(&self, reading: Reading) -> Option<u16> {
        match reading {
            Reading::Resource(index) if !self.plan.resources[usize::from(index)].regenerates => Some(index),
            _ => None,
        }
    }

    fn flips_in(&self, flag: Flag) -> f64 {
        let left = match flag {
            Flag::CooldownReady(index) => seconds(self.cooldown_remaining(usize::from(index))),
            Flag::ProcReady(index) => self.until(self.state.procs[usize::from(index)].ready()),
            Flag::BuffUp(_)
            | Flag::DotUp(_)
            | Flag::Phase(_)
            | Flag::Last(_)
            | Flag::TargetIs(_)
            | Flag::Queued(_) => 0.0,
        };
        if left > 0.0 { left } else { f64::INFINITY }
    }
}
